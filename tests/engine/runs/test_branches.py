"""Traces that a run left past the checkpoint it is resumed from."""

from pathlib import Path

from engine.runs.branches import put_branch_aside
from engine.runs.layout import RunLayout


def made(folder: Path, updates: tuple[int, ...]) -> RunLayout:
    layout = RunLayout(folder)
    for update in updates:
        layout.trace_dir(update).mkdir(parents=True)
        layout.trace_file(update, 0, is_forced=False).write_text(f"of {update}")
    return layout


def test_what_lies_past_the_checkpoint_is_kept_where_no_film_finds_it(tmp_path: Path) -> None:
    layout = made(tmp_path, (10, 20, 25, 30))
    put_branch_aside(layout, 20)
    assert [update for update, _ in layout.traces()] == [10, 20]
    aside = layout.traces_folder / "ended-1"
    assert (aside / "update-00000025" / "00.safetensors").read_text() == "of 25"
    assert (aside / "update-00000030").is_dir()


def test_a_second_branch_does_not_touch_the_first(tmp_path: Path) -> None:
    layout = made(tmp_path, (10, 25))
    put_branch_aside(layout, 10)
    made(tmp_path, (25,))
    put_branch_aside(layout, 10)
    assert sorted(path.name for path in layout.traces_folder.glob("ended-*/*")) == ["update-00000025"] * 2


def test_without_a_branch_nothing_is_made(tmp_path: Path) -> None:
    layout = made(tmp_path, (10, 20))
    put_branch_aside(layout, 20)
    assert sorted(path.name for path in layout.traces_folder.iterdir()) == [
        "update-00000010",
        "update-00000020",
    ]
