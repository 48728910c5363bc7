"""Cyclic garbage is collected on the window's thread alone.

Python collects on whichever thread happens to allocate. On a pool thread that can end widgets and their
timers outside of their own thread, which Qt forbids.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 1000  # milliseconds between two looks


class GarbageCollector(QObject):
    """Stops Python's own collecting, and does it from the event loop of the thread that made this object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Collect on this thread from now on."""
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()

    def look(self) -> None:
        """Collect the oldest generation that is full, as Python would."""
        full = [count > limit > 0 for count, limit in zip(gc.get_count(), self._thresholds, strict=True)]
        if any(full):
            gc.collect(max(generation for generation, is_full in enumerate(full) if is_full))
