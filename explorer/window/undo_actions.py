"""The two actions Undo and Redo: they name the step that they take back or take again."""

from PySide6.QtCore import QObject

from explorer.views.what_if_words import step_names
from explorer.window.frame import Frame

STEPS = ("undo", "redo")


class UndoActions(QObject):
    """Keeps the words and the enabled state of the actions; while an answer is awaited Undo ends that.

    The steps are those of Translate, or of its gold links while these are edited.
    """

    def __init__(self, window: Frame) -> None:
        super().__init__(window)
        self._window, self._workspace = window, window.workspace
        self._actions = {name: window.actions_by_name[name] for name in STEPS}
        self._words = {name: action.text() for name, action in self._actions.items()}
        for name, action in self._actions.items():
            action.triggered.connect(lambda _, name=name: self._take(name))
        self._workspace.translation.history_changed.connect(self._update)
        self._workspace.translation.progress_changed.connect(self._update)
        self._workspace.gold.changed.connect(self._update)
        self._update()

    def _take(self, step: str) -> None:
        if not self._window.view("translate").isVisible():  # who is there keeps the focus where it is
            self._window.go("translate")
        is_of_links = self._workspace.gold.is_editing
        getattr(self._workspace.gold if is_of_links else self._window.view("translate").what_if, step)()

    def _update(self) -> None:
        workspace = self._workspace
        if workspace.gold.is_editing:
            sheet = workspace.gold.sheet
            for name, step in (("undo", sheet.undo_name), ("redo", sheet.redo_name)):
                self._show(name, step, is_enabled=bool(step))
            return
        is_busy, history = workspace.translation.is_busy, workspace.translation.history
        names = step_names(history)
        can_undo, can_redo = workspace.can_undo and not is_busy, workspace.can_redo
        self._show("undo", names[history.index] if can_undo else "", is_enabled=can_undo or is_busy)
        self._show("redo", names[history.index + 1] if can_redo else "", is_enabled=can_redo)

    def _show(self, name: str, step: str, *, is_enabled: bool) -> None:
        """Name the step; without one there is nothing to take back or again."""
        self._actions[name].setText(f"{self._words[name]} {step.replace('&', '&&')}".rstrip())
        self._actions[name].setEnabled(is_enabled)
