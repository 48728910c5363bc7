"""The dot before a run's state: full while it trains, in another colour for trouble, else an outline."""

import functools

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap

from engine.runs.condition import LIVE, Condition
from explorer.itemmodels.run_words import TROUBLED
from explorer.widgets.notification_bar import PROBLEM_COLOUR

DOT = 8  # pixels


def dot(condition: Condition) -> QIcon:
    """The dot of this state in the colours that the window has now."""
    palette = QGuiApplication.palette()
    role = QPalette.ColorRole.Accent if condition in LIVE else QPalette.ColorRole.PlaceholderText
    trouble = condition in TROUBLED
    colour = PROBLEM_COLOUR if trouble else palette.color(role)
    scale = QGuiApplication.primaryScreen().devicePixelRatio()
    return _drawn(colour.rgba(), trouble or condition == "running", scale)


@functools.cache
def _drawn(rgba: int, is_full: bool, scale: float) -> QIcon:
    colour = QColor.fromRgba(rgba)
    pixmap = QPixmap(round((DOT + 2) * scale), round((DOT + 2) * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour)
    painter.setBrush(colour if is_full else QColor(0, 0, 0, 0))
    painter.drawEllipse(1, 1, DOT - 1, DOT - 1)
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)  # else the selection tints it
    return icon
