"""Many sentences in the window: where they come from, who translates them, where the table is saved."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engine import __version__
from engine.errors import EngineError
from engine.exports.sentence_table import csv_bytes, tsv_bytes, tsv_lines
from engine.runs.publishing import write_bytes
from explorer.services.sentence_file import read_sentences
from explorer.services.sentence_service import SentenceService
from explorer.services.tasks import run_task
from explorer.views import SENTENCES
from explorer.views.sentence_dock import SentenceDock
from explorer.what_if import Question
from explorer.window.frame import Frame

if TYPE_CHECKING:
    from explorer.views.sentences import SentencesView

FORMAT = "alignment-explorer/sentences 1"


class WindowSentences(QObject):
    """Of one window. What goes wrong is said over the table."""

    def __init__(self, window: Frame) -> None:
        super().__init__(window)
        self._window = window
        self._list = window.workspace.sentences
        self._service = SentenceService(window.engine, window.workspace)
        self._service.error_received.connect(self._show_error)
        self._said = ""  # why it went no further
        self._list.progress_changed.connect(self._take_back)

    def join(self, dock: SentenceDock) -> None:
        """Answer what is wished for in this dock."""
        dock.made.connect(self._connect)

    def open_file(self, path: Path) -> None:
        """Hold the lines of this file instead and translate them; they are read away from the UI thread."""
        run_task(lambda _: read_sentences(path), self.take, self._on_error, owner=self)

    def take(self, lines: Sequence[str]) -> None:
        """Hold these sentences instead of those before, and translate them."""
        self._window.go("translate")
        self._window.view("translate").docks.open(SENTENCES)
        self._list.set_texts(lines)
        self._tell_taken()
        self._service.start()

    def _tell_taken(self) -> None:
        """Say what was left out; what was there can be had back."""
        bar, count, before = self._dock().view().bar, len(self._list.texts), self._list.replaced_count
        words, action = [], ""
        if self._list.left_out:
            told = self.tr("The table holds the first {count:,} sentences; those after them were left out.")
            words.append(told.format(count=count))
        if before:
            words.append(
                self.tr("The list that was here ({before:,}) can be had back.").format(before=before)
            )
            action = self.tr("Bring it back")
        if words:
            bar.show_message(" ".join(words), action)
        else:
            bar.hide()

    def save_to(self, path: Path) -> None:
        """Write the rows that are shown, in their order: TSV if the name ends so, else CSV."""
        view = self._dock().view()
        rows = view.rows(view.model.shown())
        to_bytes = tsv_bytes if path.suffix.lower() in (".tsv", ".txt") else csv_bytes
        origin = {
            "format": FORMAT,
            "model": None if self._list.model is None else self._list.model.name,
            "fingerprint": self._list.fingerprint,
            "beam_size": self._list.beam_size,
            "version": __version__,
        }

        def tell(_: object) -> None:
            words = self.tr("{count:,} rows were saved as {path}.")
            view.bar.show_message(words.format(count=len(rows), path=path))

        run_task(lambda _: _write(path, to_bytes(rows, origin)), tell, self._on_error, owner=self)

    def _dock(self) -> SentenceDock:
        return self._window.view("translate").docks.docks[SENTENCES]

    def _connect(self, view: "SentencesView") -> None:
        view.bar.action_requested.connect(self._go_back)
        view.file_requested.connect(self._ask_to_open)
        view.texts_requested.connect(self.take)
        view.start_requested.connect(self._service.start)
        view.stop_requested.connect(self._service.stop)
        view.save_requested.connect(self._ask_to_save)
        view.copy_requested.connect(self._copy)
        view.sentence_requested.connect(self._show_sentence)

    def _copy(self, numbers: list[int]) -> None:
        """Put these rows on the clipboard, with tabs between their values; thousands of them take a while."""
        rows = self._dock().view().rows(numbers)
        run_task(lambda _: tsv_lines(rows), QGuiApplication.clipboard().setText, owner=self)

    def _go_back(self) -> None:
        self._list.go_back()
        self._dock().view().bar.hide()

    def _show_sentence(self, number: int) -> None:
        """It becomes the source of Translate; nothing is forced or changed there, as in the table."""
        workspace = self._window.workspace
        workspace.wish(Question(self._list.texts[number], decoding=workspace.decoding))
        self._window.service.request((workspace.translation,))

    def _show_error(self, error: EngineError) -> None:
        """Over the table, or over the place where the table is not seen."""
        dock, self._said = self._dock(), str(error)
        (dock.view().bar if dock.is_seen else self._window.bar).show_error(error)

    def _take_back(self) -> None:
        """It goes on: what was said is so no longer."""
        if self._list.is_running and self._said:
            for bar in (self._window.bar, self._dock().view().bar):
                if bar.text() == self._said:
                    bar.hide()
            self._said = ""

    def _on_error(self, error: Exception) -> None:
        if not isinstance(error, EngineError):
            raise error
        self._show_error(error)

    def _ask_to_open(self) -> None:
        title, kinds = self.tr("Open a text file"), self.tr("Texts (*.txt);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        if path:
            self.open_file(Path(path))

    def _ask_to_save(self) -> None:
        filters = self.tr("CSV (*.csv);;TSV (*.tsv)")
        path, chosen = QFileDialog.getSaveFileName(self._window, self.tr("Save the table"), "", filters)
        if path:
            suffix = ".tsv" if "*.tsv" in chosen else ".csv"
            self.save_to(Path(path) if Path(path).suffix else Path(path + suffix))


def _write(path: Path, data: bytes) -> None:
    try:
        write_bytes(path, data)
    except OSError as error:
        raise EngineError(
            f"The table cannot be written to {path} ({error.strerror}).", "Choose another place."
        ) from error
