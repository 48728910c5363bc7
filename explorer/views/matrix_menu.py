"""The menu of a matrix: how it is drawn, and copying it. It opens from the corner and from a right click."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.plots.colour_map import CIVIDIS, GREY, VIRIDIS
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.weight_scale import LINEAR, LOGARITHM, ROOT
from explorer.views.matrix_choice import THRESHOLDS, MatrixChoice


class MatrixMenu(QMenu):
    """Holds what was chosen; `choice_changed` where a person chooses otherwise."""

    choice_changed = Signal()
    copy_picture_requested = Signal()
    copy_numbers_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)
        self.end = self._switch(
            self.tr("Hide &end of sentence"), self.tr("Leave out its row and its column, and tell its weight")
        )
        self.transposed = self._switch(
            self.tr("&Transposed"),
            self.tr("Source down the left and target on top, unlike in the paper"),
        )
        self.slanted = self._switch(
            self.tr("S&lanted labels"),
            self.tr("The labels on top lean to the right; easier to read, less of them"),
        )
        self.addSeparator()
        self._add_style()
        self.addSeparator()
        self.copy_picture = self.addAction(self.tr("Copy &picture"))
        self.copy_picture.triggered.connect(self.copy_picture_requested)
        self.copy_numbers = self.addAction(self.tr("Copy &numbers"))
        self.copy_numbers.setToolTip(self.tr("A table of tokens and weights, for a spreadsheet"))
        self.copy_numbers.triggered.connect(self.copy_numbers_requested)

    def choice(self) -> MatrixChoice:
        """What is chosen now."""
        style = MatrixStyle(
            self.colours.checkedAction().data(),
            self.scale.checkedAction().data(),
            self.threshold.checkedAction().data(),
            self.transposed.isChecked(),
            self.slanted.isChecked(),
        )
        return MatrixChoice(hides_end=self.end.isChecked(), style=style)

    def set_choice(self, choice: MatrixChoice) -> None:
        """Take a choice that was made elsewhere, or earlier."""
        for action, is_on in (
            (self.end, choice.hides_end),
            (self.transposed, choice.style.is_transposed),
            (self.slanted, choice.style.is_slanted),
        ):
            action.setChecked(is_on)
        for group, value in (
            (self.colours, choice.style.colours),
            (self.scale, choice.style.scale),
            (self.threshold, choice.style.threshold),
        ):
            next(action for action in group.actions() if action.data() == value).setChecked(True)

    def _add_style(self) -> None:
        colours = {GREY: self.tr("&Black to white"), CIVIDIS: "&Cividis", VIRIDIS: "&Viridis"}
        scales = {
            LINEAR: self.tr("&Linear"),
            ROOT: self.tr("&Square root"),
            LOGARITHM: self.tr("L&ogarithmic"),
        }
        thresholds = {least: f"{least:g}" for least in THRESHOLDS} | {0.0: self.tr("Nothing hidden")}
        self.colours = self._options(self.tr("&Colours"), colours)
        self.scale = self._options(self.tr("&Scale"), scales)
        self.threshold = self._options(self.tr("&Hide weights below"), thresholds)

    def _switch(self, text: str, tip: str) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        action.setToolTip(tip)
        action.triggered.connect(self.choice_changed)
        return action

    def _options(self, title: str, texts: Mapping[Any, str]) -> QActionGroup:
        """A submenu in which one value is chosen; the first is chosen at first."""
        menu, group = self.addMenu(title), QActionGroup(self)
        for value, text in texts.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(not group.actions())
            action.setData(value)
            group.addAction(action)
        group.triggered.connect(self.choice_changed)
        return group


class PictureButton(QToolButton):
    """Opens the menu of a picture; small enough for the corner between its labels."""

    def __init__(self, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Picture"))
        self.setToolTip(self.tr("How the matrix is drawn"))
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(menu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
