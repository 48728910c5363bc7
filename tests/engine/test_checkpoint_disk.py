"""Saving on a disk that is full, read-only or forgetful: nothing that was whole before is lost."""

import errno
import os
import shutil
import subprocess
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint, newest_whole, save_checkpoint
from engine.errors import CheckpointError
from engine.runs import publishing
from engine.runs.layout import RunLayout

MODEL = {"w": torch.arange(12.0).reshape(3, 4), "count": torch.tensor(5)}
OPTIMIZER = {"w.mean": torch.rand(3, 4), "random": torch.get_rng_state()}
STATE = {"update": 7}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    folder = tmp_path / "run" / "checkpoints" / "update-00000007"
    save_checkpoint(folder, MODEL, OPTIMIZER, STATE)
    return folder


def test_a_disk_without_room_is_told_before_anything_is_written(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9 - 1000, 1000))
    newer = checkpoint.with_name("update-00000008")
    with pytest.raises(CheckpointError, match=r"needs 1\.0 MiB, and .* has 1,000 bytes left") as caught:
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
    assert torch.equal(load_checkpoint(checkpoint).model["w"], MODEL["w"])


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
