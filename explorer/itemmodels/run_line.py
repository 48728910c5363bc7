"""The line before a run's name, as its curves are drawn: the table of runs is their legend too."""

import functools

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPen, QPixmap

from explorer.plots.run_colours import run_colour, run_line

WIDTH, HEIGHT = 16, 10  # pixels


def line_sample(number: int | None) -> QIcon:
    """A piece of the line with this number of the colours of runs; nothing, as wide, for one not drawn."""
    scale = QGuiApplication.primaryScreen().devicePixelRatio()
    if number is None:
        return _drawn(QColor(0, 0, 0, 0).rgba(), Qt.PenStyle.NoPen, scale)
    return _drawn(run_colour(number, QGuiApplication.palette()).rgba(), run_line(number), scale)


@functools.cache
def _drawn(rgba: int, style: Qt.PenStyle, scale: float) -> QIcon:
    pixmap = QPixmap(round(WIDTH * scale), round(HEIGHT * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(QPen(QColor.fromRgba(rgba), 3, style, Qt.PenCapStyle.FlatCap))
    painter.drawLine(QPointF(0, HEIGHT / 2), QPointF(WIDTH, HEIGHT / 2))
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)  # else the selection tints it
    return icon
