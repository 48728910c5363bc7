"""The command line itself: exit codes, help, streams, and what it does not load."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main
from engine.errors import CorpusError

ROOT = Path(__file__).resolve().parent.parent.parent
COMMANDS = ("translate", "align", "train", "evaluate", "corpus", "models", "runs")


def raising(error: BaseException):
    def run(options) -> None:
        raise error

    return run


def command(*arguments: str, output: int = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    """`python main.py` with these arguments, run in the repository."""
    return subprocess.run(
        [sys.executable, "-c", "import sys; from engine.cli import main; sys.exit(main())", *arguments],
        cwd=ROOT,
        stdout=output,
        stderr=subprocess.PIPE,
        check=False,
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(capsys, name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    assert f"python main.py {name}" in text.split("examples:")[1]
    assert "--json" in text


def test_help_lists_every_command(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    assert all(f"    {name} " in text or f"    {name}\n" in text for name in COMMANDS)


@pytest.mark.parametrize("arguments", [[], ["unknown"], ["corpus"], ["translate", "--beam", "0"], ["train"]])
def test_wrong_usage_ends_with_2_and_the_usage(capsys, arguments) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("usage: python main.py")


def test_an_error_is_told_in_words_on_standard_error(capsys, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.models.run", raising(CorpusError("It is gone.", "Bring it back.")))
    assert main(["models"]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "error: It is gone. Bring it back.\n")


def test_ctrl_c_ends_with_130(capsys, monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.models.run", raising(KeyboardInterrupt()))
    assert main(["models"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_a_defect_is_not_dressed_up_as_an_error_of_the_person(monkeypatch) -> None:
    monkeypatch.setattr("engine.commands.models.run", raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["models"])


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = command("models", "--json", output=writing)
    finally:
        os.close(writing)
    assert ended.returncode == 141
    assert ended.stderr == b""


@pytest.mark.parametrize("line", ["models --json", "runs . --json", "corpus missing.tsv", "translate --help"])
def test_what_needs_no_network_loads_neither_torch_nor_qt(line: str) -> None:
    code = (
        "import sys\n"
        "from engine.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'PySide6', 'pyqtgraph', 'explorer'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *line.split()], cwd=ROOT, capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_output_is_utf8_whatever_the_system_says(tmp_path) -> None:
    path = tmp_path / "été.tsv"
    path.write_text("là\tthere\n", encoding="utf-8")
    code = "import sys; from engine.cli import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", code, "corpus", str(path), "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "été.tsv" in ended.stdout.decode("utf-8")
