import errno
import hashlib
import json
import math
import os
import pickle
import shutil
import subprocess
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.checkpoint import (
    load_checkpoint,
    load_model_tensors,
    newest_whole,
    publish_model,
    save_checkpoint,
    verify,
)
from engine.config import CorpusConfig, ExperimentConfig
from engine.errors import CheckpointError
from engine.runs import publishing
from engine.runs.experiment_file import save_experiment
from engine.runs.layout import RunLayout

MODEL = {"w": torch.arange(12.0).reshape(3, 4), "count": torch.tensor(5)}
OPTIMIZER = {"w.mean": torch.rand(3, 4), "random": torch.get_rng_state()}
STATE: dict[str, Any] = {"update": 7, "best": -math.inf, "order": (1, 2), "text": "NaN", "none": None}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    folder = tmp_path / "run" / "checkpoints" / "update-00000007"
    save_checkpoint(folder, MODEL, OPTIMIZER, STATE)
    return folder


def equal(found: dict[str, Tensor], expected: dict[str, Tensor]) -> bool:
    same_names = list(found) == list(expected) or set(found) == set(expected)
    return same_names and all(
        found[name].dtype == tensor.dtype and torch.equal(found[name], tensor)
        for name, tensor in expected.items()
    )


def test_everything_comes_back(checkpoint: Path) -> None:
    loaded = load_checkpoint(checkpoint)
    assert equal(loaded.model, MODEL)
    assert equal(loaded.optimizer, OPTIMIZER)
    assert loaded.state == {"update": 7, "best": -math.inf, "order": [1, 2], "text": "NaN", "none": None}
    assert equal(load_model_tensors(checkpoint), MODEL)
    names = {path.name for path in checkpoint.iterdir()}
    assert names == {"model.safetensors", "optimizer.safetensors", "train_state.json", "checksums"}


def test_the_files_are_strict_and_the_checksums_those_of_the_files(checkpoint: Path) -> None:
    def refuse(text: str) -> None:
        raise AssertionError(text)

    json.loads((checkpoint / "train_state.json").read_text(), parse_constant=refuse)
    for name, checksum in json.loads((checkpoint / "checksums").read_text()).items():
        assert hashlib.sha256((checkpoint / name).read_bytes()).hexdigest() == checksum


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_in_tensors_and_state(tmp_path: Path, number: float) -> None:
    folder = tmp_path / "c"
    save_checkpoint(folder, {"w": torch.tensor([number, 1.0])}, {}, {"deep": [{"x": number}]})
    loaded = load_checkpoint(folder)
    assert repr(loaded.model["w"].tolist()) == repr([number, 1.0])
    assert repr(loaded.state) == repr({"deep": [{"x": number}]})


def test_a_state_that_is_no_json_is_a_defect_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        save_checkpoint(tmp_path / "c", MODEL, {}, {"tensor": torch.zeros(1)})
    assert list(tmp_path.iterdir()) == []


def test_training_goes_on_with_exactly_the_saved_precision(tmp_path: Path) -> None:
    model = {
        "half": torch.rand(5).half(),
        "double": torch.rand(5).double(),
        "brain": torch.rand(5).bfloat16(),
    }
    save_checkpoint(tmp_path / "c", model, {}, {})
    assert equal(load_checkpoint(tmp_path / "c").model, model)
    widened = load_model_tensors(tmp_path / "c")
    assert {name: tensor.dtype for name, tensor in widened.items()} == {
        "half": torch.float32,
        "double": torch.float64,
        "brain": torch.float32,
    }
    assert torch.equal(widened["half"], model["half"].float())


def test_tensors_as_they_come_are_stored_by_value(tmp_path: Path) -> None:
    whole = torch.arange(6.0).reshape(2, 3)
    model = {
        "turned": whole.T,
        "part": whole[:, 1],
        "same numbers": whole[:, 1].clone(),
        "empty": torch.zeros(0, 3),
        "parameter": torch.nn.Parameter(torch.ones(2)),
    }
    save_checkpoint(tmp_path / "c", model, {}, {})
    loaded = load_checkpoint(tmp_path / "c").model
    assert equal(loaded, {name: tensor.detach().contiguous() for name, tensor in model.items()})
    assert not loaded["parameter"].requires_grad


