"""What a person can have the chosen runs do: one set of actions for buttons, menus, keys and the palette."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.runs.notes import RunNotes
from explorer.new_run import can_be_copied
from explorer.services.run_snapshot import RunSnapshot

RESUMABLE = ("paused", "stopped", "lost", "failed", "diverged")
TEXTS = {
    "pause": ("&Pause", "Keep all that is needed to go on, and free the GPU"),
    "resume": ("&Resume", "Go on from where it stands"),
    "stop": ("&Stop and keep", "End the run after this update and keep a checkpoint"),
    "validate": ("&Validate now", "Measure loss and BLEU on the dev pairs, and keep a checkpoint"),
    "checkpoint": ("&Checkpoint now", "Keep a checkpoint after this update"),
    "extend": ("Raise the &limit …", "Let the run train longer; one that has ended goes on"),
    "open": ("&Open in Translate", "Translate with the best checkpoint so far"),
    "like": ("New run li&ke this …", "Begin another run with the settings of this one"),
    "rename": ("Re&name", "Change the name that is shown; the folder keeps its own"),
    "tag": ("&Tags", "Write words of your own, with commas between them"),
    "archive": ("&Archive", "Show the run only where archived ones are asked for"),
    "unarchive": ("Take out of the arc&hive", "Show the run among the others again"),
    "forget": ("Take off the &list", "Show the run here no longer; its folder stays where it is"),
    "delete": ("&Delete", "Move the folder into the bin, from where it can be restored"),
}
FOR_ONE = ("extend", "open", "like", "rename", "tag")
BREAKS_BEFORE = ("open", "rename", "forget")
HERE_ONLY = ("forget", "delete")  # not with a run on another machine
HIDDEN = ("pause", "resume", "archive", "unarchive", "forget")  # where they cannot be chosen


class RunActions(QObject):
    """Acts on the runs that it was given last; what is not possible for them cannot be chosen."""

    request_made = Signal(Path, str)  # pause, resume, stop, validate or checkpoint, to the process of a run
    go_on_requested = Signal(Path)  # a process for a run that has none
    extend_requested = Signal(RunSnapshot)
    model_open_requested = Signal(str)
    edit_requested = Signal(str)  # the column of the current run to write into
    notes_changed = Signal(Path, RunNotes)
    like_requested = Signal(RunSnapshot)
    delete_requested = Signal(tuple)  # of Path
    forget_requested = Signal(Path)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSnapshot, ...] = ()
        self.actions = {name: self._action(name) for name in TEXTS}

    def set_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Act on these from now on."""
        self._runs = tuple(runs)
        for name, action in self.actions.items():
            is_possible = len(self._runs) == 1 or name not in FOR_ONE
            action.setEnabled(is_possible and bool(self._fitting(name)))

    def menu(self) -> QMenu:
        """A menu of what can be done now."""
        menu = QMenu(self.parent())
        for name, action in self.actions.items():
            if name in BREAKS_BEFORE:
                menu.addSeparator()
            if action.isEnabled() or name not in HIDDEN:
                menu.addAction(action)
        return menu

    def act(self, name: str) -> None:
        """Do it with every run that it fits."""
        for run in self._fitting(name):
            if name == "resume" and run.seen.condition != "paused":
                self.go_on_requested.emit(run.path)
            elif name in ("pause", "resume", "stop", "validate", "checkpoint"):
                self.request_made.emit(run.path, name)
            elif name in ("archive", "unarchive"):
                self.notes_changed.emit(run.path, replace(run.notes, archived=name == "archive"))
            elif name == "like":
                self.like_requested.emit(run)
            elif name == "forget":
                self.forget_requested.emit(run.path)
            elif name == "extend":
                self.extend_requested.emit(run)
        if name in ("rename", "tag"):
            self.edit_requested.emit("name" if name == "rename" else "tags")
        if name == "open":
            self.model_open_requested.emit(str(self._fitting(name)[0].path))
        if name == "delete":
            self.delete_requested.emit(tuple(run.path for run in self._fitting(name)))

    def _action(self, name: str) -> QAction:
        text, tip = (QCoreApplication.translate("RunActions", words) for words in TEXTS[name])
        action = QAction(text, self)
        action.setToolTip(tip)
        action.triggered.connect(lambda: self.act(name))
        return action

    def _fitting(self, name: str) -> tuple[RunSnapshot, ...]:
        return tuple(run for run in self._runs if fits(name, run))


def fits(name: str, run: RunSnapshot) -> bool:
    """Whether this can be done with a run as it is now."""
    if name == "open":
        return run.has_checkpoint
    if run.machine and name in HERE_ONLY:
        return False
    if name == "like":
        return can_be_copied(run)
    if name == "forget":
        return run.is_elsewhere
    return run.is_writable and _fits_state(name, run)


def _fits_state(name: str, run: RunSnapshot) -> bool:
    condition, status = run.seen.condition, run.seen.status
    match name:
        case "pause":
            return condition in ("running", "stalled")
        case "resume":
            has_more = condition == "finished" and status is not None and status.update < status.max_updates
            return condition in RESUMABLE or has_more
        case "stop":
            return run.is_live
        case "validate" | "checkpoint":
            return condition == "running" and status is not None and not status.preparing
        case "extend":
            return condition not in ("unknown", "copied")
        case "archive":
            return not run.notes.archived
        case "unarchive":
            return run.notes.archived
        case "delete":
            return not run.is_live
        case _:
            return True
