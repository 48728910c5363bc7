"""The command palette: type words of an action, Enter does it; Escape or a click elsewhere closes it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeWidgetItem, QVBoxLayout, QWidget

from explorer.dialogs.words_tree import WordsTree
from explorer.keys import has_words, keys_in_words

LETTERS_WIDE, LINES_HIGH = 64, 18
FROM_TOP = 48  # pixels under the window's upper edge
LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
PASSING = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)  # the focus comes back
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CommandPalette(QWidget):
    """A list of actions over the window. What cannot be done just now is grey and is not done.

    It lies over the whole window, unseen around its panel, so that a click beside the panel closes it.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions: tuple[tuple[str, QAction], ...] = ()
        self._before: QWidget | None = None  # what had the focus
        self.panel, self.search = QFrame(self), QLineEdit()
        self.table = WordsTree(
            self.tr("Actions"), self.tr("No action has these words. Take one away to see more.")
        )
        self._prepare()
        layout = QVBoxLayout(self.panel)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.table.nothing)
        layout.addWidget(self.table, 1)
        self.hide()
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        window.installEventFilter(self)
        self.table.itemClicked.connect(self._trigger)

    def open(self, actions: Sequence[tuple[str, QAction]]) -> None:
        """Show these actions, each with the words that name it, in the upper middle of the window."""
        self._actions = tuple(actions)
        if self.isHidden():
            self._before = self.window().focusWidget()
        self.search.clear()
        self._fill()
        self._place()
        self.show()
        self.raise_()
        self.search.setFocus()

    def leave(self) -> None:
        """Close, and give the focus back to what had it."""
        self.hide()
        if self._before in self.window().findChildren(QWidget):  # it may have gone since
            self._before.setFocus()

    def shown(self) -> list[str]:
        """The names of the actions in the list now."""
        return [self.table.topLevelItem(row).text(0) for row in range(self.table.topLevelItemCount())]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.panel.geometry().contains(event.position().toPoint()):
            self.leave()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size; take the keys that are not letters, and see the focus go elsewhere."""
        if watched is not self.search:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
            return False
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            self.setVisible(event.reason() in PASSING)
        return event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._take(event)

    def _take(self, event: QKeyEvent) -> bool:
        """Do what a key does to the list; False for those that belong to the typed text."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in ENTER:
            self._trigger()
        elif event.key() in LIST_KEYS:
            self.table.event(event)
        else:
            return False
        return True

    def _place(self) -> None:
        letters, room = self.fontMetrics(), self.parentWidget().size()
        width = min(letters.averageCharWidth() * LETTERS_WIDE, room.width() - 32)
        height = min(letters.height() * LINES_HIGH, room.height() - 2 * FROM_TOP)
        self.resize(room)
        self.panel.setGeometry((room.width() - width) // 2, FROM_TOP, width, height)

    def _fill(self) -> None:
        """List the actions that have the words; the first that can be done is chosen."""
        self.table.clear()
        for index, (name, action) in enumerate(self._actions):
            keys = keys_in_words(action.shortcuts())
            if has_words(f"{name} {keys}", self.search.text()):
                row = QTreeWidgetItem(self.table, [name, keys])
                row.setData(0, Qt.ItemDataRole.UserRole, index)
                row.setDisabled(not action.isEnabled())
                if self.table.currentItem() is None and action.isEnabled():
                    self.table.setCurrentItem(row)
        self.table.nothing.setVisible(self.table.topLevelItemCount() == 0)

    def _trigger(self) -> None:
        """Close, then do the chosen action: it may open something of its own."""
        row = self.table.currentItem()
        if row is None or row.isDisabled():
            return
        _, action = self._actions[row.data(0, Qt.ItemDataRole.UserRole)]
        self.leave()
        action.trigger()

    def _prepare(self) -> None:
        self.setAccessibleName(self.tr("Command palette"))
        self.panel.setObjectName("palette")
        self.search.setPlaceholderText(self.tr("Type what you want to do"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.table.setHeaderHidden(True)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
