"""Kills a training again and again and looks at what it leaves; a program of its own, run by a test.

python killed_writer.py random FOLDER   kills at random moments, with a slow disk
python killed_writer.py steps FOLDER    kills before each change that saving makes in the file system

Prints counts as JSON; ends with an AssertionError where anything was lost.
"""

import json
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch

from engine.checkpoint import load_checkpoint, newest_whole, prune, save_checkpoint
from engine.config import ExperimentConfig
from engine.runs.layout import RunLayout, update_of
from engine.runs.publishing import clear_leftovers
from engine.runs.reader import RunReader
from engine.runs.records import TrainRecord
from engine.runs.writer import RunWriter

KILLS = 20
CHANGES = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir")


def in_child(work: Callable[[], None]) -> int:
    """The pid of a new process that does the work and ends."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(3)
    return pid


def save(folder: Path, value: int) -> None:
    tensors = {"w": torch.full((3000,), float(value))}
    save_checkpoint(folder, tensors, {"m": tensors["w"] * 2}, {"value": value})


def value_in(folder: Path) -> int:
    """The value that the whole checkpoint was made of."""
    checkpoint = load_checkpoint(folder)
    value = checkpoint.state["value"]
    assert bool((checkpoint.model["w"] == value).all())
    assert bool((checkpoint.optimizer["m"] == 2 * value).all())
    assert isinstance(value, int)
    return value


def slow_disk(report: int) -> None:
    """A disk that is waited for 3 ms each time, which is told through a pipe. A kill needs no real wait."""

    def wait(handle: int) -> None:
        os.write(report, b".")
        time.sleep(0.003)

    os.fsync = wait


def train(run: Path, report: int) -> None:
    slow_disk(report)
    if RunLayout(run).holds_run():
        newest = newest_whole(run)
        update = 0 if newest is None else update_of(newest) or 0
        writer = RunWriter.resume(run, update, 0)
    else:
        update = 0
        writer = RunWriter.create(run, ExperimentConfig(), {})
    while True:
        update += 1
        writer.record(TrainRecord(update, 0, 1.0, 1.0, 1.0, 1.0, 1.0))
        save(writer.layout.checkpoint_dir(update), update)
        writer.set_best(update, "bleu", 1.0)
        prune(run, 2, update)


def look(run: Path) -> int:
    """The update of the newest whole checkpoint of a run that was killed; 0 before the first."""
    reader = RunReader(run)
    new = reader.poll()
    assert new.seen.condition in ("lost", "unknown"), new.seen
    updates = [record.update for record in reader.train_history().line]
    assert updates == list(range(1, len(updates) + 1)), updates
    newest = newest_whole(run)
    if newest is None:
        return 0
    assert value_in(newest) == update_of(newest)
    assert value_in(newest) <= len(updates)
    return value_in(newest)


def kill_at_random(folder: Path) -> dict[str, int]:
    run = folder / "run"
    chance = random.Random(7)
    reached = halves = 0
    for _ in range(KILLS):
        listen, report = os.pipe()
        pid = in_child(partial(train, run, report))
        os.close(report)
        for _ in range(chance.randrange(45)):  # waits for the disk, not seconds: a machine may be busy
            os.read(listen, 1)
        time.sleep(chance.uniform(0.0, 0.004))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        assert os.WIFSIGNALED(status), "the training ended by itself"
        os.close(listen)
        update = look(run)
        assert update >= reached, "a checkpoint was lost"
        reached = update
        halves += len(list(RunLayout(run).checkpoints_folder.glob("*.part")))
    return {"reached": reached, "halves": halves}


def kill_before(change: int, work: Callable[[], None]) -> bool:
    """Whether the work was still going on when it came to this change of the file system."""
    seen = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        reading = event == "open" and isinstance(arguments[2], int) and not arguments[2] & os.O_WRONLY
        if event in CHANGES and not reading:
            seen += 1
            if seen == change:
                os._exit(9)

    def watched() -> None:
        sys.addaudithook(watch)
        work()

    _, status = os.waitpid(in_child(watched), 0)
    assert os.waitstatus_to_exitcode(status) in (0, 9)
    return os.waitstatus_to_exitcode(status) == 9


def kill_at_each_step(folder: Path) -> dict[str, int]:
    os.fsync = lambda handle: None
    target = RunLayout(folder).checkpoint_dir(1)
    found = []
    change = 0
    killed = True
    while killed:
        change += 1
        save(target, 1)
        killed = kill_before(change, lambda: save(target, 2))
        clear_leftovers(target.parent)
        assert [path.name for path in target.parent.iterdir()] == [target.name]
        found.append(value_in(target))
    assert found == sorted(found), found
    return {"changes": change - 1, "old": found.count(1), "new": found.count(2)}


if __name__ == "__main__":
    kind = {"random": kill_at_random, "steps": kill_at_each_step}[sys.argv[1]]
    print(json.dumps(kind(Path(sys.argv[2]))))
