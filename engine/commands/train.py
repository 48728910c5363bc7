"""train: a training run in the foreground, in a folder that can be watched and resumed."""

import argparse
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.commands.arguments import UsageError, add_json, positive
from engine.commands.output import write_json, write_text
from engine.commands.progress import ProgressBar, time_left
from engine.commands.runs import run_state
from engine.config import DEVICES, PRECISIONS, ExperimentConfig
from engine.errors import ConfigError, RunError
from engine.launch import Launch
from engine.presets import PRESETS, preset
from engine.runs.condition import read_status
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.runs.records import Record, TrainRecord, ValidationRecord

SUMMARY = "train a model in a run folder, or go on with one"
DETAILS = f"""\
Trains in the foreground until the last update. Ctrl-C stops between two updates and keeps a checkpoint (exit
code 130, as whenever a run is stopped before its end); --resume goes on from the newest one. The run folder
can be watched at any time, by the window or by 'python main.py runs'.

Under torchrun all its processes train one run together. The first of them alone writes and prints; a run that
is stopped then ends with exit code 0, for torchrun takes any other for a crash.

presets: {", ".join(PRESETS)}

examples:
  python main.py train --preset rnnsearch-laptop --corpus pairs.tsv --run runs/first
  python main.py train --preset rnnsearch-minute --corpus a.en a.fr --dev d.tsv --run runs/small --seed 7
  python main.py train --run runs/first --resume --max-updates 30000
  torchrun --standalone --nproc-per-node 2 -- main.py train --run runs/first --resume
"""

