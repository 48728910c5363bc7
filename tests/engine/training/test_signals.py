"""What becomes of a signal that foreign code swallows or wraps, and of one during training."""

import os
import signal

import pytest

from engine.training.signals import end_raised, stop_asked


def swallow(number: int) -> None:
    """As code in C does that calls back into Python and clears what that raised."""
    try:
        os.kill(os.getpid(), number)
    except BaseException:
        pass
    else:
        raise AssertionError("the signal raised nothing")


def wrap(number: int) -> None:
    """As sentencepiece does with what its iterator of sentences raises."""
    try:
        os.kill(os.getpid(), number)
    except BaseException as error:
        raise RuntimeError("INTERNAL") from error


@pytest.mark.parametrize("foreign", [swallow, wrap])
@pytest.mark.parametrize(
    ("number", "error"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)]
)
def test_a_signal_ends_the_block_though_foreign_code_hides_it(foreign, number, error) -> None:
    before = signal.getsignal(number)
    with pytest.raises(error), end_raised():
        foreign(number)
    assert signal.getsignal(number) is before


def test_errors_of_the_block_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="its own"), end_raised():
        raise RuntimeError("its own")


def test_a_signal_during_training_is_a_wish() -> None:
    with stop_asked() as stop:
        assert not stop()
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop()
