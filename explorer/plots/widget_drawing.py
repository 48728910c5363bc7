"""A widget as a drawing on paper: all that it shows but what is there only to be pressed."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QPainter, QPalette, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QScrollBar,
    QSplitterHandle,
    QWidget,
)

from explorer.plots.pictures import Drawing

_PRESSED = (QAbstractButton, QScrollBar, QSplitterHandle)
_ROUNDS = 12  # wider text is less high, and parts above one another share what is added
LARGEST = 16_000  # logical pixels a side, near the most that Qt gives a widget


def widget_drawing(widget: QWidget) -> Drawing:
    """What the widget shows now; a part of it that is scrolled away is left out."""
    return Drawing(QSizeF(widget.size()), lambda painter: _paint(painter, widget, QPoint(), widget.rect()))


def whole_drawing(widget: QWidget) -> Drawing:
    """The widget grown so far that nothing in it is scrolled away."""
    with _grown(widget):
        size = QSizeF(widget.size())

    def paint(painter: QPainter) -> None:
        with _grown(widget):
            _paint(painter, widget, QPoint(), widget.rect())

    return Drawing(size, paint)


@contextmanager
def _grown(widget: QWidget) -> Iterator[None]:
    """The widget larger for a moment; nothing of it is painted on the screen meanwhile."""
    before, bars = widget.geometry(), widget.findChildren(QScrollBar)
    places = [bar.value() for bar in bars]
    widget.setUpdatesEnabled(False)
    try:
        for _ in range(_ROUNDS):
            missing = _hidden_part(widget)
            if missing.isNull():
                break
            widget.resize((widget.size() + missing).boundedTo(QSize(LARGEST, LARGEST)))
        yield
    finally:
        widget.setGeometry(before)
        for bar, place in zip(bars, places, strict=True):
            bar.setValue(place)
        widget.setUpdatesEnabled(True)


def _hidden_part(widget: QWidget) -> QSize:
    """How much larger the scrolled parts would have to be to be seen whole."""
    hidden = QSize(0, 0)
    for area in widget.findChildren(QAbstractScrollArea):
        if area.isVisible():
            across, down = area.horizontalScrollBar(), area.verticalScrollBar()
            size = QSize(across.maximum() - across.minimum(), down.maximum() - down.minimum())
            hidden = hidden.expandedTo(size)
    return hidden


def _paint(painter: QPainter, widget: QWidget, at: QPoint, seen: QRect) -> None:
    """Draw a widget with its upper left corner at `at`, then its children; seen: in its own coordinates."""
    no_flags = QWidget.RenderFlag(0)  # neither children nor background: both are drawn here
    if at == QPoint() or widget.autoFillBackground():
        painter.fillRect(QRect(at + seen.topLeft(), seen.size()), widget.palette().window())
    if isinstance(widget, QComboBox):
        _paint_value(painter, widget, at)
    elif not isinstance(widget, QAbstractSpinBox):  # its value is in the line that is its child
        QWidget.render(widget, painter, at + seen.topLeft(), QRegion(seen), no_flags)
    for child in widget.children():
        if isinstance(child, QWidget) and _belongs(child):
            part = seen.translated(-child.pos()).intersected(child.rect())
            if not part.isEmpty():
                _paint(painter, child, at + child.pos(), part)


def _paint_value(painter: QPainter, box: QComboBox, at: QPoint) -> None:
    """The value alone: the frame and the arrow are there to be pressed, and the arrow is made of pixels."""
    painter.setFont(box.font())
    painter.setPen(box.palette().color(QPalette.ColorRole.WindowText))
    painter.drawText(QRect(at, box.size()), Qt.AlignmentFlag.AlignVCenter, box.currentText())


def _belongs(child: QWidget) -> bool:
    return child.isVisible() and not child.isWindow() and not isinstance(child, _PRESSED)
