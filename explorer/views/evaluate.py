"""The place Evaluate: systems on a test set, every number with the sentences behind it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError
from engine.evaluation.sentences_behind import SentencesBehind
from explorer.dialogs.new_evaluation import NewEvaluationDialog
from explorer.new_evaluation import NewEvaluation
from explorer.views.base import TraceView
from explorer.views.evaluated_list import EvaluatedList
from explorer.views.evaluation_tables import EvaluationTables
from explorer.views.sentence_vectors import SentenceVectorsView
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.notification_bar import NotificationBar
from explorer.workspace import Workspace

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation


class EvaluateView(QWidget):
    """Shows one evaluation; wishes leave as signals."""

    evaluation_requested = Signal(NewEvaluation)
    stop_requested = Signal()
    load_requested = Signal(Path)
    sentence_open_requested = Signal(str, str)  # a source, and the name of a model
    reports_open_requested = Signal(Path)  # the folder of an evaluation

    def __init__(self, workspace: Workspace, folder: Path, examples: Mapping[str, str]) -> None:
        """folder: where the results of a new evaluation go unless another is chosen.

        examples: lists of sentences for their vectors, by their names.
        """
        super().__init__()
        self._workspace, self._folder = workspace, folder
        self._shown: tuple[Evaluation, Path] | None = None
        self.bar, self.about, self.pages = NotificationBar(), QLabel(), QTabWidget()
        self.new = QPushButton(self.tr("New evaluation …"))
        self.open = QPushButton(self.tr("Open results …"))
        self.reports = QPushButton(self.tr("Open the reports"))
        self.progress, self.count = QProgressBar(), QLabel()
        self.stop = QPushButton(self.tr("Stop"))
        self.tables, self.sentences = EvaluationTables(), EvaluatedList()
        self.empty = EmptyState(
            self.tr("Measure models on a test set"),
            self.tr(
                "BLEU, chrF, perplexity and alignment error, with significance, by length and by frequency; "
                "every number leads to its sentences. A test set is two files with a sentence a line."
            ),
            self.tr("New evaluation …"),
        )
        self.vectors = SentenceVectorsView(workspace, examples)
        self.dialog: NewEvaluationDialog | None = None
        self._lay_out()
        self._connect()
        self.set_running(is_running=False)

    def show_evaluation(self, evaluation: "Evaluation", folder: Path) -> None:
        """Show this one, with all sentences of its first system, the worst first."""
        self._shown = (evaluation, folder)
        test_set = evaluation.test_set
        words = self.tr("{name}, {count:,} sentences, measured {when} · {folder}")
        when = evaluation.made.replace("T", " ").removesuffix("+00:00") + " UTC"
        self.about.setText(words.format(name=test_set.name, count=len(test_set), when=when, folder=folder))
        self.tables.show_evaluation(evaluation)
        self._stack.setCurrentWidget(self._parts)
        self.reports.setEnabled(True)
        if (found := self.tables.behind("Systems", 0, 1)) is not None:
            self._list(found)

    def set_running(self, *, is_running: bool) -> None:
        """Whether an evaluation is under way."""
        for widget in (self.progress, self.count, self.stop):
            widget.setVisible(is_running)
        self.new.setEnabled(not is_running)
        self.empty.button.setEnabled(not is_running)
        if is_running:
            self.show_progress(self.tr("Loading the model"), 0, 0)

    def show_progress(self, what: str, done: int, total: int) -> None:
        """What is under way, and how far it is."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        words = self.tr("{what}: {done:,} of {total:,}").format(what=what, done=done, total=total)
        self.count.setText(words if total else what)
        self.progress.setAccessibleDescription(self.count.text())

    def show_error(self, error: EngineError) -> None:
        """Say what went wrong."""
        self.bar.show_error(error)

    def show_stopped(self) -> None:
        """Say that what was done is not lost."""
        self.bar.show_message(
            self.tr("Stopped. The same evaluation goes on from here when you start it again.")
        )

    def open_new(self) -> None:
        """Show the form of a new evaluation."""
        if self.dialog is None:
            self.dialog = NewEvaluationDialog(self._workspace.models, self._folder, self)
            self.dialog.evaluation_requested.connect(self._start)
        self.dialog.show_models(self._workspace.models)
        self.dialog.show()
        self.dialog.activateWindow()

    def open_results(self, folder: Path) -> None:
        """Ask for the evaluation in this folder."""
        self.bar.hide()
        self.load_requested.emit(folder)

    def focus_source(self) -> None:
        """The source line of this place is that of Translate; there is none here to put the cursor into."""
        self.tables.setFocus()

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """No translation is drawn here; reports and figures stand in the evaluation's folder."""
        return []

    def _start(self, wanted: NewEvaluation) -> None:
        self.bar.hide()
        self.evaluation_requested.emit(wanted)

    def _list(self, found: SentencesBehind) -> None:
        if self._shown is not None:
            self.sentences.show_sentences(self._shown[0], found.words, found.sentences)

    def _ask_for_results(self) -> None:
        path = QFileDialog.getExistingDirectory(
            self, self.tr("Open an evaluation's folder"), str(self._folder)
        )
        if path:
            self.open_results(Path(path))

    def _open_reports(self) -> None:
        if self._shown is not None:
            self.reports_open_requested.emit(self._shown[1])

    def _connect(self) -> None:
        self.new.clicked.connect(self.open_new)
        self.empty.action_requested.connect(self.open_new)
        self.open.clicked.connect(self._ask_for_results)
        self.reports.clicked.connect(self._open_reports)
        self.stop.clicked.connect(self.stop_requested)
        self.tables.sentences_chosen.connect(self._list)
        self.sentences.open_requested.connect(self.sentence_open_requested)
        self.vectors.open_requested.connect(self.sentence_open_requested)

    def _lay_out(self) -> None:
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setProperty("rank", "second")
        self.about.setWordWrap(True)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Sentences done"))
        self.reports.setEnabled(False)
        head, how_far = QHBoxLayout(), QHBoxLayout()
        for row in (head, how_far):
            row.setSpacing(8)
        head.addWidget(self.about, 1)
        for button in (self.reports, self.open, self.new):
            head.addWidget(button)
        how_far.addWidget(self.count)
        how_far.addWidget(self.progress, 1)
        how_far.addWidget(self.stop)
        self._parts, self._stack = QSplitter(Qt.Orientation.Vertical), QStackedWidget()
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.tables)
        self._parts.addWidget(self.sentences)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._parts)
        measured = QWidget()
        column = QVBoxLayout(measured)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(how_far)
        column.addWidget(self._stack, 1)
        self.pages.setDocumentMode(True)
        self.pages.addTab(measured, self.tr("Test sets"))
        self.pages.addTab(self.vectors, self.tr("Sentence vectors"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(self.bar)
        layout.addWidget(self.pages, 1)
