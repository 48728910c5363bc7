"""What is changed in the picture, one button a change: pressing it takes the change away."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from explorer.views.what_if_words import Change

SHOWN = 2  # the others stand in a menu, so that one line holds all
WIDEST = 168  # pixels of text


class ChangeChips(QWidget):
    """The changes in their order. `removal_requested` with the index of one; `all_removal_requested`."""

    removal_requested = Signal(int)
    all_removal_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu(self)
        self.chips = tuple(QToolButton() for _ in range(SHOWN))
        self.more = QToolButton()
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self.menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for index, button in enumerate((*self.chips, self.more)):
            button.setProperty("chip", True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            layout.addWidget(button)
            if button is not self.more:
                button.clicked.connect(partial(self._remove, index))

    def set_changes(self, changes: Sequence[Change]) -> None:
        """Show these; without any nothing is there."""
        self.setVisible(bool(changes))
        metrics = self.fontMetrics()
        for index, chip in enumerate(self.chips):
            chip.setVisible(index < len(changes))
            if index < len(changes):
                text = changes[index].text
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, WIDEST)
                chip.setText(f"{shown.replace('&', '&&')}  ×")
                chip.setToolTip(self.tr("Changed: {change}. Press to take it away.").format(change=text))
                chip.setAccessibleName(self.tr("Take away: {change}").format(change=text))
        self._fill_menu(changes)

    def _fill_menu(self, changes: Sequence[Change]) -> None:
        self.menu.clear()
        self.more.setVisible(len(changes) > 1)
        for index, change in enumerate(changes):
            words = self.tr("Take away: {change}").format(change=change.text)
            action = self.menu.addAction(words.replace("&", "&&"))
            action.triggered.connect(partial(self._remove, index))
        self.menu.addSeparator()
        self.menu.addAction(self.tr("Take all away")).triggered.connect(self.all_removal_requested)
        hidden = len(changes) - SHOWN
        self.more.setText(self.tr("+{count} more").format(count=hidden) if hidden > 0 else self.tr("All"))
        words = "; ".join(change.text for change in changes)
        self.more.setToolTip(self.tr("All that is changed: {changes}").format(changes=words))
        self.more.setAccessibleName(self.more.toolTip())

    def _remove(self, index: int) -> None:
        self.removal_requested.emit(index)
