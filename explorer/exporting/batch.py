"""Many sentences at once: each translated, drawn and written, by one engine process from first to last."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from engine.config import DecodeConfig
from engine.exports.numbers import AlignmentNumbers
from engine.trace import DecodingTrace
from explorer.export_choice import ExportChoice
from explorer.exporting.files import number_files, picture_files, picture_of, publish, stem_of
from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.pictures import Drawing
from explorer.services.engine_client import EngineClient
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import matrix_content


@dataclass(frozen=True)
class Batch:
    """What is to be exported of which lines; blank lines have no file, and every line keeps its number."""

    lines: Sequence[str]
    model: str
    decode: DecodeConfig
    choice: ExportChoice
    matrix: MatrixChoice
    folder: Path


def export_batch(
    batch: Batch,
    engine: EngineClient,
    on_done: Callable[[int, list[Path]], None],
    is_over: Callable[[], bool],
) -> int:
    """Export every line; how many files were written. Blocks.

    on_done gets how many lines are done and the files of the last one; `is_over` is asked between two lines
    whether to stop. Raises EngineError, with the files so far in place.
    """
    count = 0
    for number, line in enumerate(batch.lines, start=1):
        if is_over():
            break
        files: list[Path] = []
        if line.strip():
            trace = engine.translate(batch.model, line, batch.decode)
            files = publish(batch.folder, _files(batch, number, trace))
        count += len(files)
        on_done(number, files)
    return count


def _files(batch: Batch, number: int, trace: DecodingTrace) -> dict[str, bytes]:
    hypothesis = trace.best()
    numbers = AlignmentNumbers(trace, hypothesis)
    files = number_files(numbers, batch.choice)
    if batch.choice.pictures:
        picture = picture_of(matrix_drawing(numbers, batch.matrix), trace, hypothesis)
        files |= picture_files(picture, batch.choice)
    stem = f"{number:0{len(str(len(batch.lines)))}}-{stem_of(trace.source_text)}"
    return {stem + suffix: data for suffix, data in files.items()}


def matrix_drawing(numbers: AlignmentNumbers, choice: MatrixChoice) -> Drawing:
    """The whole matrix of a hypothesis on paper."""
    content = matrix_content(numbers.trace, numbers.hypothesis, choice)
    figure = AlignmentFigure(style=choice.style).with_alignment(
        content.weights, content.source_labels, content.target_labels
    )
    note = content.note(choice.style.threshold)
    return AlignmentPaper(figure, QGuiApplication.font(), note).drawing()
