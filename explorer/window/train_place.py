"""The place Train as a whole: wires its view to the services that watch runs, start them and read corpora."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from engine.errors import RunError
from engine.runs.layout import cache_home
from explorer.services.corpus_service import CorpusService
from explorer.services.film_reader import FilmReader
from explorer.services.machines import Machines
from explorer.services.preview_service import PreviewService
from explorer.services.run_watcher import RunWatcher
from explorer.services.training_process import TrainingProcesses
from explorer.views.train import TrainView
from explorer.window.curve_saving import CurveSaving


class TrainPlace(QObject):
    """Lives as long as its view. Runs are watched while the view is seen; closing it ends none of them."""

    def __init__(self, home: Path) -> None:
        """home: the folder in which runs are kept; it need not exist."""
        view = TrainView(home)
        super().__init__(view)
        self.view = view
        self.watcher = RunWatcher(home, self)
        self.processes = TrainingProcesses(parent=self)
        self.corpora = CorpusService(self)
        self.previews = PreviewService(self)
        self.films = FilmReader(self)
        self.machines = Machines(cache_home() / "machines", self)
        view.shown.connect(self.watcher.start)
        view.hidden.connect(self.watcher.stop)
        view.run_requested.connect(self.processes.start)
        view.go_on_requested.connect(self._go_on)
        view.request_made.connect(self._request)
        view.corpus_check_requested.connect(self.corpora.check)
        view.preview_requested.connect(self.previews.look)
        self.watcher.runs_changed.connect(view.show_runs)
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
        film = view.board.details.film
        film.listing_requested.connect(self.films.list_frames)
        film.frames_requested.connect(self.films.read)
        self.films.film_listed.connect(film.show_film)
        self.films.frame_read.connect(film.show_frame)
        self.machines.changed.connect(lambda: self.watcher.watch_copies(self.machines.folders()))
        self.machines.asked.connect(view.show_requested)
        self.machines.failed.connect(view.show_error)
        view.shown.connect(self.machines.open)
        quitting = QCoreApplication.instance().aboutToQuit
        quitting.connect(self.processes.let_go)
        quitting.connect(self.corpora.cancel)
        quitting.connect(self.previews.cancel)
        quitting.connect(self.machines.close)

    def _go_on(self, folder: Path) -> None:
        if self.machines.holds(folder):
            self.machines.ask(folder, "resume")
        else:
            self.processes.go_on(folder)

    def _request(self, folder: Path, word: str) -> None:
        if self.machines.holds(folder):
            self.machines.ask(folder, word)
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
            what = (
                f"The run in {folder} has begun, but its place could not be written down: {error.strerror}."
            )
            self.view.show_error(RunError(what, "It will not be found again by itself."))
            self.watcher.look_again()
