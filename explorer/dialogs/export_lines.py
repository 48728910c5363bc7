"""The dialog that exports many sentences at once: of which file, into what, where, how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError
from explorer.dialogs.export_formats import ExportFormats
from explorer.dialogs.frame import roomy, set_frame
from explorer.export_choice import ExportChoice
from explorer.typed_path import is_file
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.path_line import FileLine, FolderLine
from explorer.widgets.upright_area import UprightArea

SIZE = QSize(560, 440)  # beside the smallest text
KINDS = "Sentences, one a line (*.txt *.en *.fr *.src *.gz *.xz);;All files (*)"


@dataclass(frozen=True)
class LinesExport:
    """What a person asked for: a file with a sentence a line, and what is to be made of each."""

    file: Path
    choice: ExportChoice
    folder: Path


class ExportLinesDialog(QDialog):
    """Asks, and shows how far the work is. `export_requested` is answered by show_progress and a last show_*.

    `stop_requested` when a person has had enough; what is written by then stays.
    """

    export_requested = Signal(LinesExport)
    stop_requested = Signal()
    folder_open_requested = Signal(Path)

    def __init__(self, choice: ExportChoice, folder: Path, how: str, parent: QWidget | None = None) -> None:
        """how: the model and the settings with which every sentence will be translated, in words."""
        super().__init__(parent)
        self.bar = NotificationBar()
        self.file = FileLine(self.tr("File with a sentence on each line"))
        self.formats = ExportFormats(choice)
        self.folder, self.note = FolderLine(self.tr("Folder")), FieldNote()
        self.progress, self.count = QProgressBar(), QLabel()
        self.export, self.stop = QPushButton(self.tr("Export")), QPushButton(self.tr("Close"))
        self._is_running = False
        self.setWindowTitle(self.tr("Export many sentences"))
        self.resize(roomy(self, SIZE))
        self.folder.set_path(folder)
        self._prepare()
        self._lay_out(how)
        self._connect()
        self._check()

    def asked_for(self) -> LinesExport:
        """The export that the dialog describes."""
        return LinesExport(self.file.path(), self.formats.choice(), self.folder.path())

    def set_file(self, file: Path) -> None:
        """Name the file with the sentences."""
        self.file.set_path(file)

    def show_progress(self, done: int, lines: int) -> None:
        """So many lines of all are done."""
        self.progress.setRange(0, lines)
        self.progress.setValue(done)
        words = self.tr("{done:,} of {lines:,}").format(done=done, lines=lines) if lines else ""
        self.count.setText(words)
        self.progress.setAccessibleDescription(words)

    def show_end(self, files: int) -> None:
        """Say how many files were written."""
        self._set_running(is_running=False)
        words = self.tr("Files written to {folder}: {count:,}.")
        words = words.format(count=files, folder=self.folder.path())
        self.bar.show_message(words, self.tr("Open the folder"))

    def show_error(self, error: EngineError) -> None:
        """Say what went wrong; the files so far stay."""
        self._set_running(is_running=False)
        self.bar.show_error(error)

    def reject(self) -> None:
        """Closing ends the work first."""
        if self._is_running:
            self.stop_requested.emit()
        else:
            super().reject()

    # ---- what happens in it

    def _export(self) -> None:
        self.bar.hide()
        self.show_progress(0, 0)  # how many lines there are is not known yet
        self._set_running(is_running=True)
        self.export_requested.emit(self.asked_for())

    def _set_running(self, *, is_running: bool) -> None:
        self._is_running = is_running
        self.progress.setVisible(is_running)
        self.count.setVisible(is_running)
        for widget in self._fields():
            widget.setEnabled(not is_running)
        self.stop.setText(self.tr("Stop") if is_running else self.tr("Close"))
        self._check()

    def _check(self) -> None:
        wanted = self.asked_for()
        problem = ""
        if self.file.is_empty():
            problem = self.tr("Choose a file that has a sentence on each line.")
        elif not is_file(wanted.file):
            problem = self.tr("There is no file {file}.").format(file=wanted.file)
        elif not wanted.choice.formats:
            problem = self.tr("Tick at least one kind of file.")
        elif not wanted.folder.is_absolute():
            problem = self.tr("Name the folder with its whole path.")
        self.note.warn(problem)
        self.export.setEnabled(not problem and not self._is_running)

    # ---- set-up

    def _fields(self) -> Sequence[QWidget]:
        return (self.file, self.formats, self.folder)

    def _prepare(self) -> None:
        self.file.kinds = KINDS
        self.progress.setTextVisible(False)
        self.progress.setVisible(False)
        self.count.setVisible(False)
        self.progress.setAccessibleName(self.tr("Lines done"))

    def _connect(self) -> None:
        self.file.path_changed.connect(self._check)
        self.formats.choice_changed.connect(self._check)
        self.folder.path_changed.connect(self._check)
        self.export.clicked.connect(self._export)
        self.stop.clicked.connect(self.reject)
        self.bar.action_requested.connect(lambda: self.folder_open_requested.emit(self.folder.path()))

    def _lay_out(self, how: str) -> None:
        words = QLabel(how)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setProperty("rank", "second")
        words.setWordWrap(True)
        page = QWidget()
        form = QVBoxLayout(page)
        form.setContentsMargins(24, 16, 24, 8)
        form.setSpacing(8)
        form.addWidget(QLabel(self.tr("A file with a sentence on each line")))
        form.addWidget(self.file)
        form.addWidget(words)
        form.addSpacing(8)
        form.addWidget(self.formats)
        form.addSpacing(8)
        form.addWidget(QLabel(self.tr("Folder")))
        form.addWidget(self.folder)
        form.addWidget(self.note)
        form.addStretch(1)
        how_far = QHBoxLayout()
        how_far.setContentsMargins(24, 0, 24, 0)
        how_far.setSpacing(8)
        how_far.addWidget(self.progress, 1)
        how_far.addWidget(self.count)
        fields = QWidget()
        column = QVBoxLayout(fields)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(UprightArea(page), 1)
        column.addLayout(how_far)
        set_frame(self, self.bar, fields, (self.stop, self.export))
