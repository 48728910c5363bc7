"""What an alignment matrix shows: weights, labels and marks as one record, and what it says in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from explorer.plots.heatmap_item import grey_levels

ROUNDING = 1e-3  # half-precision weights may leave 0 to 1 by this much
ISOLATE, END_ISOLATE = "\u2068", "\u2069"  # keep a right-to-left token from turning the sentence round it


@dataclass(frozen=True)
class AlignmentFigure:
    """weights: rows x columns; source: a label a column; target: a label a row; marks: None where unset.

    source_pieces, target_pieces: how many tokens a column sums up, and a row is the mean of; empty: one each.
    """

    weights: NDArray[np.floating] = field(default_factory=lambda: np.zeros((0, 0)))
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    marked_row: int | None = None
    marked_column: int | None = None
    hovered: tuple[int, int] | None = None
    source_pieces: tuple[int, ...] = ()
    target_pieces: tuple[int, ...] = ()

    def with_alignment(
        self, weights: NDArray[np.floating], source: Sequence[str], target: Sequence[str]
    ) -> "AlignmentFigure":
        """The same marks over other weights; a hovered cell that is gone is let go."""
        hovered = self.hovered
        if hovered and (hovered[0] >= len(target) or hovered[1] >= len(source)):
            hovered = None
        return AlignmentFigure(
            weights, tuple(source), tuple(target), self.marked_row, self.marked_column, hovered
        )

    def levels(self) -> NDArray[np.uint8]:
        """The grey level of each cell."""
        return grey_levels(self.weights)

    def kept_rows(self) -> tuple[int, ...]:
        """The rows whose labels have to be seen, the most important first."""
        hovered = self.hovered[0] if self.hovered else None
        return _those(len(self.target), hovered, self.marked_row)

    def kept_columns(self) -> tuple[int, ...]:
        """The columns whose labels have to be seen, the most important first."""
        hovered = self.hovered[1] if self.hovered else None
        return _those(len(self.source), hovered, self.marked_column)

    def read_out(self) -> str:
        """The hovered cell in words, else the largest weight of the marked row; empty without either."""
        if self.hovered:
            return cell_in_words(self, *self.hovered)
        if self.marked_row is not None and self.marked_row < len(self.target):
            return cell_in_words(self, self.marked_row, int(np.argmax(self.weights[self.marked_row])))
        return ""


def _those(count: int, *indices: int | None) -> tuple[int, ...]:
    return tuple(index for index in indices if index is not None and index < count)


def cell_in_words(figure: AlignmentFigure, step: int, position: int) -> str:
    """Both tokens, the weight with three digits, and its rank in the row."""
    row = figure.weights[step]
    rank = 1 + int(np.count_nonzero(row > row[position]))
    text = QCoreApplication.translate(
        "AlignmentFigure", "{target} \u2190 {source}   {weight:.3f}   rank {rank} of {count}"
    )
    words = text.format(
        target=ISOLATE + figure.target[step] + END_ISOLATE,
        source=ISOLATE + figure.source[position] + END_ISOLATE,
        weight=float(row[position]),
        rank=rank,
        count=len(row),
    )
    return "   ".join([words, *_merged_in_words(figure, step, position)])


def _merged_in_words(figure: AlignmentFigure, step: int, position: int) -> list[str]:
    """How many pieces are in the weight, where it is of more than one."""
    columns = figure.source_pieces[position] if figure.source_pieces else 1
    rows = figure.target_pieces[step] if figure.target_pieces else 1
    words = []
    if columns > 1:
        words.append(_told("sum of {count} source pieces").format(count=columns))
    if rows > 1:
        words.append(_told("mean of {count} target pieces").format(count=rows))
    return words


def refusal(weights: NDArray[np.floating], rows: int, columns: int) -> str:
    """Why these weights are no soft alignment of this many rows and columns; empty where they are one."""
    if weights.shape != (rows, columns):
        shape = " \u00d7 ".join(str(size) for size in weights.shape)
        text = (
            "There are {shape} weights for {rows} target and {columns} source tokens, so no picture is drawn."
        )
        return _told(text).format(shape=shape, rows=rows, columns=columns)
    if weights.size == 0:
        return ""
    bad = int(np.count_nonzero(~np.isfinite(weights)))
    if bad:
        return _told("{bad} of {all} weights are not numbers, so no picture is drawn.").format(
            bad=bad, all=weights.size
        )
    if not weights.any():
        return _told("All weights are zero, so this is no alignment and no picture is drawn.")
    if weights.min() < -ROUNDING or weights.max() > 1 + ROUNDING:
        text = "The weights run from {least:.3g} to {most:.3g} and not from 0 to 1, so no picture is drawn."
        return _told(text).format(least=weights.min(), most=weights.max())
    return ""


def _told(text: str) -> str:
    return QCoreApplication.translate("AlignmentFigure", text)
