"""The curves of one or several runs, laid over each other, in plots that are chosen from a list."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from explorer.curve_file import NamedMeasure
from explorer.plots.curve import Curve
from explorer.plots.curve_stack import CurveStack, Drawn
from explorer.plots.resume_lines import Resume
from explorer.run_curves import RunCurves
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.curve_choice import CurveChoice
from explorer.views.curve_quantities import AXES, PLOTS, Part, Plotted, told
from explorer.widgets.empty_state import EmptyState


class _PlotArea(QScrollArea):
    """Scrolls the plots where all of them have no room."""

    def __init__(self, stack: CurveStack) -> None:
        super().__init__()
        self._stack = stack
        self.setWidget(stack)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._stack.set_room(self.maximumViewportSize())
        super().resizeEvent(event)


class RunCurvesPanel(QWidget):
    """Draws snapshots. A run keeps its colour as long as it is drawn."""

    save_requested = Signal(str)  # svg, png or csv
    colours_changed = Signal(object)  # dict of the runs that are drawn: the number of each one's colour

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSnapshot, ...] = ()
        self._colours: dict[Path, int] = {}
        self.choice = CurveChoice()
        self.stack = CurveStack({name: plot.quantity for name, plot in PLOTS.items()})
        self._lay_out()
        self.stack.set_look(self.choice.look())
        self._set_axis()
        self.choice.plots_changed.connect(self._draw)
        self.choice.axis_changed.connect(self._set_axis)
        self.choice.look_changed.connect(lambda: self.stack.set_look(self.choice.look()))
        self.choice.follow_requested.connect(self.stack.follow)
        self.stack.follows_changed.connect(lambda follows: self.choice.follow.setEnabled(not follows))
        self.choice.save_requested.connect(self.save_requested)
        self.stack.pointed.connect(self._tell_place)

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw these; nothing is done for curves that are drawn already."""
        before, self._runs = self._runs, tuple(runs)
        if _drawn(before) != _drawn(runs):
            self._colours = _colours(self._colours, [run.path for run in runs])
            self.colours_changed.emit(self._colours)
            self._draw()

    def axis_title(self) -> str:
        """What the curves are drawn over."""
        return told(AXES[self.choice.chosen_axis()][0])

    def run_paths(self) -> list[str]:
        """The folders of the runs that are drawn."""
        return [str(run.path) for run in self._runs]

    def measures(self) -> list[NamedMeasure]:
        """The values that are drawn, plot by plot."""
        axis, names = self.choice.chosen_axis(), _names(self._runs)
        return [
            NamedMeasure(names[run.path], told(PLOTS[plot].name), told(part.name), measure)
            for plot in self.choice.plots()
            for run in self._runs
            for part in PLOTS[plot].parts
            if len((measure := run.curves.measure(part.kind, part.field, axis)).x)
        ]

    def _set_axis(self) -> None:
        kind = AXES[self.choice.chosen_axis()][1]
        self.stack.set_axis(kind, self.axis_title(), self.choice.axis_scale())
        self._draw()

    def _tell_place(self, place: str) -> None:
        self.choice.place.setText(f"{self.axis_title()} {place}" if place else "")

    def _draw(self) -> None:
        names, shown = _names(self._runs), self._shown_plots()
        self._say_nothing(has_plots=bool(shown))
        self.stack.show_curves(
            {
                name: Drawn(
                    tuple(
                        self._curve(run, names[run.path], part)
                        for run in self._runs
                        for part in PLOTS[name].parts
                    ),
                    tuple(self._resumes(PLOTS[name])),
                )
                for name in shown
            }
        )

    def _shown_plots(self) -> list[str]:
        """The chosen plots without those of which no run has a value, and none is to come."""
        axis, curves = self.choice.chosen_axis(), [run.curves for run in self._runs]
        absent = {
            name
            for name, plot in PLOTS.items()
            if not any(plot.has_values(known, axis) or plot.is_awaited(known) for known in curves)
        }
        self.choice.tell_absent(absent if curves else ())
        return [name for name in self.choice.plots() if name not in absent]

    def _resumes(self, plot: Plotted) -> Iterator[Resume]:
        """Where the runs that have a curve in a plot were resumed."""
        axis = self.choice.chosen_axis()
        for run in self._runs:
            for place in run.curves.returns_on(axis) if plot.has_values(run.curves, axis) else ():
                if self.choice.axis_scale() == "linear":
                    yield Resume(place, self._colours[run.path])
                elif place > 0:
                    yield Resume(math.log10(place), self._colours[run.path])

    def _say_nothing(self, *, has_plots: bool) -> None:
        """Why there is no plot, where there is none."""
        if not self.choice.plots():
            self.nothing.set_texts(self.tr("No curve is chosen"), self.tr("Choose some in the list Curves."))
        else:
            text = self.tr("These runs have no values of what is chosen over this axis: {axis}.")
            self.nothing.set_texts(self.tr("No values"), text.format(axis=self.axis_title()))
        self._pages.setCurrentIndex(0 if has_plots else 1)

    def _curve(self, run: RunSnapshot, name: str, part: Part) -> Curve:
        axis = self.choice.chosen_axis()
        measure, scale = run.curves.measure(part.kind, part.field, axis), self.choice.axis_scale()
        if scale == "log":
            measure = measure.on_log_axis()
        return Curve(
            run=name,
            part=told(part.name),
            x=measure.x,
            values=measure.values,
            kind="dense" if part.kind == "train" else "measured",
            branches=measure.branches,
            colour=self._colours[run.path],
            is_second=part.is_second,
            breaks=measure.breaks,
            source=None if measure.source is None else (measure.source, part.field, axis, scale),
        )

    def _lay_out(self) -> None:
        self.nothing = EmptyState("", "")
        self._pages = QStackedWidget()
        self._pages.addWidget(_PlotArea(self.stack))
        self._pages.addWidget(self.nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choice)
        layout.addWidget(self._pages, 1)


def _drawn(runs: Sequence[RunSnapshot]) -> list[tuple[Path, str, RunCurves]]:
    """All of the runs that is drawn."""
    return [(run.path, run.name, run.curves) for run in runs]


def _names(runs: Sequence[RunSnapshot]) -> dict[Path, str]:
    """The names of the runs, with the folder where two have one name."""
    names = [run.name for run in runs]
    return {run.path: run.name if names.count(run.name) == 1 else f"{run.name} ({run.path})" for run in runs}


def _colours(before: dict[Path, int], runs: Sequence[Path]) -> dict[Path, int]:
    """A number for each run: the one that it had, else the smallest that is free."""
    kept = {run: before[run] for run in runs if run in before}
    free = (number for number in range(len(runs)) if number not in kept.values())
    return {run: kept[run] if run in kept else next(free) for run in runs}
