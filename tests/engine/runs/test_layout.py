from pathlib import Path

import pytest

from engine.runs.layout import RUNS_VARIABLE, RunLayout, find_runs, runs_home, update_of


def test_names_are_those_of_the_design(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    assert layout.checkpoint_dir(12000) == tmp_path / "checkpoints" / "update-00012000"
    assert layout.trace_dir(7) == tmp_path / "traces" / "update-00000007"
    names = [
        layout.experiment,
        layout.status,
        layout.metrics,
        layout.best,
        layout.request,
        layout.log,
    ]
    assert [path.name for path in names] == [
        "experiment.json",
        "status.json",
        "metrics.jsonl",
        "best.json",
        "request",
        "log.txt",
    ]


def test_checkpoints_are_in_the_order_of_their_updates_and_nothing_else_is_one(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    for update in (200_000_000, 5, 10, 99_999_999):
        layout.checkpoint_dir(update).mkdir(parents=True)
    for name in ("update-00000007.part", "update-00000008.replaced", "update-9", "notes"):
        (layout.checkpoints_folder / name).mkdir()
    (layout.checkpoints_folder / "update-00000011").write_text("a file")
    assert [update for update, _ in layout.checkpoints()] == [5, 10, 99_999_999, 200_000_000]


def test_a_folder_that_is_missing_has_no_checkpoints_traces_or_runs(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path / "nothing")
    assert layout.checkpoints() == []
    assert layout.traces() == []
    assert find_runs(tmp_path / "nothing") == []
    assert not layout.holds_run()


def test_traces_are_listed_by_update_and_sentence(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    for update in (20, 10):
        layout.trace_dir(update).mkdir(parents=True)
        for name in ("01.safetensors", "00.safetensors", "02.safetensors.part"):
            (layout.trace_dir(update) / name).touch()
    found = [(update, [path.name for path in files]) for update, files in layout.traces()]
    assert found == [(10, ["00.safetensors", "01.safetensors"]), (20, ["00.safetensors", "01.safetensors"])]


def test_update_of_a_name() -> None:
    assert update_of(Path("a/update-00012000")) == 12000
    assert update_of(Path("a/update-123456789")) == 123456789
    assert update_of(Path("a/update-12000")) is None


def test_find_runs_passes_over_other_folders(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "metrics.jsonl").touch()
    bundled = tmp_path / "model"
    bundled.mkdir()
    (bundled / "experiment.json").write_text("{}")
    (tmp_path / "file").touch()
    assert [run.name for run in find_runs(tmp_path)] == ["a", "b"]


def test_the_home_of_runs_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(RUNS_VARIABLE, str(tmp_path))
    assert runs_home() == tmp_path
    monkeypatch.delenv(RUNS_VARIABLE)
    assert runs_home().name == "runs"
    assert runs_home().is_absolute()


def test_forced_decoding_lies_beside_the_translation_and_is_no_sentence_of_its_own(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    for is_forced in (False, True):
        path = layout.trace_file(10, 3, is_forced=is_forced)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    ((_, files),) = layout.traces()
    assert [path.name for path in files] == ["03.safetensors"]