def test_tied_weights_are_stored_once_and_come_back_as_one(tmp_path: Path) -> None:
    weight = torch.rand(300, 100)
    save_checkpoint(tmp_path / "c", {"in": weight, "out": weight, "other": weight.clone()}, {}, {})
    assert (tmp_path / "c" / "model.safetensors").stat().st_size < 2 * weight.numel() * 4 + 2000
    loaded = load_model_tensors(tmp_path / "c")
    assert loaded["in"].data_ptr() == loaded["out"].data_ptr()
    assert loaded["other"].data_ptr() != loaded["in"].data_ptr()
    assert all(torch.equal(loaded[name], weight) for name in ("in", "out", "other"))


def test_saving_again_replaces_the_older_one(checkpoint: Path) -> None:
    save_checkpoint(checkpoint, {"w": torch.zeros(2)}, {}, {"update": 8})
    assert load_checkpoint(checkpoint).state == {"update": 8}
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.safetensors", "train_state.json"])
def test_one_flipped_bit_is_not_loaded(checkpoint: Path, name: str) -> None:
    data = bytearray((checkpoint / name).read_bytes())
    data[-2] ^= 1
    (checkpoint / name).write_bytes(data)
    with pytest.raises(CheckpointError, match="damaged"):
        load_checkpoint(checkpoint)
    if name == "model.safetensors":
        with pytest.raises(CheckpointError, match="do not match its checksum"):
            load_model_tensors(checkpoint)


