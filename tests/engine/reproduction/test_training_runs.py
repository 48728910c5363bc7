"""A study trains what is missing, goes on with what was stopped, and leaves alone what is finished."""

import pytest

from engine.errors import RunError
from engine.reproduction.studies import PlannedRun
from engine.reproduction.training_runs import train
from engine.runs.layout import RunLayout
from engine.runs.records import RunStatus, status_to_json

PLANNED = PlannedRun("one", "rnnsearch-grammar", ("--seed", "2"))


@pytest.fixture
def started():
    """The arguments of each start; `code` is what it ends with."""

    class Starts(list):
        code = 0

        def __call__(self, arguments):
            self.append(arguments)
            return self.code

    return Starts()


def test_what_is_missing_is_begun(tmp_path, started):
    train(PLANNED, ["--grammar"], tmp_path / "one", started)
    new = ["--preset", "rnnsearch-grammar", "--grammar", "--seed", "2"]
    assert started == [["train", "--run", str(tmp_path / "one"), *new]]


@pytest.mark.parametrize(("state", "goes_on"), [("stopped", True), ("paused", True), ("finished", False)])
def test_what_was_begun_goes_on_to_its_end(tmp_path, started, state, goes_on):
    status = RunStatus(state, 1, "", "here", 10, 100)
    RunLayout(tmp_path).status.write_text(status_to_json(status), encoding="utf-8")
    train(PLANNED, ["--grammar"], tmp_path, started)
    assert started == ([["train", "--run", str(tmp_path), "--resume"]] if goes_on else [])


def test_an_end_before_the_end_is_told(tmp_path, started):
    started.code = 130
    with pytest.raises(KeyboardInterrupt):
        train(PLANNED, [], tmp_path, started)
    started.code = 1
    with pytest.raises(RunError, match="did not come to its end"):
        train(PLANNED, [], tmp_path, started)
