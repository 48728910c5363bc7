"""The other machines whose runs are watched and steered from here: a line to each, and copies of its runs."""

import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.errors import ConfigError, EngineError
from explorer.services.machine_line import MachineLine
from explorer.services.machine_state import Machine
from explorer.services.run_copy import folder_name
from explorer.services.run_mirror import RunMirror
from explorer.services.tasks import run_task


class _Post:
    """One machine: what was typed, its line and its copies."""

    def __init__(self, machine: Machine, home: Path, owner: "Machines") -> None:
        self.machine = machine
        self.line = MachineLine(machine.name, shlex.split(machine.command), owner)
        self.mirror = RunMirror(self.line, home, owner)
        self.line.state_changed.connect(owner.tell)
        self.mirror.failed.connect(owner.failed)

    def seen(self) -> Machine:
        return Machine(self.machine.name, self.machine.command, self.line.state)

    def end(self, then: Callable[[], None]) -> None:
        """Close the line; `then` is called once nothing is written any longer."""
        self.mirror.end(then)
        self.line.blockSignals(True)
        self.line.close()
        self.line.deleteLater()


class Machines(QObject):
    """Opens the lines and keeps the copies. A run is named here by the folder of its copy."""

    changed = Signal(tuple)  # of Machine
    failed = Signal(EngineError)

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        """home: the folder of all copies; it need not exist."""
        super().__init__(parent)
        self._home = home
        self._posts: dict[str, _Post] = {}

    @property
    def machines(self) -> tuple[Machine, ...]:
        """The machines as they are now."""
        return tuple(post.seen() for post in self._posts.values())

    def folders(self) -> dict[Path, str]:
        """The folder with the copies of each machine's runs, and the machine's name."""
        return {self._folder(name): name for name in self._posts}

    def add(self, name: str, command: str) -> None:
        """Add a machine, or give one another command. Raises ConfigError where they cannot be."""
        if not name.strip() or not name.isprintable():
            raise ConfigError("The machine has no name.", "Give it one.")
        if not _words(command):
            raise ConfigError("The command is empty.", "Give the words that start Python there.")
        if name in self._posts:
            self._posts.pop(name).end(_nothing)
        self._posts[name] = _Post(Machine(name, command), self._folder(name), self)
        self.tell()

    def remove(self, name: str) -> None:
        """Forget a machine and the copies of its runs; the runs themselves know nothing of it."""
        folder = self._folder(name)

        def forget() -> None:
            run_task(lambda _: shutil.rmtree(folder, ignore_errors=True), _nothing, owner=self)

        self._posts.pop(name).end(forget)
        self.tell()

    def open(self) -> None:
        """Open every line that is closed."""
        for post in self._posts.values():
            if post.line.state.state == "closed":
                post.line.open()

    def try_now(self, name: str) -> None:
        """Try to connect at once."""
        self._posts[name].line.open()

    def close(self) -> None:
        """End every line; the runs notice nothing."""
        for post in self._posts.values():
            post.end(_nothing)
        self._posts.clear()

    def holds(self, run: Path) -> bool:
        """Whether this folder is the copy of a run on another machine."""
        return run.parent in self.folders()

    def line_to(self, machine: str) -> MachineLine:
        """The line to a machine."""
        return self._posts[machine].line

    def line_of(self, run: Path) -> MachineLine:
        """The line to the machine of whose run this is the copy."""
        return self._posts[self.folders()[run.parent]].line

    def copy_of(self, machine: str, run: str) -> Path:
        """The folder of a run's copy, whether it is here yet or not."""
        return self._folder(machine) / folder_name(run)

    def tell(self) -> None:
        """Say how the machines are."""
        self.changed.emit(self.machines)

    def _folder(self, name: str) -> Path:
        return self._home / folder_name(name)


def _nothing(*_: object) -> None:
    """What follows where nothing has to."""


def _words(command: str) -> Sequence[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"The command cannot be read ({error}).", "Close every quotation mark.") from error
