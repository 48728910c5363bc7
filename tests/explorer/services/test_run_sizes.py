"""Sizes of run folders, against what was written into them."""

from explorer.services import run_sizes
from explorer.services.run_sizes import RunSizes, size_of


def test_all_files_below_a_folder_count(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "a").write_bytes(b"x" * 100)
    (tmp_path / "deep" / "er" / "b").write_bytes(b"x" * 23)
    assert size_of(tmp_path) == 123
    assert size_of(tmp_path / "nowhere") == 0


def test_a_run_that_has_ended_is_measured_once_and_a_live_one_again(tmp_path, monkeypatch):
    runs = [tmp_path / name for name in ("ended", "live")]
    for run in runs:
        run.mkdir()
        (run / "file").write_bytes(b"12345")
    sizes = RunSizes()
    assert sizes.of(runs[0]) is None
    sizes.measure(runs, [runs[1]])
    assert [sizes.of(run) for run in runs] == [5, 5]
    for run in runs:
        (run / "more").write_bytes(b"678")
    sizes.measure(runs, [runs[1]])
    assert [sizes.of(run) for run in runs] == [5, 5]  # not yet
    monkeypatch.setattr(run_sizes, "AGAIN_AFTER", 0.0)
    sizes.measure(runs, [runs[1]])
    assert [sizes.of(run) for run in runs] == [5, 8]


def test_a_turn_ends_in_time_and_the_next_one_goes_on(tmp_path, monkeypatch):
    runs = [tmp_path / str(number) for number in range(3)]
    for run in runs:
        run.mkdir()
    monkeypatch.setattr(run_sizes, "AT_ONCE", -1.0)
    sizes = RunSizes()
    sizes.measure(runs, [])
    assert [sizes.of(run) for run in runs] == [None] * 3
    monkeypatch.setattr(run_sizes, "AT_ONCE", 10.0)
    sizes.measure(runs, [])
    assert [sizes.of(run) for run in runs] == [0] * 3
