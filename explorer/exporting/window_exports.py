"""The exports of a window: of the views on screen, and of many sentences with the model of Translate."""

import sys
from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.errors import EngineError
from explorer.exporting.lines_exporter import HowTranslated, LinesExporter
from explorer.exporting.view_exporter import ViewExporter
from explorer.settings import Settings
from explorer.views.base import TraceView
from explorer.widgets.notification_bar import NotificationBar
from explorer.workspace import Workspace


class WindowExports(QObject):
    """Opens the dialogs; where there is nothing to export it says so in the bar."""

    def __init__(
        self, settings: Settings, workspace: Workspace, bar: NotificationBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._workspace = workspace
        self._bar = bar
        self.views = ViewExporter(settings, window)
        self.lines = LinesExporter(settings, window)

    def export_views(self, views: Sequence[tuple[str, TraceView]]) -> None:
        """Ask what is to be exported of these views, each with its title."""
        shown = [(title, view) for title, view in views if view.hypothesis is not None]
        if shown:
            self.views.open(shown)
        else:
            what = self.tr("There is no translation on screen to export.")
            self._bar.show_error(EngineError(what, self.tr("Translate a sentence first.")))

    def export_lines(self) -> None:
        """Ask which sentences are to be translated and exported."""
        model = self._workspace.translation.model
        if model is None:
            what = self.tr("There is no model yet to translate with.")
            self._bar.show_error(EngineError(what, self.tr("Wait for it, or train or open one.")))
            return
        command = self._settings["engine_command"] or (sys.executable, "-m", "engine.serve")
        self.lines.open(HowTranslated(model, self._workspace.decoding, command))
