"""Notes, the bin and the limit of runs, kept away from the UI thread and answered by signals."""

import pytest

from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs.control import read_limit
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, load_notes
from engine.runs.writer import RunWriter
from explorer.services.run_keeper import RunKeeper


@pytest.fixture
def keeper(qapp):
    made = RunKeeper()
    yield made
    made.deleteLater()


@pytest.fixture
def run(tmp_path):
    with RunWriter.create(tmp_path / "a", ExperimentConfig(), {}) as writer:
        writer.set_progress(20, 1, 0)
        writer.set_status("finished")
    return tmp_path / "a"


def test_notes_are_kept(keeper, qtbot, run):
    with qtbot.waitSignal(keeper.notes_kept):
        keeper.keep_notes(run, RunNotes("b", ("c",)))
    assert load_notes(RunLayout(run)) == RunNotes("b", ("c",))


def test_a_run_is_deleted_listed_and_restored(keeper, qtbot, run):
    with qtbot.waitSignal(keeper.deleted) as told:
        keeper.delete([run])
    (deleted,) = told.args[0]
    assert not run.exists()
    with qtbot.waitSignal(keeper.bin_listed) as told:
        keeper.list_bin(run.parent)
    assert [entry.path for entry in told.args[0]] == [deleted.path]
    with qtbot.waitSignal(keeper.restored) as told:
        keeper.restore([deleted])
    assert told.args == [(run,)]
    assert run.exists()


def test_one_that_cannot_be_deleted_keeps_no_other_from_it(keeper, qtbot, run, tmp_path):
    told = []
    keeper.failed.connect(told.append)
    with RunWriter.create(tmp_path / "trained", ExperimentConfig(), {}), qtbot.waitSignal(keeper.deleted):
        keeper.delete([tmp_path / "trained", run])
    (error,) = told
    assert isinstance(error, RunError)
    assert "being trained" in error.what
    assert not run.exists()
    assert (tmp_path / "trained").exists()


def test_a_limit_is_kept_and_one_that_lies_behind_refused(keeper, qtbot, run):
    with qtbot.waitSignal(keeper.limit_kept) as told:
        keeper.keep_limit(run, 900)
    assert told.args == [run, 900]
    assert read_limit(RunLayout(run)) == 900
    with qtbot.waitSignal(keeper.failed):
        keeper.keep_limit(run, 20)
