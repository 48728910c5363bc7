"""Run folders in every state that a run can be in, with made-up curves."""

import math
import socket
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import CorpusError, RunError
from engine.presets import preset
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes
from engine.runs.records import Problem, RunState, TrainRecord, ValidationRecord, status_to_json
from engine.runs.writer import RunWriter

DIVERGED = RunError(
    "Since update 1,180 no gradient was finite (loss nan).",
    "The last good checkpoint is kept (that of update 1100). Start again with a smaller learning rate.",
)
FAILED = CorpusError("The corpus file /data/europarl.tsv is gone.", "Put it back, then resume.")
LOG = {
    "diverged": "ERROR Update 1181 was skipped: its gradient is not finite.",
    "failed": "ERROR The corpus file /data/europarl.tsv is gone. Put it back, then resume.",
}


@dataclass(frozen=True)
class Made:
    """One run. changes: what its status says beside its state."""

    name: str
    state: RunState
    changes: dict
    notes: RunNotes = field(default_factory=RunNotes)


def every_state(home: Path) -> list[Path]:
    """Make a run in each state in this folder; the newest is that which trains."""
    now, here = time.time(), socket.gethostname()
    corpus = "Learning the segmentation of the target"
    runs = [
        Made("training", "running", {}),
        Made("preparing", "running", {"update": 0, "preparing": corpus, "prepared": 0.42}),
        Made("paused", "paused", {}),
        Made("stopped", "stopped", {}, RunNotes(tags=("baseline",))),
        Made("finished", "finished", {"update": 3000}, RunNotes("Best so far", ("baseline", "wide"))),
        Made("diverged", "diverged", {"error": Problem.of(DIVERGED)}),
        Made("failed", "failed", {"error": Problem.of(FAILED)}),
        Made("stalled", "running", {"host": "gpu-7", "heartbeat": now - 240}),
        Made("lost with its machine", "running", {"host": "gpu-8", "heartbeat": now - 9000}),
        Made("interrupted", "running", {"host": here, "pid_started": "gone"}),
        Made("copied", "running", {}),
        Made("archived", "finished", {}, RunNotes(archived=True)),
    ]
    return [_make(home / made.name, made, now - place) for place, made in enumerate(runs)]


def _make(path: Path, made: Made, started: float) -> Path:
    with RunWriter.create(path, preset("rnnsearch-minute"), {}) as writer:
        if made.changes.get("update") != 0:
            _record(writer, is_broken=made.state == "diverged")
        writer.set_progress(1200, 2, 0)
        writer.set_status("running")
    layout = RunLayout(path)
    (layout.checkpoints_folder / "update-00001100").mkdir()
    layout.log.write_text("\n".join(_log(made.name)) + "\n", encoding="utf-8")
    status = read_status(layout)
    assert status is not None
    changes = {"started": started, **made.changes}
    layout.status.write_text(status_to_json(replace(status, state=made.state, **changes)), encoding="utf-8")
    if made.name == "copied":  # its process lives, and trains in another folder
        changes["folder"] = str(path.parent / "training")
        layout.status.write_text(status_to_json(replace(status, **changes)), encoding="utf-8")
    if made.notes != RunNotes():
        save_notes(layout, made.notes)
    return path


def _log(name: str) -> list[str]:
    stamp = "2026-01-01 12:00:00,000 "
    lines = [f"{stamp}INFO Update {update}: dev BLEU {update / 50:.2f}." for update in range(100, 1200, 100)]
    return [*lines, stamp + LOG[name]] if name in LOG else lines


def _record(writer: RunWriter, *, is_broken: bool) -> None:
    for update in range(10, 1210, 10):
        loss = 1.2 + 5 * math.exp(-update / 250) + 0.15 * math.sin(update)
        loss = math.nan if is_broken and update > 1170 else loss
        writer.record(
            TrainRecord(update, 1 + update // 600, loss, math.exp(loss), 1.0, 0.002, 2400.0, time=update / 4)
        )
        if update % 100 == 0 and math.isfinite(loss):
            bleu = 38 * (1 - math.exp(-update / 500))
            writer.record(ValidationRecord(update, 1, loss + 0.1, math.exp(loss + 0.1), bleu, "made up", 2.0))
