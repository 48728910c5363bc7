"""The curves of one or several runs, laid over each other, in plots that are chosen from a list."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from explorer.curve_file import NamedMeasure
from explorer.plots.curve import Curve
from explorer.plots.curve_stack import CurveStack, Drawn
from explorer.plots.resume_lines import Resume
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.curve_choice import CurveChoice
from explorer.views.curve_quantities import AXES, PLOTS, Part, told


class RunCurvesPanel(QWidget):
    """Draws snapshots. A run keeps its colour as long as it is drawn."""

    save_requested = Signal(str)  # svg, png or csv

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
        if [(run.path, run.curves) for run in before] != [(run.path, run.curves) for run in runs]:
            self._colours = _colours(self._colours, [run.path for run in runs])
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
        self.stack.set_axis(AXES[self.choice.chosen_axis()][1], self.axis_title())
        self._draw()

    def _tell_place(self, place: str) -> None:
        self.choice.place.setText(f"{self.axis_title()} {place}" if place else "")

    def _draw(self) -> None:
        axis = self.choice.chosen_axis()
        names = _names(self._runs)
        resumes = tuple(
            Resume(place, self._colours[run.path])
            for run in self._runs
            for place in run.curves.returns_on(axis)
        )
        self.stack.show_curves(
            {
                name: Drawn(
                    tuple(
                        self._curve(run, names[run.path], part)
                        for run in self._runs
                        for part in PLOTS[name].parts
                    ),
                    resumes,
                )
                for name in self.choice.plots()
            }
        )

    def _curve(self, run: RunSnapshot, name: str, part: Part) -> Curve:
        axis = self.choice.chosen_axis()
        measure = run.curves.measure(part.kind, part.field, axis)
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
            source=None if measure.source is None else (measure.source, part.field, axis),
        )

    def _lay_out(self) -> None:
        area = QScrollArea()  # many plots have to be scrolled
        area.setWidget(self.stack)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.choice)
        layout.addWidget(area, 1)


def _names(runs: Sequence[RunSnapshot]) -> dict[Path, str]:
    """The names of the runs, with the place of the folder where two have one name."""
    names = [run.name for run in runs]
    return {
        run.path: run.name if names.count(run.name) == 1 else f"{run.name} ({run.path.parent})"
        for run in runs
    }


def _colours(before: dict[Path, int], runs: Sequence[Path]) -> dict[Path, int]:
    """A number for each run: the one that it had, else the smallest that is free."""
    kept = {run: before[run] for run in runs if run in before}
    free = (number for number in range(len(runs)) if number not in kept.values())
    return {run: kept[run] if run in kept else next(free) for run in runs}
