"""The form of a new run: a corpus, a preset and a folder; all else has a value and can be unfolded."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialog, QPushButton, QWidget

from engine.config import ExperimentConfig
from engine.corpora.report import ImportReport
from engine.errors import EngineError
from engine.presets import PRESETS
from engine.preview import Preview
from explorer.dialogs.command_field import CommandField
from explorer.dialogs.corpus_question import CorpusQuestion
from explorer.dialogs.new_run_checks import language_code
from explorer.dialogs.new_run_layout import NewRunLayout
from explorer.dialogs.new_run_place import NewRunPlace
from explorer.dialogs.settings_form import SettingsForm
from explorer.dialogs.takes_page import TakesPage
from explorer.new_run import NewRun, can_be_copied, settings_of
from explorer.services.run_snapshot import RunSnapshot
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar

FIRST_PRESETS = {"built-in": "rnnsearch-grammar", "files": "rnnsearch-minute"}  # by the kind of corpus
KINDS = {
    "rnnsearch": "A model with attention: it looks at the source again for every word.",
    "rnnencdec": "A model without attention: one vector stands for the whole source.",
    "lstm-seq2seq": "A model without attention: the last state of one LSTM begins another.",
}


class NewRunDialog(QDialog):
    """Asks; the run is started by whoever hears `run_requested`, and the form stays until it has begun."""

    run_requested = Signal(NewRun)
    preview_requested = Signal(object)  # NewRun, or None; `takes.preview` shows the answer
    corpus_check_requested = Signal(tuple)  # of Path; `show_report` or `show_corpus_error` answers
    far_check_requested = Signal(str, tuple)  # the same for a machine's name, and paths there

    def __init__(self, home: Path, runs: Sequence[RunSnapshot] = (), parent: QWidget | None = None) -> None:
        """home: where runs are kept unless another folder is chosen. runs: those that it may be like."""
        super().__init__(parent)
        self._corpus_is_bad = False
        self._pairs = 0  # of the corpus; 0 where it has not been read
        self.bar = NotificationBar()
        self.corpus, self.corpus_note = CorpusQuestion(), FieldNote()
        self.preset, self.preset_note = QComboBox(), FieldNote()
        self.place = NewRunPlace(home, self.corpus.far_field, self)
        self.folder, self.folder_note = self.place.folder, self.place.note
        self.settings = SettingsForm(PRESETS[FIRST_PRESETS["built-in"]])
        self.takes, self.command = TakesPage(), CommandField()
        self.start, self.cancel = QPushButton(self.tr("Start training")), QPushButton(self.tr("Cancel"))
        self.setWindowTitle(self.tr("New run"))
        self._like = self._named(runs)
        self.preset.addItems(list(PRESETS))
        if self._like:
            self.preset.insertSeparator(self.preset.count())
            self.preset.addItems(list(self._like))
        self.preset.setCurrentText(FIRST_PRESETS["built-in"])
        self._layout = NewRunLayout(self)
        self._connect()
        self._on_preset()
        self._on_files(())

    # ---- what is told to the form

    def show_report(self, report: ImportReport) -> None:
        """What an import of the chosen files keeps and drops."""
        self._corpus_is_bad = False
        self.corpus_note.say("\n".join(report.lines()))
        self._pairs = report.kept
        self._check()

    def show_corpus_error(self, error: EngineError) -> None:
        """Why the chosen files cannot be imported."""
        self._corpus_is_bad = True
        self.corpus_note.warn(str(error))
        self._check()

    def show_preview(self, found: Preview) -> None:
        """What the run would train on, and how fast."""
        self.takes.preview.show_preview(found)
        self.show_report(found.report)
        self._layout.show_fold(self._layout.takes)

    def show_like(self, run: RunSnapshot) -> None:
        """Fill in the settings of a run, its corpus too."""
        words = next((words for words, other in self._like.items() if other.path == run.path), None)
        if words is None:  # it came after the form was opened
            words = self.tr("Like {run}").format(run=run.path)
            self._like[words] = run
            self.preset.addItem(words)
        self.preset.setCurrentText(words)

    def show_start_error(self, error: EngineError) -> None:
        """Why the run did not start; everything typed is still there."""
        self.bar.show_error(error)
        self.start.setText(self.tr("Start training"))
        self._check()

    def asked_for(self) -> NewRun | None:
        """The run that the form describes; None where a setting is wrong."""
        experiment, processes = self.settings.experiment(), self.settings.processes.value()
        if experiment is None or processes is None or self._language_problem():
            return None
        corpus = replace(experiment.corpus, train=self.corpus.paths(), grammar=self.corpus.sentences())
        there = self.place.there()
        machine = there.name if there else ""
        return NewRun(replace(experiment, corpus=corpus), self.place.run_folder(), processes, machine)

    # ---- what happens in it

    def _on_machine(self) -> None:
        """Ask for files of the machine that trains."""
        self.corpus.set_far(self.place.there() is not None)
        self._on_files(self.corpus.files())

    def _follow_corpus(self) -> None:
        """The first preset for this kind of corpus, unless a person chose another or typed a setting."""
        kinds = ("built-in", "files") if self.corpus.is_built_in() else ("files", "built-in")
        wanted, other = (FIRST_PRESETS[kind] for kind in kinds)
        if self.preset.currentText() == other and self.settings.is_as_preset():
            self.preset.setCurrentText(wanted)

    def _on_files(self, files: Sequence[Path]) -> None:
        self._follow_corpus()
        is_far = self.place.there() is not None
        self.settings.show_corpus(is_built_in=self.corpus.is_built_in(), is_far=is_far)
        self._corpus_is_bad = False
        self._pairs = 0
        there = self.place.there()
        if there is not None and (paths := self.corpus.paths()):
            self.corpus_note.say(self.tr("Reading the corpus …"))
            self.settings.show_languages([language_code(PurePosixPath(path)) for path in paths])
            self.far_check_requested.emit(there.name, paths)
            self._check()
            return
        problem = self.corpus.problem() if files else ""
        self.corpus_check_requested.emit(() if problem else tuple(files))
        if problem:
            self.corpus_note.warn(problem)
        elif files:
            self.corpus_note.say(self.tr("Reading the corpus …"))
            self.settings.show_languages([language_code(file) for file in files])
        elif self.corpus.is_built_in():
            told = self.tr(
                "Made by the program, with known alignments: the alignment error rate (AER) is exact."
            )
            self.corpus_note.say(told)
        else:
            self.corpus_note.say(self.tr("Plain, .gz or .xz. The files stay where they are."))
        self._check()

    def _on_preset(self) -> None:
        run = self._like.get(self.preset.currentText())
        experiment = PRESETS[self.preset.currentText()] if run is None else settings_of(run)
        words = self.tr("As in the paper, in every setting.")
        if experiment.deviations:
            words = self.tr("Unlike the paper: {0}.").format("; ".join(experiment.deviations))
        self.preset_note.say(f"{KINDS[experiment.model.kind]}\n{words}")
        self.place.suggest(run.path.name if run else experiment.preset)
        if run is not None:
            self.place.choose(run.machine)
        self._take_corpus(experiment, run)
        if run is None:
            self.settings.show_preset(experiment)
            return
        self.settings.show_experiment(experiment)
        self.settings.offer_weights(run.path if run.has_checkpoint and not run.machine else None)

    def _take_corpus(self, experiment: ExperimentConfig, run: RunSnapshot | None) -> None:
        """Choose the corpus of a run, or the one that a preset names."""
        if experiment.corpus.grammar is not None:
            self.corpus.set_sentences(experiment.corpus.grammar)
        elif run is not None and run.machine:
            self.corpus.set_far_files(experiment.corpus.train)
        elif run is not None:
            self.corpus.set_files([Path(file) for file in experiment.corpus.train])

    def _check(self) -> None:
        """Tell what follows from what is typed, and what is wrong with it."""
        folder_is_bad = self.place.problem()
        corpus_is_bad = bool(self.corpus.problem()) or self._corpus_is_bad
        run = self.asked_for()
        self.corpus.warn(self._language_problem())
        is_complete = run is not None and not folder_is_bad and not corpus_is_bad
        self.command.show_run(run if is_complete else None)
        self.takes.preview.show_run(run if is_complete else None)
        if run is not None:
            self._estimate(run.experiment)
        self.start.setEnabled(is_complete)
        self.start.setToolTip(self._what_is_missing(run))
        self._layout.make_room()

    def _what_is_missing(self, run: NewRun | None) -> str:
        if not self.corpus.is_built_in() and not self.corpus.paths():
            return self.tr("Choose a corpus first.")
        return self.tr("Correct the settings that are marked.") if run is None else ""

    def _estimate(self, experiment: ExperimentConfig) -> None:
        grammar = experiment.corpus.grammar
        pairs = grammar.size if grammar else self._pairs
        self.takes.tell(experiment, pairs, is_here=self.place.there() is None)
        fold = self._layout.takes
        fold.say(self.takes.summary(experiment))
        fold.warn(self.takes.problem())

    def _language_problem(self) -> str:
        """Whether the built-in corpus is asked for in other languages than it has."""
        languages = {self.settings.fields[f"corpus.{side}_language"].value() for side in ("source", "target")}
        if not self.corpus.is_built_in() or languages == {"en", "fr"}:
            return ""
        return self.tr("The built-in corpus is in en and fr. Choose these under Text.")

    def _start(self) -> None:
        run = self.asked_for()
        if run is None:
            return
        self.bar.hide()
        self.takes.preview.stop()
        self.start.setEnabled(False)
        self.start.setText(self.tr("Starting …"))
        self.run_requested.emit(run)

    # ---- set-up

    def _named(self, runs: Sequence[RunSnapshot]) -> dict[str, RunSnapshot]:
        """The runs that a new one can be like, each by the words for it among the presets."""
        names = Counter(run.name for run in runs)
        words = self.tr("Like {run}")
        return {
            words.format(run=run.name if names[run.name] == 1 else run.path): run
            for run in runs
            if can_be_copied(run)
        }

    def _connect(self) -> None:
        self.corpus.files_changed.connect(self._on_files)
        self.place.machine_changed.connect(self._on_machine)
        self.preset.currentIndexChanged.connect(self._on_preset)
        self.corpus.changed.connect(self._check)
        self.corpus.folded.connect(self._layout.show_fold)
        self.settings.changed.connect(self._check)
        self.takes.preview.look_requested.connect(self.preview_requested)
        self.settings.folded.connect(self._layout.show_fold)
        self.folder.path_changed.connect(self._check)
        self.start.clicked.connect(self._start)
        self.cancel.clicked.connect(self.reject)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._layout.make_room()
