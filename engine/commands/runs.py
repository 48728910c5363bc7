"""runs: training runs listed, steered and kept in order, through their folders alone."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.commands.arguments import UsageError, add_json, positive
from engine.commands.output import write_json, write_table, write_text
from engine.errors import RunError
from engine.printable import printable
from engine.runs.best import load_best
from engine.runs.bin import BIN, delete_run, deleted_runs, restore_run
from engine.runs.condition import Pulse, Seen, describe
from engine.runs.damage import broken_lines, damages
from engine.runs.layout import RunLayout, find_runs, require_readable, runs_home
from engine.runs.notes import RunNotes, clean_name, clean_tags, load_notes, save_notes, shown_name
from engine.runs.reader import RunReader
from engine.runs.records import Record, TrainRecord, ValidationRecord
from engine.runs.steering import ask, extend, resume
from engine.runs.tail import last_records

SUMMARY = "list training runs, steer them and keep them in order"
DETAILS = f"""\
RUN is the folder of a run, or the name of one where the window keeps its runs.

  list [DIR]          the runs in a folder, or those of the window; archived ones too with --all
  show RUN            one run with the end of its log
  pause RUN           keep all that is needed to go on, and free the GPU until it is resumed
  resume RUN          go on: a paused run at once, any other in a new process in the background
  stop RUN            end it and keep a checkpoint
  validate RUN        measure loss and BLEU on the dev pairs now, and keep a checkpoint
  checkpoint RUN      keep a checkpoint now
  extend RUN N        let it end at update N; a run that has ended goes on
  tag RUN [TAG …]     give it these tags instead of those it has
  rename RUN [NAME]   show it under this name; its folder stays
  archive RUN         leave it out of lists; 'archive RUN no' brings it back
  delete RUN          move it into the folder {BIN} beside it, which only you empty
  restore RUN         bring a deleted run back

The state is running, paused, stopped, finished, diverged or failed as the run tells; lost where its process
is gone, stalled where it gives no sign of life, copied where the folder is a copy of a run that trains
elsewhere, unknown where it tells nothing.

examples:
  python main.py runs
  python main.py runs list my-runs --json
  python main.py runs extend my-runs/first 30000
