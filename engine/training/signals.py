"""What Ctrl-C, a terminate signal and a terminal that closes do to a training."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], None]


def _ending() -> tuple[signal.Signals, ...]:
    """The signals that ask for an end; a terminal that closes is one, but where nohup says otherwise."""
    signals = [signal.SIGINT, signal.SIGTERM]
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signals.append(signal.SIGHUP)
    return tuple(signals)


@contextmanager
def stop_asked() -> Iterator[Callable[[], bool]]:
    """Ctrl-C, a terminate signal and a closed terminal ask for a stop between two updates."""
    asked = threading.Event()
    with _handled(_ending(), lambda number, frame: asked.set()):
        yield asked.is_set


@contextmanager
def end_raised() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, the other signals SystemExit, at the latest when the block ends.

    Foreign code that calls back into Python, such as the learning of subwords, swallows or wraps them.
    """
    raised: list[BaseException] = []

    def handler(number: int, frame: FrameType | None) -> None:
        raised.append(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))
        raise raised[-1]

    with _handled(_ending(), handler):
        try:
            yield
        except Exception as error:
            if raised:
                raise raised[-1] from error
            raise
    if raised:
        raise raised[-1]


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
