"""The action that copies the text of a widget: by its key while the widget has the focus, and in its menu."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget


class CopyAction(QAction):
    """Copies what `text` says; an empty text leaves the clipboard as it is."""

    def __init__(self, widget: QWidget, text: Callable[[], str]) -> None:
        super().__init__(QCoreApplication.translate("CopyAction", "&Copy this translation"), widget)
        self._copied = text
        self.setShortcut(QKeySequence.StandardKey.Copy)
        self.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.triggered.connect(self._copy)
        widget.addAction(self)
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _copy(self) -> None:
        if self._copied():
            QGuiApplication.clipboard().setText(self._copied())
