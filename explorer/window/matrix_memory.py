"""How matrices are drawn: one choice for all of them, remembered in the settings."""

from typing import Any

from PySide6.QtCore import QObject

from explorer.settings import Settings
from explorer.views.stage import TraceStage

KEY = "matrix"


class MatrixMemory(QObject):
    """What is chosen at one matrix holds for every stage that has joined, and for the next start."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._stages: list[TraceStage] = []

    def join(self, *stages: TraceStage) -> None:
        """Draw the matrices of these stages as was chosen, and listen to them."""
        for stage in stages:
            self._stages.append(stage)
            stage.set_drawing(self._settings[KEY])
            stage.drawing_changed.connect(self._take)

    def _take(self, drawing: dict[str, Any]) -> None:
        self._settings[KEY] = drawing
        self._settings.save()
        for stage in self._stages:
            stage.set_drawing(drawing)
