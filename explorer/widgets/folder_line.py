"""A line for a folder, with a button that lets a person choose one."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget

from explorer.typed_path import typed_path


class FolderLine(QWidget):
    """`folder_changed` at every letter typed, and when another folder is chosen."""

    folder_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.edit, self.browse = QLineEdit(), QPushButton(self.tr("Browse…"))
        self.edit.setAccessibleName(name)
        self.edit.textChanged.connect(self.folder_changed)
        self.browse.clicked.connect(self._browse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.browse)
        self.setFocusProxy(self.edit)

    def folder(self) -> Path:
        """The folder; ~ at its begin is the home folder."""
        return typed_path(self.edit.text())

    def set_folder(self, folder: Path) -> None:
        """Show this folder."""
        self.edit.setText(str(folder))

    def _browse(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self._name, str(self.folder()))
        if chosen:
            self.edit.setText(chosen)
