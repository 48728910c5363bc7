"""The program's own files, parsed."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
Sources = dict[Path, ast.Module]


def parsed(*folders: str) -> Sources:
    """Every Python file in these folders of the repository, by its path from the root."""
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return {file.relative_to(ROOT): ast.parse(file.read_text(encoding="utf-8")) for file in files}


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def program() -> Sources:
    """main.py, engine/ and explorer/."""
    main = Path("main.py")
    return {main: ast.parse((ROOT / main).read_text(encoding="utf-8")), **parsed("engine", "explorer")}


@pytest.fixture(scope="session")
def tests() -> Sources:
    return parsed("tests")
