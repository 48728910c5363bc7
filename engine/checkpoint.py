"""Checkpoints as safetensors and JSON, checksummed and published whole; nothing in them is ever unpickled."""

import contextlib
import hashlib
import json
import math
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from safetensors import SafetensorError
from torch import Tensor

from engine.errors import CheckpointError
from engine.regular_files import open_regular
from engine.runs import publishing
from engine.runs.experiment_file import read_values, without_paths
from engine.runs.layout import RunLayout, update_of
from engine.runs.verification import (
    MODEL,
    OPTIMIZER,
    STATE,
    folder_checksums,
    load_checksums,
    newest_whole,
    offering_another,
    prune,
    save_checksums,
    verify,
    verify_checksum,
)
from engine.runs.weights_file import read_header

__all__ = [
    "Checkpoint",
    "load_checkpoint",
    "load_model_tensors",
    "newest_whole",
    "prune",
    "publish_model",
    "require_vocabularies",
    "save_checkpoint",
    "verify",
]

VOCABULARIES = "vocabularies"  # key of a state of training: the fingerprints of source and target
_TIED = "tied"  # metadata key: JSON of name → name of the tensor with the same storage
_ROOM = 1 << 20  # bytes that a checkpoint takes beside its tensors, about
_NOT_FINITE = "not finite"  # key of an object that stands for a NaN or an infinity in train_state.json
_OTHER = "Choose another checkpoint or model."
_FREE = "Free some room or check the folder, then save again; the older checkpoints are untouched."


@dataclass(frozen=True)
class Checkpoint:
    """Everything that a training needs to go on. All tensors are on the CPU."""

    model: dict[str, Tensor]
    optimizer: dict[str, Tensor]
    state: dict[str, Any]


def save_checkpoint(
    directory: Path, model: Mapping[str, Tensor], optimizer: Mapping[str, Tensor], state: Mapping[str, Any]
) -> None:
    """Write a checkpoint folder, whole or not at all, and read it back before it gets its name.

    state: JSON values; tuples come back as lists. Tensors that share their storage (tied weights) are
    stored once. Needs about twice the tensors' size in memory for a moment.
    Raises CheckpointError where the disk is full or does not take the files; older checkpoints stay.
    """
    text = json.dumps(_encoded(dict(state)), allow_nan=False).encode()
    _check_room(directory, [*model.values(), *optimizer.values()])
    with _saving(directory) as part:
        checksums = {MODEL: _write(part / MODEL, _to_bytes(model))}
        checksums[OPTIMIZER] = _write(part / OPTIMIZER, _to_bytes(optimizer))
        checksums[STATE] = _write(part / STATE, text)
        save_checksums(part, checksums)
        verify(part)


def load_checkpoint(directory: Path) -> Checkpoint:
    """The whole checkpoint, its checksums compared. Raises CheckpointError in words."""
    checksums = load_checksums(directory)
    if OPTIMIZER not in checksums or STATE not in checksums:
        raise CheckpointError(
            f"The model in {directory} holds no state of training.",
            "Choose a checkpoint of a run to go on from.",
        )
    model = _load_tensors(directory / MODEL, checksums[MODEL])
    optimizer = _load_tensors(directory / OPTIMIZER, checksums[OPTIMIZER])
    _read(directory / STATE, checksums[STATE])
    return Checkpoint(model, optimizer, _decoded(read_values(directory / STATE)))


def load_model_tensors(directory: Path) -> dict[str, Tensor]:
    """The model's tensors on the CPU, half precision widened to float32; the checksum is compared.

    Raises CheckpointError in words where the directory is no whole model.
    """
    with offering_another(directory):
        tensors = _load_tensors(directory / MODEL, load_checksums(directory)[MODEL])
    return {name: _widened(tensor) for name, tensor in tensors.items()}


def require_vocabularies(directory: Path, source: str, target: str) -> None:
    """Raise CheckpointError where a checkpoint was trained with other vocabularies than these fingerprints'.

    A checkpoint tells it in its state of training; a bundled model has none, and checksums instead.
    """
    if STATE not in load_checksums(directory):
        return
    trained = read_values(directory / STATE).get(VOCABULARIES)
    if not isinstance(trained, list) or trained == [source, target]:
        return
    if trained == [target, source]:
        raise CheckpointError(
            f"The weights in {directory} fit if the vocabularies of source and target are exchanged.",
            "Put the two back in their places.",
        )
    side = "target" if trained[:1] == [source] else "source"
    raise CheckpointError(
        f"The weights in {directory} were trained with another {side} vocabulary.",
        "Take weights and vocabularies from the same run.",
    )


