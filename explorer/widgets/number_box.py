"""A box for a whole number, with the room at the left that other fields have."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSpinBox, QWidget

MARGIN = 7  # pixels; the style sheet's padding does not reach the text inside a spin box
AROUND = 48  # pixels: the arrows, and space at both sides of the number


class NumberBox(QSpinBox):
    """A spin box with a name for a screen reader."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)

    def sizeHint(self) -> QSize:
        """Qt's own is wider by half, since it counts the padding of the style sheet several times."""
        ends = [self.textFromValue(end) for end in (self.minimum(), self.maximum())]
        width = max(self.fontMetrics().horizontalAdvance(self.prefix() + end + self.suffix()) for end in ends)
        return QSize(width + AROUND, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
