"""The weights of one picture minus those of another, as a matrix of numbers with a sign."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from explorer.plots.cell_ring import rings_in_words
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.signed_matrix import SignedFigure, SignedMatrix


@dataclass(frozen=True)
class DifferenceFigure(SignedFigure):
    """Differences of weights, which have no unit; base: what was taken away, in words."""

    base: str = ""

    def in_words(self) -> str:
        """What a number says, and what a ring round one means."""
        text = QCoreApplication.translate("DifferenceFigure", "+ more than {base}, \u2212 less")
        words = text.format(base=self.base)
        return f"{rings_in_words(self.rings)} \u00b7 {words}" if self.rings else words

    def foot_lines(self) -> tuple[str, str]:
        """What is pointed at, and what a number says."""
        return self.read_out(), self.in_words()

    def lasting_words(self) -> tuple[str, ...]:
        """What a number says."""
        return (self.in_words(),)


class DifferenceMatrix(SignedMatrix):
    """What became more and what less; the scale is its own largest difference."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = DifferenceFigure(style=self._figure.style)
        self.setAccessibleName(self.tr("Difference of two alignments"))

    def set_difference(
        self,
        numbers: NDArray[np.floating],
        source_labels: Sequence[str],
        target_labels: Sequence[str],
        base: str,
    ) -> None:
        """Show differences, a row a target label; base: what was taken away, in words."""
        assert isinstance(self._figure, DifferenceFigure)
        self._figure = replace(self._figure, base=base)
        self.set_numbers(numbers, source_labels, target_labels)

    def turn_like(self, style: MatrixStyle) -> None:
        """Stand and slant as another matrix does; the colours stay."""
        turned = replace(self._figure.style, is_transposed=style.is_transposed, is_slanted=style.is_slanted)
        self.set_style(turned)
