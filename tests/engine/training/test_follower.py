"""A process that follows does what the leader's words say, in their order."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.config import ExperimentConfig
from engine.runs.layout import RunLayout
from engine.runs.records import RUN_STATES
from engine.training import follower
from engine.training.group import Word


def test_updates_and_a_new_end_come_to_the_learner_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, int]] = []
    learner = SimpleNamespace(
        make_update=lambda number: done.append(("update", number)),
        set_last_update=lambda number: done.append(("end", number)),
    )
    end = RUN_STATES.index("finished")
    words = [(Word.READY, 0), (Word.UPDATE, 0), (Word.LIMIT, 90), (Word.UPDATE, 1), (Word.END, end)]
    heard = iter(words)
    group = SimpleNamespace(on_loss=lambda tell: None, hear=lambda: next(heard), wait=lambda: None)
    monkeypatch.setattr(follower, "_prepared", lambda *given: learner)
    state = follower.follow(group, RunLayout(tmp_path), ExperimentConfig())  # type: ignore[arg-type]
    assert state == "finished"
    assert done == [("update", 0), ("end", 90), ("update", 1)]
