import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from engine import catalogue
from engine.catalogue import ModelEntry, describe_model, find_model, list_models, model_home
from engine.config import ExperimentConfig, ModelConfig, to_json
from engine.errors import CheckpointError
from engine.runs.best import Best, save_best
from engine.runs.layout import RUNS_VARIABLE, RunLayout
from engine.runs.notes import RunNotes, save_notes

EXPERIMENT = json.dumps(to_json(ExperimentConfig(preset="small", model=ModelConfig(kind="rnnencdec"))))


def fill(folder: Path) -> Path:
    """Weights of 3 x 4 + 5 numbers with their checksums."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {"w": np.zeros((3, 4), np.float16), "b": np.zeros(5, np.float16)}
    safetensors.numpy.save_file(arrays, folder / "model.safetensors")
    checksum = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    (folder / "checksums").write_text(json.dumps({"model.safetensors": checksum}))
    return folder


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """bundled(name): a bundled model. There are no others."""
    home = tmp_path / "models"
    home.mkdir()
    monkeypatch.setattr(catalogue, "BUNDLED", home)

    def make(name: str) -> Path:
        folder = fill(home / name)
        (folder / "experiment.json").write_text(EXPERIMENT)
        (folder / "card.json").write_text('{"update": 12, "title": "A model"}')
        return folder

    return make


@pytest.fixture
def make_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bundled: object
) -> Callable[[str, tuple[int, ...]], RunLayout]:
    """make_run(name, updates): a run in the runs' home. There are no others, and no bundled models."""
    home = tmp_path / "runs"
    monkeypatch.setenv(RUNS_VARIABLE, str(home))

    def make(name: str, updates: tuple[int, ...]) -> RunLayout:
        layout = RunLayout(home / name)
        layout.checkpoints_folder.mkdir(parents=True)
        layout.experiment.write_text(EXPERIMENT)
        for update in updates:
            fill(layout.checkpoint_dir(update))
        return layout

    return make


MakeRun = Callable[[str, tuple[int, ...]], RunLayout]
Bundled = Callable[[str], Path]


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)


def test_bundled_models_and_runs_are_listed(bundled: Bundled, make_run: MakeRun, tmp_path: Path) -> None:
    models = [bundled("b"), bundled("a")]
    run = make_run("mine", (5, 10))
    save_notes(run, RunNotes("The best of all"))
    elsewhere = fill(tmp_path / "elsewhere" / "checkpoints" / "update-00000003")
    (tmp_path / "elsewhere" / "experiment.json").write_text(EXPERIMENT)
    entries = list_models([elsewhere, models[0]])
    assert [(entry.name, entry.update) for entry in entries] == [
        ("a", 12),
        ("b", 12),
        ("mine", 10),
        ("elsewhere/update-00000003", 3),
    ]
    assert entries[0] == ModelEntry(
        "a", "rnnencdec", models[1], 17, "small", {"update": 12, "title": "A model"}, 12, ""
    )
    assert entries[2].path == run.checkpoint_dir(10)
    assert [entry.shown_name for entry in entries] == ["", "", "The best of all", ""]
    assert all(entry.problem == "" for entry in entries)


