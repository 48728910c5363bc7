"""runs: the state of training runs, read from their folders."""

import argparse
from pathlib import Path
from typing import Any

from engine.commands.arguments import add_json
from engine.commands.output import write_json, write_table, write_text
from engine.errors import RunError
from engine.runs.condition import describe
from engine.runs.layout import RunLayout, find_runs, runs_home
from engine.runs.reader import RunReader

SUMMARY = "show the state of training runs"
DETAILS = """\
DIR is a run, or a folder with runs in it; without it the folder where the window keeps its runs. The state is
running, paused, stopped, finished, diverged or failed as the run tells; lost where its process is gone,
stalled where it gives no sign of life, unknown where it tells nothing.

examples:
  python main.py runs
  python main.py runs my-runs --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("dir", nargs="?", type=Path, metavar="DIR", help="a run, or a folder of runs")
    add_json(parser, "a list of objects, one a run,")


def run(options: argparse.Namespace) -> None:
    """Show; raises RunError where DIR is no folder."""
    states = [run_state(path) for path in _runs(options.dir)]
    if options.json:
        write_json(states)
    elif states:
        rows = [(state["name"], state["state"], _score(state), state["description"]) for state in states]
        write_table(("run", "state", "dev BLEU", "description"), rows)
    else:
        write_text("There is no run here yet.")


def run_state(path: Path) -> dict[str, Any]:
    """One run as plain JSON values: its state, how far it is, its last numbers and its checkpoints."""
    reader = RunReader(path)
    while reader.poll().more:
        pass
    seen, status = reader.seen(), reader.seen().status
    training, validations = reader.train_history().line, reader.validation_history().line
    best = reader.best()
    return {
        "name": path.resolve().name,
        "path": str(path),
        "state": seen.condition,
        "description": describe(seen),
        "preset": status.preset if status else "",
        "update": status.update if status else 0,
        "max_updates": status.max_updates if status else 0,
        "epoch": status.epoch if status else 0,
        "pid": status.pid if status else None,
        "host": status.host if status else "",
        "error": {"what": status.error.what, "remedy": status.error.remedy}
        if status and status.error
        else None,
        "loss": training[-1].loss if training else None,
        "dev_perplexity": validations[-1].perplexity if validations else None,
        "dev_bleu": validations[-1].bleu if validations else None,
        "best_update": best.update if best else None,
        "checkpoints": [str(folder) for _, folder in reader.checkpoints()],
    }


def _runs(folder: Path | None) -> list[Path]:
    if folder is None:
        return find_runs(runs_home())
    if not folder.is_dir():
        raise RunError(f"There is no folder {folder}.", "Give a run, or a folder that holds runs.")
    return [folder] if RunLayout(folder).holds_run() else find_runs(folder)


def _score(state: dict[str, Any]) -> str:
    return "" if state["dev_bleu"] is None else f"{state['dev_bleu']:.1f}"
