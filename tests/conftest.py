"""No test finds what an earlier one, or a person's own use of the program, has left behind."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow files come first, so that none is left at the end to one process while the other waits."""
    items.sort(key=lambda item: item.path.parent.name not in ("system", "training"))


@pytest.fixture
def at_most() -> Callable[[float], contextlib.AbstractContextManager[None]]:
    """with at_most(10): what would hang for ever fails after ten seconds."""

    def too_long(number: int, frame: FrameType | None) -> None:
        pytest.fail("it hangs")  # no error that a reader of files may catch

    @contextlib.contextmanager
    def limited(seconds: float) -> Iterator[None]:
        before = signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    return limited


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Prepared corpora go into a folder of this test session, in this process and those that it starts."""
    before = os.environ.get("ALIGNMENT_EXPLORER_CACHE")
    os.environ["ALIGNMENT_EXPLORER_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["ALIGNMENT_EXPLORER_CACHE"]
    else:
        os.environ["ALIGNMENT_EXPLORER_CACHE"] = before
