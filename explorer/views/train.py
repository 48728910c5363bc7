"""Train: starts runs, watches them, hands wishes to them. Closing it ends nothing."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.errors import EngineError, RunError
from engine.runs.layout import runs_home
from explorer.dialogs.new_run import NewRunDialog
from explorer.services.corpus_service import CorpusService
from explorer.services.run_watcher import RunWatcher
from explorer.services.training_process import NewRun, TrainingProcesses
from explorer.views.train_board import RunBoard
from explorer.widgets.notification_bar import NotificationBar


class TrainView(QWidget):
    """The place Train: the board of runs, wired to the services that watch and start them.

    Runs are watched while the place is seen.
    """

    model_open_requested = Signal(str)  # a run directory, whose best checkpoint is to be opened

    def __init__(self, home: Path | None = None, parent: QWidget | None = None) -> None:
        """home: the folder in which runs are kept; None for the user's own."""
        super().__init__(parent)
        self._home = home or runs_home()
        self.watcher = RunWatcher(self._home, self)
        self.processes = TrainingProcesses(parent=self)
        self.corpora = CorpusService(self)
        self.bar, self.board = NotificationBar(), RunBoard()
        self.dialog: NewRunDialog | None = None
        self._asked: tuple[Path, str] | None = None  # a run, and the condition it was in when it was asked
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.board, 1)
        self._connect()

    def open_new_run(self) -> None:
        """Show the form of a new run; the one that is open already comes to the front."""
        if self.dialog is None:
            self.dialog = NewRunDialog(self._home, self)
            self.dialog.corpus_check_requested.connect(self.corpora.check)
            self.dialog.run_requested.connect(self._start)
            self.dialog.rejected.connect(self._close_dialog)
            self.corpora.report_made.connect(self.dialog.show_report)
            self.corpora.check_failed.connect(self.dialog.show_corpus_error)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.corpora.cancel()
            dialog, self.dialog = self.dialog, None
            dialog.hide()
            dialog.deleteLater()

    def _start(self, run: NewRun) -> None:
        self.processes.start(run)

    def _on_started(self, folder: Path) -> None:
        if self.dialog is not None and self.dialog.asked_for().folder == folder:
            self._close_dialog()
        self.board.select(folder)
        try:
            self.watcher.watch(folder)
        except OSError as error:
            what = (
                f"The run in {folder} has started, but its place could not be written down: {error.strerror}."
            )
            self.bar.show_error(RunError(what, "It will not be found again by itself."))
            self.watcher.look_again()

    def _on_start_failed(self, folder: Path, error: EngineError) -> None:
        if self.dialog is not None and self.dialog.asked_for().folder == folder:
            self.dialog.show_start_error(error)
        else:
            self.bar.show_error(error)

    def _request(self, folder: Path, word: str) -> None:
        try:
            self.processes.request(folder, word)
        except RunError as error:
            self.bar.show_error(error)
            return
        run = self.board.selected()
        self._asked = (folder, run.seen.condition if run else "")
        self.bar.show_message(
            self.tr("{run} was asked to {word}. It does so between two updates.").format(
                run=folder.name, word=word
            )
        )

    def _on_runs(self, runs: tuple) -> None:
        self.board.show_runs(runs)
        conditions = {run.path: run.seen.condition for run in runs}
        if self._asked is not None and conditions.get(self._asked[0]) != self._asked[1]:
            self._asked = None
            self.bar.hide()

    def _connect(self) -> None:
        self.watcher.runs_changed.connect(self._on_runs)
        self.processes.run_started.connect(self._on_started)
        self.processes.start_failed.connect(self._on_start_failed)
        self.board.new_run_requested.connect(self.open_new_run)
        self.board.details.request_made.connect(self._request)
        self.board.details.go_on_requested.connect(self.processes.go_on)
        self.board.details.model_open_requested.connect(self.model_open_requested)
        QCoreApplication.instance().aboutToQuit.connect(self.processes.let_go)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.watcher.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watcher.stop()
