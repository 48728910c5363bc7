"""The two actions Undo and Redo: they name the step that they take back or take again."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from explorer.views.what_if_words import step_names
from explorer.workspace import Workspace

STEPS = ("undo", "redo")


class UndoActions(QObject):
    """Keeps the words and the enabled state of the actions; while an answer is awaited Undo ends that."""

    step_requested = Signal(str)  # "undo" or "redo"

    def __init__(self, workspace: Workspace, actions: Mapping[str, QAction]) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._actions = {name: actions[name] for name in STEPS}
        self._words = {name: action.text() for name, action in self._actions.items()}
        for name, action in self._actions.items():
            action.triggered.connect(lambda _, name=name: self.step_requested.emit(name))
        workspace.translation.history_changed.connect(self._update)
        workspace.translation.progress_changed.connect(self._update)
        self._update()

    def _update(self) -> None:
        workspace, history = self._workspace, self._workspace.translation.history
        is_busy = workspace.translation.is_busy
        self._show("undo", history.index if workspace.can_undo and not is_busy else None, is_enabled=is_busy)
        self._show("redo", history.index + 1 if workspace.can_redo else None, is_enabled=False)

    def _show(self, name: str, state: int | None, *, is_enabled: bool) -> None:
        """Name the step that led to this state; without one there is nothing to take back or again."""
        step = "" if state is None else step_names(self._workspace.translation.history)[state]
        self._actions[name].setText(f"{self._words[name]} {step.replace('&', '&&')}".rstrip())
        self._actions[name].setEnabled(is_enabled or state is not None)
