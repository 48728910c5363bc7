"""The form of a new run: corpus, preset, folder and length, each checked where it is filled in."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.corpora.report import ImportReport
from engine.errors import EngineError
from engine.presets import PRESETS
from explorer.dialogs.corpus_field import CorpusField
from explorer.dialogs.frame import set_frame
from explorer.dialogs.machine_field import MachineField
from explorer.dialogs.new_run_checks import corpus_problem, folder_problem, free_folder
from explorer.dialogs.new_run_estimate import MemoryNote
from explorer.services.run_snapshot import NewRun
from explorer.typed_path import typed_path
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.number_box import NumberBox

FIRST_PRESET = "rnnsearch-minute"
KINDS = {
    "rnnsearch": "A model with attention: it looks at the source again for every word.",
    "rnnencdec": "A model without attention: one vector stands for the whole source.",
}
MOST_UPDATES = 100_000_000
WIDTH = 640
MOST_OF_SCREEN = 0.9


class NewRunDialog(QDialog):
    """Asks; the run is started by whoever hears `run_requested`, and the form stays until it has begun."""

    run_requested = Signal(NewRun)
    corpus_check_requested = Signal(tuple)  # of Path; `show_report` or `show_corpus_error` answers

    def __init__(self, home: Path, parent: QWidget | None = None) -> None:
        """home: the folder in which runs are kept unless another one is chosen."""
        super().__init__(parent)
        self._home = home
        self._corpus_is_bad = False
        self._pairs = 0  # of the corpus; 0 where it has not been read
        self.bar = NotificationBar()
        self.corpus, self.corpus_note = CorpusField(), FieldNote()
        self.preset, self.preset_note = QComboBox(), FieldNote()
        self.memory_note = MemoryNote()
        self.folder, self.folder_note = QLineEdit(), FieldNote()
        self.updates, self.updates_note = NumberBox(self.tr("Updates")), FieldNote()
        self.machine, self.machine_note = MachineField(), FieldNote()
        self.browse = QPushButton(self.tr("Browse…"))
        self.start, self.cancel = QPushButton(self.tr("Start training")), QPushButton(self.tr("Cancel"))
        self._fields = QScrollArea()
        self.setWindowTitle(self.tr("New run"))
        self.setMinimumWidth(WIDTH)
        self._prepare_fields()
        self._lay_out()
        self._connect()
        self._on_preset()
        self._check()

    # ---- what is told to the form

    def show_report(self, report: ImportReport) -> None:
        """What an import of the chosen files keeps and drops."""
        self._corpus_is_bad = False
        self.corpus_note.say("\n".join(report.lines()))
        self._pairs = report.kept
        self._on_updates()
        self._check()

    def show_corpus_error(self, error: EngineError) -> None:
        """Why the chosen files cannot be imported."""
        self._corpus_is_bad = True
        self.corpus_note.warn(str(error))
        self._check()

    def show_start_error(self, error: EngineError) -> None:
        """Why the run did not start; everything typed is still there."""
        self.bar.show_error(error)
        self.start.setText(self.tr("Start training"))
        self._check()

    def asked_for(self) -> NewRun:
        """The run that the form describes."""
        name = self.preset.currentText()
        limit = self.updates.value()
        return NewRun(
            preset=name,
            corpus=self.corpus.files(),
            folder=typed_path(self.folder.text()),
            max_updates=None if limit == PRESETS[name].train.max_updates else limit,
            precision=self.machine.precision(),
            device=self.machine.device(),
        )

    # ---- what happens in it

    def _on_files(self, files: Sequence[Path]) -> None:
        self._corpus_is_bad = False
        self._pairs = 0
        self._on_updates()
        problem = corpus_problem(files)
        if problem:
            self.corpus_note.warn(problem)
        else:
            self.corpus_note.say(self.tr("Reading the corpus …"))
            self.corpus_check_requested.emit(tuple(files))
        self._check()

    def _on_preset(self) -> None:
        experiment = PRESETS[self.preset.currentText()]
        deviations = "\n".join(f"• {deviation}" for deviation in experiment.deviations)
        as_printed = self.tr("As in the paper, in every setting.")
        deviates = self.tr("Leaves the paper in:\n") + deviations if deviations else as_printed
        self.preset_note.say(f"{KINDS[experiment.model.kind]}\n{deviates}")
        self.memory_note.tell(experiment)
        self.updates.setValue(experiment.train.max_updates)
        if not self.folder.isModified():
            self.folder.setText(str(free_folder(self._home, experiment.preset)))
        self._on_updates()
        self._check()

    def _on_updates(self) -> None:
        """What so many updates mean for these pairs."""
        batch_size = PRESETS[self.preset.currentText()].train.batch_size
        words = self.tr("Each update learns from {size} sentence pairs.").format(size=batch_size)
        if self._pairs:
            times = self.updates.value() * batch_size / self._pairs
            words += self.tr(" All of them go through the corpus {times} times.").format(
                times=f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
            )
        self.updates_note.say(words)

    def _check(self) -> None:
        problem = folder_problem(self.folder.text())
        self.folder_note.warn(problem)
        is_complete = not (problem or corpus_problem(self.corpus.files()) or self._corpus_is_bad)
        self.start.setEnabled(is_complete)
        self.start.setToolTip("" if self.corpus.files() else self.tr("Choose a corpus first."))
        self._make_room()

    def _browse_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder for the run"), str(self._home))
        if chosen:
            self.folder.setText(chosen)
            self.folder.setModified(True)
            self._check()

    def _start(self) -> None:
        self.bar.hide()
        self.start.setEnabled(False)
        self.start.setText(self.tr("Starting …"))
        self.run_requested.emit(self.asked_for())

    # ---- set-up

    def _prepare_fields(self) -> None:
        self.preset.addItems(list(PRESETS))
        self.preset.setCurrentText(FIRST_PRESET)
        self.updates.setRange(1, MOST_UPDATES)
        self.updates.setGroupSeparatorShown(True)
        self.updates.setSingleStep(1000)
        self.updates.setMinimumWidth(160)
        self.machine_note.say(
            self.tr("Each way of multiplying is measured when the run begins. Its log says what was taken.")
        )
        self.corpus_note.say(self.tr("Plain, .gz or .xz. The files stay where they are."))

    def _connect(self) -> None:
        self.corpus.files_changed.connect(self._on_files)
        self.preset.currentIndexChanged.connect(self._on_preset)
        self.updates.valueChanged.connect(self._on_updates)
        self.folder.textChanged.connect(self._check)
        self.browse.clicked.connect(self._browse_folder)
        self.start.clicked.connect(self._start)
        self.cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        place = QHBoxLayout()
        place.addWidget(self.folder, 1)
        place.addWidget(self.browse)
        length = QHBoxLayout()
        length.addWidget(self.updates)
        length.addStretch()
        page = QWidget()
        form = QVBoxLayout(page)
        form.setContentsMargins(24, 16, 24, 8)
        form.setSpacing(8)
        _add_field(form, self.tr("&Corpus"), self.corpus, self.corpus_note)
        _add_field(form, self.tr("&Preset"), self.preset, self.preset_note)
        form.insertWidget(form.count() - 1, self.memory_note)  # above the gap to the next field
        _add_field(form, self.tr("&Folder"), place, self.folder_note)
        _add_field(form, self.tr("&Updates"), length, self.updates_note)
        _add_field(form, self.tr("P&recision and device"), self.machine, self.machine_note)
        form.addStretch()
        self._fields.setWidget(page)
        self._fields.setWidgetResizable(True)
        self._fields.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a field that gets the focus is scrolled to
        self._fields.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_frame(self, self.bar, self._fields, (self.cancel, self.start))

    def _make_room(self) -> None:
        """Grow so that every note is seen; where the screen is too small for that the fields scroll."""
        page = self._fields.widget()
        page.layout().activate()
        missing = page.heightForWidth(self._fields.viewport().width()) - self._fields.viewport().height()
        most = round(MOST_OF_SCREEN * self.screen().availableGeometry().height())
        if missing > 0:
            self.resize(self.width(), max(self.height(), min(self.height() + missing, most)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_room()


def _add_field(form: QVBoxLayout, name: str, field: QWidget | QHBoxLayout, note: FieldNote) -> None:
    """A name above, the field, and its note below."""
    label = QLabel(name)
    first = field.itemAt(0).widget() if isinstance(field, QHBoxLayout) else field
    label.setBuddy(first)
    first.setAccessibleName(name.replace("&", ""))
    form.addWidget(label)
    if isinstance(field, QHBoxLayout):
        form.addLayout(field)
    else:
        form.addWidget(field)
    form.addWidget(note)
    form.addSpacing(8)
    label.setTextFormat(Qt.TextFormat.PlainText)
