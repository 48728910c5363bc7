"""Whatever a run's small files hold, what is wrong with them is told, each in a sentence."""

import json
from pathlib import Path

import pytest

from engine.config import ExperimentConfig, to_json
from engine.runs.best import Best, save_best
from engine.runs.control import keep_limit
from engine.runs.damage import damages
from engine.runs.experiment_file import save_experiment
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes

WRONG = (b"", b"[]", b"null", b"NaN", b"\xff\xfe{", b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5000)


@pytest.fixture
def layout(tmp_path: Path) -> RunLayout:
    """A folder in which each of the small files is as it should be."""
    made = RunLayout(tmp_path)
    save_experiment(made.experiment, ExperimentConfig(), {})
    save_best(made, Best(10, "bleu", 12.5))
    save_notes(made, RunNotes("named"))
    keep_limit(made, 70)
    return made


def test_nothing_is_damaged_where_all_is_well_or_missing(layout: RunLayout, tmp_path: Path) -> None:
    assert damages(layout) == damages(RunLayout(tmp_path / "elsewhere")) == ()


@pytest.mark.parametrize("name", ["experiment.json", "best.json", "limit", "notes.json"])
def test_each_damaged_file_is_named(layout: RunLayout, name: str) -> None:
    for data in WRONG:
        (layout.path / name).write_bytes(data)
        assert [told.startswith(f"{name} is damaged: ") for told in damages(layout)] == [True], data


@pytest.mark.parametrize("number", [10**400, -(10**400), None, True, "1", [], {}])
def test_a_setting_that_no_number_can_be_is_damage(layout: RunLayout, number: object) -> None:
    values = to_json(ExperimentConfig())
    values["train"]["learning_rate"] = number
    layout.experiment.write_text(json.dumps(values))
    assert len(damages(layout)) == 1
