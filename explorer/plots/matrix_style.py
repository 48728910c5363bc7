"""How a matrix is drawn: colours, scale, threshold and which way round."""

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.plots.colour_map import GREY
from explorer.plots.weight_scale import LINEAR, LOGARITHM, ROOT

UPRIGHT = QT_TRANSLATE_NOOP("MatrixStyle", "source across, translation down")  # as in the paper
TRANSPOSED = QT_TRANSLATE_NOOP("MatrixStyle", "transposed: translation across, source down")


@dataclass(frozen=True)
class MatrixStyle:
    """colours: a name in ANCHORS; scale: linear, root or logarithm; threshold: smaller weights are not drawn.

    is_transposed: source down the left and target on top; otherwise as in B, figure 3.
    is_slanted: the labels on top lean to the right; otherwise they stand upright.
    """

    colours: str = GREY
    scale: str = LINEAR
    threshold: float = 0.0
    is_transposed: bool = False
    is_slanted: bool = False

    def in_words(self) -> str:
        """What a reader of the picture has to know of it."""
        parts = [_told(TRANSPOSED if self.is_transposed else UPRIGHT)]
        if self.scale == ROOT:
            parts.append(_told("square-root scale"))
        if self.scale == LOGARITHM:
            parts.append(_told("logarithmic scale"))
        if self.threshold:
            parts.append(_told("below {least:g} hidden").format(least=self.threshold))
        return " \u00b7 ".join(parts)


def _told(text: str) -> str:
    return QCoreApplication.translate("MatrixStyle", text)
