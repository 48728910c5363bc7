"""train: a training run in the foreground, in a folder that can be watched and resumed."""

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.catalogue import find_model, model_home
from engine.commands.arguments import (
    UsageError,
    add_grammar,
    add_json,
    grammar_settings,
    number,
    whole_number,
)
from engine.commands.output import write_json, write_text
from engine.commands.progress import ProgressBar
from engine.commands.runs import run_state
from engine.commands.train_watch import watching
from engine.config import ExperimentConfig, GrammarConfig
from engine.errors import ConfigError, RunError
from engine.estimate import SPECIAL, count_parameters, estimate_memory
from engine.launch import Launch
from engine.presets import PRESETS, preset
from engine.runs.condition import read_status
from engine.runs.control import read_limit
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.runs.records import Record
from engine.runs.verification import offering_another, verify
from engine.settings import BY_PLACE, FIXED_BY_WEIGHTS, SETTINGS, Setting, with_settings, with_weights
from engine.shared_cores import sharing_cores

SUMMARY = "train a model in a run folder, or go on with one"
DETAILS = f"""\
Trains in the foreground until the last update. Ctrl-C stops between two updates and keeps a checkpoint (exit
code 130, as whenever a run is stopped before its end); --resume goes on from the newest one. The run folder
can be watched at any time, by the window or by 'python main.py runs'.

--from begins a new run with the weights of another; its network and its vocabularies come with them, the
optimizer begins anew.

Under torchrun all its processes train one run together. The first of them alone writes and prints; a run that
is stopped then ends with exit code 0, for torchrun takes any other for a crash.

Each setting that is not given is that of the preset.

presets: {", ".join(PRESETS)}

examples:
  python main.py train --preset rnnsearch-laptop --corpus pairs.tsv --run runs/first
  python main.py train --preset rnnsearch-minute --corpus a.en a.fr --dev d.tsv --run runs/small --seed 7
  python main.py train --preset rnnsearch-grammar --grammar --without adjective-order --run runs/plain
  python main.py train --run runs/first --resume --max-updates 30000
  python main.py train --preset rnnsearch-laptop --from runs/first --corpus more.tsv --run runs/second
  torchrun --standalone --nproc-per-node 2 -- main.py train --run runs/first --resume
"""

_MAX_UPDATES, _PRECISION = BY_PLACE["train.max_updates"], BY_PLACE["train.precision"]
_TYPES: dict[type, Callable[[str], Any]] = {int: whole_number, float: number, str: str}
_FILES = {"train": "corpus", "dev": "validation pairs", "links": "links"}  # for people


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--run", type=Path, required=True, metavar="DIR", dest="run_dir", help="the run's folder")
    add("--resume", action="store_true", help="go on with the run in DIR")
    add(
        "--estimate",
        action="store_true",
        help="start nothing: prepare the corpus, time some updates, and say what training would take",
    )
    add("--preset", choices=tuple(PRESETS), metavar="NAME", help="the experiment; see below")
    add(
        "--from",
        dest="begun_from",
        metavar="MODEL",
        help="begin with the weights and vocabularies of a run, a checkpoint or a bundled model",
    )
    add("--corpus", nargs="+", type=Path, metavar="FILE", help="tab-separated, or source and target")
    add("--dev", nargs="+", type=Path, metavar="FILE", help="validation pairs; else some of the corpus")
    add(
        "--links",
        type=Path,
        metavar="FILE",
        help="Pharaoh links of the corpus, for --guidance; the built-in corpus has its own",
    )
    add("--grammar", action="store_true", help="the built-in corpus of English and French, in place of files")
    add_grammar(parser, "grammar-")
    for setting in SETTINGS:
        if setting.kind is tuple:
            add(setting.option, action="append", dest=setting.place, metavar="TEXT", help=setting.meaning)
        elif setting.choices:
            add(setting.option, choices=setting.choices, dest=setting.place, help=setting.meaning)
        else:
            kind = _TYPES[setting.kind]
            add(setting.option, type=kind, dest=setting.place, metavar="X", help=setting.meaning)
    add_json(parser, "the run's last state")


def run(options: argparse.Namespace) -> int:
    """Train; 130 where the run was stopped early. Raises EngineError and UsageError."""
    os.environ.update(sharing_cores(os.environ))  # read once, when torch is loaded
    launch = Launch.of()
    experiment = _recorded_experiment(options) if options.resume else _new_experiment(options, launch)
    if options.estimate:
        if launch.leads:
            _estimate(experiment, in_json=options.json)
        return 0
    if not launch.leads:
        _train(options, experiment, lambda record: None)
        return 0
    with watching(experiment.train.max_updates) as watch:
        state = _train(options, experiment, watch.take)
    if state == "diverged":
        status = read_status(RunLayout(options.run_dir))
        problem = status.error if status else None
        what, remedy = (problem.what, problem.remedy) if problem else ("", "")
        raise RunError(f"The run diverged. {what}".rstrip(), remedy)
    if options.json:
        write_json(run_state(options.run_dir))
    else:
        write_text(run_state(options.run_dir)["description"])
    return 130 if state == "stopped" and launch.size == 1 else 0


