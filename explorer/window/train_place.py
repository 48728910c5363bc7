"""The place Train as a whole: wires its view to the services that watch runs, start them and read corpora."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from engine.errors import RunError
from engine.runs.layout import RunLayout, cache_home, update_of
from engine.runs.notes import RunNotes
from explorer.new_run import NewRun
from explorer.services.corpus_service import CorpusService
from explorer.services.far_runs import FarRuns
from explorer.services.film_reader import FilmReader
from explorer.services.machines import Machines
from explorer.services.preview_service import PreviewService
from explorer.services.run_keeper import RunKeeper
from explorer.services.run_snapshot import RunSnapshot
from explorer.services.run_watcher import RunWatcher
from explorer.services.training_process import TrainingProcesses
from explorer.views.train import TrainView
from explorer.window.curve_saving import CurveSaving

MOST_DRAWN = 8  # runs whose curves can be told apart


class TrainPlace(QObject):
    """Lives as long as its view. Runs are watched while the view is seen; closing it ends none of them."""

    model_open_requested = Signal(str, str)  # a run or a checkpoint here, and what it is to translate

    def __init__(self, home: Path, watcher: RunWatcher | None = None) -> None:
        """home: the folder in which runs are kept; it need not exist. watcher: of that folder."""
        view = TrainView(home)
        super().__init__(view)
        self.view = view
        self.watcher = watcher or RunWatcher(home, self)
        self._home = home
        self.processes = TrainingProcesses(parent=self)
        self.keeper = RunKeeper(self)
        self.corpora = CorpusService(self)
        self.previews = PreviewService(self)
        self.films = FilmReader(self)
        self.machines = Machines(cache_home() / "machines", self)
        self.far = FarRuns(self.machines, self)
        self._sentence = ""  # for the model that comes over
        view.shown.connect(self.watcher.start)
        view.hidden.connect(self.watcher.rest)
        view.run_requested.connect(self._start)
        view.model_open_requested.connect(self._open_model)
        view.go_on_requested.connect(self._go_on)
        view.request_made.connect(self._request)
        view.corpus_check_requested.connect(self.corpora.check)
        view.preview_requested.connect(self._look_ahead)
        self.watcher.runs_changed.connect(view.show_runs)
        self.watcher.home_failed.connect(view.show_error)
        if self.watcher.home_error is not None:  # told before there was a view
            view.show_error(self.watcher.home_error)
        self.processes.run_started.connect(self._on_started)
        self.processes.start_failed.connect(view.show_start_error)
        self.corpora.report_made.connect(view.show_report)
        self.corpora.check_failed.connect(view.show_corpus_error)
        self.previews.progress_made.connect(view.show_preview_progress)
        self.previews.preview_made.connect(view.show_preview)
        self.previews.preview_failed.connect(view.show_preview_error)
        self.saving = CurveSaving(view.board.details.curves)
        self.saving.saved.connect(view.show_saved)
        self.saving.failed.connect(view.show_error)
        self._connect_keeper()
        film = view.board.details.film
        film.listing_requested.connect(self.films.list_frames)
        film.frames_requested.connect(self.films.read)
        self.films.film_listed.connect(film.show_film)
        self.films.frame_read.connect(film.show_frame)
        self._connect_far()
        quitting = QCoreApplication.instance().aboutToQuit
        quitting.connect(self.processes.let_go)
        quitting.connect(self.corpora.cancel)
        quitting.connect(self.previews.cancel)
        quitting.connect(self.machines.close)

    def _connect_far(self) -> None:
        """Runs on other machines: what comes of them, and what only they need."""
        view, far = self.view, self.far
        self.machines.changed.connect(lambda: self.watcher.watch_copies(self.machines.folders()))
        self.machines.changed.connect(view.show_machines)
        view.shown.connect(self.machines.open)
        view.far_check_requested.connect(far.check_corpus)
        view.far_folder_requested.connect(far.list_folder)
        view.board.details.film.listing_requested.connect(self._fetch_frames)
        view.board.details.film.open_requested.connect(self._open_model)
        far.asked.connect(view.show_requested)
        far.run_started.connect(view.show_started)
        far.start_failed.connect(view.show_start_error)
        far.report_made.connect(view.show_report)
        far.check_failed.connect(view.show_corpus_error)
        far.preview_made.connect(view.show_preview)
        far.preview_failed.connect(view.show_preview_error)
        far.folder_listed.connect(view.show_far_folder)
        far.folder_failed.connect(view.show_far_folder_error)
        far.model_progressed.connect(view.show_fetched)
        far.model_fetched.connect(self._on_fetched)
        for problem in (self.machines.failed, far.failed):
            problem.connect(view.show_error)

    def _start(self, run: NewRun) -> None:
        if run.machine:
            self.far.start(run)
        else:
            self.processes.start(run)

    def _look_ahead(self, run: NewRun | None) -> None:
        is_far = run is not None and run.machine != ""
        self.previews.look(None if is_far else run)
        self.far.look_ahead(run if is_far else None)

    def _fetch_frames(self, run: Path) -> None:
        if self.machines.holds(run):
            self.far.fetch_traces(run)

    def _open_model(self, path: str, sentence: str = "") -> None:
        """Open a run or one of its checkpoints; what is on another machine comes over first."""
        place = Path(path)
        update = update_of(place)
        run = place if update is None else place.parent.parent
        if self.machines.holds(run):
            self._sentence = sentence
            self.far.fetch_model(run, update)
        else:
            self.model_open_requested.emit(path, sentence)

    def _on_fetched(self, checkpoint: Path) -> None:
        self.view.bar.hide()
        self.model_open_requested.emit(str(checkpoint), self._sentence)

    def _go_on(self, folder: Path) -> None:
        if self.machines.holds(folder):
            self.far.go_on(folder)
        else:
            self.processes.go_on(folder)

    def _connect_keeper(self) -> None:
        view, keeper = self.view, self.keeper
        view.board.selection_changed.connect(self._follow)
        view.notes_changed.connect(self._keep_notes)
        view.delete_requested.connect(keeper.delete)
        view.restore_requested.connect(keeper.restore)
        view.limit_chosen.connect(self._extend)
        keeper.limit_kept.connect(self._on_limit)
        keeper.failed.connect(view.show_error)
        keeper.deleted.connect(view.show_deleted)
        keeper.bin_listed.connect(view.show_bin)
        view.bin_requested.connect(lambda: keeper.list_bin(self._home))
        view.watch_requested.connect(self._watch)
        view.forget_requested.connect(self._forget)
        for done in (keeper.notes_kept, keeper.deleted, keeper.restored):
            done.connect(self.watcher.look_again)

    def _keep_notes(self, run: Path, notes: RunNotes) -> None:
        (self.far if self.machines.holds(run) else self.keeper).keep_notes(run, notes)

    def _extend(self, run: Path, updates: int) -> None:
        if self.machines.holds(run):
            self.far.extend(run, updates)
        else:
            self.keeper.keep_limit(run, updates)

    def _follow(self, runs: tuple[RunSnapshot, ...]) -> None:
        self.watcher.follow([run.path for run in runs[:MOST_DRAWN]])

    def _watch(self, folder: Path) -> None:
        if not RunLayout(folder).holds_run():
            self.view.show_error(RunError(f"The folder {folder} holds no run.", "Choose a run's own folder."))
            return
        self.view.board.select(folder)
        try:
            self.watcher.watch(folder)
        except OSError as error:
            self.view.show_error(_not_noted(folder, error))

    def _forget(self, folder: Path) -> None:
        try:
            self.watcher.forget(folder)
        except OSError as error:
            self.view.show_error(_not_noted(folder, error))

    def _on_limit(self, folder: Path, updates: int) -> None:
        """A run that has no process goes on at once; any other takes the new end by itself."""
        run = next((run for run in self.watcher.runs if run.path == folder), None)
        if run is not None and not run.is_live:
            self.processes.go_on(folder)
        else:
            self.view.show_limit(folder, updates)

    def _request(self, folder: Path, word: str) -> None:
        if self.machines.holds(folder):
            self.far.ask(folder, word)
            return
        try:
            self.processes.request(folder, word)
        except RunError as error:
            self.view.show_error(error)
            return
        self.view.show_requested(folder, word)

    def _on_started(self, folder: Path) -> None:
        self.view.show_started(folder)
        try:
            self.watcher.watch(folder)
        except OSError as error:
            self.view.show_error(_not_noted(folder, error))
            self.watcher.look_again()


def _not_noted(folder: Path, error: OSError) -> RunError:
    what = f"The place of the run in {folder} could not be written down: {error.strerror}."
    return RunError(what, "The list of runs stays as it was, and the run itself is not touched.")
