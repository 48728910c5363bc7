"""What is drawn of runs, chosen by a person: which curves, over what, on which scale, how much smoothed."""

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from explorer.plots.curve import Scale
from explorer.plots.curve_items import Look
from explorer.run_curves import Axis
from explorer.views.curve_quantities import AXES, PLOTS, told
from explorer.widgets.flow_layout import FlowLayout

AT_FIRST = ("loss", "bleu", "aer")
MOST_DOUBLINGS = 12  # of the number of records over which is smoothed
DOUBLINGS_AT_FIRST = 3
SLIDER_WIDTH = 120


class CurveChoice(QWidget):
    """The line above the curves."""

    plots_changed = Signal()
    axis_changed = Signal()
    look_changed = Signal()
    follow_requested = Signal()
    save_requested = Signal(str)  # svg, png or csv
    layout_changed = Signal()  # anything that is chosen here

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves, self.axis = QToolButton(), QComboBox()
        self.is_log, self.is_log_axis = QCheckBox(self.tr("log values")), QCheckBox(self.tr("log axis"))
        self.smoothing, self._span = QSlider(Qt.Orientation.Horizontal), QLabel()
        self.follow, self.save, self.place = QToolButton(), QToolButton(), QLabel()
        self.boxes = {name: QCheckBox(told(plot.name)) for name, plot in PLOTS.items()}
        self._prepare()
        self._lay_out()
        self._connect()
        self._tell_span()

    def plots(self) -> tuple[str, ...]:
        """The names of the plots to be drawn, in the order of the list."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def chosen_axis(self) -> Axis:
        """What the curves are drawn over."""
        return tuple(AXES)[self.axis.currentIndex()]

    def axis_scale(self) -> Scale:
        """On which scale that is drawn."""
        return "log" if self.is_log_axis.isChecked() else "linear"

    def tell_absent(self, names: Collection[str]) -> None:
        """Say of these plots that the runs have no values of them, so that they are not drawn."""
        for name, box in self.boxes.items():
            words = self.tr("{curve} – no values here") if name in names else "{curve}"
            box.setText(words.format(curve=told(PLOTS[name].name)))

    def look(self) -> Look:
        """The scale, and over how many records is smoothed."""
        return Look("log" if self.is_log.isChecked() else "linear", 1 << self.smoothing.value())

    def layout_to_plain(self) -> dict[str, Any]:
        """What is chosen, as plain values."""
        return {
            "plots": list(self.plots()),
            "axis": self.chosen_axis(),
            "is_log": self.is_log.isChecked(),
            "is_log_axis": self.is_log_axis.isChecked(),
            "smoothing": self.smoothing.value(),
        }

    def restore_layout(self, plain: dict[str, Any]) -> None:
        """Take up what `layout_to_plain` gave; what makes no sense in it is left out."""
        plots, axis, smoothing = plain.get("plots"), plain.get("axis"), plain.get("smoothing")
        if isinstance(plots, list):
            for name, box in self.boxes.items():
                box.setChecked(name in plots)
        if axis in tuple(AXES):
            self.axis.setCurrentIndex(tuple(AXES).index(axis))
        if type(smoothing) is int:
            self.smoothing.setValue(smoothing)
        self.is_log.setChecked(plain.get("is_log") is True)
        self.is_log_axis.setChecked(plain.get("is_log_axis") is True)

    def _prepare(self) -> None:
        self.curves.setText(self.tr("Curves"))
        self.curves.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.curves.setMenu(self._menu())
        for name, box in self.boxes.items():
            box.setChecked(name in AT_FIRST)
            box.setToolTip(told(PLOTS[name].meaning))
        for label, _ in AXES.values():
            self.axis.addItem(self.tr("by {axis}").format(axis=told(label)))
        self.is_log.setToolTip(self.tr("The values on a logarithmic scale"))
        self.is_log_axis.setToolTip(self.tr("The axis below on a logarithmic scale: the beginning is wide"))
        self.axis.setAccessibleName(self.tr("What the curves are drawn over"))
        self.smoothing.setRange(0, MOST_DOUBLINGS)
        self.smoothing.setValue(DOUBLINGS_AT_FIRST)
        self.smoothing.setPageStep(1)
        self.smoothing.setFixedWidth(SLIDER_WIDTH)
        self.smoothing.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.smoothing.setAccessibleName(self.tr("Smoothing"))
        self.smoothing.setToolTip(
            self.tr(
                "A moving average over about so many records; the values themselves stay visible under it"
            )
        )
        self.follow.setText(self.tr("Follow"))
        self.follow.setToolTip(self.tr("See all of every run again, and what is yet to come"))
        self.follow.setEnabled(False)
        self.save.setText(self.tr("Save"))
        self.save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.save.setMenu(self._save_menu())

    def _save_menu(self) -> QMenu:
        menu = QMenu(self)
        for suffix, text in (
            ("svg", self.tr("Picture (SVG) …")),
            ("png", self.tr("Picture (PNG) …")),
            ("csv", self.tr("Values (CSV) …")),
        ):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, suffix=suffix: self.save_requested.emit(suffix))
        return menu

    def _menu(self) -> QMenu:
        """Boxes rather than actions, for the menu has to stay open while several are ticked."""
        menu, list_ = QMenu(self), QWidget()
        column = QVBoxLayout(list_)
        column.setContentsMargins(16, 8, 16, 8)
        for box in self.boxes.values():
            column.addWidget(box)
        action = QWidgetAction(menu)
        action.setDefaultWidget(list_)
        menu.addAction(action)
        return menu

    def _lay_out(self) -> None:
        line = FlowLayout(self)
        for widget in (
            self.curves, self.axis, self.is_log_axis, self.is_log, QLabel(self.tr("Smoothing")),
            self.smoothing, self._span, self.follow, self.save, self.place,
        ):  # fmt: skip
            line.addWidget(widget)

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.toggled.connect(self.plots_changed)
        self.axis.currentIndexChanged.connect(self.axis_changed)
        self.is_log_axis.toggled.connect(self.axis_changed)
        self.is_log.toggled.connect(self.look_changed)
        self.smoothing.valueChanged.connect(self._tell_span)
        self.smoothing.valueChanged.connect(self.look_changed)
        self.follow.clicked.connect(self.follow_requested)
        for changed in (self.plots_changed, self.axis_changed, self.look_changed):
            changed.connect(self.layout_changed)

    def _tell_span(self) -> None:
        span = 1 << self.smoothing.value()
        told_span = self.tr("off") if span == 1 else self.tr("{count:,} records").format(count=span)
        self._span.setText(told_span)
        widest = self.tr("{count:,} records").format(count=1 << MOST_DOUBLINGS)
        self._span.setMinimumWidth(self._span.fontMetrics().horizontalAdvance(widest))
