"""The field for corpus files: drop them on it, or browse; one TSV file, or a source and a target file."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QWidget

KINDS = "Corpora (*.tsv *.txt *.gz *.xz *.en *.fr *.de *.es *.src *.tgt);;All files (*)"
RADIUS = 4.0


class CorpusField(QWidget):
    """Shows the names of the files in the order source, target; two can be exchanged."""

    files_changed = Signal(tuple)  # of Path

    def __init__(self, invitation: str = "", parent: QWidget | None = None) -> None:
        """invitation: what is said while there are no files; empty for what files can be."""
        super().__init__(parent)
        self._invitation = invitation or self.tr(
            "Drop a file with source, tab, target on each line here, or a source and a target file."
        )
        self._files: tuple[Path, ...] = ()
        self._is_aimed_at = False
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.swap, self.browse = QPushButton(self.tr("Exchange")), QPushButton(self.tr("Browse …"))
        self.clear = QPushButton(self.tr("Clear"))
        self.swap.setToolTip(self.tr("Make the source the target"))
        self.swap.clicked.connect(lambda: self.set_files(self._files[::-1]))
        self.browse.clicked.connect(self._browse)
        self.clear.setToolTip(self.tr("Take the files out"))
        self.clear.clicked.connect(lambda: self.set_files([]))
        self.setAcceptDrops(True)
        self.setMinimumHeight(56)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.clear)
        layout.addWidget(self.swap)
        layout.addWidget(self.browse)
        self._write()

    def files(self) -> tuple[Path, ...]:
        """The files, source before target."""
        return self._files

    def set_files(self, files: Sequence[Path]) -> None:
        """Show these files."""
        self._files = tuple(files)
        self._write()
        self.files_changed.emit(self._files)

    def _write(self) -> None:
        self.swap.setVisible(len(self._files) == 2)
        self.clear.setVisible(bool(self._files))
        if not self._files:
            self._text.setText(self._invitation)
        elif len(self._files) == 2:
            names = [file.name for file in self._files]
            self._text.setText(self.tr("Source: {0}\nTarget: {1}").format(*names))
        else:
            self._text.setText("\n".join(file.name for file in self._files))
        self.setToolTip("\n".join(str(file) for file in self._files))

    def _browse(self) -> None:
        begin = str(self._files[0].parent) if self._files else ""
        chosen, _ = QFileDialog.getOpenFileNames(self, self.tr("Corpus files"), begin, KINDS)
        if chosen:
            self.set_files([Path(file) for file in chosen])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and all(url.isLocalFile() for url in event.mimeData().urls()):
            self._is_aimed_at = True
            self.update()
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._is_aimed_at = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._is_aimed_at = False
        event.acceptProposedAction()
        self.set_files([Path(url.toLocalFile()) for url in event.mimeData().urls()])
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        role = QPalette.ColorRole.Accent if self._is_aimed_at else QPalette.ColorRole.PlaceholderText
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(role), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
