"""The labels of one axis of a matrix and what they measure in a font, so that none is drawn over another."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QFontMetricsF

from explorer.plots.matrix_geometry import MARGIN

GAP = 10.0  # between a label and its cells at least; the pointer stands in it
SHORTEST = 10  # room for a label, in average characters, that is kept even where all labels are shorter
LONGEST = 22  # longer labels are elided in the middle
SLANT = 45.0  # degrees from level at which slanted labels rise
LEAN = math.sin(math.radians(SLANT))  # and its cosine
FAINT = 0.5  # pixels at the upper and the lower end of letters that smoothing makes faint
LONGEST_READ = 200  # characters; more cannot be read in a line, and would be measured at every painting
HIGHEST = 1.5  # lines of text: no letter is given more room above or below the line


def label_pitch(metrics: QFontMetricsF) -> float:
    """The least distance between two labels: a line of text without the space around it.

    The tail of a letter does not take all of what fonts keep below the line.
    """
    return metrics.capHeight() + 0.85 * metrics.descent()


def shortened(text: str) -> str:
    """The text without its middle where no line could show all of it."""
    half = LONGEST_READ // 2
    return text if len(text) <= LONGEST_READ else f"{text[:half]}\u2026{text[-half:]}"


@dataclass(frozen=True)
class MeasuredLabels:
    """texts as they were given, but for the middle of endless ones; all else in pixels.

    widest: of all; ascent, descent: from the line that all stand on.
    Scripts that come from another font may rise higher than the font of the window says.
    """

    texts: tuple[str, ...]
    metrics: QFontMetricsF
    widest: float
    ascent: float
    descent: float

    @property
    def pitch(self) -> float:
        """The least distance between two labels."""
        return self.ascent + self.descent

    @property
    def slanted_pitch(self) -> float:
        """The least distance between the feet of two slanted labels."""
        return self.pitch / LEAN

    @property
    def gap(self) -> float:
        """The distance from a label to its cells, so wide that rows and columns do not meet in the corner."""
        return max(GAP, self.pitch / 2)

    def header(self, most: float) -> float:
        """The room that the labels need away from the matrix, gap and margin included.

        most: for the texts, in pixels.
        """
        character = self.metrics.averageCharWidth()
        level = min(max(self.widest, SHORTEST * character), LONGEST * character, most)
        return level + self.gap + MARGIN

    def slanted_header(self, most: float) -> float:
        """The height that slanted labels need, and as much they reach beyond the matrix at its right edge."""
        level = self.header(most / LEAN) - self.gap - MARGIN
        return min((level + self.pitch) * LEAN, most) + self.gap + MARGIN


def measured(texts: Iterable[str], metrics: QFontMetricsF) -> MeasuredLabels:
    """Measure the labels. That takes as long as drawing them, so it is done once for many pictures."""
    texts = tuple(shortened(text) for text in texts)
    inks = [metrics.tightBoundingRect(text) for text in dict.fromkeys(texts)]
    most = HIGHEST * metrics.height()
    tallest = max((-ink.top() for ink in inks), default=0.0) - FAINT
    deepest = max((ink.bottom() for ink in inks), default=0.0) - FAINT
    return MeasuredLabels(
        texts,
        metrics,
        widest=max((metrics.horizontalAdvance(text) for text in dict.fromkeys(texts)), default=0.0),
        ascent=min(max(tallest, metrics.capHeight()), most),
        descent=min(max(deepest, 0.85 * metrics.descent()), most),
    )