"""
_LOG_LINES = 12
_FEW = 3  # records


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", nargs="?", default="list", metavar="ACTION", help="what to do; see below")
    parser.add_argument("run_name", nargs="?", metavar="RUN", help="a run")
    parser.add_argument("values", nargs="*", metavar="VALUE", help="what the action needs")
    parser.add_argument("--all", action="store_true", help="list archived runs too")
    add_json(parser, "the state of the run, or of each run in a list,")


def run(options: argparse.Namespace) -> None:
    """Do it. Raises RunError where that is not possible, UsageError where the arguments make no sense."""
    action = _ACTIONS.get(options.action)
    if action is None and options.run_name is None:
        options.run_name = options.action  # a folder to list
        action = _list
    if action is None:
        raise UsageError(f"there is no action '{options.action}'; there are {', '.join(_ACTIONS)}")
    if action is not _list and options.run_name is None:
        raise UsageError(f"{options.action} needs a run")
    action(options)


def run_state(path: Path) -> dict[str, Any]:
    """One run as plain JSON values: its state, how far it is, its last numbers and its checkpoints."""
    reader = RunReader(path)
    while (new := reader.poll()).more:
        pass
    records: list[Record] = [*reader.train_history().line[-1:], *reader.validation_history().line[-1:]]
    state = _state(path, new.seen, records)
    return {**state, "damage": [*state["damage"], *broken_lines(reader.broken_lines)]}


def _state_at_a_glance(path: Path) -> dict[str, Any]:
    """The same without reading all its metrics, which of many runs would take long."""
    layout = RunLayout(path)
    return _state(path, Pulse(layout).look(), last_records(layout.metrics, _FEW))


def _state(path: Path, seen: Seen, records: Sequence[Record]) -> dict[str, Any]:
    """records: of each kind the last one stands last."""
    layout = RunLayout(path)
    status, notes, best = seen.status, load_notes(layout), load_best(layout)
    training = [record for record in records if isinstance(record, TrainRecord)]
    validations = [record for record in records if isinstance(record, ValidationRecord)]
    return {
        "name": path.resolve().name,
        "shown_name": shown_name(path.resolve(), notes),
        "tags": list(notes.tags),
        "archived": notes.archived,
        "path": str(path),
        "state": seen.condition,
        "description": describe(seen),
        "preset": status.preset if status else "",
        "update": status.update if status else 0,
        "max_updates": status.max_updates if status else 0,
        "epoch": status.epoch if status else 0,
        "skipped_updates": status.skipped if status else 0,
        "pid": status.pid if status else None,
        "host": status.host if status else "",
        "error": {"what": status.error.what, "remedy": status.error.remedy}
        if status and status.error
        else None,
        "loss": training[-1].loss if training else None,
        "dev_perplexity": validations[-1].perplexity if validations else None,
        "dev_bleu": validations[-1].bleu if validations else None,
        "best_update": best.update if best else None,
        "checkpoints": [str(folder) for _, folder in layout.checkpoints()],
        "damage": [*damages(layout)],
    }


def _list(options: argparse.Namespace) -> None:
    states = [_state_at_a_glance(path) for path in _runs(options.run_name)]
    states = [state for state in states if options.all or not state["archived"]]
    if options.json:
        write_json(states)
    elif states:
        rows = [(it["shown_name"], it["state"], _score(it), it["description"]) for it in states]
        write_table(("run", "state", "dev BLEU", "description"), rows)
    else:
        where = options.run_name or runs_home()
        write_text(f"There is no run in {where} yet. 'runs list FOLDER' looks in another folder.")


def _show(options: argparse.Namespace) -> None:
    path = _run_at(options.run_name)
    state = run_state(path)
    if options.json:
        write_json(state)
        return
    reader = RunReader(path)
    reader.poll()
    rows = [(name.replace("_", " "), _in_words(value)) for name, value in state.items()]
    write_table(("run", state["shown_name"]), rows[1:])
    for line in reader.log_tail()[-_LOG_LINES:]:
        write_text(printable(line))


def _ask(options: argparse.Namespace) -> None:
    path = _run_at(options.run_name)
    ask(path, options.action)
    _told(options, path, f"The run was asked to {options.action}. It does so between two updates.")


def _resume(options: argparse.Namespace) -> None:
    path = _run_at(options.run_name)
    resume(path)
    _told(options, path, "The run goes on.")


def _extend(options: argparse.Namespace) -> None:
    path = _run_at(options.run_name)
    try:
        updates = positive(" ".join(options.values))
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"extend needs the last update: {error}") from error
    extend(path, updates)
    _told(options, path, f"The run ends at update {updates:,} now.")


def _tag(options: argparse.Namespace) -> None:
    tags = clean_tags(options.values)
    _note(options, lambda notes: replace(notes, tags=tags), f"Tags: {', '.join(tags) or 'none'}.")


def _rename(options: argparse.Namespace) -> None:
    name = clean_name(" ".join(options.values))
    _note(options, lambda notes: replace(notes, name=name), f"Shown as {name or 'its folder'}.")


def _archive(options: argparse.Namespace) -> None:
    if options.values not in ([], ["no"]):
        raise UsageError("archive takes nothing after the run but 'no'")
    archived = not options.values
    said = "The run is archived." if archived else "The run is no longer archived."
    _note(options, lambda notes: replace(notes, archived=archived), said)


def _note(options: argparse.Namespace, change: Callable[[RunNotes], RunNotes], said: str) -> None:
    path = _run_at(options.run_name)
    layout = RunLayout(path)
    save_notes(layout, change(load_notes(layout)))
    _told(options, path, said)


def _delete(options: argparse.Namespace) -> None:
    if Path(options.run_name).name in ("", ".."):
        raise RunError("A run is deleted by its name.", "Give the name or the path of its folder.")
    deleted = delete_run(_run_at(options.run_name))
    _told(options, deleted.path, f"The run lies in {deleted.path} now; 'runs restore' brings it back.")


def _restore(options: argparse.Namespace) -> None:
    _require_name(options.run_name)
    named = Path(options.run_name)
    home = named.absolute().parent if len(named.parts) > 1 else runs_home()
    there = deleted_runs(home)
    found = next((run for run in there if run.origin.name == named.name), None)
    if found is None:
        names = ", ".join(run.origin.name for run in there) or "none"
        raise RunError(f"There is no deleted run {named.name} in {home}.", f"Deleted runs there: {names}.")
    path = restore_run(found)
    _told(options, path, f"The run is in {path} again.")


_ACTIONS: dict[str, Callable[[argparse.Namespace], None]] = {
    "list": _list,
    "show": _show,
    "pause": _ask,
    "resume": _resume,
    "stop": _ask,
    "validate": _ask,
    "checkpoint": _ask,
    "extend": _extend,
    "tag": _tag,
    "rename": _rename,
    "archive": _archive,
    "delete": _delete,
    "restore": _restore,
}


def _told(options: argparse.Namespace, path: Path, said: str) -> None:
    if options.json:
        write_json(run_state(path))
    else:
        write_text(said)


def _run_at(named: str) -> Path:
    """The run that is meant. Raises RunError where there is none."""
    _require_name(named)
    for path in (Path(named), runs_home() / named):
        if RunLayout(path).holds_run() and not _is_home(path):
            return path
    shown = [path for path in find_runs(runs_home()) if load_notes(RunLayout(path)).name == named]
    if len(shown) == 1:
        return shown[0]
    raise RunError(f"There is no run '{named}'.", "'python main.py runs' lists those that there are.")


def _require_name(named: str) -> None:
    if not named.strip():
        raise RunError("A run has no empty name.", "'python main.py runs' lists those that there are.")


def _runs(folder: str | None) -> list[Path]:
    if folder is not None and not folder.strip():
        raise UsageError("list needs a folder with a name, or none for that of the window")
    path = runs_home() if folder is None else Path(folder)
    if folder is not None and RunLayout(path).holds_run():
        return [path]
    require_readable(path)
    if folder is not None and not path.exists():  # else nothing was trained here yet
        raise RunError(f"There is no folder {path}.", "Give a run, or a folder that holds runs.")
    return find_runs(path)


def _is_home(path: Path) -> bool:
    """Whether this is the folder of all runs, which is no run, whatever lies in it."""
    return runs_home().is_dir() and RunLayout(path).is_at(str(runs_home()))


def _score(state: dict[str, Any]) -> str:
    return "" if state["dev_bleu"] is None else f"{state['dev_bleu']:.1f}"


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(str(item) for item in value.values())
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else str(value)
