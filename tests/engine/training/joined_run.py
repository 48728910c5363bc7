"""A process of a run for tests, to be started by torchrun, `joined_run.py RUN EXPERIMENT END`, or by `place`.

EXPERIMENT: a file with the experiment of a new run, or "resume". END: what the leader does when the record of
update 20 comes by: "request" a stop, after a pause at update 10, "terminate" torchrun, or nothing ("last").
Its standard output is the state that the run ends in.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from engine.config import ExperimentConfig, from_json
from engine.runs.condition import read_status
from engine.runs.control import request
from engine.runs.layout import RunLayout
from engine.runs.records import Record
from engine.training import resume_run, start_run


def main(run: Path, experiment: str, end: str) -> None:
    """Train as one process of several."""

    def look(record: Record) -> None:
        if record.kind == "train" and record.update == 10 and end == "request":
            request(run, "pause")
            threading.Thread(target=go_on, args=(run,)).start()
        if record.kind == "train" and record.update == 20:
            if end == "request":
                request(run, "stop")
            if end == "terminate":
                terminate()

    if experiment == "resume":
        state = resume_run(run, None, look)
    else:
        values = json.loads(Path(experiment).read_text(encoding="utf-8"))
        state = start_run(from_json(ExperimentConfig, values), run, look)
    sys.stdout.write(f"{state}\n")


def place(environment: dict[str, str], output: Path, run: Path, experiment: str, end: str) -> None:
    """The same as a process that is told its place in the environment; what it writes goes into a file."""
    os.environ.update(environment)
    with output.open("w", encoding="utf-8") as sys.stdout:
        main(run, experiment, end)


def go_on(run: Path) -> None:
    """Resume the run as soon as it is paused."""
    while (status := read_status(RunLayout(run))) is None or status.state != "paused":
        time.sleep(0.02)
    request(run, "resume")


def terminate() -> None:
    """Signal to torchrun, and wait until it has passed that on to this process."""
    came = threading.Event()
    handler = signal.getsignal(signal.SIGTERM)
    assert callable(handler)
    signal.signal(signal.SIGTERM, lambda number, frame: (handler(number, frame), came.set()))
    os.kill(os.getppid(), signal.SIGTERM)
    assert came.wait(30)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
