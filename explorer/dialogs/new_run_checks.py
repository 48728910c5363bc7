"""What is wrong with each field of a new run, in a sentence; an empty text where nothing is."""

import os
import re
from collections.abc import Container, Sequence
from pathlib import Path, PurePath

from engine.runs.layout import RunLayout
from explorer.typed_path import typed_path

_NAME = re.compile(r"\w([\w .-]*\w)?")


def corpus_problem(files: Sequence[Path]) -> str:
    """Whether there are corpus files; what is in them is seen when they are read."""
    if not files:
        return "Choose a corpus first."
    for file in files:
        if file.is_dir():
            return f"{file.name} is a folder. Choose files."
        if not file.exists():
            return f"{file} is not there."
        if not os.access(file, os.R_OK):
            return f"{file.name} cannot be read by you."
    return ""


def links_problem(file: Path | None, *, is_far: bool) -> str:
    """Whether a file of links is named and, unless it lies on another machine, is there."""
    if file is None:
        return "Name the file of links, or set the guidance to 0."
    return "" if is_far else corpus_problem([file])


def folder_problem(text: str) -> str:
    """Whether a new run can be kept in the folder of this name, which need not exist."""
    if not text.strip():
        return "Name a folder in which the run is kept."
    folder = typed_path(text)
    if not folder.is_absolute():
        return "Write the whole path of the folder, from the root on."
    try:
        return _problem_at(folder)
    except OSError as error:  # the name is longer than the system allows
        return f"No run can be kept there ({error.strerror}). Choose another name."


def name_problem(text: str) -> str:
    """Whether a run on another machine can have this name, which is that of its folder on any system."""
    if not text.strip():
        return "Name the run."
    if not _NAME.fullmatch(text):
        return "Use letters, digits, spaces and . _ - in the name, and a letter or digit at both ends."
    return ""


def _problem_at(folder: Path) -> str:
    if folder.exists() and not folder.is_dir():
        return "There is a file of this name. Choose another name."
    if RunLayout(folder).holds_run():
        return "This folder holds a run already. Choose another name."
    ancestor = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not ancestor.is_dir() or not os.access(ancestor, os.W_OK):
        return f"You cannot write to {ancestor}. Choose another place."
    return ""


def free_name(taken: Container[str], preset: str) -> str:
    """A name for a run of this preset that no other one has."""
    number = 1
    while f"{preset}-{number}" in taken:
        number += 1
    return f"{preset}-{number}"


def free_folder(home: Path, preset: str) -> Path:
    """A folder for a run of this preset that is not there yet."""
    try:
        taken = {path.name for path in home.iterdir()}
    except OSError:
        taken = set()
    return home / free_name(taken, preset)


def language_code(file: PurePath) -> str:
    """The language that the name of a file ends with, as corpus.de and corpus.de.gz do; empty without one."""
    name = file.with_suffix("") if file.suffix in (".gz", ".xz") else file
    code = name.suffix.removeprefix(".")
    return code if re.fullmatch("[a-z]{2}", code) else ""
