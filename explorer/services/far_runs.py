"""Wishes about runs on other machines: started, steered, looked into and fetched over their lines."""

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.config import to_json
from engine.corpora.report import ImportReport
from engine.errors import CorpusError, EngineError, RunError
from engine.preview import Preview
from engine.runs.best import load_best
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes
from engine.runs.verification import OPTIMIZER
from explorer.new_run import NewRun
from explorer.services.machine_line import MachineLine, OnAnswer
from explorer.services.machines import Machines
from explorer.services.run_copy import run_name
from explorer.services.run_fetch import RunFetch
from explorer.services.tasks import run_task

TRACES_EVERY = 5.0  # seconds between two looks for traces that are not here yet


class FarRuns(QObject):
    """A run is named by the folder of its copy. What cannot be asked now is told as failed, never kept."""

    asked = Signal(Path, str)  # a run took a word
    failed = Signal(EngineError)
    run_started = Signal(Path)  # or goes on
    start_failed = Signal(Path, EngineError)
    report_made = Signal(object)  # ImportReport
    check_failed = Signal(EngineError)
    preview_made = Signal(object)  # Preview
    preview_failed = Signal(EngineError)
    folder_listed = Signal(str, list, list)  # a folder there, the folders and the files in it
    folder_failed = Signal(EngineError)
    model_progressed = Signal(Path, float)  # a run, and the share of its model that is here
    model_fetched = Signal(Path)  # a checkpoint that can be opened

    def __init__(self, machines: Machines, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._machines = machines
        self._fetches: dict[Path, RunFetch] = {}
        self._newest: dict[str, object] = {}  # the question of each kind whose answer is awaited
        self._looking: MachineLine | None = None  # to the machine that looks ahead
        self._looked: dict[Path, float] = {}  # when traces were looked for

    def ask(self, run: Path, word: str) -> None:
        """Have the process of a run do what the word says; `asked` or `failed` follows."""
        message = {"kind": "ask", "run": run_name(run.name), "word": word}
        self._machines.line_of(run).ask(message, lambda *_: self.asked.emit(run, word), self.failed.emit)

    def extend(self, run: Path, updates: int) -> None:
        """Let a run end at this update; `failed` follows where it cannot."""
        message = {"kind": "extend", "run": run_name(run.name), "updates": updates}
        self._machines.line_of(run).ask(message, _nothing, self.failed.emit)

    def keep_notes(self, run: Path, notes: RunNotes) -> None:
        """Replace what is noted about a run, there; `failed` follows where that cannot be."""
        message = {"kind": "notes", "run": run_name(run.name), "notes": to_json(notes)}
        self._machines.line_of(run).ask(message, _nothing, self.failed.emit)

    def go_on(self, run: Path) -> None:
        """Let a run go on that has no process; `run_started` or `start_failed` follows."""
        self._start(run, {"kind": "resume", "run": run_name(run.name)})

    def start(self, run: NewRun) -> None:
        """Start a new run on its machine, in the folder of all runs there; the same signals follow."""
        experiment = to_json(run.experiment)
        message = {"kind": "start", "run": run.folder.name, "experiment": experiment}
        copy = self._machines.copy_of(run.machine, run.folder.name)
        self._start(copy, {**message, "processes": run.processes})

    def check_corpus(self, machine: str, files: Sequence[str]) -> None:
        """Look through corpus files there; `report_made` or `check_failed` follows the newest question."""

        def on_answer(answer: dict[str, Any], _: bytes) -> None:
            try:
                self.report_made.emit(ImportReport.from_json(answer["report"]))
            except (ValueError, KeyError, TypeError):
                self.check_failed.emit(CorpusError(f"What {machine} says of the files cannot be read."))

        self._ask_newest(machine, {"kind": "corpus", "files": list(files)}, on_answer, self.check_failed)

    def look_ahead(self, run: NewRun | None) -> None:
        """Look ahead at a run on its machine; `preview_made` or `preview_failed` follows, not for None."""

        def on_answer(answer: dict[str, Any], _: bytes) -> None:
            try:
                self.preview_made.emit(Preview.from_json(answer["preview"]))
            except (ValueError, KeyError, TypeError):
                self.preview_failed.emit(RunError("What the run would take could not be found out."))

        if run is None:
            if self._newest.pop("preview", None) is not None and self._looking is not None:
                self._looking.ask({"kind": "cancel"}, _nothing, _nothing)
            return
        self._looking = self._machines.line_to(run.machine)
        message = {"kind": "preview", "run": run.folder.name, "experiment": to_json(run.experiment)}
        self._ask_newest(run.machine, message, on_answer, self.preview_failed)

    def list_folder(self, machine: str, folder: str) -> None:
        """List a folder there, "" for the home folder; `folder_listed` or `folder_failed` follows."""

        def on_answer(answer: dict[str, Any], _: bytes) -> None:
            folders, files = (_texts(answer.get(kind)) for kind in ("folders", "files"))
            self.folder_listed.emit(str(answer.get("folder")), folders, files)

        message = {"kind": "folder", "folder": folder}
        self._machines.line_to(machine).ask(message, on_answer, self.folder_failed.emit)

    def fetch_traces(self, run: Path) -> None:
        """Bring those traces of a run that are not here yet; nothing is said where they cannot come now."""
        now = time.monotonic()
        if run not in self._fetches and now - self._looked.get(run, -math.inf) >= TRACES_EVERY:
            self._looked[run] = now
            self._fetch(run).fetch_folders(["traces"], lambda name: name.endswith(".safetensors"))

    def fetch_model(self, run: Path, update: int | None = None) -> None:
        """Bring a checkpoint of a run here; `model_fetched` or `failed` follows.

        update: that of the checkpoint; None for the best one, or the newest.
        """

        def on_found(update: int | None) -> None:
            if update is None:
                self.failed.emit(RunError(f"The run {run.name} has no checkpoint.", "Wait for the first."))
            else:
                self._fetch_checkpoint(run, update)

        if update is not None:
            self._fetch_checkpoint(run, update)
            return
        run_task(lambda _: _best_update(RunLayout(run)), on_found, owner=self)

    def _fetch_checkpoint(self, run: Path, update: int) -> None:
        checkpoint = RunLayout(Path()).checkpoint_dir(update).as_posix()
        fetch = self._fetch(run)
        fetch.progressed.connect(lambda share: self.model_progressed.emit(run, share))
        fetch.failed.connect(self.failed)
        fetch.done.connect(lambda: self.model_fetched.emit(run / checkpoint))
        fetch.fetch_folders(["vocabulary", "segmenter", checkpoint], lambda name: OPTIMIZER not in name)

    def _fetch(self, run: Path) -> RunFetch:
        fetch = self._fetches[run] = RunFetch(self._machines.line_of(run), run_name(run.name), run, self)

        def on_end(*_: object) -> None:
            if self._fetches.get(run) is fetch:
                del self._fetches[run]
            fetch.deleteLater()

        fetch.failed.connect(on_end)
        fetch.done.connect(on_end)
        return fetch

    def _ask_newest(self, machine: str, message: dict[str, Any], on_answer: OnAnswer, failed: Any) -> None:
        """Ask something of which only the newest answer is told."""
        kind, question = message["kind"], object()
        self._newest[kind] = question

        def is_newest() -> bool:
            return self._newest.get(kind) is question and self._newest.pop(kind) is question

        self._machines.line_to(machine).ask(
            message,
            lambda answer, payload: on_answer(answer, payload) if is_newest() else None,
            lambda error: failed.emit(error) if is_newest() else None,
        )

    def _start(self, run: Path, message: dict[str, Any]) -> None:
        self._machines.line_of(run).ask(
            message,
            lambda *_: self.run_started.emit(run),
            lambda error: self.start_failed.emit(run, error),
        )


def _best_update(layout: RunLayout) -> int | None:
    updates = [update for update, _ in layout.checkpoints()]
    best = load_best(layout)
    return best.update if best is not None and best.update in updates else max(updates, default=None)


def _nothing(*_: object) -> None:
    """Takes an answer that nobody needs."""


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []
