import hashlib
import json
import os
import stat
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from engine.errors import CheckpointError
from engine.runs.layout import RunLayout
from engine.runs.verification import folder_checksums, load_checksums, newest_whole, prune, verify


def make_checkpoint(folder: Path, seed: int = 0) -> Path:
    """A checkpoint written without the code under test."""
    folder.mkdir(parents=True)
    weights = np.random.default_rng(seed).standard_normal((4, 5)).astype(np.float32)
    safetensors.numpy.save_file({"w": weights}, folder / "model.safetensors")
    (folder / "train_state.json").write_text('{"update": 1}')
    names = ("model.safetensors", "train_state.json")
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    (folder / "checksums").write_text(json.dumps(sums))
    return folder


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    return make_checkpoint(tmp_path / "update-00000001")


def test_a_whole_checkpoint_verifies(checkpoint: Path) -> None:
    verify(checkpoint)


@pytest.mark.parametrize("name", ["model.safetensors", "train_state.json"])
def test_every_flipped_bit_is_found(checkpoint: Path, name: str) -> None:
    path = checkpoint / name
    data = path.read_bytes()
    for index in {0, 5, len(data) // 2, len(data) - 1}:
        broken = bytearray(data)
        broken[index] ^= 4
        path.write_bytes(broken)
        with pytest.raises(CheckpointError, match=f"{name}"):
            verify(checkpoint)
    path.write_bytes(data)
    verify(checkpoint)


def test_a_flipped_bit_in_a_tensor_is_called_damage(checkpoint: Path) -> None:
    path = checkpoint / "model.safetensors"
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="do not match its checksum"):
        verify(checkpoint)


def test_a_file_that_is_gone_is_named(checkpoint: Path) -> None:
    (checkpoint / "train_state.json").unlink()
    with pytest.raises(CheckpointError, match=r"train_state\.json is missing"):
        verify(checkpoint)


@pytest.mark.parametrize(
    "sums",
    [
        {"model.safetensors": 3},
        {"model.safetensors": "0", "../secret": "0"},
        {"model.safetensors": "0", "/etc/passwd": "0"},
        {"model.safetensors": "0", "C:\\x": "0"},
        {"model.safetensors": "0", "a\\..\\b": "0"},
        {"model.safetensors": "0", "": "0"},
        {"train_state.json": "0"},
        [],
    ],
    ids=str,
)
def test_checksums_that_are_damaged_or_point_outside(checkpoint: Path, sums: object) -> None:
    (checkpoint / "checksums").write_text(json.dumps(sums))
    with pytest.raises(CheckpointError, match="checksums"):
        load_checksums(checkpoint)


def test_without_checksums_a_model_is_not_trusted(checkpoint: Path) -> None:
    (checkpoint / "checksums").unlink()
    with pytest.raises(CheckpointError, match="no checksums"):
        verify(checkpoint)


def test_what_is_no_model_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="There is no folder"):
        verify(tmp_path / "nothing")
    with pytest.raises(CheckpointError, match="holds no model"):
        verify(tmp_path)
    single = tmp_path / "notes.txt"
    single.write_text("hello, this is no model at all")
    with pytest.raises(CheckpointError, match="a single file"):
        verify(single)
    archive = tmp_path / "model.pth"
    archive.write_bytes(b"PK\x03\x04" + bytes(50))
    with pytest.raises(CheckpointError, match="can run code"):
        verify(archive)


def test_checksums_of_a_folder_reach_into_it(tmp_path: Path) -> None:
    (tmp_path / "vocabulary").mkdir()
    (tmp_path / "vocabulary" / "source.json").write_text("[]")
    assert folder_checksums(tmp_path) == {"vocabulary/source.json": hashlib.sha256(b"[]").hexdigest()}


def make_run(run: Path, updates: tuple[int, ...]) -> RunLayout:
    layout = RunLayout(run)
    for update in updates:
        make_checkpoint(layout.checkpoint_dir(update), seed=update)
    return layout


def break_checkpoint(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1] + b"?")


def updates(layout: RunLayout) -> list[int]:
    return [update for update, _ in layout.checkpoints()]


def test_the_newest_whole_checkpoint(tmp_path: Path) -> None:
    layout = make_run(tmp_path, (1, 2, 3))
    assert newest_whole(tmp_path) == layout.checkpoint_dir(3)
    break_checkpoint(layout.checkpoint_dir(3))
    (layout.checkpoints_folder / "update-00000009.part").mkdir()
    layout.checkpoint_dir(4).mkdir()
    assert newest_whole(tmp_path) == layout.checkpoint_dir(2)
    for update in (1, 2):
        break_checkpoint(layout.checkpoint_dir(update))
    assert newest_whole(tmp_path) is None


def test_pruning_keeps_the_newest_and_the_best(tmp_path: Path) -> None:
    layout = make_run(tmp_path, (1, 2, 3, 4, 5))
    prune(tmp_path, keep=2, best=1)
    assert updates(layout) == [1, 4, 5]
    prune(tmp_path, keep=1, best=None)
    assert updates(layout) == [5]


def test_pruning_keeps_the_last_good_one(tmp_path: Path) -> None:
    layout = make_run(tmp_path, (1, 2, 3, 4))
    for update in (3, 4):
        break_checkpoint(layout.checkpoint_dir(update))
    prune(tmp_path, keep=2, best=None)
    assert updates(layout) == [2, 3, 4]


def test_pruning_deletes_nothing_where_nothing_is_good(tmp_path: Path) -> None:
    layout = make_run(tmp_path, (1, 2, 3))
    for update in (1, 2, 3):
        break_checkpoint(layout.checkpoint_dir(update))
    prune(tmp_path, keep=1, best=None)
    assert updates(layout) == [1, 2, 3]
    prune(tmp_path / "nothing", keep=1, best=None)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that cannot be read")
def test_a_file_that_cannot_be_read(checkpoint: Path) -> None:
    (checkpoint / "train_state.json").chmod(stat.S_IWUSR)
    with pytest.raises(CheckpointError, match="cannot be read"):
        verify(checkpoint)