def test_there_may_be_nothing(make_run: MakeRun, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert list_models() == []
    monkeypatch.setattr(catalogue, "BUNDLED", tmp_path / "gone")
    assert list_models() == []
    with pytest.raises(CheckpointError, match="No model is bundled, and no run has a checkpoint yet"):
        find_model("a")


def test_a_broken_model_is_listed_with_its_problem(
    bundled: Bundled, make_run: MakeRun, tmp_path: Path
) -> None:
    bundled("whole")
    cut = bundled("cut") / "model.safetensors"
    cut.write_bytes(cut.read_bytes()[:-10])
    (bundled("empty") / "model.safetensors").unlink()
    (bundled("empty") / "checksums").unlink()
    (bundled("empty") / "model.safetensors").unlink()
    (bundled("no experiment") / "experiment.json").unlink()
    (bundled("no sums") / "checksums").unlink()
    (bundled("odd card") / "card.json").write_text("[")
    (bundled("odd sizes") / "experiment.json").write_text('{"model": {"hidden_size": "large"}}')
    make_run("young", ())
    notes = tmp_path / "notes.txt"
    notes.write_text("these are notes, nothing else")
    problems = {entry.name: entry.problem for entry in list_models([notes, tmp_path / "gone"])}
    expected = {
        "whole": "",
        "cut": "incomplete",
        "empty": "is missing",
        "no experiment": "no experiment.json",
        "no sums": "no checksums",
        "odd card": "damaged",
        "odd sizes": "does not describe an experiment",
        "young": "no whole checkpoint yet",
        "notes.txt": "a single file",
        "gone": "There is no folder",
    }
    assert set(problems) == set(expected)
    for name, words in expected.items():
        assert words in problems[name], name
        assert (problems[name] == "") == (words == "")


def test_what_a_killed_publishing_left_is_not_listed(bundled: Bundled, make_run: MakeRun) -> None:
    bundled("whole")
    bundled("half.part")
    assert [entry.name for entry in list_models()] == ["whole"]


def test_a_model_is_found_by_name_and_by_path(bundled: Bundled, make_run: MakeRun) -> None:
    model = bundled("a")
    run = make_run("mine", (5, 10))
    assert find_model("a") == model
    assert find_model(model) == model
    assert find_model("mine") == run.checkpoint_dir(10)
    assert find_model(str(run.path)) == run.checkpoint_dir(10)
    assert find_model(run.checkpoint_dir(5)) == run.checkpoint_dir(5)
    assert model_home(find_model("a")) == model
    assert model_home(find_model("mine")) == run.path


def test_a_run_stands_for_its_best_or_else_its_newest_whole_checkpoint(
    make_run: MakeRun, caplog: pytest.LogCaptureFixture
) -> None:
    run = make_run("mine", (5, 10, 15))
    save_best(run, Best(5, "bleu", 20.0))
    assert find_model("mine") == run.checkpoint_dir(5)
    assert describe_model(run.path).path == run.checkpoint_dir(5)
    flip(run.checkpoint_dir(5) / "model.safetensors")
    flip(run.checkpoint_dir(15) / "model.safetensors")
    assert find_model("mine") == run.checkpoint_dir(10)
    assert "of update 5, is damaged or gone; update-00000010 stands for it" in caplog.text
    flip(run.checkpoint_dir(10) / "model.safetensors")
    with pytest.raises(CheckpointError, match="no whole checkpoint"):
        find_model("mine")


@pytest.mark.parametrize(
    "name", ["c", "no/such/path", "x" * 5000, "", "a\0b", "..", "~nobody there", "C:\\x"]
)
def test_what_is_not_there_is_told_with_what_is(bundled: Bundled, make_run: MakeRun, name: str) -> None:
    bundled("a")
    broken = bundled("broken")
    (broken / "checksums").unlink()
    make_run("mine", (5,))
    with pytest.raises(CheckpointError, match="There is no model") as caught:
        find_model(name)
    assert caught.value.remedy == "There are: a, mine."


def test_a_file_given_as_a_model_is_told_for_what_it_is(make_run: MakeRun, tmp_path: Path) -> None:
    archive = tmp_path / "model.pt"
    archive.write_bytes(b"PK\x03\x04" + bytes(50))
    with pytest.raises(CheckpointError, match="can run code"):
        find_model(archive)
    run = make_run("mine", (5,))
    with pytest.raises(CheckpointError, match="Choose the folder"):
        find_model(run.checkpoint_dir(5) / "model.safetensors")


def test_a_broken_bundled_model_is_found_so_that_its_problem_is_told(
    bundled: Bundled, make_run: MakeRun
) -> None:
    model = bundled("a")
    (model / "model.safetensors").unlink()
    assert find_model("a") == model


def test_weights_far_from_their_experiment_are_told(tmp_path: Path) -> None:
    model = fill(tmp_path / "x" / "y" / "z")
    with pytest.raises(CheckpointError, match=r"no experiment\.json"):
        model_home(model)