_SAID = {  # for people
    "train": "corpus",
    "dev": "validation pairs",
    "threads": "number of threads",
    "max_length": "longest sentence",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--run", type=Path, required=True, metavar="DIR", dest="run_dir", help="the run's folder")
    add("--resume", action="store_true", help="go on with the run in DIR")
    add("--preset", choices=tuple(PRESETS), metavar="NAME", help="the experiment; see below")
    add("--corpus", nargs="+", type=Path, metavar="FILE", help="tab-separated, or source and target")
    add("--dev", nargs="+", type=Path, metavar="FILE", help="validation pairs; else some of --corpus")
    add("--max-updates", type=positive, metavar="N", help="the last update; else the preset's")
    add("--batch-size", type=positive, metavar="N", help="sentence pairs an update; else the preset's")
    add("--max-length", type=positive, metavar="N", help="longer pairs, in tokens, are left out; likewise")
    add("--seed", type=int, metavar="N", help="of the initial values and the order of the pairs")
    add("--threads", type=positive, metavar="N", help="else one a core, at most 4")
    add("--precision", choices=PRECISIONS, help="of the matrix products; else auto: measured")
    add("--device", choices=DEVICES, help="where the numbers are computed; else auto")
    add("--source-language", metavar="CODE", help="such as en")
    add("--target-language", metavar="CODE", help="such as fr")
    add_json(parser, "the run's last state")


def run(options: argparse.Namespace) -> int:
    """Train; 130 where the run was stopped early. Raises EngineError and UsageError."""
    launch = Launch.of()
    experiment = _recorded_experiment(options) if options.resume else _new_experiment(options, launch)
    if not launch.leads:
        _train(options, experiment, lambda record: None)
        return 0
    with _watching(experiment.train.max_updates) as watch:
        state = _train(options, experiment, watch.take)
    if state == "diverged":
        status = read_status(RunLayout(options.run_dir))
        problem = status.error if status else None
        raise RunError(problem.what if problem else "The run diverged.", problem.remedy if problem else "")
    if options.json:
        write_json(run_state(options.run_dir))
    else:
        write_text(run_state(options.run_dir)["description"])
    return 130 if state == "stopped" and launch.size == 1 else 0


def _train(options: argparse.Namespace, experiment: ExperimentConfig, take: Callable[[Record], None]) -> str:
    from engine.training import resume_run, start_run  # torch is loaded here and not before

    if options.resume:
        return resume_run(options.run_dir, options.max_updates, take)
    return start_run(experiment, options.run_dir, take)


def _new_experiment(options: argparse.Namespace, launch: Launch) -> ExperimentConfig:
    """The experiment of a new run. Raises where the arguments make none, or the folder holds a run."""
    if options.preset is None or options.corpus is None:
        raise UsageError("a new run needs --preset and --corpus; --resume goes on with an old one")
    if launch.leads and RunLayout(options.run_dir).holds_run():  # others may come when the run has begun
        raise RunError(
            f"The folder {options.run_dir} holds a run already.", "Add --resume, or choose another."
        )
    return _experiment(options)


def _experiment(options: argparse.Namespace) -> ExperimentConfig:
    """The preset with what the arguments fill in or change."""
    base = preset(options.preset)
    corpus = replace(base.corpus, **_corpus_settings(options))
    return replace(base, corpus=corpus, train=replace(base.train, **_train_settings(options)))


def _recorded_experiment(options: argparse.Namespace) -> ExperimentConfig:
    """The experiment of the run to go on with. Raises where there is none, or the arguments say otherwise."""
    layout = RunLayout(options.run_dir)
    if not layout.holds_run():
        raise RunError(f"The folder {options.run_dir} holds no run.", "Start one there, without --resume.")
    experiment = load_experiment(layout.experiment)
    train = _train_settings(options)
    if train.get("precision") == "auto":
        del train["precision"]  # a run goes on with what was taken when it began
    if (end := train.pop("max_updates", None)) is not None:
        experiment = replace(experiment, train=replace(experiment.train, max_updates=end))
    _require_same({"preset": options.preset} if options.preset else {}, experiment)
    _require_same(_corpus_settings(options), experiment.corpus)
    _require_same(train, experiment.train)
    return experiment


def _corpus_settings(options: argparse.Namespace) -> dict[str, Any]:
    given = {
        "train": _absolute(options.corpus),
        "dev": _absolute(options.dev),
        "max_length": options.max_length,
        "source_language": options.source_language,
        "target_language": options.target_language,
    }
    return {name: value for name, value in given.items() if value is not None}


def _train_settings(options: argparse.Namespace) -> dict[str, Any]:
    names = ("max_updates", "batch_size", "seed", "threads", "precision", "device")
    given = {name: getattr(options, name) for name in names}
    return {name: value for name, value in given.items() if value is not None}


def _absolute(paths: Sequence[Path] | None) -> tuple[str, ...] | None:
    """Paths that still hold when the run is resumed from another folder."""
    return None if paths is None else tuple(str(path.resolve()) for path in paths)


def _require_same(given: dict[str, Any], recorded: object) -> None:
    for name, value in given.items():
        if value != (before := getattr(recorded, name)):
            said = _SAID.get(name, name.replace("_", " "))
            raise ConfigError(
                f"The run was begun with the {said} {_in_words(before)}, not {_in_words(value)}.",
                "Leave the setting out to go on, or start a new run.",
            )


def _in_words(value: object) -> str:
    return (" and ".join(value) or "taken from the corpus") if isinstance(value, tuple) else str(value)


class _Watch:
    """Shows a run in the foreground: a progress bar with its last numbers."""

    def __init__(self, bar: ProgressBar, max_updates: int) -> None:
        self._bar = bar
        self._max_updates = max_updates
        self._bleu = ""
        self._first: TrainRecord | None = None

    def take(self, record: Record) -> None:
        """Show what a record says."""
        if isinstance(record, ValidationRecord):
            self._bleu = f"  dev BLEU {record.bleu:.1f}"
        if not isinstance(record, TrainRecord):
            return
        first = self._first = self._first or record
        seconds = record.time - first.time
        left = time_left(record.update - first.update, self._max_updates - first.update, seconds)
        note = f"loss {record.loss:.3f}{self._bleu}  {record.tokens_per_second:,.0f} tokens/s  {left}"
        self._bar.update(record.update, note)


class _LogLines(logging.Handler):
    """Writes log records above a progress bar."""

    def __init__(self, bar: ProgressBar) -> None:
        super().__init__(logging.INFO)
        self._bar = bar

    def emit(self, record: logging.LogRecord) -> None:
        self._bar.say(record.getMessage())


@contextmanager
def _watching(max_updates: int) -> Iterator[_Watch]:
    """A watch whose bar stands below the run's log, both on standard error."""
    log = logging.getLogger("engine")
    with ProgressBar("Training", max_updates) as bar:
        handler = _LogLines(bar)
        log.addHandler(handler)
        try:
            yield _Watch(bar, max_updates)
        finally:
            log.removeHandler(handler)
