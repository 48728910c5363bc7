"""Finds files in the folders of another machine: names only, a folder at a time."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError
from explorer.dialogs.frame import set_frame
from explorer.widgets.notification_bar import NotificationBar

MOST_FILES = 2  # source and target
WIDTH, HEIGHT = 560, 480


class FarFilesDialog(QDialog):
    """Asks for a folder's names with `folder_requested`; `show_folder` or `show_error` answers."""

    folder_requested = Signal(str)
    files_chosen = Signal(tuple)  # of str

    def __init__(self, machine: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = ""
        self.bar = NotificationBar()
        self.place, self.names = QLineEdit(), QListWidget()
        self.up = QPushButton(self.tr("Up"))
        self.cancel, self.choose = QPushButton(self.tr("Cancel")), QPushButton(self.tr("Choose"))
        self.setWindowTitle(self.tr("Corpus files on {machine}").format(machine=machine))
        self._prepare()
        self._check()

    def open_at(self, folder: str) -> None:
        """Show the dialog with what is in this folder; the home folder there where it is empty."""
        self.show()
        self.folder_requested.emit(folder)

    def show_folder(self, folder: str, folders: Sequence[str], files: Sequence[str]) -> None:
        """What is in a folder."""
        self.bar.hide()
        self._folder = folder
        self.place.setText(folder)
        self.names.clear()
        self.names.addItems([f"{name}/" for name in folders])
        self.names.addItems(list(files))
        self._check()

    def show_error(self, error: EngineError) -> None:
        """Why a folder cannot be shown; the one before stays."""
        self.bar.show_error(error)

    def _chosen(self) -> list[str]:
        return [item.text() for item in self.names.selectedItems()]

    def _check(self) -> None:
        chosen = self._chosen()
        is_good = 1 <= len(chosen) <= MOST_FILES and not any(name.endswith("/") for name in chosen)
        self.choose.setEnabled(is_good)

    def _open(self, item: QListWidgetItem) -> None:
        if item.text().endswith("/"):
            self.folder_requested.emit(str(PurePosixPath(self._folder, item.text())))
        else:
            self._choose()

    def _choose(self) -> None:
        self.files_chosen.emit(tuple(str(PurePosixPath(self._folder, name)) for name in self._chosen()))
        self.accept()

    def _prepare(self) -> None:
        self.place.setAccessibleName(self.tr("Folder there"))
        self.names.setAccessibleName(self.tr("Folders and files there"))
        self.names.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.names.itemSelectionChanged.connect(self._check)
        self.names.itemActivated.connect(self._open)
        self.place.returnPressed.connect(lambda: self.folder_requested.emit(self.place.text()))
        self.up.clicked.connect(lambda: self.folder_requested.emit(str(PurePosixPath(self._folder).parent)))
        self.cancel.clicked.connect(self.reject)
        self.choose.clicked.connect(self._choose)
        for button in (self.up, self.cancel, self.choose):
            button.setAutoDefault(False)  # Return in the line of the folder goes there
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.place, 1)
        head.addWidget(self.up)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(24, 16, 24, 8)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.names, 1)
        set_frame(self, self.bar, page, (self.cancel, self.choose))
        self.choose.setDefault(False)
        self.resize(WIDTH, HEIGHT)
