"""The buttons of the what-ifs in the row of settings: what can be changed, and the way back."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from engine.constraints import ATTENTIONS, Constraints
from explorer.icons import IconButton
from explorer.views.what_if_words import attention_name, step_names
from explorer.what_if import History

TEMPERATURES = (0.25, 0.5, 1.0, 2.0, 4.0)


class WhatIfButtons(QWidget):
    """A menu of changes to the whole sentence; undo, with the list of all steps; redo."""

    attention_requested = Signal(str)
    temperature_requested = Signal(float)
    target_requested = Signal()  # a translation of the person's own
    own_requested = Signal()  # the model's own translation, nothing changed
    state_requested = Signal(int)  # of the history
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.steps = QMenu(self)
        self.button = QToolButton()
        self.undo = IconButton("undo", self.tr("Undo the last step (Ctrl+Z)"))
        self.redo = IconButton("redo", self.tr("Redo the step that was undone (Ctrl+Shift+Z)"))
        self.word_menu = self.menu.addMenu(self.tr("At the &selected words"))
        self._attention = self._add_attention()
        self._temperature = self._add_temperature()
        self.target = self.menu.addAction(self.tr("&Score a translation of your own …"))
        self.target.triggered.connect(self.target_requested)
        self.own = self.menu.addAction(self.tr("The model's own &translation"))
        self.own.triggered.connect(self.own_requested)
        self._set_up()
        self.set_history(History(), can_undo=False)

    def set_constraints(
        self, constraints: Constraints, *, is_own: bool, has_attention: bool, can_change: bool
    ) -> None:
        """Mark what is in force; what needs attention cannot be chosen without it.

        can_change: whether there is a translation that a change can be compared with and taken back to.
        """
        for attention, action in self._attention.items():
            action.setChecked(attention == constraints.attention)
            action.setEnabled(has_attention and can_change)
        for temperature, action in self._temperature.items():
            action.setChecked(temperature == constraints.temperature)
            action.setEnabled(has_attention and can_change)
        self.without_attention.setVisible(not has_attention)
        self.own.setEnabled(not is_own)

    def open(self) -> None:
        """Open the menu under its button."""
        self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def set_history(self, history: History, *, can_undo: bool) -> None:
        """List the steps, the newest first, with the one on screen marked."""
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(history.index + 1 < len(history.states))
        self.steps.clear()
        names = step_names(history)
        for index in reversed(range(len(names))):
            action = self.steps.addAction(names[index].replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(index == history.index)
            action.triggered.connect(partial(self._on_step, index))

    def _on_step(self, index: int) -> None:
        self.state_requested.emit(index)

    def _add_attention(self) -> dict[str, QAction]:
        self.menu.addSeparator()
        self.without_attention = self.menu.addAction(self.tr("This model has no attention to change"))
        self.without_attention.setEnabled(False)
        tips = {
            "": self.tr("The weights that the model computes"),
            "uniform": self.tr("Every source position gets the same weight"),
            "shuffled": self.tr("The weights of each step are dealt out to other positions by chance"),
            "hard": self.tr("The position with the largest weight gets all of it"),
            "shifted": self.tr("Every weight moves one position to the right"),
        }
        group = QActionGroup(self.menu)
        actions = {}
        for attention in ATTENTIONS:
            action = self._choice(self.menu, group, attention_name(attention), tips[attention])
            action.triggered.connect(partial(self._on_attention, attention))
            actions[attention] = action
        return actions

    def _add_temperature(self) -> dict[float, QAction]:
        menu = self.menu.addMenu(self.tr("Te&mperature of the attention"))
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        tips = {1.0: self.tr("The model's own")}
        actions = {}
        for temperature in TEMPERATURES:
            tip = self.tr("Sharper") if temperature < 1 else self.tr("Flatter")
            action = self._choice(menu, group, f"{temperature:g}", tips.get(temperature, tip))
            action.triggered.connect(partial(self._on_temperature, temperature))
            actions[temperature] = action
        self.menu.addSeparator()
        return actions

    def _on_attention(self, attention: str) -> None:
        self.attention_requested.emit(attention)

    def _on_temperature(self, temperature: float) -> None:
        self.temperature_requested.emit(temperature)

    @staticmethod
    def _choice(menu: QMenu, group: QActionGroup, text: str, tip: str) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setToolTip(tip)
        group.addAction(action)
        return action

    def _set_up(self) -> None:
        self.button.setText(self.tr("What-if"))
        self.button.setToolTip(self.tr("Change something in the model, and see what comes of it"))
        self.button.setAutoRaise(True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(self.menu)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.undo.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.undo.setMenu(self.steps)
        self.undo.clicked.connect(self.undo_requested)
        self.redo.clicked.connect(self.redo_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for button in (self.button, self.undo, self.redo):
            layout.addWidget(button)
