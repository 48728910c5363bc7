"""The workspace as one JSON file: models, sentences with their settings and what-ifs, what was looked at.

The file names models and never holds them; nothing in it is run. It opens from another folder, for a model's
place is written relative to it too, and a bundled model is found by its name.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.catalogue import BUNDLED
from engine.constraints import from_plain, to_plain
from engine.errors import ConfigError, EngineError
from explorer.model_info import run_of
from explorer.pair_links import PairLinks, pair_links_from
from explorer.what_if import DecodingChoice, Question

FORMAT = "alignment-explorer workspace"
VERSION = 1
SUFFIX = ".alignment"
LARGEST = 16_000_000  # bytes: thousands of sentences
WIDEST_BEAM = 100
PLACES = ("translate", "compare", "train", "evaluate")


class WorkspaceError(EngineError):
    """A workspace cannot be read or written."""


@dataclass(frozen=True)
class SavedModel:
    """A model by its name and path. fingerprint: of its weights; empty where nothing was translated yet."""

    name: str
    path: str
    fingerprint: str = ""

    def found(self) -> str:
        """Where the model is now: at its path, or among the bundled ones of this name; else empty.

        A checkpoint that its run has replaced by later ones is still found.
        """
        run = run_of(self.path)
        if Path(self.path).is_dir() or (run is not None and run.is_dir()):
            return self.path
        bundled = BUNDLED / self.name
        return str(bundled) if len(Path(self.name).parts) == 1 and bundled.is_dir() else ""


@dataclass(frozen=True)
class SavedWorkspace:
    """models: those of Translate and of Compare's columns, in that order, None where there was none.

    questions: the states of Translate from the first to the last; `current` is the one on screen. views: the
    open docks with their sides. selection: step, position, hypothesis. listed: the sentences of the table;
    pinned: those of them, counted from 0, that stay at its top. whole_words: or else raw pieces.
    reference: a translation that Compare holds the others to, and the sentence that it is of.
    links: gold links of sentence pairs, saved in files of their own or not.
    """

    models: tuple[SavedModel | None, ...] = ()
    source_text: str = ""
    decoding: DecodingChoice = field(default_factory=DecodingChoice)
    questions: tuple[Question, ...] = ()
    current: int = -1
    place: str = PLACES[0]
    views: dict[str, str] = field(default_factory=dict)
    selection: tuple[int, int | None, int] = (0, None, 0)
    listed: tuple[str, ...] = ()
    pinned: tuple[int, ...] = ()
    whole_words: bool = True
    reference: tuple[str, str] = ("", "")
    links: tuple[PairLinks, ...] = ()


def save_workspace(path: Path, workspace: SavedWorkspace) -> None:
    """Write the file, whole or not at all. Raises WorkspaceError where that fails; the old file stays."""
    text = json.dumps(_to_plain(workspace, path.parent), ensure_ascii=False, indent=2)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, UnicodeEncodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "a character that no file can hold"
        raise WorkspaceError(
            f"The workspace cannot be written to {path} ({reason}).", "Choose another place; nothing is lost."
        ) from error


def load_workspace(path: Path) -> SavedWorkspace:
    """Read the file. Raises WorkspaceError where it is damaged, foreign or of a newer version."""
    values = _read(path)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise WorkspaceError(
            f"{path.name} is no workspace of this program.", "Open a file that was saved with Save workspace."
        )
    version = values.get("version")
    if type(version) is int and version > VERSION:
        raise WorkspaceError(
            f"{path.name} was saved by a newer version of this program.", "Update the program to open it."
        )
    try:
        return _from_plain(values, path.parent)
    except (AttributeError, ConfigError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise _damaged(path) from error


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > LARGEST:
            return None
        return json.loads(path.read_bytes())
    except OSError as error:
        raise WorkspaceError(
            f"{path} cannot be read ({error.strerror}).", "Choose another file, or make it readable."
        ) from error
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> WorkspaceError:
    return WorkspaceError(
        f"The workspace {path.name} is damaged and was not opened.", "What is in the window stays as it is."
    )


def _to_plain(workspace: SavedWorkspace, folder: Path) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "models": [None if model is None else _model_to_plain(model, folder) for model in workspace.models],
        "source": workspace.source_text,
        "decoding": asdict(workspace.decoding),
        "sentences": [_question_to_plain(question) for question in workspace.questions],
        "current": workspace.current,
        "place": workspace.place,
        "views": workspace.views,
        "selection": list(workspace.selection),
        "listed": list(workspace.listed),
        "pinned": list(workspace.pinned),
        "whole_words": workspace.whole_words,
        "reference": list(workspace.reference),
        "links": [one.to_plain() for one in workspace.links],
    }


def _model_to_plain(model: SavedModel, folder: Path) -> dict[str, str]:
    plain = {"name": model.name, "path": model.path, "fingerprint": model.fingerprint}
    try:
        relative = Path(os.path.relpath(model.path, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return plain
    return {**plain, "relative": relative}


def _question_to_plain(question: Question) -> dict[str, Any]:
    return {
        "source": question.source_text,
        "target": question.target_text,
        "constraints": to_plain(question.constraints),
        "decoding": asdict(question.decoding),
    }


def _from_plain(values: dict[str, Any], folder: Path) -> SavedWorkspace:
    questions = tuple(map(_question, _typed(values["sentences"], list)))
    current = _typed(values["current"], int)
    step, position, hypothesis = values["selection"]
    views = _typed(values["views"], dict)
    reference, referred = values.get("reference", ("", ""))
    return SavedWorkspace(
        models=tuple(None if model is None else _model(model, folder) for model in values["models"]),
        source_text=_typed(values["source"], str),
        decoding=_decoding(values["decoding"]),
        questions=questions,
        current=max(-1, min(current, len(questions) - 1)),
        place=values["place"] if values["place"] in PLACES else PLACES[0],
        views={_typed(name, str): _typed(side, str) for name, side in views.items()},
        selection=(
            _typed(step, int),
            None if position is None else _typed(position, int),
            _typed(hypothesis, int),
        ),
        listed=tuple(_typed(text, str) for text in _typed(values.get("listed", []), list)),
        pinned=tuple(_typed(number, int) for number in _typed(values.get("pinned", []), list)),
        whole_words=values.get("whole_words", True) is True,  # files of earlier versions say nothing of it
        reference=(_typed(reference, str), _typed(referred, str)),
        links=tuple(map(pair_links_from, _typed(values.get("links", []), list))),
    )


def _model(values: dict[str, Any], folder: Path) -> SavedModel:
    """A model at the place that is relative to the file, if it is there, else at its full path."""
    name, path, fingerprint = (_typed(values[key], str) for key in ("name", "path", "fingerprint"))
    model = SavedModel(name, path, fingerprint)
    relative = values.get("relative")
    if relative is None:
        return model
    beside = Path(os.path.normpath(folder.resolve() / _typed(relative, str)))
    return replace(model, path=str(beside)) if beside.is_dir() else model


def _question(values: dict[str, Any]) -> Question:
    target = values["target"]
    return Question(
        _typed(values["source"], str),
        None if target is None else _typed(target, str),
        from_plain(values["constraints"]),
        _decoding(values["decoding"]),
    )


def _decoding(values: dict[str, Any]) -> DecodingChoice:
    sizes: Sequence[int] = [_typed(values[key], int) for key in ("beam_size", "n_best")]
    if not all(1 <= size <= WIDEST_BEAM for size in sizes):
        raise ValueError("a beam of this size cannot be asked for")
    return DecodingChoice(*sizes)


def _typed(value: Any, kind: type) -> Any:
    """The value itself. Raises TypeError where it is of another kind."""
    if type(value) is not kind:
        raise TypeError(f"{kind.__name__} expected")
    return value
