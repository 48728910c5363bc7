"""A matrix of numbers with a sign, in colours that no matrix of weights has; the scale is its own largest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from explorer.plots.alignment_figure import END_ISOLATE, ISOLATE, AlignmentFigure
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.colour_map import SIGNED_DARK, SIGNED_LIGHT
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.measured_labels import shortened

LEAST_LIMIT = 1e-6  # nats: where nothing differs from 0, all is drawn as 0


@dataclass(frozen=True)
class SignedFigure(AlignmentFigure):
    """The weights are numbers with a sign, in nats; 0 is in the middle of the colours."""

    @property
    def limit(self) -> float:
        """The number at both ends of the scale: the largest one without its sign."""
        return max(float(np.abs(self.weights).max(initial=0.0)), LEAST_LIMIT)

    @property
    def cells(self) -> NDArray[np.floating]:
        """How far along the colours each number stands, from 0 to 1."""
        numbers = self.weights.T if self.style.is_transposed else self.weights
        return 0.5 + numbers / (2 * self.limit)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        """The ends and the middle of the scale."""
        return ((0.0, f"\u2212{self.limit:.2g}"), (0.5, "0"), (1.0, f"+{self.limit:.2g}"))

    def in_words(self) -> str:
        """The unit, and what the two signs mean."""
        return " ".join(self.foot_lines())

    def foot_lines(self) -> tuple[str, str]:
        """The unit and what the two signs mean; what is pointed at is told by whoever shows the picture."""
        first, second = "nats (natural log)", "+ for it, \u2212 against it"
        return (
            QCoreApplication.translate("SignedFigure", first),
            QCoreApplication.translate("SignedFigure", second),
        )

    def lasting_words(self) -> tuple[str, ...]:
        """Both lines."""
        return self.foot_lines()

    def read_out(self) -> str:
        """The cell pointed at in words, else the marked one; in a row alone its largest number."""
        place = self.place()
        if place is None:
            return ""
        step, position = place
        row = self.weights[step]
        text = QCoreApplication.translate(
            "SignedFigure", "{number}   {target} \u2190 {source}   rank {rank} of {count}"
        )
        return text.format(
            target=ISOLATE + shortened(self.target[step]) + END_ISOLATE,
            source=ISOLATE + shortened(self.source[position]) + END_ISOLATE,
            number=signed(float(row[position])),
            rank=1 + int(np.count_nonzero(row > row[position])),
            count=len(row),
        )


def signed(number: float) -> str:
    """A number of nats with its sign and three digits after the point."""
    return f"{number:+.3f}".replace("-", "\u2212")


class SignedMatrix(AlignmentMatrix):
    """Numbers with a sign as squares; pointing, zoom and labels are those of the matrix of weights."""

    least_lines = 16  # its legend may have its words under it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = SignedFigure(style=MatrixStyle(colours=SIGNED_LIGHT))
        self._follow_theme()

    def set_numbers(
        self, numbers: NDArray[np.floating], source_labels: Sequence[str], target_labels: Sequence[str]
    ) -> None:
        """Show a number a target label (rows) and source label (columns); all finite."""
        self._show(self._figure.with_alignment(np.array(numbers), source_labels, target_labels))

    def paper(self, note: str = "") -> AlignmentPaper:
        """The whole matrix, for a file, in the colours for white paper."""
        style = replace(self._figure.style, colours=SIGNED_LIGHT)
        return AlignmentPaper(replace(self._figure, style=style), self.font(), note)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._follow_theme()

    def _follow_theme(self) -> None:
        is_dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        self.set_style(replace(self._figure.style, colours=SIGNED_DARK if is_dark else SIGNED_LIGHT))
