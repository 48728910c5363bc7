"""Train: the runs, the form of a new one, and a bar for what has to be said about them."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QVBoxLayout, QWidget

from engine.corpora.report import ImportReport
from engine.errors import EngineError
from engine.preview import Preview
from engine.runs.bin import DeletedRun
from engine.runs.notes import RunNotes
from explorer.dialogs.new_run import NewRunDialog
from explorer.dialogs.raise_limit import RaiseLimitDialog
from explorer.new_run import NewRun, can_be_copied
from explorer.services.machine_state import Machine
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.base import TraceView
from explorer.views.machines_strip import MachinesStrip
from explorer.views.train_board import RunBoard
from explorer.widgets.notification_bar import NotificationBar

FORMAT = QLocale.FormatType.ShortFormat


class TrainView(QWidget):
    """Draws the runs that it is given; all that a person wants done with them goes out as a wish."""

    model_open_requested = Signal(str)  # a run directory, whose best checkpoint is to be opened
    corpus_check_requested = Signal(tuple)  # of Path; an empty one gives up the check under way
    far_check_requested = Signal(str, tuple)  # a machine's name, and paths of corpus files there
    far_folder_requested = Signal(str, str)  # a machine, and a folder there whose names are asked for
    preview_requested = Signal(object)  # NewRun to look ahead at; None gives up what is under way
    run_requested = Signal(NewRun)
    go_on_requested = Signal(Path)  # a process for a run that has none
    request_made = Signal(Path, str)  # pause, resume, stop, validate or checkpoint, to the process of a run
    limit_chosen = Signal(Path, int)  # the update at which a run is to end
    notes_changed = Signal(Path, RunNotes)
    delete_requested = Signal(tuple)  # of Path
    restore_requested = Signal(tuple)  # of DeletedRun
    bin_requested = Signal()  # what is in the bin is to be shown
    watch_requested = Signal(Path)  # a run that is kept somewhere else
    forget_requested = Signal(Path)  # one that is to be watched no longer
    machines_requested = Signal()  # the list of other machines is to be seen
    shown = Signal()
    hidden = Signal()

    def __init__(self, home: Path, parent: QWidget | None = None) -> None:
        """home: the folder in which runs are kept unless another one is chosen."""
        super().__init__(parent)
        self._home = home
        self._runs: Sequence[RunSnapshot] = ()
        self._undoable: tuple[DeletedRun, ...] = ()
        self._machines: tuple[Machine, ...] = ()
        self._asked: tuple[Path, str] | None = None  # a run, and the condition it was in when it was asked
        self.bar, self.strip, self.board = NotificationBar(), MachinesStrip(), RunBoard()
        self.dialog: NewRunDialog | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.strip)
        layout.addWidget(self.board, 1)
        actions = self.board.actions_of_runs
        self.board.new_run_requested.connect(self.open_new_run)
        self.board.head.machines_requested.connect(self.machines_requested)
        actions.like_requested.connect(self.open_new_run_like)
        self.board.table.runs.notes_changed.connect(self.notes_changed)
        actions.request_made.connect(self.request_made)
        actions.go_on_requested.connect(self.go_on_requested)
        actions.model_open_requested.connect(self.model_open_requested)
        actions.extend_requested.connect(self._ask_for_limit)
        actions.notes_changed.connect(self.notes_changed)
        actions.delete_requested.connect(self.delete_requested)
        actions.forget_requested.connect(self.forget_requested)
        self.board.head.open_requested.connect(self._ask_for_run)
        self.bar.action_requested.connect(self._undo)

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw these; a request that was answered by another state is spoken of no longer."""
        self._runs = runs
        self.board.show_runs(runs)
        conditions = {run.path: run.seen.condition for run in runs}
        if self._asked is not None and conditions.get(self._asked[0]) != self._asked[1]:
            self._asked = None
            self.bar.hide()

    def act(self, name: str) -> None:
        """What a menu or a key of the window asks for."""
        if name == "new":
            self.open_new_run()
        elif name == "watch":
            self._ask_for_run()
        elif name == "bin":
            self.bin_requested.emit()
        elif not self.board.act(name):
            self._asked = None
            self.bar.show_message(self.tr("No chosen run can do that as it is now."))

    def _ask_for_run(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Open a run folder"))
        if path:
            self.watch_requested.emit(Path(path))

    def show_bin(self, runs: tuple[DeletedRun, ...]) -> None:
        """Offer to restore one of these."""
        if not runs:
            self._asked = None
            self.bar.show_message(self.tr("No run lies in the bin."))
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for run in runs:
            when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(run.deleted)), FORMAT)
            words = self.tr("Restore {name}, deleted {when}").format(name=run.name, when=when)
            menu.addAction(words).triggered.connect(lambda _, run=run: self.restore_requested.emit((run,)))
        menu.popup(self.board.head.mapToGlobal(self.board.head.rect().bottomLeft()))

    def show_machines(self, machines: tuple[Machine, ...]) -> None:
        """How the other machines are."""
        self._machines = machines
        self.strip.show_machines(machines)
        if self.dialog is not None:
            self._tell_machines(self.dialog)

    def show_far_folder(self, folder: str, folders: list[str], files: list[str]) -> None:
        """The names in a folder of another machine, for the form."""
        if self.dialog is not None and self.dialog.place.files_dialog is not None:
            self.dialog.place.files_dialog.show_folder(folder, folders, files)

    def show_far_folder_error(self, error: EngineError) -> None:
        """Why a folder of another machine cannot be shown."""
        if self.dialog is not None and self.dialog.place.files_dialog is not None:
            self.dialog.place.files_dialog.show_error(error)

    def show_fetched(self, run: Path, share: float) -> None:
        """How much of a run's model has come over from its machine."""
        text = self.tr("The model of {run} is coming over: {share}.")
        self.bar.show_message(text.format(run=self._name_of(run), share=f"{share:.0%}"))

    def show_error(self, error: EngineError) -> None:
        """Say what went wrong."""
        self._asked = None
        self.bar.show_error(error)

    def show_saved(self, path: Path) -> None:
        """Say where the curves are."""
        self._asked = None
        self.bar.show_message(self.tr("The curves are saved in {path}.").format(path=path))

    def show_requested(self, folder: Path, word: str) -> None:
        """Say that a run was asked to do something, until it has."""
        run = self.board.selected()
        self._asked = (folder, run.seen.condition if run else "")
        text = self.tr("{run} was asked to {word}. It does so between two updates.")
        self.bar.show_message(text.format(run=self._name_of(folder), word=word))

    def show_deleted(self, runs: tuple[DeletedRun, ...]) -> None:
        """Say which runs lie in the bin now, and offer to bring them back."""
        self._asked, self._undoable = None, runs
        self.board.tell_deleted(is_any=True)
        names, folder = ", ".join(run.name for run in runs), runs[0].path.parent
        words = self.tr(
            "Deleted: {names}. Undo brings back what was deleted, and later Run ▸ Restore a deleted run … "
            "does. It stays in the bin, {folder}, unless you empty that folder yourself."
        )
        self.bar.show_message(words.format(names=names, folder=folder), self.tr("Undo"))

    def show_limit(self, folder: Path, updates: int) -> None:
        """Say that a run ends later now."""
        self._asked = None
        words = self.tr("{run} trains until update {updates} now.")
        self.bar.show_message(words.format(run=self._name_of(folder), updates=f"{updates:,}"))

    def _name_of(self, folder: Path) -> str:
        """The name of the run in this folder."""
        return next((run.name for run in self._runs if run.path == folder), folder.name)

    def _undo(self) -> None:
        runs, self._undoable = self._undoable, ()
        if runs:
            self.bar.hide()
            self.restore_requested.emit(runs)

    def _ask_for_limit(self, run: RunSnapshot) -> None:
        dialog = RaiseLimitDialog(run, self)
        dialog.limit_chosen.connect(self.limit_chosen)
        dialog.show()

    def show_started(self, folder: Path) -> None:
        """A run has begun: its form is closed, and it is selected as soon as it is seen."""
        if self._is_asking_for(folder):
            self._close_dialog()
        self.board.select(folder)

    def show_start_error(self, folder: Path, error: EngineError) -> None:
        """Say why a run did not begin, in its form if that is still open."""
        if self.dialog is not None and self._is_asking_for(folder):
            self.dialog.show_start_error(error)
        else:
            self.show_error(error)

    def show_report(self, report: ImportReport) -> None:
        """What an import of the files in the form keeps and drops."""
        if self.dialog is not None:
            self.dialog.show_report(report)

    def show_corpus_error(self, error: EngineError) -> None:
        """Why the files in the form cannot be imported."""
        if self.dialog is not None:
            self.dialog.show_corpus_error(error)

    def show_preview(self, found: Preview) -> None:
        """What the run in the form would train on, and how fast."""
        if self.dialog is not None:
            self.dialog.show_preview(found)

    def show_preview_progress(self, words: str) -> None:
        """How far looking ahead at the run in the form is."""
        if self.dialog is not None:
            self.dialog.takes.preview.show_progress(words)

    def show_preview_error(self, error: EngineError) -> None:
        """Why nothing can be said of the run in the form."""
        if self.dialog is not None:
            self.dialog.takes.preview.show_error(error)

    def set_motion(self, *, is_reduced: bool) -> None:
        """Move nothing by itself, or move again."""
        self.board.details.film.player.set_motion(is_reduced=is_reduced)

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The film, if it is on screen, with its title: what can be exported."""
        film = self.board.details.film
        return [(film.title(), film.picture)] if film.isVisible() else []

    def open_new_run(self) -> None:
        """Show the form of a new run, or the one that is open already."""
        if self.dialog is None:
            self.dialog = NewRunDialog(self._home, self._runs, self)
            self.dialog.corpus_check_requested.connect(self.corpus_check_requested)
            self.dialog.far_check_requested.connect(self.far_check_requested)
            self.dialog.place.far_folder_requested.connect(self.far_folder_requested)
            self.dialog.preview_requested.connect(self.preview_requested)
            self.dialog.run_requested.connect(self.run_requested)
            self.dialog.rejected.connect(self._close_dialog)
            self._tell_machines(self.dialog)
        self.dialog.show()
        self.dialog.activateWindow()

    def open_new_run_like(self, run: RunSnapshot) -> None:
        """Show the form with the settings of a run."""
        self.open_new_run()
        if self.dialog is not None and can_be_copied(run):
            self.dialog.show_like(run)

    def _is_asking_for(self, folder: Path) -> bool:
        run = self.dialog.asked_for() if self.dialog is not None else None
        return run is not None and run.is_at(folder)

    def _tell_machines(self, dialog: NewRunDialog) -> None:
        taken: dict[str, set[str]] = {}
        for run in self._runs:
            taken.setdefault(run.machine, set()).add(run.path.name)
        dialog.place.show_machines(self._machines, taken)

    def _close_dialog(self) -> None:
        dialog, self.dialog = self.dialog, None
        if dialog is not None:
            self.corpus_check_requested.emit(())
            self.preview_requested.emit(None)
            dialog.hide()
            dialog.deleteLater()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()