def _estimate(experiment: ExperimentConfig, *, in_json: bool) -> None:
    """Say what training this would find and take."""
    from engine.training import preview  # torch is loaded here and not before

    with ProgressBar("Looking ahead", 0) as bar:
        found = preview(experiment, lambda what, share: bar.say(f"{what}."))
    if in_json:
        write_json(found.to_json())
        return
    corpus = experiment.corpus
    sizes = corpus.source_vocabulary + SPECIAL, corpus.target_vocabulary + SPECIAL
    parameters = count_parameters(experiment.model, *sizes).total
    memory = estimate_memory(experiment).total / (1 << 30)
    takes = f"{parameters:,} parameters; up to {memory:.1f} GiB of memory on a CPU."
    write_text("\n".join([*found.report.lines(), *found.lines(), takes]))


def _train(options: argparse.Namespace, experiment: ExperimentConfig, take: Callable[[Record], None]) -> str:
    from engine.training import resume_run, start_run  # torch is loaded here and not before

    if options.resume:
        return resume_run(options.run_dir, getattr(options, _MAX_UPDATES.place), take)
    return start_run(experiment, options.run_dir, take)


def _new_experiment(options: argparse.Namespace, launch: Launch) -> ExperimentConfig:
    """The experiment of a new run. Raises where the arguments make none, or the folder holds a run."""
    if options.preset is None or (options.corpus is None and not options.grammar):
        raise UsageError(
            "a new run needs --preset and --corpus or --grammar; --resume goes on with an old one"
        )
    if options.links is not None and options.grammar:
        raise UsageError("--links belong to --corpus; the built-in corpus has links of its own")
    if options.corpus is not None and (options.grammar or grammar_settings(options)):
        raise UsageError("--corpus takes files, --grammar the built-in corpus: give one of them")
    if launch.leads and RunLayout(options.run_dir).holds_run():  # others may come when the run has begun
        raise RunError(
            f"The folder {options.run_dir} holds a run already.", "Add --resume, or choose another."
        )
    return _experiment(options)


def _experiment(options: argparse.Namespace) -> ExperimentConfig:
    """The preset with what the arguments fill in or change."""
    experiment = preset(options.preset)
    if options.grammar:
        grammar = GrammarConfig(**grammar_settings(options))
        experiment = replace(experiment, corpus=replace(experiment.corpus, grammar=grammar))
    if options.begun_from is not None:
        experiment = _begun(experiment, options.begun_from)
        for setting in FIXED_BY_WEIGHTS & _given(options).keys():
            _require_same(setting.words, _given(options)[setting], setting.of(experiment))
    experiment = with_settings(experiment, _given(options))
    return replace(experiment, corpus=replace(experiment.corpus, **_files(options)))


def _begun(experiment: ExperimentConfig, model: str) -> ExperimentConfig:
    """The experiment with the network of a model. Raises CheckpointError where there is no such model."""
    checkpoint = find_model(model).resolve()
    with offering_another(checkpoint):
        verify(checkpoint)  # before the corpus is prepared
    return with_weights(experiment, load_experiment(model_home(checkpoint) / "experiment.json"), checkpoint)


def _recorded_experiment(options: argparse.Namespace) -> ExperimentConfig:
    """The experiment of the run to go on with. Raises where there is none, or the arguments say otherwise."""
    layout = RunLayout(options.run_dir)
    if not layout.holds_run():
        raise RunError(f"The folder {options.run_dir} holds no run.", "Start one there, without --resume.")
    experiment = load_experiment(layout.experiment)
    given = _given(options)
    if given.get(_PRECISION) == "auto":
        del given[_PRECISION]  # a run goes on with what was taken when it began
    if (end := given.pop(_MAX_UPDATES, None) or read_limit(layout)) is not None:
        experiment = with_settings(experiment, {_MAX_UPDATES: end})
    if options.begun_from is not None:
        _require_same("weights of", str(find_model(options.begun_from).resolve()), experiment.begun_from)
    if options.preset is not None:
        _require_same("preset", options.preset, experiment.preset)
    for name, files in _files(options).items():
        _require_same(_FILES[name], files, getattr(experiment.corpus, name))
    for name, value in grammar_settings(options).items():
        _require_same(f"sentences' {name}", value, getattr(experiment.corpus.grammar, name, None))
    for setting, value in given.items():
        _require_same(setting.words, value, setting.of(experiment))
    return experiment


def _given(options: argparse.Namespace) -> dict[Setting, Any]:
    """The settings that were given."""
    values = {setting: getattr(options, setting.place) for setting in SETTINGS}
    given = {setting: value for setting, value in values.items() if value is not None}
    return {setting: _filled(value) if isinstance(value, list) else value for setting, value in given.items()}


def _filled(texts: list[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())


def _files(options: argparse.Namespace) -> dict[str, Any]:
    given = {"train": options.corpus, "dev": options.dev}
    files: dict[str, Any] = {name: _absolute(paths) for name, paths in given.items() if paths is not None}
    return files if options.links is None else {**files, "links": str(options.links.resolve())}


def _absolute(paths: Sequence[Path]) -> tuple[str, ...]:
    """Paths that still hold when the run is resumed from another folder."""
    return tuple(str(path.resolve()) for path in paths)


def _require_same(said: str, given: object, before: object) -> None:
    if given != before:
        raise ConfigError(
            f"The run was begun with the {said} {_in_words(before)}, not {_in_words(given)}.",
            "Leave the setting out to go on, or start a new run.",
        )


def _in_words(value: object) -> str:
    return (" and ".join(value) or "taken from the corpus") if isinstance(value, tuple) else str(value)
