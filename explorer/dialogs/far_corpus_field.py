"""The field for corpus files on another machine: their paths there, typed or found in its folders."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget


class FarCorpusField(QWidget):
    """A file with both sides, or a source and a target file. The paths mean nothing on this machine."""

    files_changed = Signal()  # when a path has been typed to its end, or chosen
    browse_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source, self.target = QLineEdit(), QLineEdit()
        self.browse = QPushButton(self.tr("Browse there …"))
        self.source.setPlaceholderText(self.tr("Source file there, or one with source, tab, target"))
        self.target.setPlaceholderText(self.tr("Target file there, if it is another one"))
        for edit in (self.source, self.target):
            edit.setAccessibleName(edit.placeholderText())
            edit.editingFinished.connect(self.files_changed)
        self.browse.clicked.connect(self.browse_requested)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.source, 1)
        first.addWidget(self.browse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(first)
        layout.addWidget(self.target)
        self.setFocusProxy(self.source)

    def files(self) -> tuple[str, ...]:
        """The paths there, source before target."""
        typed = (self.source.text().strip(), self.target.text().strip())
        return tuple(path for path in typed if path)

    def set_files(self, files: Sequence[str]) -> None:
        """Show these."""
        paths = [*files, "", ""]
        self.source.setText(paths[0])
        self.target.setText(paths[1])
        self.files_changed.emit()
