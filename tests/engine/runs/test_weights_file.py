"""What a model file that is none turns out to be; headers are put together by hand."""

import math
import pickle
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from engine.errors import CheckpointError
from engine.runs.weights_file import read_header

Make = Callable[..., Path]


def entry(kind: str, shape: list[Any], begin: int, end: int) -> dict[str, Any]:
    return {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}


def test_a_header_is_read_as_its_writer_meant_it(tmp_path: Path) -> None:
    arrays = {
        "a": np.zeros((3, 4), np.float32),
        "b": np.zeros((), np.float64),
        "c": np.zeros((2, 0), np.int8),
        "d": np.zeros(5, np.float16),
    }
    path = tmp_path / "model.safetensors"
    safetensors.numpy.save_file(arrays, path, {"note": "é"})
    header = read_header(path)
    assert header.tensors == {
        "a": ("F32", (3, 4)),
        "b": ("F64", ()),
        "c": ("I8", (2, 0)),
        "d": ("F16", (5,)),
    }
    assert header.parameters == 3 * 4 + 1 + 0 + 5
    assert header.metadata == {"note": "é"}


def test_a_file_without_tensors_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    safetensors.numpy.save_file({}, path)
    assert read_header(path).parameters == 0


def test_a_cut_file_says_how_much_is_there(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    safetensors.numpy.save_file({"a": np.zeros(26_000_000, np.float32)}, path)
    with path.open("rb+") as stream:
        stream.truncate(52_000_000)
    with pytest.raises(CheckpointError, match=r"incomplete: only 50 MiB of 99 MiB are there"):
        read_header(path)


@pytest.mark.parametrize("cut", range(1, 8))
def test_a_file_cut_in_its_length_or_header(weights_file: Make, cut: int) -> None:
    path = weights_file({"a": entry("F32", [2], 0, 8)}, bytes(8))
    path.write_bytes(path.read_bytes()[: cut * 5])
    with pytest.raises(CheckpointError, match=r"is cut|not a safetensors file|incomplete"):
        read_header(path)


def test_a_file_with_more_than_it_says(weights_file: Make) -> None:
    path = weights_file({"a": entry("F32", [2], 0, 8)}, bytes(11))
    with pytest.raises(CheckpointError, match="3 bytes too many"):
        read_header(path)


def test_a_git_lfs_pointer(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_text(
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 104000000\n"
    )
    with pytest.raises(CheckpointError, match="Git LFS pointer to a file of 99 MiB") as caught:
        read_header(path)
    assert "git lfs pull" in caught.value.remedy


@pytest.mark.parametrize("page", ["<!DOCTYPE html><html>404</html>", "  \n<html>", "<?xml version='1.0'?>"])
def test_a_web_page(tmp_path: Path, page: str) -> None:
    path = tmp_path / "model.safetensors"
    path.write_text(page)
    with pytest.raises(CheckpointError, match="a web page"):
        read_header(path)


class Trap:
    """A pickle that makes a file when it is opened."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.path,))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["model.safetensors", "model.pt"])
def test_a_pickle_is_refused_and_not_run(tmp_path: Path, protocol: int, name: str) -> None:
    trap = pickle.dumps(Trap(tmp_path / "sprung"), protocol)
    path = tmp_path / name
    path.write_bytes(trap)
    with pytest.raises(CheckpointError, match="can run code"):
        read_header(path)
    packed = tmp_path / "zipped.safetensors"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("archive/data.pkl", trap)
    with pytest.raises(CheckpointError, match="can run code"):
        read_header(packed)
    assert not (tmp_path / "sprung").exists()


def test_a_header_whose_length_looks_like_a_pickle_is_no_pickle(weights_file: Make) -> None:
    header = {"a": entry("F32", [2], 0, 8), "__metadata__": {"pad": ""}}
    text = len(weights_file(header, bytes(8)).read_bytes()) - 16
    header["__metadata__"] = {"pad": "x" * (0x280 - text)}
    path = weights_file(header, bytes(8))
    assert path.read_bytes()[:2] == b"\x80\x02"
    assert read_header(path).parameters == 2


def test_an_empty_file_and_a_missing_one(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    with pytest.raises(CheckpointError, match="is missing"):
        read_header(path)
    path.touch()
    with pytest.raises(CheckpointError, match="is empty"):
        read_header(path)


@pytest.mark.parametrize("length", [2**60, 2**64 - 1, 2**31, 10_000_001])
def test_an_absurd_header_length_allocates_nothing(tmp_path: Path, length: int) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", length) + b"{}" + bytes(100))
    tracemalloc.start()
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        read_header(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize(
    "header",
    [
        b"not JSON at all",
        b"\xff\xfe\xfd",
        b"[]",
        b"3",
        b"[" * 100_000,
        {"a": 3},
        {"a": {}},
        {"a": entry("F32", [2], 0, 4)},
        {"a": entry("F32", [2], 8, 0)},
        {"a": entry("F33", [2], 0, 8)},
        {"a": entry("F32", [-1, -2], 0, 8)},
        {"a": entry("F32", [2.0], 0, 8)},
        {"a": entry("F32", ["2"], 0, 8)},
        {"a": entry("F32", [1] * 20, 0, 4)},
        {"a": entry("F32", [True], 0, 4)},
        {"a": {"dtype": "F32", "shape": 2, "data_offsets": [0, 8]}},
        {"a": {"dtype": ["F32"], "shape": [2], "data_offsets": [0, 8]}},
        {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8, 9]}},
        {"a": entry("F32", [2], 0, 8), "b": entry("F32", [2], 4, 12)},
        {"a": entry("F32", [1], 0, 4), "b": entry("F32", [1], 8, 12)},
        {"a": entry("F32", [1], 0, 4), "b": entry("F32", [1], 0, 4)},
        {"__metadata__": [3]},
    ],
    ids=str,
)
def test_a_header_that_makes_no_sense(weights_file: Make, header: Any) -> None:
    path = weights_file(header, bytes(12))
    with pytest.raises(CheckpointError, match="makes no sense"):
        read_header(path)


def test_a_tensor_larger_than_the_world_is_only_incomplete(weights_file: Make) -> None:
    size = math.prod([2**40, 2**15]) * 4
    path = weights_file({"a": entry("F32", [2**40, 2**15], 0, size)}, bytes(12))
    with pytest.raises(CheckpointError, match="incomplete"):
        read_header(path)
