"""A veil over what is out of date: it is still seen and can still be used, but looks like what was."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

DENSITY = 144  # of 255


class Veil(QWidget):
    """Lies over a widget as a sibling of it, hidden at first; the mouse and the keys go through it."""

    def __init__(self, covered: QWidget, parent: QWidget) -> None:
        """parent: that of `covered`, in whose place the veil lies."""
        super().__init__(parent)
        self._covered = covered
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        covered.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay where the covered widget goes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.setGeometry(self._covered.geometry())
        return False

    def set_drawn(self, *, is_drawn: bool) -> None:
        """Cover the widget, or show it plainly."""
        self.setGeometry(self._covered.geometry())
        self.setVisible(is_drawn)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = QColor(self.palette().color(QPalette.ColorRole.Window))
        ground.setAlpha(DENSITY)
        QPainter(self).fillRect(self.rect(), ground)
