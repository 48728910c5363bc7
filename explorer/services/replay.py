"""Translates again what a workspace file holds: one question after the other, so that each can be undone."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from explorer.services.translation_service import TranslationService
from explorer.what_if import Question
from explorer.workspace import Workspace


class Replay(QObject):
    """Fills the history of Translate. It ends early where a person cancels or asks for something else.

    `progressed` with how many are done, of how many; `finished` when the wanted one is on screen.
    """

    progressed = Signal(int, int)
    finished = Signal()

    def __init__(self, service: TranslationService, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._service = service
        self._workspace = workspace
        self._left: list[Question] = []
        self._asked: Question | None = None
        self._wanted: Question | None = None
        self._count = 0
        workspace.translation.progress_changed.connect(self._on_progress)

    def start(self, questions: Sequence[Question], current: int) -> None:
        """Ask all of these; the one with the number `current` is shown in the end."""
        self._left = with_own(questions)
        self._wanted = questions[current] if questions else None
        self._count = len(self._left)
        self._ask()

    def stop(self) -> None:
        """Ask nothing more."""
        self._left, self._asked = [], None

    def _ask(self) -> None:
        if self._left:
            self._asked = self._left.pop(0)
            self.progressed.emit(self._count - len(self._left), self._count)
            self._workspace.wish(self._asked)
            self._service.request((self._workspace.translation,))
        elif self._asked is not None:
            self._asked = None
            self._show_wanted()
            self.finished.emit()

    def _on_progress(self) -> None:
        translation = self._workspace.translation
        if self._asked is None or translation.is_busy:
            return
        is_answer = translation.progress == "done" and translation.shown == self._asked
        if is_answer or translation.progress == "failed":
            QTimer.singleShot(0, self, self._ask)
        else:
            self.stop()

    def _show_wanted(self) -> None:
        states = self._workspace.translation.history.states
        found = [index for index, state in enumerate(states) if state.question == self._wanted]
        if found and found[-1] != self._workspace.translation.history.index:
            self._workspace.go_to(found[-1])


def with_own(questions: Sequence[Question]) -> list[Question]:
    """The same, where one that changes single words of another sentence than the last comes after its own.

    For what belongs to single words is left out when the sentence changes.
    """
    result: list[Question] = []
    for question in questions:
        if result and result[-1].source_text != question.source_text and question != question.own():
            result.append(question.own())
        result.append(question)
    return result
