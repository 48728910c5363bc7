"""The place Evaluate as a whole: wires its view to what evaluates and reads."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QUrl
from PySide6.QtGui import QDesktopServices

from engine.errors import EngineError
from engine.runs.layout import runs_home
from explorer.new_evaluation import NewEvaluation
from explorer.services.evaluation_service import EvaluationService
from explorer.services.vector_service import VectorService
from explorer.settings import Settings
from explorer.theme import RESOURCES
from explorer.views.evaluate import EvaluateView
from explorer.window.frame import Frame


class EvaluatePlace(QObject):
    """Lives as long as its view. An evaluation ends with the window, and goes on when it is started again."""

    def __init__(self, window: Frame, settings: Settings) -> None:
        view = EvaluateView(window.workspace, runs_home().parent / "evaluations", example_sentences())
        super().__init__(view)
        self.view = view
        self._window, self._settings = window, settings
        self.service = EvaluationService(self)
        view.evaluation_requested.connect(self._start)
        view.stop_requested.connect(self._stop)
        view.load_requested.connect(self.service.load)
        view.sentence_open_requested.connect(self._translate)
        view.reports_open_requested.connect(self._open_folder)
        self.service.progress_made.connect(view.show_progress)
        self.service.ended.connect(lambda: view.set_running(is_running=False))
        self.service.loaded.connect(self._show)
        self.service.failed.connect(view.show_error)
        self.planes = VectorService(self)
        view.vectors.draw_requested.connect(self.planes.ask)
        self.planes.found.connect(view.vectors.show_plane)
        self.planes.failed.connect(self._on_no_plane)
        for service in (self.service, self.planes):
            QCoreApplication.instance().aboutToQuit.connect(service.cancel)
        if settings["evaluation"]:
            self.service.load(Path(settings["evaluation"]))

    def _start(self, wanted: NewEvaluation) -> None:
        self.view.set_running(is_running=True)
        self.service.start(wanted)

    def _stop(self) -> None:
        self.service.cancel()
        self.view.show_stopped()

    def _show(self, evaluation: object, folder: Path) -> None:
        self.view.show_evaluation(evaluation, folder)
        self._settings["evaluation"] = str(folder)
        self._settings.save()

    def _translate(self, source: str, name: str) -> None:
        """Translate a sentence by the model of this name, where there still is one."""
        workspace = self._window.workspace
        self._window.go("translate")
        workspace.set_source_text(source)
        model = next((model for model in workspace.models if model.name == name), None)
        if model is not None:
            workspace.translation.set_model(model)
        self._window.service.request((workspace.translation,))

    def _on_no_plane(self, error: EngineError) -> None:
        self.view.vectors.show_failed()
        self.view.show_error(error)

    def _open_folder(self, folder: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def example_sentences() -> dict[str, str]:
    """The lists that come with the program, one sentence a line, by their names."""
    files = sorted((RESOURCES / "sentences").glob("*.txt"))
    return {path.stem.replace("-", " ").capitalize(): path.read_text(encoding="utf-8") for path in files}
