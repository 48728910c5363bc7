"""The dialog that exports what is on screen: which view, how much of it, which files, where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from engine.exports.states import StateNumbers
from engine.probes import Importance
from engine.trace import DecodingTrace, Hypothesis
from explorer.dialogs.export_formats import ExportFormats
from explorer.dialogs.export_preview import ExportPreview
from explorer.dialogs.frame import roomy, set_frame
from explorer.export_choice import (
    ALIGNMENT,
    IMPORTANCE,
    NO_ALIGNMENT,
    NUMBERS,
    STATES,
    SUFFIXES,
    ExportChoice,
)
from explorer.plots.pictures import Drawing, Picture, pixel_size
from explorer.theme import text_scale
from explorer.typed_path import is_there
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.path_line import FolderLine
from explorer.widgets.upright_area import UprightArea

SIZE = QSize(880, 560)  # beside the smallest text
FORM_WIDTH = 420
MOST_FORM = 1.5  # times that width: the rest goes on in more lines


@dataclass(frozen=True)
class ViewSource:
    """A view on screen. stem: a name for its files; draw: all of it (True) or what is seen of it (False).

    numbers_of: as in a TraceView; importance: where it is of that, and found.
    """

    title: str
    stem: str
    draw: Callable[[bool], Drawing]
    trace: DecodingTrace
    hypothesis: Hypothesis
    numbers_of: str = ALIGNMENT
    importance: Importance | None = None

    @property
    def numbers(self) -> tuple[str, ...]:
        """The kinds of numbers that can be had of it."""
        if self.numbers_of == STATES or self.importance is not None:
            return NO_ALIGNMENT
        if self.numbers_of == IMPORTANCE:
            return ()
        return NUMBERS if self.trace.weights is not None else ()

    def suffixes(self, name: str) -> list[str]:
        """The endings of the files of one kind of numbers or pictures."""
        if name != "npy" or self.numbers_of != STATES:
            return [SUFFIXES[name]]
        tables = StateNumbers(self.trace, self.hypothesis).tables()
        return [f".{table.name}{SUFFIXES[name]}" for table in tables]


@dataclass(frozen=True)
class ViewExport:
    """What a person asked for. stem: the name of every file, without its ending."""

    source: ViewSource
    whole: bool
    choice: ExportChoice
    folder: Path
    stem: str

    def paths(self) -> list[Path]:
        """The files that will be written."""
        names = (*self.choice.pictures, *self.choice.numbers)
        return [self.folder / (self.stem + suffix) for name in names for suffix in self.source.suffixes(name)]


class ExportViewDialog(QDialog):
    """Asks, and shows what a picture will look like; `export_requested` is answered by one of show_*."""

    export_requested = Signal(ViewExport)
    folder_open_requested = Signal(Path)

    def __init__(
        self,
        sources: Sequence[ViewSource],
        choice: ExportChoice,
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        """sources: at least one."""
        super().__init__(parent)
        self._sources = sources
        self.bar = NotificationBar()
        self.view = QComboBox()
        self.whole, self.seen = QRadioButton(self.tr("All of it")), QRadioButton(self.tr("What is seen"))
        self.formats = ExportFormats(choice)
        self.formats_note, self.files_note = FieldNote(), FieldNote()
        self.folder, self.name = FolderLine(self.tr("Folder")), QLineEdit()
        self.preview = ExportPreview()
        self.export, self.close_button = QPushButton(self.tr("Export")), QPushButton(self.tr("Close"))
        self.setWindowTitle(self.tr("Export a view"))
        self.resize(roomy(self, SIZE))
        self.folder.set_path(folder)
        self._prepare()
        self._lay_out()
        self._connect()
        self._on_view()

    def asked_for(self) -> ViewExport:
        """The export that the dialog describes."""
        source = self._sources[self.view.currentIndex()]
        stem = self.name.text().strip()
        return ViewExport(source, self.whole.isChecked(), self.formats.choice(), self.folder.path(), stem)

    def show_written(self, files: Sequence[Path]) -> None:
        """Say which files were written."""
        words = self.tr("Files written to {folder}: {count:,}.")
        words = words.format(folder=files[0].parent, count=len(files))
        self.bar.show_message(words, self.tr("Open the folder"))
        self._check()

    # ---- what happens in it

    def _on_view(self) -> None:
        source = self._sources[self.view.currentIndex()]
        self.formats.set_offered(source.numbers)
        if not self.name.isModified():
            self.name.setText(source.stem)
        self._on_part()

    def _on_part(self) -> None:
        self.preview.set_drawing(self.asked_for().source.draw(self.whole.isChecked()))
        self._check()

    def _check(self) -> None:
        """Say what will be written, or what is missing."""
        wanted = self.asked_for()
        self._tell_size(wanted)
        problem = self._problem(wanted)
        self.export.setEnabled(not problem)
        if problem:
            self.files_note.warn(problem)
            return
        words = self.tr("Endings: {endings}.").format(endings=_endings(wanted, wanted.paths()))
        there = [path for path in wanted.paths() if is_there(path)]
        if there:
            words += " " + self.tr("Will be replaced: {endings}.").format(endings=_endings(wanted, there))
        self.files_note.say(words)

    def _problem(self, wanted: ViewExport) -> str:
        if not wanted.choice.formats:
            return self.tr("Tick at least one kind of file.")
        if not wanted.stem.strip(".") or Path(wanted.stem).name != wanted.stem:
            return self.tr("Give the files a name, without the signs that part folders.")
        if not wanted.folder.is_absolute():
            return self.tr("Name the folder with its whole path.")
        return ""

    def _tell_size(self, wanted: ViewExport) -> None:
        words = ""
        if "png" in wanted.choice.formats and self.preview.drawing is not None:
            size = pixel_size(Picture(self.preview.drawing, "", ""), wanted.choice.dpi)
            words = self.tr("The PNG has {width:,} × {height:,} pixels.").format(
                width=size.width(), height=size.height()
            )
        self.formats_note.say(f"{words} {self._numbers_in_words(wanted.source)}".strip())

    def _numbers_in_words(self, source: ViewSource) -> str:
        """What the numbers are of, whatever the picture shows."""
        if source.numbers_of == STATES:
            return self.tr("Numbers: annotations, states and gates of every token, unit by unit.")
        if source.importance is not None:
            text = self.tr("Numbers: the importance ({method}) of source tokens for target tokens.")
            return text.format(method=source.importance.method)
        if source.numbers_of == IMPORTANCE:
            return self.tr("The importance is not worked out yet, so there are no numbers.")
        if source.numbers:
            return self.tr("Numbers: the weights of the alignment, token by token.")
        return self.tr("This model has no attention, so there are no numbers.")

    # ---- set-up

    def _prepare(self) -> None:
        self.view.addItems([source.title for source in self._sources])
        self.view.setAccessibleName(self.tr("View"))
        self.name.setAccessibleName(self.tr("Name"))
        self.whole.setChecked(True)
        self.whole.setToolTip(self.tr("Every token, also where the window shows less"))
        self._parts = QButtonGroup(self)
        for button in (self.whole, self.seen):
            self._parts.addButton(button)

    def _connect(self) -> None:
        self.view.currentIndexChanged.connect(self._on_view)
        self._parts.buttonToggled.connect(lambda _, is_on: self._on_part() if is_on else None)
        self.formats.choice_changed.connect(self._check)
        self.folder.path_changed.connect(self._check)
        self.name.textChanged.connect(self._check)
        self.export.clicked.connect(self._export)
        self.close_button.clicked.connect(self.reject)
        self.bar.action_requested.connect(lambda: self.folder_open_requested.emit(self.folder.path()))

    def _export(self) -> None:
        self.bar.hide()
        self.export_requested.emit(self.asked_for())

    def _lay_out(self) -> None:
        part = QHBoxLayout()
        part.setSpacing(16)
        part.addWidget(self.whole)
        part.addWidget(self.seen)
        part.addStretch(1)
        form = QVBoxLayout()
        form.setSpacing(8)
        fields = (
            (self.tr("&View"), self.view),
            (self.tr("Part"), part),
            (self.tr("Files"), self.formats),
            ("", self.formats_note),
            (self.tr("&Folder"), self.folder),
            (self.tr("&Name"), self.name),
        )
        for words, field in fields:
            _add_field(form, words, field)
        form.addStretch(1)
        form.setContentsMargins(0, 0, 0, 0)
        holder = QWidget()
        holder.setLayout(form)
        area = UprightArea(holder)
        scale = text_scale(self.font())
        area.setMinimumWidth(round(FORM_WIDTH * min(scale, MOST_FORM)))
        page = QWidget()
        halves = QHBoxLayout()
        halves.setSpacing(24)
        halves.addWidget(area, 1)
        halves.addWidget(self.preview, 1)
        column = QVBoxLayout(page)  # what will be written is never scrolled out of sight
        column.setContentsMargins(24, 16, 24, 0)
        column.addLayout(halves, 1)
        column.addWidget(self.files_note)
        set_frame(self, self.bar, page, (self.close_button, self.export))


def _endings(wanted: ViewExport, paths: Sequence[Path]) -> str:
    return ", ".join(path.name.removeprefix(wanted.stem) for path in paths)


def _add_field(form: QVBoxLayout, words: str, field: QWidget | QHBoxLayout) -> None:
    """A name above a field; a note has none."""
    if words:
        label = QLabel(words)
        label.setProperty("rank", "second")
        form.addSpacing(8)
        form.addWidget(label)
        if isinstance(field, QWidget):
            label.setBuddy(field)
    if isinstance(field, QWidget):
        form.addWidget(field)
    else:
        form.addLayout(field)
