"""A box for a whole number, with the room at the left that other fields have."""

from PySide6.QtWidgets import QSpinBox, QWidget

MARGIN = 7  # pixels; the style sheet's padding does not reach the text inside a spin box


class NumberBox(QSpinBox):
    """A spin box with a name for a screen reader."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
