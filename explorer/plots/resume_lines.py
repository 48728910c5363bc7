"""The vertical lines of a plot where a run was resumed."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette

from explorer.plots.run_colours import run_colour

MOST_LABELS = 3  # more would cover each other
LINE_OPACITY = 220


@dataclass(frozen=True)
class Resume:
    """Where on the axis a run went on from a checkpoint, and the number of the run's colour."""

    place: float
    colour: int


class ResumeLines:
    """Lines of a plot; none is thrown away, for another thread might then collect it."""

    def __init__(self, plot: pg.PlotItem, label: str) -> None:
        self._plot, self._label = plot, label
        self._lines: list[pg.InfiniteLine] = []
        self._shown: tuple[Resume, ...] = ()

    def show(self, resumes: Sequence[Resume]) -> None:
        """Stand at these places and no others."""
        self._shown = tuple(resumes)
        while len(self._lines) < len(resumes):
            style = {"position": 0.96, "anchors": [(0, 0), (1, 0)]}
            line = pg.InfiniteLine(angle=90, label=self._label, labelOpts=style)
            self._plot.addItem(line, ignoreBounds=True)
            self._lines.append(line)
        for index, line in enumerate(self._lines):
            line.setVisible(index < len(resumes))
            line.label.setVisible(index < len(resumes) <= MOST_LABELS)
            if index < len(resumes):
                line.setPos(resumes[index].place)

    def set_colours(self, palette: QPalette) -> None:
        """Each line in the colour of its run."""
        for resume, line in zip(self._shown, self._lines, strict=False):
            colour = run_colour(resume.colour, palette)
            colour.setAlpha(LINE_OPACITY)
            line.setPen(pg.mkPen(colour, style=Qt.PenStyle.DashLine))
            line.label.setColor(colour)

    def places(self) -> list[float]:
        """Where lines stand."""
        return [float(line.value()) for line in self._lines if line.isVisible()]
