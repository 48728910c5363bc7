"""What an alignment matrix shows: weights, labels and marks as one record, and what it says in words."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from explorer.plots.cell_ring import Ring, ring_in_words, rings_in_words
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.measured_labels import shortened
from explorer.plots.merged_pieces import MergedPieces
from explorer.plots.weight_scale import ticks

ROUNDING = 1e-3  # half-precision weights may leave 0 to 1 by this much
ISOLATE, END_ISOLATE = "\u2068", "\u2069"  # keep a right-to-left token from turning the sentence round it


@dataclass(frozen=True)
class AlignmentFigure:
    """weights: target x source; source, target: their labels; marked and hovered: None where unset.

    pieces: what the weights between whole words are made of; None where each label is one token. rings: laid
    over the cells. Rows and columns are those of the picture, which the style may have turned.
    """

    weights: NDArray[np.floating] = field(default_factory=lambda: np.zeros((0, 0)))
    source: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    style: MatrixStyle = field(default_factory=MatrixStyle)
    marked_step: int | None = None
    marked_position: int | None = None
    hovered_step: int | None = None
    hovered_position: int | None = None
    pieces: MergedPieces | None = None
    rings: tuple[Ring, ...] = ()

    def with_alignment(
        self, weights: NDArray[np.floating], source: Sequence[str], target: Sequence[str]
    ) -> "AlignmentFigure":
        """The same marks over other weights; a place pointed at that is gone is let go."""
        step, position = self.hovered_step, self.hovered_position
        if (step or 0) >= len(target) or (position or 0) >= len(source):
            step, position = None, None
        return replace(
            self,
            weights=weights,
            source=tuple(source),
            target=tuple(target),
            hovered_step=step,
            hovered_position=position,
            pieces=None,
            rings=(),
        )

    def emptied(self, source: Sequence[str] = ()) -> "AlignmentFigure":
        """The same way of drawing, over nothing."""
        return type(self)(source=tuple(source), style=self.style)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        """The marks of the legend: how far along the colours each stands, from 0 to 1, and its number."""
        return ticks(self.style.scale)

    def in_words(self) -> str:
        """What a reader of the picture has to know of it."""
        words = self.style.in_words()
        return f"{rings_in_words(self.rings)} \u00b7 {words}" if self.rings else words

    @property
    def cells(self) -> NDArray[np.floating]:
        """The weights as the picture has them: rows x columns."""
        return self.weights.T if self.style.is_transposed else self.weights

    @property
    def down(self) -> tuple[str, ...]:
        """The labels of the rows."""
        return self.source if self.style.is_transposed else self.target

    @property
    def across(self) -> tuple[str, ...]:
        """The labels of the columns."""
        return self.target if self.style.is_transposed else self.source

    def turned(self, first: int | None, second: int | None) -> tuple[int | None, int | None]:
        """(step, position) of a (row, column), and the other way round."""
        return (second, first) if self.style.is_transposed else (first, second)

    def foot_lines(self) -> tuple[str, str]:
        """What stands beside the legend: what is pointed at, and how the picture is drawn."""
        return self.read_out(), self.in_words()

    def lasting_words(self) -> tuple[str, ...]:
        """Those of the lines beside the legend that say the same wherever the pointer is."""
        return (self.in_words(),)

    def kept_rows(self) -> tuple[int, ...]:
        """The rows whose labels have to be seen, the most important first."""
        return _those(len(self.down), *(pair[0] for pair in self._kept()))

    def kept_columns(self) -> tuple[int, ...]:
        """The columns whose labels have to be seen, the most important first."""
        return _those(len(self.across), *(pair[1] for pair in self._kept()))

    def _kept(self) -> tuple[tuple[int | None, int | None], ...]:
        return (
            self.turned(self.hovered_step, self.hovered_position),
            self.turned(self.marked_step, self.marked_position),
        )

    def read_out(self) -> str:
        """The cell pointed at in words, else the marked one; in a row alone its largest weight."""
        place = self.place()
        return "" if place is None else cell_in_words(self, *place)

    def place(self) -> tuple[int, int] | None:
        """Step and source position that are read out; None where no step is pointed at or marked."""
        step = self.marked_step if self.hovered_step is None else self.hovered_step
        position = self.marked_position if self.hovered_position is None else self.hovered_position
        if step is None or step >= len(self.target):
            return None
        if position is None or position >= len(self.source):
            position = int(np.argmax(self.weights[step]))
        return step, position


def _those(count: int, *indices: int | None) -> tuple[int, ...]:
    return tuple(index for index in indices if index is not None and index < count)


def cell_in_words(figure: AlignmentFigure, step: int, position: int) -> str:
    """The weight with three digits, both tokens, its rank in the row, its gold link, its merged pieces."""
    row = figure.weights[step]
    rank = 1 + int(np.count_nonzero(row > row[position]))
    text = QCoreApplication.translate(
        "AlignmentFigure", "{weight:.3f}   {target} \u2190 {source}   rank {rank} of {count}"
    )
    words = text.format(
        target=ISOLATE + shortened(figure.target[step]) + END_ISOLATE,
        source=ISOLATE + shortened(figure.source[position]) + END_ISOLATE,
        weight=float(row[position]),
        rank=rank,
        count=len(row),
    )
    merged = figure.pieces.in_words(step, position) if figure.pieces else []
    ring = ring_in_words(figure.rings, step, position)
    return "   ".join(filter(None, [words, ring, *merged]))


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
