"""A deleted run is moved aside whole, and comes back whole; one that trains is not touched."""

import shutil
from pathlib import Path

import pytest

from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs.bin import BIN, delete_run, deleted_runs, restore_run
from engine.runs.layout import RunLayout, find_runs
from engine.runs.notes import RunNotes, save_notes
from engine.runs.writer import RunWriter


@pytest.fixture
def run(tmp_path: Path) -> Path:
    path = tmp_path / "runs" / "first.v2"
    with RunWriter.create(path, ExperimentConfig(), {}) as made:
        made.set_status("finished")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_run_goes_and_comes_back_with_all_that_it_has(run: Path) -> None:
    before = contents(run)
    deleted = delete_run(run)
    assert not run.exists()
    assert find_runs(run.parent) == []
    assert deleted.path.parent == run.parent / BIN
    assert deleted_runs(run.parent) == [
        deleted.__class__(deleted.path, run, pytest.approx(deleted.deleted), "first.v2")
    ]
    assert restore_run(deleted) == run
    assert contents(run) == {**before, "lock": b""}
    assert deleted_runs(run.parent) == []


def test_a_run_that_was_named_keeps_its_name_in_the_bin(run: Path) -> None:
    save_notes(RunLayout(run), RunNotes("Lesson one"))
    deleted = delete_run(run)
    assert (deleted.name, deleted.origin) == ("Lesson one", run)
    assert [found.name for found in deleted_runs(run.parent)] == ["Lesson one"]
    deleted.path.rename(run.parent / "gone")
    with pytest.raises(RunError, match="The run Lesson one cannot be brought back"):
        restore_run(deleted)


def test_runs_of_one_name_lie_in_the_bin_together_and_do_not_overwrite_each_other(run: Path) -> None:
    copy = run.with_name("copy")
    shutil.copytree(run, copy)
    first = delete_run(run)
    copy.rename(run)
    second = delete_run(run)
    assert [deleted.path for deleted in deleted_runs(run.parent)] == [second.path, first.path]
    restore_run(second)
    with pytest.raises(RunError, match="another"):
        restore_run(first)
    assert first.path.is_dir()


def test_a_run_that_is_trained_is_not_deleted(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path / "run", ExperimentConfig(), {}):
        with pytest.raises(RunError, match="is being trained by process"):
            delete_run(tmp_path / "run")
        assert find_runs(tmp_path) == [tmp_path / "run"]


def test_a_copy_of_a_run_that_is_trained_can_be_deleted(tmp_path: Path) -> None:
    with RunWriter.create(tmp_path / "run", ExperimentConfig(), {}):
        shutil.copytree(tmp_path / "run", tmp_path / "copy")
        delete_run(tmp_path / "copy")
        assert find_runs(tmp_path) == [tmp_path / "run"]


def test_a_folder_that_holds_no_run_stays(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    with pytest.raises(RunError, match="holds no run"):
        delete_run(tmp_path / "thesis")
    assert (tmp_path / "thesis").is_dir()


def test_what_else_lies_in_the_bin_is_no_deleted_run(tmp_path: Path) -> None:
    for name in ("notes", ".5", "run.abc"):
        (tmp_path / BIN / name).mkdir(parents=True)
    (tmp_path / BIN / "file.12").touch()
    assert deleted_runs(tmp_path) == []
    assert deleted_runs(tmp_path / "nowhere") == []
