"""Whole words or raw pieces: one choice for all views, made in the View menu and remembered."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from explorer.settings import Settings
from explorer.workspace import Workspace

KEY = "whole_words"


class WholeWords(QObject):
    """Keeps the action, the workspace and the settings alike."""

    def __init__(self, action: QAction, workspace: Workspace, settings: Settings) -> None:
        super().__init__(workspace)
        self._action, self._workspace, self._settings = action, workspace, settings
        action.setToolTip(
            self.tr(
                "In every view: on, the pieces of a word stand together, summed over the source and averaged "
                "over the translation; off, each raw piece stands alone, as the model reads and writes it."
            )
        )
        action.setStatusTip(action.toolTip())
        workspace.set_whole_words(is_whole=settings[KEY])
        action.setChecked(workspace.whole_words)
        workspace.words_changed.connect(self._take)
        action.toggled.connect(lambda is_on: workspace.set_whole_words(is_whole=is_on))

    def _take(self) -> None:
        self._action.setChecked(self._workspace.whole_words)
        self._settings[KEY] = self._workspace.whole_words
        self._settings.save()
