"""What Ctrl-C and a terminate signal do to a training."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], None]


@contextmanager
def stop_asked() -> Iterator[Callable[[], bool]]:
    """Ctrl-C and a terminate signal ask for a stop between two updates instead of breaking one."""
    asked = threading.Event()
    with _handled((signal.SIGINT, signal.SIGTERM), lambda number, frame: asked.set()):
        yield asked.is_set


@contextmanager
def termination_raised() -> Iterator[None]:
    """A terminate signal raises SystemExit as Ctrl-C raises KeyboardInterrupt: the run's status is told."""
    with _handled((signal.SIGTERM,), lambda number, frame: sys.exit(128 + number)):
        yield


@contextmanager
def _handled(signals: tuple[signal.Signals, ...], handler: Handler) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may
        return
    before = [signal.signal(number, handler) for number in signals]
    try:
        yield
    finally:
        for number, old in zip(signals, before, strict=True):
            signal.signal(number, old)
