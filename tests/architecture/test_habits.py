"""Names, signatures and sizes: what a reader of this code may count on."""

import ast
import re
import subprocess
from collections.abc import Iterator

import pytest

# Files over 300 lines and functions over 50, with the size that they may not pass and the reason. An entry
# leaves this list as soon as it is below the limit, and none is added without need.
LARGE: dict[str, tuple[int, str]] = {}
# Functions of more than five parameters, with the reason.
_AUTOGRAD = "autograd hands over each tensor as a parameter of its own"
MANY_PARAMETERS = {
    "engine/models/recurrence.py:forward": _AUTOGRAD,
    "engine/models/attended_recurrence.py:forward": _AUTOGRAD,
}
FILE_LINES, FUNCTION_LINES, PARAMETERS = 300, 50, 5
BANNED = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def words(name: str) -> set[str]:
    """The words in a snake_case or CamelCase name."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def own_parameters(function: Function) -> list[ast.arg]:
    """All parameters but self and cls."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return every[1:] if every and every[0].arg in ("self", "cls") else every


def test_words_are_found_in_both_styles_of_names() -> None:
    assert words("run_helpers") & BANNED == {"helpers"}
    assert words("SideManager") & BANNED == {"manager"}
    assert words("PIPEUtils") & BANNED == {"utils"}
    assert words("commonly") & BANNED == set()


def test_no_name_that_says_nothing(program) -> None:
    found = [
        str(path) for path in program if any(words(part) & BANNED for part in path.with_suffix("").parts)
    ]
    for path, tree in program.items():
        for node in ast.walk(tree):
            if isinstance(node, Function | ast.ClassDef) and words(node.name) & BANNED:
                found.append(f"{path}:{node.lineno}: {node.name}")
    assert found == []


def test_no_function_takes_whatever_comes(program) -> None:
    found = [
        f"{path}:{function.lineno}: {function.name}"
        for path, tree in program.items()
        for function in functions(tree)
        if function.args.kwarg is not None
    ]
    assert found == []


def test_at_most_five_parameters(program) -> None:
    many = {
        f"{path.as_posix()}:{function.name}"
        for path, tree in program.items()
        for function in functions(tree)
        if len(own_parameters(function)) > PARAMETERS
    }
    assert many == set(MANY_PARAMETERS)


def test_every_module_says_what_it_is_for(program) -> None:
    assert [str(path) for path, tree in program.items() if not ast.get_docstring(tree)] == []


def test_every_public_class_and_function_of_the_engine_has_a_docstring(program) -> None:
    found = []
    for path, tree in program.items():
        for node in tree.body:
            public = isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_")
            if public and path.parts[0] == "engine" and not ast.get_docstring(node):
                found.append(f"{path}:{node.lineno}: {node.name}")
    assert found == []


def test_files_and_functions_stay_small(program, tests, root) -> None:
    sizes: dict[str, int] = {}
    for path, tree in {**program, **tests}.items():
        lines = len((root / path).read_text(encoding="utf-8").splitlines())
        if lines > FILE_LINES:
            sizes[path.as_posix()] = lines
        for function in functions(tree):
            assert function.end_lineno is not None
            length = function.end_lineno - function.lineno + 1
            if length > FUNCTION_LINES:
                sizes[f"{path.as_posix()}:{function.name}"] = length
    assert set(sizes) == set(LARGE), "files over 300 lines or functions over 50 lines"
    grown = {name: size for name, size in sizes.items() if size > LARGE[name][0]}
    assert grown == {}, "what is large already may only shrink"


def test_every_reason_is_a_reason() -> None:
    assert all(len(reason) > 20 for _, reason in LARGE.values())
    assert all(len(reason) > 20 for reason in MANY_PARAMETERS.values())


def test_no_generated_or_foreign_files_at_the_top(root) -> None:
    """Beside the folders only what a repository is expected to have."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git repository")
    top = {line.split("/")[0] for line in listed.stdout.splitlines()}
    folders = {"engine", "explorer", "resources", "tests", ".ci"}
    files = {
        "main.py",
        "pyproject.toml",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        ".gitignore",
    }
    assert top - folders - files == set()
