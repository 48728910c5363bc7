"""A score by the length of the source, a line a system, as in figure 2 of Bahdanau et al. 2014."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from explorer.plots.pointed_picture import PointedPicture, paint_titles

_STYLES = (  # the first four systems, as in the paper; the next four so again in the accent colour
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DashDotLine,
)
_TICKS = 5  # at most, above 0
BAND, GRID = 28, 40  # opacity, of 255
MARK = 3.5  # pixels, the radius of a point
SAMPLE = 40  # pixels of a line in the legend
GAP = 8

Run = list[tuple[int, tuple[float, float, float]]]  # bins side by side that have a value


@dataclass(frozen=True)
class ChartLine:
    """One system: a value for each bin with the ends of its band; None where the bin is empty."""

    name: str
    values: tuple[tuple[float, float, float] | None, ...]  # low, value, high


class LengthChart(PointedPicture):
    """The things to point at and to choose are the bins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._labels: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self._lines: tuple[ChartLine, ...] = ()
        self.setAccessibleName(self.tr("BLEU by the length of the source"))

    def set_chart(self, labels: Sequence[str], notes: Sequence[str], lines: Sequence[ChartLine]) -> None:
        """labels, notes: under each bin, its words and how many sentences it has."""
        self._labels, self._notes, self._lines = tuple(labels), tuple(notes), tuple(lines)
        self.forget()

    def count(self) -> int:
        """The number of bins."""
        return len(self._labels)

    def sizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(40 * self.fontMetrics().averageCharWidth(), 16 * line + self._legend_height())

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        return QSize(24 * self.fontMetrics().averageCharWidth(), 9 * line + self._legend_height())

    # ---- geometry

    def plot(self) -> QRectF:
        """The frame of the picture, in pixels."""
        letters = self.fontMetrics()
        left = letters.horizontalAdvance("100") + letters.height() + 2 * GAP
        bottom = 3 * letters.height() + GAP + self._legend_height()
        return QRectF(left, GAP, max(1.0, self.width() - left - GAP), max(1.0, self.height() - bottom - GAP))

    def number_at(self, at: QPointF) -> int | None:
        """The bin above or below this place; None beside the picture or where there are none."""
        plot = self.plot()
        if not self._labels or not plot.left() <= at.x() < plot.right():
            return None
        return int((at.x() - plot.left()) * len(self._labels) / plot.width())

    def top(self) -> float:
        """The value at the upper edge: a whole number of steps that holds every band."""
        most = max((v[2] for line in self._lines for v in line.values if v is not None), default=0.0)
        step = self._step(most)
        return max(step, -(-most // step) * step)

    def place(self, number: int, value: float) -> QPointF:
        """Where a value of a bin is drawn."""
        plot = self.plot()
        x = plot.left() + plot.width() * (number + 0.5) / max(1, len(self._labels))
        return QPointF(x, plot.bottom() - plot.height() * value / self.top())

    def _step(self, most: float) -> float:
        return next((step for step in (1, 2, 5, 10, 20) if most <= _TICKS * step), 25)

    def _legend_height(self) -> int:
        return len(self._lines) * self.fontMetrics().height() + GAP

    # ---- what it says

    def words_of(self, number: int) -> str:
        """What is known of a bin, in words."""
        lines = [f"{self._labels[number]}, {self._notes[number]}"]
        for line in self._lines:
            if (value := line.values[number]) is not None:
                lines.append(f"{line.name}: {value[1]:.1f} ({value[0]:.1f} – {value[2]:.1f})")
        return "\n".join(lines)

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bins(painter)
        self._paint_axes(painter)
        for number in range(len(self._lines)):
            self._paint_line(painter, number)
        self._paint_legend(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_bins(self, painter: QPainter) -> None:
        plot, wide = self.plot(), self.plot().width() / max(1, len(self._labels))
        colours = ((self.pointed_at, self._ink(16)), (self.chosen_one, self._faded_accent()))
        for number, colour in colours:
            if number is not None:
                painter.fillRect(QRectF(plot.left() + number * wide, plot.top(), wide, plot.height()), colour)

    def _paint_axes(self, painter: QPainter) -> None:
        plot, letters = self.plot(), self.fontMetrics()
        step, top = self._step(self.top()), self.top()
        for tick in range(int(top / step) + 1):
            y = plot.bottom() - plot.height() * tick * step / top
            painter.setPen(QPen(self._ink(GRID), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(self._ink(200))
            beside = QRectF(0, y - letters.height() / 2, plot.left() - GAP, letters.height())
            painter.drawText(
                beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{tick * step:g}"
            )
        wide = plot.width() / max(1, len(self._labels))
        for number, texts in enumerate(zip(self._labels, self._notes, strict=True)):
            for row, text in enumerate(texts):
                cell = QRectF(
                    plot.left() + number * wide,
                    plot.bottom() + GAP / 2 + row * letters.height(),
                    wide,
                    letters.height(),
                )
                shown = letters.elidedText(text, Qt.TextElideMode.ElideRight, int(wide))
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, shown)
        under = plot.adjusted(0, 0, 0, GAP / 2 + 2 * letters.height())
        painter.setPen(self._ink(200))
        paint_titles(painter, under, letters.height() / 2 + 2, (self.tr("words of the source"), "BLEU"))

    def _paint_line(self, painter: QPainter, number: int) -> None:
        """Broken where a bin is empty: no line crosses what was not measured."""
        pen = self._pen(number)
        for run in self._runs(self._lines[number]):
            self._paint_band(painter, run, pen.color())
            points = [self.place(n, value[1]) for n, value in run]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(points))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            for point in points:
                painter.drawEllipse(point, MARK, MARK)

    def _paint_band(self, painter: QPainter, run: Run, ink: QColor) -> None:
        """Of a bin without neighbours it is a bar."""
        upper = [self.place(n, value[2]) for n, value in run]
        lower = [self.place(n, value[0]) for n, value in reversed(run)]
        if len(run) == 1:
            painter.setPen(QPen(ink, 2))
            painter.drawLine(lower[0], upper[0])
            return
        band = QColor(ink)
        band.setAlpha(BAND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF(upper + lower))

    def _runs(self, line: ChartLine) -> list[Run]:
        runs: list[Run] = [[]]
        for number, value in enumerate(line.values):
            if value is None:
                runs.append([])
            else:
                runs[-1].append((number, value))
        return [run for run in runs if run]

    def _paint_legend(self, painter: QPainter) -> None:
        plot, letters = self.plot(), self.fontMetrics()
        top = self.height() - self._legend_height() + GAP / 2
        for number, line in enumerate(self._lines):
            middle = top + (number + 0.5) * letters.height()
            painter.setPen(self._pen(number))
            painter.drawLine(QPointF(plot.left(), middle), QPointF(plot.left() + SAMPLE, middle))
            painter.setPen(self._ink(255))
            left = plot.left() + SAMPLE + GAP
            room = QRectF(left, middle - letters.height() / 2, self.width() - left, letters.height())
            shown = letters.elidedText(line.name, Qt.TextElideMode.ElideMiddle, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def _pen(self, number: int) -> QPen:
        is_first = number // len(_STYLES) % 2 == 0
        role = QPalette.ColorRole.WindowText if is_first else QPalette.ColorRole.Accent
        return QPen(self.palette().color(role), 2, _STYLES[number % len(_STYLES)])

    def _ink(self, opacity: int) -> QColor:
        colour = QColor(self.palette().color(QPalette.ColorRole.WindowText))
        colour.setAlpha(opacity)
        return colour

    def _faded_accent(self) -> QColor:
        colour = QColor(self.palette().color(QPalette.ColorRole.Accent))
        colour.setAlpha(40)
        return colour

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
