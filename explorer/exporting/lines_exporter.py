"""Exports of many sentences from the window: the dialog, and the work beside the window's own engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from engine.commands.text_input import read_lines
from engine.config import DecodeConfig
from engine.errors import EngineError
from explorer.dialogs.export_lines import ExportLinesDialog, LinesExport
from explorer.export_choice import NUMBERS
from explorer.exporting.batch import Batch, export_batch
from explorer.exporting.view_exporter import export_choice, export_folder, open_folder, remember
from explorer.model_info import ModelInfo
from explorer.services.engine_client import EngineClient
from explorer.services.tasks import Task, TaskControl, run_task
from explorer.settings import Settings
from explorer.views.matrix_choice import choice_from
from explorer.what_if import DecodingChoice


@dataclass(frozen=True)
class HowTranslated:
    """With what every sentence is translated, and what starts the engine that does it."""

    model: ModelInfo
    decoding: DecodingChoice
    command: Sequence[str]

    def in_words(self) -> str:
        """For the dialog."""
        words = QCoreApplication.translate(
            "Export", "Translated by {model} with a beam of {beam}, drawn as the matrix in Translate is."
        )
        return words.format(model=self.model.name, beam=self.decoding.beam_size)


class LinesExporter(QObject):
    """Opens the dialog over a window and does what it asks for, one sentence after the other."""

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self._task: Task | None = None
        self._written = 0
        self.dialog: ExportLinesDialog | None = None

    def open(self, how: HowTranslated) -> None:
        """Ask for the sentences."""
        choice, folder = export_choice(self._settings), export_folder(self._settings)
        self.dialog = ExportLinesDialog(choice, folder, how.in_words(), self._window)
        self.dialog.formats.set_offered(NUMBERS if how.model.has_attention else ())
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.export_requested.connect(lambda wanted: self._export(wanted, how))
        self.dialog.stop_requested.connect(self._stop)
        self.dialog.folder_open_requested.connect(open_folder)
        self.dialog.open()

    def _export(self, wanted: LinesExport, how: HowTranslated) -> None:
        remember(self._settings, wanted.folder, wanted.choice)
        matrix = replace(choice_from(self._settings["matrix"]), whole_words=self._settings["whole_words"])
        self._written = 0
        decode = DecodeConfig(beam_size=how.decoding.beam_size)

        def work(control: TaskControl) -> int:
            lines = read_lines(wanted.file)
            batch = Batch(lines, how.model.path, decode, wanted.choice, matrix, wanted.folder)

            def tell(done: int, files: Sequence[Path]) -> None:
                control.report((done, len(lines), len(files)))

            with EngineClient(how.command) as engine:
                control.end_by(engine.kill)  # one line can take minutes
                return export_batch(batch, engine, tell, lambda: control.cancelled)

        self._task = run_task(work, self._end, self._fail, on_progress=self._show_progress, owner=self.dialog)

    def _show_progress(self, progress: tuple[int, int, int]) -> None:
        done, lines, files = progress
        self._written += files
        if self.dialog is not None:
            self.dialog.show_progress(done, lines)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._end(self._written)

    def _end(self, files: int) -> None:
        if self.dialog is not None:
            self.dialog.show_end(files)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, EngineError):
            raise error
        if self.dialog is not None:
            self.dialog.show_error(error)
