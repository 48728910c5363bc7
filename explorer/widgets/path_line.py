"""A line for a folder or a file, with a button that lets a person choose one."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from explorer.typed_path import typed_path


class PathLine(QWidget):
    """`path_changed` at every letter typed, and when another one is chosen."""

    path_changed = Signal()

    def __init__(self, name: str, hint: str = "", parent: QWidget | None = None) -> None:
        """name: what it is, also over the question for it. hint: seen while nothing is typed."""
        super().__init__(parent)
        self.name = name
        self.edit, self.browse = QLineEdit(), QPushButton(self.tr("Browse …"))
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(hint)
        self.edit.textChanged.connect(self.path_changed)
        self.browse.clicked.connect(self._browse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.browse)
        self.setFocusProxy(self.edit)

    def path(self) -> Path:
        """The path; ~ at its begin is the home folder."""
        return typed_path(self.edit.text())

    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self.edit.text().strip()

    def set_path(self, path: Path) -> None:
        """Show this one."""
        self.edit.setText(str(path))

    def ask(self) -> str:
        """Let a person choose; empty where none was chosen."""
        raise NotImplementedError

    def _browse(self) -> None:
        if chosen := self.ask():
            self.edit.setText(chosen)


class FolderLine(PathLine):
    """For a folder."""

    def ask(self) -> str:
        """Let a person choose a folder; empty where none was chosen."""
        return QFileDialog.getExistingDirectory(self, self.name, str(self.path()))


class FileLine(PathLine):
    """For a file that is there. kinds: what the question offers, as Qt's file dialogs take it."""

    kinds = ""

    def ask(self) -> str:
        """Let a person choose a file; empty where none was chosen."""
        return QFileDialog.getOpenFileName(self, self.name, self.edit.text(), self.kinds)[0]