@pytest.mark.parametrize("name", ["model.safetensors", "optimizer.safetensors"])
def test_a_cut_file_is_not_loaded(checkpoint: Path, name: str) -> None:
    data = (checkpoint / name).read_bytes()
    for size in (0, 4, 30, len(data) // 2, len(data) - 1):
        (checkpoint / name).write_bytes(data[:size])
        with pytest.raises(CheckpointError, match=name):
            load_checkpoint(checkpoint)


@pytest.mark.parametrize("tied", ['{"b": "nothing"}', "3", "{", '{"b": ["w"]}'])
def test_a_tie_to_nothing_is_damage(tmp_path: Path, checkpoint: Path, tied: str) -> None:
    import safetensors.torch

    path = checkpoint / "model.safetensors"
    safetensors.torch.save_file({"w": torch.zeros(2)}, path, {"tied": tied})
    sums = json.loads((checkpoint / "checksums").read_text())
    sums["model.safetensors"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (checkpoint / "checksums").write_text(json.dumps(sums))
    with pytest.raises(CheckpointError, match="damaged"):
        load_model_tensors(checkpoint)


class Trap:
    """A pickle that makes a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.path,))


def test_a_booby_trapped_checkpoint_is_refused_and_does_not_run(tmp_path: Path, checkpoint: Path) -> None:
    sprung = tmp_path / "sprung"
    trapped = tmp_path / "model.pt"
    torch.save({"w": Trap(sprung)}, trapped)
    plain = tmp_path / "model.pkl"
    plain.write_bytes(pickle.dumps(Trap(sprung)))
    for path in (trapped, plain):
        with pytest.raises(CheckpointError, match="can run code"):
            load_model_tensors(path)
        with pytest.raises(CheckpointError, match="can run code"):
            load_checkpoint(path)
        shutil.copy(path, checkpoint / "model.safetensors")
        with pytest.raises(CheckpointError, match="can run code"):
            load_model_tensors(checkpoint)
    assert not sprung.exists()


def test_a_disk_without_room_is_told_before_anything_is_written(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9 - 1000, 1000))
    newer = checkpoint.with_name("update-00000008")
    with pytest.raises(CheckpointError, match=r"needs 1\.1 MB, and .* has 1,000 bytes left") as caught:
        save_checkpoint(newer, MODEL, OPTIMIZER, STATE)
    assert "the older checkpoints are untouched" in caught.value.remedy
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


@pytest.mark.parametrize("file", [1, 2, 3, 4])
def test_a_disk_that_fills_up_on_the_way_loses_nothing(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch, file: int
) -> None:
    written = publishing.write_synced
    count = 0

    def full_at(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count == file:
            path.write_bytes(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        written(path, data)

    monkeypatch.setattr(publishing, "write_synced", full_at)
    for folder in (checkpoint.with_name("update-00000008"), checkpoint):
        count = 0
        with pytest.raises(CheckpointError, match="the disk became full"):
            save_checkpoint(folder, {"w": torch.zeros(2)}, {}, {})
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]
    assert equal(load_checkpoint(checkpoint).model, MODEL)


def test_what_the_disk_kept_is_compared_with_what_was_meant(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = publishing.write_synced

    def flips_a_bit(path: Path, data: bytes) -> None:
        broken = bytearray(data)
        broken[-1] ^= 1
        written(path, bytes(broken) if path.name == "optimizer.safetensors" else data)

    monkeypatch.setattr(publishing, "write_synced", flips_a_bit)
    with pytest.raises(CheckpointError, match=r"optimizer\.safetensors is damaged"):
        save_checkpoint(checkpoint, MODEL, OPTIMIZER, {"update": 8})
    monkeypatch.undo()
    assert load_checkpoint(checkpoint).state["update"] == 7


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("asked_first", [True, False])
def test_a_disk_that_is_really_full(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch, asked_first: bool
) -> None:
    checkpoints = RunLayout(small_disk)
    tensors = {"w": torch.rand(200_000)}
    save_checkpoint(checkpoints.checkpoint_dir(1), tensors, {}, {"update": 1})
    if not asked_first:
        usage = namedtuple("usage", "total used free")
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 0, 10**9))
    with pytest.raises(CheckpointError, match=r"left|became full"):
        save_checkpoint(checkpoints.checkpoint_dir(2), tensors, {"m": torch.rand(400_000)}, {"update": 2})
    assert newest_whole(small_disk) == checkpoints.checkpoint_dir(1)
    assert [path.name for path in checkpoints.checkpoints_folder.iterdir()] == ["update-00000001"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written to")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(CheckpointError, match="Permission denied"):
        save_checkpoint(tmp_path / "c", MODEL, {}, {})
    tmp_path.chmod(0o755)


@pytest.fixture
def run(checkpoint: Path) -> RunLayout:
    layout = RunLayout(checkpoint.parent.parent)
    corpus = CorpusConfig(train=("/home/someone/private/pairs.tsv",))
    save_experiment(layout.experiment, ExperimentConfig(preset="small", corpus=corpus), {})
    for folder in (layout.vocabulary, layout.segmenter):
        folder.mkdir()
        (folder / "source.json").write_text('["été"]')
    return layout


def test_a_published_model_needs_nothing_else(tmp_path: Path, run: RunLayout, checkpoint: Path) -> None:
    model = tmp_path / "models" / "small"
    publish_model(checkpoint, model, {"title": "A small one"})
    shutil.rmtree(run.path)
    verify(model)
    loaded = load_model_tensors(model)
    assert equal(loaded, {"w": MODEL["w"], "count": MODEL["count"]})  # small whole numbers fit half precision
    assert json.loads((model / "card.json").read_text()) == {"update": 7, "title": "A small one"}
    assert (model / "vocabulary" / "source.json").read_text() == '["été"]'
    assert "private" not in (model / "experiment.json").read_text()
    names = {path.relative_to(model).as_posix() for path in model.rglob("*") if path.is_file()}
    assert set(json.loads((model / "checksums").read_text())) == names - {"checksums"}
    with pytest.raises(CheckpointError, match="no state of training"):
        load_checkpoint(model)


def test_a_published_model_is_half_as_large(tmp_path: Path, run: RunLayout, checkpoint: Path) -> None:
    weight = torch.rand(1000, 50)
    save_checkpoint(checkpoint, {"w": weight}, {}, {})
    publish_model(checkpoint, tmp_path / "model", {})
    assert (tmp_path / "model" / "model.safetensors").stat().st_size < 1000 * 50 * 2 + 1000
    loaded = load_model_tensors(tmp_path / "model")["w"]
    assert loaded.dtype == torch.float32
    assert torch.equal(loaded, weight.half().float())


def test_a_model_is_not_published_over_another_nor_with_infinite_weights(
    tmp_path: Path, run: RunLayout, checkpoint: Path
) -> None:
    publish_model(checkpoint, tmp_path / "model", {})
    with pytest.raises(CheckpointError, match="exists already"):
        publish_model(checkpoint, tmp_path / "model", {})
    save_checkpoint(checkpoint, {"w": torch.tensor([70000.0])}, {}, {})
    with pytest.raises(CheckpointError, match="w are too large for half precision"):
        publish_model(checkpoint, tmp_path / "other", {})
    assert not (tmp_path / "other").exists()


def test_a_model_without_its_vocabulary_is_not_published(
    tmp_path: Path, run: RunLayout, checkpoint: Path
) -> None:
    shutil.rmtree(run.vocabulary)
    with pytest.raises(CheckpointError, match="was not saved"):
        publish_model(checkpoint, tmp_path / "models" / "model", {})
    assert list((tmp_path / "models").iterdir()) == []
