"""Runs with made-up curves, so that Train has something to show: a plain one, one with values that are no
numbers, and one that was resumed.
"""

import math
from pathlib import Path

from engine.presets import preset
from engine.runs.records import TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter

EVERY, VALIDATED = 10, 100  # updates between two records
PASS = 600  # updates
TOKENS, SECONDS = 900.0, 0.35  # an update


def make_runs(folder: Path) -> None:
    """Write the runs into a folder; the plain one is the newest."""
    with RunWriter.create(folder / "with-nan", preset("rnnsearch-minute"), {}) as writer:
        train(writer, 0, 1500, pace=0.7)
    with RunWriter.create(folder / "resumed", preset("rnnencdec-minute"), {}) as writer:
        train(writer, 0, 900, pace=0.4)
    with RunWriter.resume(folder / "resumed", 600, 1) as writer:
        train(writer, 600, 1400, pace=0.5)
    with RunWriter.create(folder / "made-up-curves", preset("rnnsearch-minute"), {}) as writer:
        train(writer, 0, 1200, pace=1.0)
        writer.set_status("running")


def train(writer: RunWriter, begin: int, end: int, pace: float) -> None:
    """Records of so many updates; the slower of two paces learns less in them."""
    for update in range(begin + EVERY, end + 1, EVERY):
        loss = 1.2 + 5 * math.exp(-update * pace / 250) + 0.15 * math.sin(update)
        if pace == 0.7 and update in range(400, 480) and update != 440:
            loss = math.inf if update == 470 else math.nan
        behind = {"tokens": update * TOKENS, "wall": update * SECONDS / pace, "passes": update / PASS}
        norm = 1.2 + math.sin(update) ** 2
        writer.record(
            TrainRecord(
                update, update // PASS, loss, math.exp(loss), norm, 0.002, 2400.0 * pace,
                clipped_norm=1.0, memory=9e8, cpu=0.9, **behind,
            )
        )  # fmt: skip
        if update % VALIDATED == 0:
            loss, bleu = 1.3 + 5 * math.exp(-update * pace / 250), 38 * (1 - math.exp(-update * pace / 500))
            writer.record(
                ValidationRecord(
                    update, update // PASS, loss, math.exp(loss), bleu, "made up", 2.0,
                    chrf=1.4 * bleu, token_accuracy=2 * bleu, **behind,
                )
            )  # fmt: skip
    writer.set_progress(end, end // PASS, 0)
