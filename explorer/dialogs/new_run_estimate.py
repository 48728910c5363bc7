"""The line of the form that tells what a run will take of the machine, before it is started."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from engine.config import ExperimentConfig
from engine.estimate import estimate_memory
from engine.free_memory import free_memory
from explorer.widgets.field_note import FieldNote

MIB, GIB = 1 << 20, 1 << 30


class MemoryNote(FieldNote):
    """How much memory a training takes, as a warning where this machine has less to give."""

    def __init__(self, free: Callable[[], int | None] = free_memory, parent: QWidget | None = None) -> None:
        """free: tells the bytes that can still be taken here, or None where that is not known."""
        super().__init__(parent)
        self._free = free

    def tell(self, experiment: ExperimentConfig, *, is_here: bool = True) -> None:
        """Say what training this experiment takes; of another machine it is not known what it has."""
        needed, free = estimate_memory(experiment).total, self._free() if is_here else None
        takes = self.tr("Training will take about {size} of memory.").format(size=memory_in_words(needed))
        if free is None:
            self.say(takes)
            return
        has = self.tr("This machine has {size} free.").format(size=memory_in_words(free))
        if needed <= free:
            self.say(f"{takes} {has}")
            return
        advice = self.tr("It may be ended by the system: choose a smaller preset, or close other programs.")
        self.warn(f"{takes} {has} {advice}")


def memory_in_words(size: int) -> str:
    """So many bytes."""
    if size < GIB:
        return QCoreApplication.translate("MemoryNote", "{number} MiB").format(number=f"{size / MIB:,.0f}")
    number = size / GIB
    words = QCoreApplication.translate("MemoryNote", "{number} GiB")
    return words.format(number=f"{number:.1f}" if number < 100 else f"{number:,.0f}")
