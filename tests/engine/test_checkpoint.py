import hashlib
import json
import math
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.checkpoint import (
    load_checkpoint,
    load_model_tensors,
    save_checkpoint,
)
from engine.errors import CheckpointError

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


@pytest.mark.parametrize("name", ["model.safetensors", "checksums"])
def test_in_the_place_of_a_damaged_checkpoint_the_newest_whole_one_is_offered(
    checkpoint: Path, name: str
) -> None:
    for update in (3, 5, 6):
        save_checkpoint(checkpoint.with_name(f"update-{update:08d}"), MODEL, OPTIMIZER, STATE)
    for folder in (checkpoint, checkpoint.with_name("update-00000006")):
        (folder / name).write_bytes((folder / name).read_bytes()[:-1] + b"?")
    with pytest.raises(CheckpointError, match="damaged") as told:
        load_model_tensors(checkpoint)
    whole = checkpoint.with_name("update-00000005")
    assert told.value.remedy == f"The checkpoint of update 5 of the same run is whole: choose {whole}."


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
