"""Saves the curves on screen: as a picture, or as the values that they are drawn of."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from engine import __version__
from engine.errors import EngineError
from engine.runs.publishing import write_bytes
from explorer.curve_file import csv_bytes
from explorer.plots.pictures import Picture, image_of, png_bytes, svg_bytes
from explorer.plots.widget_drawing import whole_drawing
from explorer.services.tasks import TaskControl, run_task
from explorer.views.train_curves import RunCurvesPanel

DPI = 192  # of a PNG, twice as many as on most screens


class CurveSaving(QObject):
    """Asks for the file, and writes it away from the UI thread."""

    saved = Signal(Path)
    failed = Signal(EngineError)

    def __init__(self, panel: RunCurvesPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        panel.save_requested.connect(self._ask)

    def _ask(self, suffix: str) -> None:
        kinds = {
            "svg": self.tr("Picture (*.svg)"),
            "png": self.tr("Picture (*.png)"),
            "csv": self.tr("Values (*.csv)"),
        }
        path, _ = QFileDialog.getSaveFileName(
            self._panel, self.tr("Save curves"), f"curves.{suffix}", kinds[suffix]
        )
        if path:
            self.save(Path(path) if Path(path).suffix else Path(f"{path}.{suffix}"), suffix)

    def save(self, path: Path, suffix: str) -> None:
        """Write the curves on screen to a file. suffix: svg, png or csv."""
        made = self._content(suffix)

        def write(control: TaskControl) -> None:
            write_bytes(path, made())

        run_task(write, lambda _: self.saved.emit(path), lambda error: self._tell(path, error), owner=self)

    def _content(self, suffix: str) -> Callable[[], bytes]:
        """What makes the file's bytes; a picture is drawn at once, for only this thread may."""
        if suffix == "csv":
            axis, curves = self._panel.axis_title(), self._panel.measures()
            return lambda: csv_bytes(axis, curves)
        origin = {"program": f"alignment-explorer {__version__}", "runs": self._panel.run_paths()}
        drawing = whole_drawing(self._panel.stack)
        picture = Picture(drawing, self.tr("Curves"), json.dumps(origin, ensure_ascii=False))
        data = svg_bytes(picture) if suffix == "svg" else png_bytes(image_of(picture, DPI))
        return lambda: data

    def _tell(self, path: Path, error: Exception) -> None:
        if not isinstance(error, OSError):
            raise error
        what = self.tr("The curves cannot be saved in {path}: {reason}.")
        self.failed.emit(
            EngineError(
                what.format(path=path, reason=error.strerror or error),
                self.tr("Choose a folder that can be written and has room."),
            )
        )
