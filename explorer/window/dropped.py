"""What was dropped on the window: a workspace, a model, an evaluation, a corpus, or a text with sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from engine.runs.layout import RunLayout
from explorer.workspace_file import SUFFIX

WEIGHTS = "model.safetensors"
RESULTS = "evaluation.json"  # as in engine.evaluation.evaluation, which takes long to load
MOST_READ = 1_000_000  # bytes of a text: its lines are sentences, and but the first is shown


@dataclass(frozen=True)
class Dropped:
    """kind: "workspace", "model", "evaluation", "corpus" or "text"; of a model or an evaluation the folder.

    sentence: the first of a text; sentences: how many.
    """

    kind: str
    paths: tuple[Path, ...]
    sentence: str = ""
    sentences: int = 0


def look_at(paths: Sequence[Path]) -> Dropped:
    """Tell by the files themselves what they are. Raises EngineError where nothing can be done with them."""
    if len(paths) == 2 and all(path.is_file() for path in paths):
        return Dropped("corpus", tuple(paths))
    if len(paths) != 1:
        raise EngineError(
            f"{len(paths)} files were dropped, which are no corpus.",
            "Drop one file or folder, or a source and a target file.",
        )
    path = paths[0]
    if path.is_dir():
        return _folder(path)
    if path.suffix == SUFFIX:
        return Dropped("workspace", (path,))
    if path.name == RESULTS:
        return Dropped("evaluation", (path.parent,))
    if path.name == WEIGHTS:
        return Dropped("model", (path.parent,))
    if path.suffix == ".tsv":
        return Dropped("corpus", (path,))
    return _text(path)


def _folder(path: Path) -> Dropped:
    if RunLayout(path).holds_run() or (path / WEIGHTS).is_file():
        return Dropped("model", (path,))
    if (path / RESULTS).is_file():
        return Dropped("evaluation", (path,))
    raise EngineError(
        f"There is neither a model nor an evaluation in {path}.",
        "Drop a run, one of its checkpoints, or the folder of an evaluation.",
    )


def _text(path: Path) -> Dropped:
    """The sentences of a text in UTF-8, one a line."""
    try:
        with path.open("rb") as file:
            start = file.read(MOST_READ + 1)
    except OSError as error:
        raise EngineError(f"{path} cannot be read ({error.strerror}).", "Drop another file.") from error
    if len(start) > MOST_READ:  # the last line may be cut within a letter
        start = start[: start.rfind(b"\n") + 1]
    try:
        lines = [line.strip() for line in start.decode("utf-8-sig").splitlines() if line.strip()]
    except UnicodeDecodeError:
        lines = []
    if not lines or "\0" in lines[0]:
        raise EngineError(
            f"{path.name} is no text, model, evaluation, corpus or workspace that can be opened.",
            "Drop a text in UTF-8, a run, a checkpoint, an evaluation, a corpus or a workspace.",
        )
    return Dropped("text", (path,), lines[0], len(lines))
