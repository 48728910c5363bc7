"""One quantity of one or several runs; it hides nothing: raw values, NaN, infinities, gaps, resumes."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from explorer.plots.curve import Curve, Scale
from explorer.plots.curve_axes import PlaceAxis, PlaceKind, ValueAxis
from explorer.plots.curve_items import NO_CURVE, CurveItems, Look
from explorer.plots.curve_rows import value_rows
from explorer.plots.resume_lines import Resume, ResumeLines
from explorer.plots.run_colours import run_colour, run_line
from explorer.widgets.curve_values import CurveValues

pg.setConfigOption("exitCleanup", False)  # it touches widgets that Qt has deleted already

PADDING = 0.06  # of the height, free above and below the curves
BESIDE = 2.2  # times as wide as its legend is a plot that has it at its side, and not above the picture
PICTURE_LINES = 10  # of text, that the picture and its axis keep under a legend


@dataclass(frozen=True)
class Quantity:
    """What a plot shows: its title with the unit, what it means, and how Python writes a value."""

    title: str
    meaning: str
    number_format: str


class CurvePlot(QWidget):
    """The wheel zooms the axis and a drag scrolls it, which are wishes here; the values always fit."""

    range_wished = Signal(float, float)
    all_wished = Signal()
    pointed = Signal(object)  # a place on the axis, or None where the pointer is elsewhere

    def __init__(self, quantity: Quantity, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._format = quantity.number_format
        self._look = Look()
        self._range = (0.0, 1.0)
        self._is_due = False  # to be drawn once it is on screen
        self._is_labelled = True
        self._pointed: float | None = None
        self._items: list[CurveItems] = []
        self._title, self._note, self.values = QLabel(quantity.title), QLabel(), CurveValues()
        self._title.setToolTip(quantity.meaning)
        self.setAccessibleName(quantity.title)
        self._values_axis, self._axis = ValueAxis(), PlaceAxis()
        self._plot = pg.PlotWidget(axisItems={"left": self._values_axis, "bottom": self._axis})
        self._crosshair = pg.InfiniteLine(angle=90)
        self._resumes = ResumeLines(self._plot.getPlotItem(), self.tr("resumed"))
        self._lay_out()
        self._prepare_plot()
        self._restyle()

    # ---- what is shown

    def set_curves(self, curves: Sequence[Curve], resumes: Sequence[Resume] = ()) -> None:
        """Show these curves, and a line wherever a run was resumed. `see` has to follow, for it draws."""
        missing = len(curves) - len(self._items)  # none is ever thrown away: see below
        self._items += [CurveItems(self._plot.getPlotItem()) for _ in range(missing)]
        for item, curve in zip(self._items, curves, strict=False):
            item.set_curve(curve, self._look)
        for item in self._items[len(curves) :]:  # another thread might collect what pyqtgraph still knows
            item.set_curve(NO_CURVE, self._look)
        self._resumes.show(resumes)
        self._dress_curves()
        self._show_note()

    def set_look(self, look: Look) -> None:
        """Draw the values on another scale or with another smoothing. `see` has to follow."""
        self._look = look
        self._values_axis.setLogMode(x=False, y=look.scale == "log")
        for item in self._items:
            item.set_curve(item.curve, look)
        self._dress_curves()
        self._show_note()

    def set_axis(self, kind: PlaceKind, label: str, scale: Scale = "linear") -> None:
        """What the axis below counts, and on which scale; where the label is empty another plot has it."""
        self._axis.set_kind(kind, scale)
        self._axis.setStyle(showValues=bool(label))
        self._axis.setLabel(label or None)
        self._axis.showLabel(bool(label))
        self._axis.fit(self.font(), is_labelled=bool(label))
        self._is_labelled = bool(label)

    def ends(self) -> list[float]:
        """Both ends of every curve."""
        return [end for item in self._items for end in item.ends()]

    def see(self, begin: float, end: float) -> None:
        """Draw what lies between two places of the axis, now or as soon as the plot is on screen."""
        self._range = (begin, end)
        self._tell_values()
        self._draw_if_seen()

    def point_at(self, place: float | None) -> None:
        """Put the crosshair there and tell the values; None tells the newest ones."""
        self._pointed = place
        self._crosshair.setVisible(place is not None)
        if place is not None:
            self._crosshair.setPos(place)
        self._tell_values()

    def nearest(self, place: float) -> float:
        """The place of a value that is nearest to this one; the place itself without any."""
        found = [
            float(item.curve.x[index]) for item in self._items if (index := item.nearest(place)) is not None
        ]
        return min(found, key=lambda x: abs(x - place), default=place)

    def note(self) -> str:
        """What is said in place of curves; empty where there are some."""
        return self._note.text() if not self._note.isHidden() else ""

    # ---- drawing

    def _draw_if_seen(self) -> None:
        self._is_due = self.visibleRegion().isEmpty()
        if not self._is_due:
            self._draw()

    def _draw(self) -> None:
        self._plot.getViewBox().setXRange(*self._range, padding=0)
        columns = max(int(self._plot.getViewBox().width() * self.devicePixelRatioF()), 50)
        for item in self._items:
            item.draw(*self._range, columns)
        spans = [item.drawn_range for item in self._items if item.drawn_range is not None]
        low, high = (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else (0.0, 1.0)
        margin = PADDING * (high - low) or 0.05 * abs(high) or 0.05
        box = self._plot.getViewBox()
        box.setYRange(low - margin, high + margin, padding=0)
        box.updateMatrix()  # else the first painting does it, and asks for a second one
        for item in self._items:
            item.mark_edges(low - margin * 0.7, high + margin * 0.7)

    def _show_note(self) -> None:
        counts = [item.counts() for item in self._items]
        told = (
            self.tr("No value so far is a number.")
            if any(c[0] for c in counts)
            else self.tr("No values yet.")
        )
        self._note.setText(told)
        self._note.setVisible(not any(count[1] for count in counts))

    def _tell_values(self) -> None:
        parts, rows = value_rows(self._shown(), self._pointed, self._format, self.palette())
        self.values.set_rows(parts, rows)
        self._fit_values()

    def _shown(self) -> list[CurveItems]:
        return [item for item in self._items if item.curve is not NO_CURVE]

    # ---- set-up and Qt

    def _lay_out(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._grid.setRowStretch(2, 1)
        self._grid.addWidget(self._title, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._plot, 2, 0)
        self._title.raise_()  # its tooltip too
        self._is_beside = True
        self._grid.addWidget(self.values, 0, 1, 3, 1)
        self._note.setParent(self)
        self._note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.hide()

    def _prepare_plot(self) -> None:
        item = self._plot.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        item.getViewBox().setMouseEnabled(x=True, y=False)
        item.getViewBox().disableAutoRange()
        self._plot.setFrameShape(self._plot.Shape.NoFrame)
        self._plot.setCacheMode(
            self._plot.CacheModeFlag.CacheNone
        )  # it is an image, also in a vector picture
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # there is nothing in it for the keys
        self._crosshair.hide()
        self._plot.addItem(self._crosshair, ignoreBounds=True)
        item.getViewBox().sigRangeChangedManually.connect(self._on_moved)
        self._plot.viewport().installEventFilter(self)
        self._plot.scene().sigMouseMoved.connect(self._on_pointed)
        self._plot.scene().sigMouseClicked.connect(self._on_clicked)

    def _on_moved(self, _: object) -> None:
        self.range_wished.emit(*self._plot.viewRange()[0])

    def _on_clicked(self, event: object) -> None:
        if event.double():
            self.all_wished.emit()

    def _on_pointed(self, at: QPointF) -> None:
        box = self._plot.getViewBox()
        inside = box.sceneBoundingRect().contains(at) and bool(self._shown())
        self.pointed.emit(self.nearest(box.mapSceneToView(at).x()) if inside else None)

    def _ink(self, opacity: int) -> QColor:
        colour = QColor(self.palette().color(QPalette.ColorRole.WindowText))
        colour.setAlpha(opacity)
        return colour

    def _dress_curves(self) -> None:
        palette = self.palette()
        for item in self._shown():
            number = item.curve.colour
            item.set_pens(run_colour(number, palette), run_line(number), palette.window().color())
        self._resumes.set_colours(self.palette())

    def _restyle(self) -> None:
        self._plot.setBackground(self.palette().color(QPalette.ColorRole.Window))
        for axis in (self._values_axis, self._axis):
            axis.setPen(self._ink(96))
            axis.setTextPen(self._ink(200))
        self._values_axis.fit(self.font())
        self._axis.fit(self.font(), is_labelled=self._is_labelled)
        self._crosshair.setPen(self._ink(120))
        self._dress_curves()
        self._tell_values()

    def _fit_values(self) -> None:
        """The legend stands at the side of a wide picture; above a narrow one, headed beside the title."""
        width, line = self.values.sizeHint().width(), self.fontMetrics().height()
        is_beside = self.width() >= BESIDE * width
        if is_beside != self._is_beside:
            self._is_beside = is_beside
            place = (0, 1, 3, 1) if is_beside else (0, 0, 2, 1)
            self._grid.addWidget(self.values, *place)
        if is_beside:
            self.values.set_room(width)
        else:
            rows = (self.height() - self._title.height() - PICTURE_LINES * line) // line
            self.values.set_room(None, max(rows, 1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._restyle()
            self._fit_values()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_values()
        self._note.setGeometry(self._plot.geometry())
        self._draw_if_seen()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draw before the picture is painted, which may be all of the plot that is on screen."""
        if event.type() == QEvent.Type.Paint and self._is_due:
            self._is_due = False
            self._draw()
        return super().eventFilter(watched, event)
