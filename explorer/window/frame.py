"""What the parts of the main window may use of it; it is a widget as well, and the parent of each part."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from explorer.services.engine_process import EngineProcess
from explorer.services.translation_service import TranslationService
from explorer.widgets.notification_bar import NotificationBar
from explorer.workspace import Workspace

if TYPE_CHECKING:
    from explorer.window.sentences import WindowSentences
    from explorer.window.window_runs import WindowRuns
    from explorer.window.workspace_files import WorkspaceFiles


class Frame(Protocol):
    """The main window, as its parts see it."""

    bar: NotificationBar
    actions_by_name: Mapping[str, QAction]
    workspace: Workspace
    engine: EngineProcess
    service: TranslationService
    files: "WorkspaceFiles"
    sentences: "WindowSentences"
    runs: "WindowRuns"

    def go(self, place: str) -> None:
        """Show a place."""

    def view(self, place: str) -> QWidget:
        """The view of a place; made now if it was never visited."""

    def open_model(self, path: str) -> None:
        """Open the model of a run or a checkpoint in Translate."""
