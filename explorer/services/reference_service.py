"""Holds the translations of Compare to the reference, away from the UI thread."""

from PySide6.QtCore import QObject

from explorer.services.tasks import Task, run_task
from explorer.workspace import Workspace


class ReferenceService(QObject):
    """Scores every whole translation of the sentence that the reference is of, one task at a time."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace, self._reference = workspace, workspace.reference
        self._task: Task | None = None
        self._reference.changed.connect(self._begin_anew)
        for translation in workspace.every_translation:
            translation.trace_changed.connect(self._go_on)

    def _begin_anew(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._go_on()

    def _go_on(self) -> None:
        if self._task is not None:
            return
        reference = self._reference.text
        texts = [text for text in self._texts() if self._reference.match(text) is None]
        if reference and texts:
            self._task = run_task(
                lambda _: _matches(texts, reference),
                lambda matches: self._take(reference, matches),
                owner=self,
            )

    def _texts(self) -> list[str]:
        """The whole translations on screen that are of the reference's sentence."""
        whole = [one for one in self._workspace.compared if one.trace is not None and not one.is_live]
        return [
            one.hypothesis.text
            for one in whole
            if one.hypothesis is not None and self._reference.of(one.trace.source_text)
        ]

    def _take(self, reference: str, matches: dict) -> None:
        self._task = None
        self._reference.take(reference, matches)
        self._go_on()


def _matches(texts: list[str], reference: str) -> dict:
    from engine.evaluation.sentence_match import match_sentence  # sacreBLEU takes long to load

    return {text: match_sentence(text, reference) for text in texts}
