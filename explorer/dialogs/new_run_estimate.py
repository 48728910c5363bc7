"""The line of the form that tells what a run will take of the machine, before it is started."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from engine.config import ExperimentConfig
from engine.estimate import estimate_memory
from engine.free_memory import free_memory
from explorer.widgets.field_note import FieldNote

GIB = 1 << 30


class MemoryNote(FieldNote):
    """How much memory a training takes, as a warning where this machine has less to give."""

    def __init__(self, free: Callable[[], int | None] = free_memory, parent: QWidget | None = None) -> None:
        """free: tells the bytes that can still be taken here, or None where that is not known."""
        super().__init__(parent)
        self._free = free

    def tell(self, experiment: ExperimentConfig) -> None:
        """Say what training this experiment takes."""
        needed, free = estimate_memory(experiment).total, self._free()
        takes = self.tr("Training will take about {size} of memory.").format(size=self._in_words(needed))
        if free is None:
            self.say(takes)
            return
        has = self.tr("This machine has {size} free.").format(size=self._in_words(free))
        if needed <= free:
            self.say(f"{takes} {has}")
            return
        advice = self.tr("It may be ended by the system: choose a smaller preset, or close other programs.")
        self.warn(f"{takes} {has} {advice}")

    def _in_words(self, size: int) -> str:
        if size < GIB:
            return self.tr("{number} MiB").format(number=f"{size / (1 << 20):,.0f}")
        number = size / GIB
        return self.tr("{number} GiB").format(number=f"{number:.1f}" if number < 100 else f"{number:,.0f}")
