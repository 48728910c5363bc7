"""New runs that a window elsewhere asks for: how they are started, and where its paths lead here."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.command_lines import torchrun_options
from engine.config import ExperimentConfig, from_json
from engine.errors import RunError
from engine.runs.detached import DetachedTraining, own_program
from engine.runs.steering import await_run
from engine.settings import train_arguments

MOST_NAMES = 5000  # of a folder that are listed


def start_run(folder: Path, values: object, processes: object) -> None:
    """Train an experiment, given as JSON values, in a new folder, in the background, in so many processes.

    Raises EngineError where the values make no experiment, or the process did not become a run.
    """
    arguments = training_arguments(folder, values)
    several = []
    if type(processes) is int and processes > 1:
        several = ["-m", "torch.distributed.run", *torchrun_options(processes)]
    python, script = own_program()
    await_run(DetachedTraining(folder, [python, *several, script, *arguments]))


def training_arguments(folder: Path, values: object) -> list[str]:
    """The arguments after `main.py` that train an experiment, given as JSON values. Raises EngineError."""
    experiment = from_json(ExperimentConfig, values)
    corpus = experiment.corpus
    corpus = replace(corpus, train=places(corpus.train), dev=places(corpus.dev))
    return train_arguments(replace(experiment, corpus=corpus), folder)


def list_folder(typed: object) -> dict[str, Any]:
    """The names in a folder: its place, the folders and the files in it. Raises RunError."""
    folder = _place(typed)
    try:
        entries = sorted(folder.iterdir())[:MOST_NAMES]
    except OSError as error:
        raise RunError(f"The folder {folder} cannot be read: {error.strerror}.", "Choose another.") from error
    shown = [entry for entry in entries if not entry.name.startswith(".")]
    folders = [entry.name for entry in shown if entry.is_dir()]
    return {"folder": str(folder), "folders": folders, "files": [it.name for it in shown if it.is_file()]}


def places(typed: object) -> tuple[str, ...]:
    """Where paths lead that were typed elsewhere. Raises RunError."""
    return tuple(str(_place(path)) for path in typed) if isinstance(typed, list | tuple) else ()


def _place(typed: object) -> Path:
    """Where a path leads that was typed elsewhere: from the home folder on. Raises RunError."""
    if not isinstance(typed, str) or "\x00" in typed:
        raise RunError(f"{typed!r} is no path.", "Type another one.")
    try:
        return Path.home() / Path(typed).expanduser()
    except RuntimeError as error:  # ~nobody
        raise RunError(f"The home folder in {typed} is not known.", "Type the path in full.") from error
