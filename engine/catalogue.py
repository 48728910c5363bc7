"""The models there are, bundled ones and those of runs, found by name or path; torch-free."""

import contextlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.errors import CheckpointError
from engine.runs import publishing
from engine.runs.best import load_best
from engine.runs.experiment_file import load_experiment, read_values
from engine.runs.layout import RunLayout, find_runs, runs_home, update_of
from engine.runs.notes import load_notes
from engine.runs.verification import CHECKSUMS, MODEL, is_whole, load_checksums, newest_whole, refuse_file
from engine.runs.weights_file import read_header

_LOG = logging.getLogger(__name__)
BUNDLED = Path(__file__).resolve().parent.parent / "resources" / "models"


@dataclass(frozen=True)
class ModelEntry:
    """One model, as a list shows it. problem: why it cannot be used, in words; empty where it can.

    path: the folder with the weights. update: of the checkpoint; None where it is not known. shown_name: the
    name that a person gave the run; empty for `name`, which is that of its folder.
    """

    name: str
    kind: str
    path: Path
    parameters: int = 0
    preset: str = ""
    card: dict[str, Any] = field(default_factory=dict)
    update: int | None = None
    problem: str = ""
    shown_name: str = ""

    def names(self) -> dict[str, str]:
        """What a trace says of who made it: the name, and the one that a person gave, if any."""
        return {"model": self.name, **({"shown_name": self.shown_name} if self.shown_name else {})}


def find_model(name_or_path: str | Path) -> Path:
    """The folder with the weights, for the name of a bundled model or run, or the path of a model or run.

    A run stands for its best checkpoint, or the newest one that verifies.
    Raises CheckpointError that lists what there is where nothing is found.
    """
    for candidate in _candidates(name_or_path):
        with contextlib.suppress(FileNotFoundError):
            return _resolved(candidate)
    names = ", ".join(dict.fromkeys(entry.name for entry in list_models() if not entry.problem))
    there = f"There are: {names}." if names else "No model is bundled, and no run has a checkpoint yet."
    raise CheckpointError(f"There is no model '{name_or_path}'.", there)


def _resolved(candidate: Path) -> Path:
    """The folder with the weights for a path. FileNotFoundError where the path means no model at all."""
    try:
        named = any((candidate / name).is_file() for name in (MODEL, CHECKSUMS))
        if named or (update_of(candidate) is not None and candidate.is_dir()):
            return candidate
        if RunLayout(candidate).holds_run():
            return _of_run(candidate)
        if candidate.is_file():
            refuse_file(candidate)
        if candidate.parent == BUNDLED and candidate.is_dir():
            return candidate
    except OSError as error:  # such as a name too long for the disk
        raise FileNotFoundError(str(candidate)) from error
    raise FileNotFoundError(str(candidate))


def model_home(model: Path) -> Path:
    """The folder that holds experiment.json, vocabulary/ and segmenter/ of a model directory.

    Raises CheckpointError where neither the directory itself nor the run around it has them.
    """
    for home in (model, model.resolve().parent.parent):
        if (home / "experiment.json").is_file():
            return home
    raise CheckpointError(
        f"The model in {model} has no experiment.json beside it, so its sizes are unknown.",
        "Choose the folder inside its run, or a bundled model.",
    )


def list_models(extra_paths: Iterable[Path] = ()) -> list[ModelEntry]:
    """Bundled models, then those of the runs in the runs' home, then those at further paths; each once.

    A broken model is listed with its problem. Reads headers only.
    """
    entries: dict[Path, ModelEntry] = {}
    for path in (*_bundled(), *find_runs(runs_home()), *map(Path, extra_paths)):
        place = _real(path)
        if place not in entries:
            entries[place] = describe_model(path)
    return list(entries.values())


def default_model() -> Path:
    """The first model with attention; raises CheckpointError where there is none."""
    for entry in list_models():
        if entry.kind == "rnnsearch" and not entry.problem:
            return entry.path
    raise CheckpointError(
        "There is no model with attention yet.", "Train one, or give its path with --model."
    )


def describe_model(path: Path) -> ModelEntry:
    """The entry of one bundled model, run or checkpoint; never raises for what the folder holds."""
    name = _name(path)
    try:
        model = path
        if RunLayout(path).holds_run() and not (path / MODEL).is_file():
            model = _listed_checkpoint(path)
        return replace(read_entry(model), name=name)
    except CheckpointError as error:
        return ModelEntry(name, "", path, problem=str(error))
    except OSError as error:
        return ModelEntry(name, "", path, problem=f"{path} cannot be read: {error.strerror}.")


def read_entry(model: Path) -> ModelEntry:
    """The entry of a folder with weights. Raises CheckpointError where what it is read from is damaged."""
    load_checksums(model)
    header = read_header(model / MODEL)
    home = model_home(model)
    experiment = load_experiment(home / "experiment.json")
    card = read_values(model / "card.json") if (model / "card.json").is_file() else {}
    update = card.get("update") if home == model else update_of(model)
    return ModelEntry(
        name=_name(model),
        kind=experiment.model.kind,
        path=model,
        parameters=header.parameters,
        preset=experiment.preset,
        card=card,
        update=update if isinstance(update, int) else None,
        shown_name=_given_name(model),
    )


def _name(path: Path) -> str:
    """What a list calls the model at this path."""
    if update_of(path) is not None:
        return f"{_real(path).parent.parent.name}/{path.name}"
    return path.name if path.name not in ("", "..") else _real(path).name


def _given_name(model: Path) -> str:
    """The name that a person gave the run of this checkpoint; empty without one."""
    return load_notes(RunLayout(_real(model).parent.parent)).name if update_of(model) is not None else ""


def _real(path: Path) -> Path:
    """The path without links; as it stands where links go in a circle or a name cannot be one."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path.absolute()


def _bundled() -> list[Path]:
    folders = sorted(path for path in BUNDLED.iterdir() if path.is_dir()) if BUNDLED.is_dir() else []
    unfinished = (publishing.PART, publishing.REPLACED)
    return [path for path in folders if not path.name.endswith(unfinished)]


def _candidates(name_or_path: str | Path) -> list[Path]:
    path = Path(name_or_path)
    with contextlib.suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    named = [BUNDLED / path, runs_home() / path] if len(path.parts) == 1 and path.name != ".." else []
    return [*named, path]


def _listed_checkpoint(run: Path) -> Path:
    """The checkpoint that stands for a run, its contents unread."""
    layout = RunLayout(run)
    best = load_best(layout)
    if best is not None and layout.checkpoint_dir(best.update).is_dir():
        return layout.checkpoint_dir(best.update)
    checkpoints = layout.checkpoints()
    if not checkpoints:
        raise _no_checkpoint(run)
    return checkpoints[-1][1]


def _of_run(run: Path) -> Path:
    layout = RunLayout(run)
    best = load_best(layout)
    if best is not None and is_whole(layout.checkpoint_dir(best.update)):
        return layout.checkpoint_dir(best.update)
    newest = newest_whole(run)
    if newest is None:
        raise _no_checkpoint(run)
    if best is not None:
        said = "The best checkpoint of %s, of update %d, is damaged or gone; %s stands for it."
        _LOG.warning(said, run, best.update, newest.name)
    return newest


def _no_checkpoint(run: Path) -> CheckpointError:
    return CheckpointError(f"The run {run} has no whole checkpoint yet.", "Wait for its first validation.")
