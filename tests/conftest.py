"""No test finds what an earlier one, or a person's own use of the program, has left behind."""

import os
from collections.abc import Iterator

import pytest


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
