"""Who may import whom: the contracts in pyproject.toml, one home for each package, two separate halves."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Each third-party package and where it may be imported; numpy is at home everywhere.
HOMES = {
    "PySide6": ("explorer/",),
    "shiboken6": ("explorer/services/tasks.py",),
    "pyqtgraph": ("explorer/plots/",),
    "torch": (
        "engine/models/",
        "engine/decoding/",
        "engine/training/",
        "engine/probing/",
        "engine/checkpoint.py",
        "engine/device.py",
        "engine/translator.py",
    ),
    "sentencepiece": ("engine/text/segmentation.py",),
    "sacremoses": ("engine/text/segmentation.py",),
    "sacrebleu": ("engine/evaluation/metrics.py",),
    "safetensors": ("engine/checkpoint.py", "engine/trace_io.py"),
    "lxml": ("engine/corpora/",),
    "babel": ("engine/corpora/",),
    "tensorboardX": ("engine/runs/eventfile.py",),
    "platformdirs": ("explorer/settings.py", "engine/runs/layout.py"),
    "numpy": ("engine/", "explorer/"),
}
# What could run code that came in a file, or reach out of this machine.
UNSAFE = {"pickle", "cPickle", "dill", "marshal", "shelve", "urllib", "http", "ftplib", "smtplib", "requests"}


def imported(tree: ast.Module) -> Iterator[str]:
    """The full names of the modules that a file imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_contracts_of_pyproject_are_kept(root) -> None:
    pytest.importorskip("importlinter")
    code = "import sys, importlinter.cli as i; sys.exit(i.lint_imports(no_cache=True, no_logo=True))"
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_each_package_is_imported_in_its_home_only(program) -> None:
    own = {"engine", "explorer", *sys.stdlib_module_names}
    strangers = [
        f"{path.as_posix()} imports {name}"
        for path, tree in program.items()
        for name in sorted({name.split(".")[0] for name in imported(tree)} - own)
        if not path.as_posix().startswith(HOMES.get(name, ("nowhere",)))
    ]
    assert strangers == []


def test_processes_are_connected_in_one_place(program) -> None:
    """torch.distributed has a home of its own inside of torch's."""
    using = {
        path.as_posix()
        for path, tree in program.items()
        if any(name.startswith("torch.distributed") for name in imported(tree))
    }
    assert using == {"engine/training/distributed.py"}


def test_nothing_unpickles_evaluates_or_calls_out(program) -> None:
    found = []
    for path, tree in program.items():
        found += [f"{path}: {name}" for name in imported(tree) if name.split(".")[0] in UNSAFE]
        found += [f"{path}: {name}" for name in imported(tree) if name.startswith("PySide6.QtNetwork")]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"eval", "exec", "torch.load"}:
                found.append(f"{path}:{node.lineno}: {ast.unparse(node.func)}")
    assert found == []


@pytest.mark.parametrize(
    ("half", "barred"),
    [("explorer", ("torch",)), ("engine", ("PySide6", "shiboken6", "pyqtgraph", "explorer"))],
)
def test_each_half_loads_where_the_other_half_is_not_installed(
    root, half: str, barred: tuple[str, ...]
) -> None:
    for package in ("PySide6", "pyqtgraph") if half == "explorer" else ("torch",):
        pytest.importorskip(package)
    modules = [
        ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for file in sorted((root / half).rglob("*.py"))
        if file.name != "__main__.py"
    ]
    code = (
        "import importlib, sys\n"
        f"sys.modules.update(dict.fromkeys({barred!r}))\n"  # None there makes an import fail
        f"for name in {modules!r}: importlib.import_module(name)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_tests_of_one_half_do_not_import_the_other(tests) -> None:
    barred = {"tests/engine": ("PySide6", "pyqtgraph", "explorer"), "tests/explorer": ("torch",)}
    found = [
        f"{path}: {name}"
        for path, tree in tests.items()
        for folder, names in barred.items()
        if Path(folder) in path.parents
        for name in imported(tree)
        if name.split(".")[0] in names
    ]
    assert found == []