def publish_model(checkpoint: Path, destination: Path, card: Mapping[str, Any]) -> None:
    """Make a bundled model of a run's checkpoint: half precision, and nothing else is needed to use it.

    card: plain JSON values about the model; the checkpoint's update is added. Paths in experiment.json are
    cut to file names. Raises CheckpointError where the checkpoint is damaged, the destination exists, a
    weight does not fit half precision, or the disk does not take it.
    """
    if destination.exists():
        raise CheckpointError(f"{destination} exists already.", "Choose another name, or remove it first.")
    tensors = {name: _halved(name, tensor) for name, tensor in load_model_tensors(checkpoint).items()}
    run = RunLayout(checkpoint.resolve().parent.parent)
    texts = {
        "experiment.json": without_paths(read_values(run.experiment)),
        "card.json": {"update": update_of(checkpoint), **card},
    }
    _check_room(destination, list(tensors.values()))
    with _saving(destination) as part:
        publishing.write_synced(part / MODEL, _to_bytes(tensors))
        for name, values in texts.items():
            publishing.write_synced(part / name, json.dumps(values, ensure_ascii=False, indent=1).encode())
        for folder in (run.vocabulary, run.segmenter):
            shutil.copytree(folder, part / folder.name)
        save_checksums(part, folder_checksums(part))
        verify(part)


def _to_bytes(tensors: Mapping[str, Tensor]) -> bytes:
    """The tensors as one safetensors record, those with shared storage once."""
    stored: dict[str, Tensor] = {}
    tied: dict[str, str] = {}
    first: dict[tuple[Any, ...], str] = {}
    for name, tensor in tensors.items():
        place = (tensor.device, tensor.data_ptr(), tensor.dtype, tuple(tensor.shape), tensor.stride())
        original = first.setdefault(place, name) if tensor.numel() else name
        if original != name:
            tied[name] = original
        else:
            stored[name] = tensor.detach().to("cpu").clone(memory_format=torch.contiguous_format)
    return safetensors.torch.save(stored, {_TIED: json.dumps(tied)} if tied else None)


def _load_tensors(path: Path, checksum: str) -> dict[str, Tensor]:
    """The tensors that `_to_bytes` made a file of; tied names get one tensor."""
    tied = read_header(path).metadata.get(_TIED, "{}")
    try:
        tensors = safetensors.torch.load(_read(path, checksum))
        return {**tensors, **{name: tensors[original] for name, original in json.loads(tied).items()}}
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(f"{path} is damaged: {error}.", _OTHER) from error


def _check_room(directory: Path, tensors: list[Tensor]) -> None:
    """Raise CheckpointError where the disk has no room for these tensors."""
    folder = next(parent for parent in directory.absolute().parents if parent.exists())
    needed = sum(tensor.numel() * tensor.element_size() for tensor in tensors) + _ROOM
    free = shutil.disk_usage(folder).free
    if free < needed:
        size, room = publishing.megabytes(needed), publishing.megabytes(free)
        raise CheckpointError(
            f"The checkpoint needs {size}, and the disk of {folder} has {room} left.", _FREE
        )


@contextlib.contextmanager
def _saving(directory: Path) -> Iterator[Path]:
    """A folder to fill that becomes `directory`; a disk that does not take it is told in words."""
    try:
        with publishing.whole_folder(directory) as part:
            yield part
    except OSError as error:
        full = publishing.is_full(error)
        why = "the disk became full" if full else (error.strerror or str(error))
        raise CheckpointError(f"{directory} was not saved: {why}.", _FREE) from error


def _write(path: Path, data: bytes) -> str:
    """Write the file and give the checksum of what was meant to be written."""
    publishing.write_synced(path, data)
    return hashlib.sha256(data).hexdigest()


def _read(path: Path, checksum: str) -> bytes:
    """The bytes of a file that has this checksum."""
    try:
        with open_regular(path) as stream:
            data = stream.read()
    except OSError as error:
        raise CheckpointError(
            f"The file {path} cannot be read: {error.strerror}.", "Choose another."
        ) from error
    verify_checksum(path, hashlib.sha256(data).hexdigest(), checksum)
    return data


def _widened(tensor: Tensor) -> Tensor:
    return tensor.float() if tensor.dtype in (torch.float16, torch.bfloat16) else tensor


def _halved(name: str, tensor: Tensor) -> Tensor:
    if not tensor.is_floating_point():
        return tensor
    half = tensor.to(torch.float16)
    if bool((half.isinf() & tensor.isfinite()).any()):
        raise CheckpointError(f"The weights {name} are too large for half precision.", _OTHER)
    return half


def _encoded(value: Any) -> Any:
    """JSON values with the numbers that JSON lacks written as objects."""
    if isinstance(value, dict):
        return {str(key): _encoded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_encoded(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {_NOT_FINITE: repr(value)}
    return value


def _decoded(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {_NOT_FINITE}:
            return float(value[_NOT_FINITE])
        return {key: _decoded(item) for key, item in value.items()}
    return [_decoded(item) for item in value] if isinstance(value, list) else value
