"""Curves of a run over its updates that hide nothing: raw under smoothed, NaN, infinities, gaps, resumes."""

from collections.abc import Sequence
from typing import Literal

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.plots.curve import Curve
from explorer.plots.curve_items import NO_CURVE, CurveItems
from explorer.plots.update_axis import UpdateAxis, ValueAxis
from explorer.widgets.read_out import ReadOut

pg.setConfigOption("exitCleanup", False)  # it touches widgets that Qt has deleted already

Scale = Literal["linear", "log"]
PADDING = 0.06  # of the height, free above and below the curves
LABELLED_RESUMES = 3  # more labels would cover each other


class CurvePlot(QWidget):
    """One quantity over the updates. The wheel zooms and a drag scrolls; a double click shows all again.

    The values' axis always fits what is seen. While all is shown, new values widen the picture.
    """

    def __init__(self, title: str, number_format: str = ".3f", parent: QWidget | None = None) -> None:
        """`number_format` is how Python writes a value in the line above the curves."""
        super().__init__(parent)
        self._format = number_format
        self._scale: Scale = "linear"
        self._follows = True
        self._pointed: float | None = None
        self._items: list[CurveItems] = []
        self._resumes: list[pg.InfiniteLine] = []
        self._title, self._read_out, self._note = QLabel(), ReadOut(), QLabel()
        self._plot = pg.PlotWidget(axisItems={"left": ValueAxis("left"), "bottom": UpdateAxis("bottom")})
        self._crosshair = pg.InfiniteLine(angle=90)
        self._lay_out()
        self._prepare_plot()
        self.set_title(title)
        self._restyle()

    # ---- what is shown

    def set_title(self, title: str, meaning: str = "") -> None:
        """Name the quantity, with its unit; what it means is said where the pointer rests."""
        self._title.setText(title)
        self._title.setToolTip(meaning)
        self.setAccessibleName(title)

    def set_curves(self, curves: Sequence[Curve], resumes: Sequence[float] = ()) -> None:
        """Show these curves, and a vertical line at each update from which the run was resumed."""
        self._make_items(len(curves))
        for item, curve in zip(self._items, curves, strict=False):
            item.set_curve(curve)
        for item in self._items[len(curves) :]:
            item.set_curve(NO_CURVE)
        self._set_resumes(resumes)
        self._show_note()
        self._refresh()

    def set_scale(self, scale: Scale) -> None:
        """Draw the values on a linear or a logarithmic axis."""
        self._scale = scale
        self._plot.getAxis("left").setLogMode(x=False, y=scale == "log")
        self._refresh()

    def show_all(self) -> None:
        """See every update again, those to come included."""
        self._follows = True
        self._refresh()

    def see_updates(self, begin: float, end: float) -> None:
        """See the updates from `begin` to `end`."""
        self._follows = False
        self._plot.setXRange(begin, end, padding=0)

    def read_out(self) -> str:
        """The line above the curves: the values under the pointer, else the newest ones."""
        return self._read_out.text()

    def note(self) -> str:
        """What is said in place of curves; empty where there are some."""
        return self._note.text() if not self._note.isHidden() else ""

    # ---- drawing

    def _make_items(self, count: int) -> None:
        """At least so many items. None is ever thrown away: another thread might then collect it."""
        missing = count - len(self._items)
        self._items += [CurveItems(self._plot.getPlotItem()) for _ in range(missing)]
        if missing > 0:
            self._restyle()

    def _set_resumes(self, resumes: Sequence[float]) -> None:
        while len(self._resumes) < len(resumes):
            style = {"position": 0.96, "anchors": [(0, 0), (0, 0)]}
            line = pg.InfiniteLine(angle=90, label=self.tr("resumed"), labelOpts=style)
            self._plot.addItem(line, ignoreBounds=True)
            self._resumes.append(line)
            self._restyle()
        for index, line in enumerate(self._resumes):
            line.setVisible(index < len(resumes))
            line.label.setVisible(index < len(resumes) <= LABELLED_RESUMES)
            if index < len(resumes):
                line.setPos(resumes[index])

    def resumes(self) -> list[float]:
        """The updates at which a line stands."""
        return [float(line.value()) for line in self._resumes if line.isVisible()]

    def _show_note(self) -> None:
        counts = [(len(item.curve.values), item.finite_count()) for item in self._items]
        values, finite = sum(count[0] for count in counts), sum(count[1] for count in counts)
        told = self.tr("No values yet.") if not values else self.tr("No value so far is a number.")
        self._note.setText(told)
        self._note.setVisible(not finite)

    def _refresh(self) -> None:
        """Fit the axes, then draw what is seen of each curve."""
        if self._follows:
            ends = [end for item in self._items for end in item.first_and_last()]
            begin, end = (min(ends), max(ends)) if ends else (0.0, 1.0)
            if begin == end:
                begin, end = begin - 1.0, end + 1.0
            self._plot.setXRange(begin, end, padding=0.02)
        self._draw()

    def _draw(self) -> None:
        begin, end = self._plot.viewRange()[0]
        columns = max(int(self._plot.getViewBox().width()), 50)
        for item in self._items:
            item.draw(begin, end, columns, self._scale)
        spans = [item.drawn_range for item in self._items if item.drawn_range is not None]
        low, high = (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else (0.0, 1.0)
        margin = PADDING * (high - low) or 0.05 * abs(high) or 0.05
        self._plot.setYRange(low - margin, high + margin, padding=0)
        for item in self._items:
            item.mark_edges(low - margin * 0.7, high + margin * 0.7)
        self._write_read_out()

    def _write_read_out(self) -> None:
        shown = [item for item in self._items if len(item.curve.values)]
        parts = [(item.value_text(self._pointed, self._format), item.colour) for item in shown]
        if shown:
            update = int(shown[0].update_at(self._pointed))
            parts.insert(0, (self.tr("update {update:,}").format(update=update), self._ink(200)))
        self._read_out.set_parts(parts)

    # ---- set-up and Qt

    def _lay_out(self) -> None:
        header = QHBoxLayout()
        header.setSpacing(16)
        header.addWidget(self._title)
        header.addWidget(self._read_out, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(header)
        layout.addWidget(self._plot, 1)
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
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # there is nothing in it for the keys
        self._crosshair.hide()
        self._plot.addItem(self._crosshair, ignoreBounds=True)
        item.getViewBox().sigRangeChangedManually.connect(self._on_zoomed)
        item.getViewBox().sigXRangeChanged.connect(self._on_updates_seen)
        self._plot.scene().sigMouseMoved.connect(self._on_pointed)
        self._plot.scene().sigMouseClicked.connect(self._on_clicked)

    def _on_zoomed(self, _: object) -> None:
        self._follows = False

    def _on_updates_seen(self, _: object) -> None:
        self._draw()

    def _on_clicked(self, event: object) -> None:
        if event.double():
            self.show_all()

    def _on_pointed(self, at: QPointF) -> None:
        box = self._plot.getViewBox()
        inside = box.sceneBoundingRect().contains(at) and bool(self._items)
        self._pointed = box.mapSceneToView(at).x() if inside else None
        self._show_crosshair()

    def _show_crosshair(self) -> None:
        shown = [item for item in self._items if len(item.curve.values)]
        self._crosshair.setVisible(self._pointed is not None and bool(shown))
        if self._pointed is not None and shown:
            self._crosshair.setPos(shown[0].update_at(self._pointed))
        self._write_read_out()

    def _ink(self, opacity: int) -> QColor:
        colour = QColor(self.palette().color(QPalette.ColorRole.WindowText))
        colour.setAlpha(opacity)
        return colour

    def _restyle(self) -> None:
        self._plot.setBackground(self.palette().color(QPalette.ColorRole.Window))
        for side in ("left", "bottom"):
            axis = self._plot.getAxis(side)
            axis.setPen(self._ink(96))
            axis.setTextPen(self._ink(200))
            axis.setTickFont(self.font())
        self._crosshair.setPen(self._ink(120))
        for line in self._resumes:
            line.setPen(pg.mkPen(self._ink(120), style=Qt.PenStyle.DashLine))
            line.label.setColor(self._ink(160))
        accent = self.palette().color(QPalette.ColorRole.Accent)
        for item in self._items:
            item.set_colours(accent, self._ink(255))
        self._write_read_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._restyle()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = None
        self._show_crosshair()
        super().leaveEvent(event)

    def resizeEvent(self, event: QEvent) -> None:
        super().resizeEvent(event)
        self._note.setGeometry(self._plot.geometry())
        self._draw()
