"""The legend of a plot and its values at once: a row for each run, with its colour, its name and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

SAMPLE = 20  # pixels of line beside a name
GAP = 8
WIDTH_IN_ZEROS = 42
WIDEST = 16777215  # what Qt calls no limit
MUTED = 170  # opacity of what is not a number


@dataclass(frozen=True)
class ValueRow:
    """One run: how its line looks, and its values as texts, one for each part."""

    name: str
    colour: QColor
    style: Qt.PenStyle
    cells: tuple[str, ...]


class CurveValues(QWidget):
    """Stands beside a plot, or above it. Where rows have no room, the last line says how many there are more.

    The tooltip has all of them, with their whole names.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[str, ...] = ()
        self._rows: tuple[ValueRow, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)

    def set_room(self, width: int | None, most_rows: int = 0) -> None:
        """Be so wide, and as high as may be; or, without a width, as wide as may be with so many rows."""
        if width is not None:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
            self.setFixedWidth(width)
            self.setMinimumHeight(0)
            self.setMaximumHeight(WIDEST)
            return
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(0)
        self.setMaximumWidth(WIDEST)
        rows = min(len(self._rows), most_rows)
        self.setFixedHeight(ceil((1 + rows) * (QFontMetricsF(self.font()).height() + 2)))

    def set_rows(self, parts: Sequence[str], rows: Sequence[ValueRow]) -> None:
        """Show these. parts: what the values of a row are of, such as train and dev."""
        self._parts, self._rows = tuple(parts), tuple(rows)
        self.setAccessibleDescription(self.text())
        self.setToolTip(self.text().replace("; ", "\n"))
        self.update()

    def text(self) -> str:
        """All rows, whether there is room for them or not."""
        rows = []
        for row in self._rows:
            cells = [f"{part} {cell}" for part, cell in zip(self._parts, row.cells, strict=True) if cell]
            rows.append(f"{row.name}: {', '.join(cells)}")
        return "; ".join(rows)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.horizontalAdvance("0") * WIDTH_IN_ZEROS), round(3 * metrics.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, metrics = QPainter(self), QFontMetricsF(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # else left would mean right at times
        widths = self._widths(metrics)
        height = metrics.height() + 2
        self._paint_cells(painter, self._parts, widths, QRectF(0, 0, self.width(), height), MUTED)
        room = max(int(self.height() // height) - 1, 0)
        shown = self._rows if len(self._rows) <= room else self._rows[: max(room - 1, 0)]
        for number, row in enumerate(shown, start=1):
            line = QRectF(0, number * height, self.width(), height)
            self._paint_name(painter, row, line.adjusted(0, 0, -sum(widths), 0), metrics)
            self._paint_cells(painter, row.cells, widths, line, 255)
        if len(shown) < len(self._rows) and room:
            more = self.tr("and {count} more").format(count=len(self._rows) - len(shown))
            painter.setPen(self._ink(MUTED))
            painter.drawText(QRectF(SAMPLE + GAP, room * height, self.width(), height), more)

    def _widths(self, metrics: QFontMetricsF) -> list[float]:
        columns = zip(self._parts, *(row.cells for row in self._rows), strict=True)
        return [max(metrics.horizontalAdvance(text) for text in column) + 1.5 * GAP for column in columns]

    def _paint_name(self, painter: QPainter, row: ValueRow, room: QRectF, metrics: QFontMetricsF) -> None:
        painter.setPen(QPen(row.colour, 3, row.style, Qt.PenCapStyle.FlatCap))
        middle = room.center().y()
        painter.drawLine(QPointF(0, middle), QPointF(SAMPLE, middle))
        room = room.adjusted(SAMPLE + GAP, 0, 0, 0)
        painter.setPen(self._ink(255))
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_cells(
        self, painter: QPainter, cells: Sequence[str], widths: Sequence[float], line: QRectF, opacity: int
    ) -> None:
        painter.setPen(self._ink(opacity))
        right = line.right()
        for text, width in zip(reversed(cells), reversed(widths), strict=True):
            cell = QRectF(right - width, line.top(), width, line.height())
            painter.drawText(cell, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            right -= width

    def _ink(self, opacity: int) -> QColor:
        colour = QColor(self.palette().windowText().color())
        colour.setAlpha(opacity)
        return colour
