"""Threads of a training: as many as asked, one for a small network, else as many as the machine gives."""

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

from engine.device import set_training_threads  # noqa: E402


@pytest.fixture(autouse=True)
def _threads_are_put_back() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    ("asked", "hidden_size", "most", "used"), [(3, 64, 0, 3), (0, 128, 2, 1), (0, 129, 2, 2), (2, 1000, 4, 2)]
)
def test_threads_of_a_training(asked: int, hidden_size: int, most: int, used: int) -> None:
    assert set_training_threads(asked, hidden_size, most) == used
    assert torch.get_num_threads() == used
