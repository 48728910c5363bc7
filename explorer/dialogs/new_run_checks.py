"""What is wrong with each field of a new run, in a sentence; an empty text where nothing is."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from engine.runs.layout import RunLayout
from explorer.typed_path import typed_path


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


def _problem_at(folder: Path) -> str:
    if folder.exists() and not folder.is_dir():
        return "There is a file of this name. Choose another name."
    if RunLayout(folder).holds_run():
        return "This folder holds a run already. Choose another name."
    ancestor = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not ancestor.is_dir() or not os.access(ancestor, os.W_OK):
        return f"You cannot write to {ancestor}. Choose another place."
    return ""


def free_folder(home: Path, preset: str) -> Path:
    """A folder for a run of this preset that is not there yet."""
    number = 1
    while (home / f"{preset}-{number}").exists():
        number += 1
    return home / f"{preset}-{number}"


def language_code(file: Path) -> str:
    """The language that the name of a file ends with, as corpus.de and corpus.de.gz do; empty without one."""
    name = file.with_suffix("") if file.suffix in (".gz", ".xz") else file
    code = name.suffix.removeprefix(".")
    return code if re.fullmatch("[a-z]{2}", code) else ""
