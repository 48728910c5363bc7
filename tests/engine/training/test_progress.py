"""Tokens and seconds go on over a resume; pauses do not count; an old checkpoint leaves both unknown."""

import time

import pytest

from engine.training.progress import Progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def test_tokens_and_seconds_add_up(clock: list[float]) -> None:
    progress = Progress()
    progress.learn(30, applied=True)
    clock[0] += 2.5
    progress.learn(12, applied=False)
    assert (progress.tokens, progress.wall, progress.skipped) == (42.0, 2.5, 1)


def test_waiting_is_left_out(clock: list[float]) -> None:
    progress = Progress()
    clock[0] += 100.0
    progress.leave_out(97.0)
    assert progress.wall == 3.0


def test_a_resumed_run_counts_on(clock: list[float]) -> None:
    first = Progress()
    first.learn(30, applied=False)
    clock[0] += 2.0
    kept = first.state()
    clock[0] += 5000.0
    second = Progress()
    second.restore(kept)
    second.learn(5, applied=False)
    clock[0] += 1.0
    assert (second.tokens, second.wall, second.skipped) == (35.0, 3.0, 2)


def test_an_old_checkpoint_leaves_them_unknown(clock: list[float]) -> None:
    progress = Progress()
    progress.restore({"update": 10})
    progress.learn(5, applied=False)
    clock[0] += 1.0
    assert (progress.tokens, progress.wall) == (None, None)
    assert progress.state() == {"tokens": None, "wall": None, "skipped": 1}
