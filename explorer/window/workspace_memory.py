"""What was chosen for all translations is remembered: whole words or raw pieces, beam size, hypotheses."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from explorer.settings import Settings
from explorer.what_if import DecodingChoice
from explorer.workspace import Workspace


class WorkspaceMemory(QObject):
    """Keeps the workspace, the settings and the action "Whole words" of the View menu alike."""

    def __init__(self, workspace: Workspace, settings: Settings, whole_words: QAction) -> None:
        super().__init__(workspace)
        self._workspace, self._settings, self._whole_words = workspace, settings, whole_words
        whole_words.setToolTip(
            self.tr(
                "In every view: on, the pieces of a word stand together, summed over the source and averaged "
                "over the translation; off, each raw piece stands alone, as the model reads and writes it."
            )
        )
        whole_words.setStatusTip(whole_words.toolTip())
        workspace.set_decoding(DecodingChoice(settings["beam_size"], 1).with_n_best(settings["n_best"]))
        workspace.set_whole_words(is_whole=settings["whole_words"])
        whole_words.setChecked(workspace.whole_words)
        workspace.decoding_changed.connect(self._take_decoding)
        workspace.words_changed.connect(self._take_words)
        whole_words.toggled.connect(lambda is_on: workspace.set_whole_words(is_whole=is_on))

    def _take_decoding(self) -> None:
        self._settings["beam_size"] = self._workspace.decoding.beam_size
        self._settings["n_best"] = self._workspace.decoding.n_best

    def _take_words(self) -> None:
        self._whole_words.setChecked(self._workspace.whole_words)
        self._settings["whole_words"] = self._workspace.whole_words
        self._settings.save()
