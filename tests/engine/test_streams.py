"""Closed streams, a full disk behind the output, Ctrl-C at any moment: a sentence each, and no traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FULL = Path("/dev/full")
posix = pytest.mark.skipif(os.name == "nt", reason="the shell of Windows closes no streams")
with_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """`python main.py` with these words of a shell behind it."""
    return subprocess.run(
        f'"{sys.executable}" main.py {line}',
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@posix
def test_a_closed_output_is_told() -> None:
    ended = shell("models >&-")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert ended.stderr.startswith("error: The standard output is closed.")


@posix
def test_a_closed_input_is_told() -> None:
    ended = shell("translate <&-")
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: The standard input is closed.")


@posix
def test_closed_errors_change_nothing_but_that_they_are_not_told() -> None:
    ended = shell("corpus missing.tsv 2>&-")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "")
    assert shell("runs . --json 2>&-").stdout == "[]\n"


@with_full
@pytest.mark.parametrize("command", ["models --json", "models", "runs .", "corpus {path}"])
def test_an_output_that_takes_nothing_is_told(tmp_path: Path, command: str) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("a\tb\n")
    ended = shell(command.format(path=f'"{path}"') + " > /dev/full")
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: The output cannot be written: ")
    assert ended.stderr.count("\n") == 1


@posix
@pytest.mark.parametrize("module", ["argparse", "engine.catalogue", "engine.commands"])
def test_ctrl_c_while_the_program_loads_is_no_traceback(module: str) -> None:
    code = (
        "import builtins, os, runpy, signal, sys\n"
        "load = builtins.__import__\n"
        "def loading(name, *rest, **more):\n"
        f"    if name == {module!r}:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name, *rest, **more)\n"
        "builtins.__import__ = loading\n"
        "sys.argv = ['main.py', 'models']\n"
        "runpy.run_path('main.py', run_name='__main__')\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "Stopped.\n")


def test_a_python_without_the_packages_is_told_how_to_get_them(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-E", "-S", str(ROOT / "main.py"), "models"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "is not installed for" in ended.stderr
    assert "README.md" in ended.stderr
    assert ended.stderr.count("\n") == 1
