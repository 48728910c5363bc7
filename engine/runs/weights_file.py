"""What a safetensors file holds, read from its header alone; where it holds none, what it is, in plain words.

Nothing is run and nothing large is allocated: a header that promises more than the file has is refused first.
"""

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import CheckpointError
from engine.regular_files import open_regular
from engine.runs.publishing import megabytes

_LARGEST_HEADER = 10_000_000  # bytes; that of a model here has a few thousand
_MOST_AXES = 16  # of one tensor
_ITEM_BYTES = {
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1,
    "I16": 2, "U16": 2, "F16": 2, "BF16": 2,
    "I32": 4, "U32": 4, "F32": 4, "I64": 8, "U64": 8, "F64": 8,
}  # fmt: skip
_AGAIN = "Copy or download it again, or choose another model."
_PICKLE_NAMES = (".pt", ".pth", ".bin", ".pkl", ".pickle", ".ckpt")


@dataclass(frozen=True)
class WeightsHeader:
    """tensors: name → (type, shape) as in the safetensors format; metadata: texts stored beside them."""

    tensors: dict[str, tuple[str, tuple[int, ...]]]
    metadata: dict[str, str]

    @property
    def parameters(self) -> int:
        """How many numbers the tensors hold together."""
        return sum(math.prod(shape) for _, shape in self.tensors.values())


def read_header(path: Path) -> WeightsHeader:
    """The header of a safetensors file whose length agrees with it.

    Raises CheckpointError in plain words where the file is missing, cut, or something else.
    """
    try:
        size = path.stat().st_size
        with open_regular(path) as stream:
            beginning = stream.read(512)
            refuse_foreign(path, beginning)
            length = int.from_bytes(beginning[:8], "little")
            _check_length(path, length, size)
            stream.seek(8)
            text = stream.read(length)
    except FileNotFoundError as error:
        raise CheckpointError(f"The file {path} is missing.", _AGAIN) from error
    except OSError as error:
        raise CheckpointError(f"The file {path} cannot be read: {error.strerror}.", _AGAIN) from error
    header, end = _parse(path, text)
    _check_size(path, 8 + length + end, size)
    return header


def refuse_foreign(path: Path, beginning: bytes) -> None:
    """Raise CheckpointError where the first bytes of a file show that it is something else than weights."""
    if not beginning:
        raise CheckpointError(f"The file {path} is empty.", _AGAIN)
    if beginning.startswith(b"version https://git-lfs"):
        size = re.search(rb"size (\d+)", beginning)
        of = f" of {megabytes(int(size[1]))}" if size else ""
        raise CheckpointError(
            f"{path} is only a Git LFS pointer to a file{of}, not the file.", "Fetch it with 'git lfs pull'."
        )
    start = beginning.lstrip().lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml")):
        raise CheckpointError(f"{path} is a web page, not a model: a download went wrong.", _AGAIN)
    if _is_pickle(path, beginning):
        raise CheckpointError(
            f"{path} is a PyTorch or pickle file; opening one can run code in it, so it is not opened.",
            "Convert it to safetensors with the program that wrote it.",
        )


def _is_pickle(path: Path, beginning: bytes) -> bool:
    """Whether a file is a pickle, or a zip or tar as PyTorch packs one, by its bytes or its name."""
    pickled = beginning[:1] == b"\x80" and beginning[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05")
    packed = beginning.startswith(b"PK\x03\x04") or beginning[257:262] == b"ustar"
    # a safetensors header may be 0x280 bytes long: then it goes on with zeros and a brace
    weights = beginning[2:8] == bytes(6) or beginning[8:9] == b"{"
    return packed or (pickled and not weights) or path.suffix.lower() in _PICKLE_NAMES


def _check_length(path: Path, length: int, size: int) -> None:
    if size >= 8 and length <= min(size - 8, _LARGEST_HEADER):
        return
    if size >= 8 and length <= _LARGEST_HEADER:
        what = f"{path} is cut: even its header of {megabytes(length)} is not whole."
    else:
        what = f"{path} is not a safetensors file, or its beginning is damaged."
    raise CheckpointError(what, _AGAIN)


def _check_size(path: Path, expected: int, size: int) -> None:
    if size < expected:
        there = f"{megabytes(size)} of {megabytes(expected)}"
        raise CheckpointError(f"{path} is incomplete: only {there} are there.", _AGAIN)
    if size > expected:
        raise CheckpointError(f"{path} is damaged: it holds {size - expected:,} bytes too many.", _AGAIN)


def _parse(path: Path, text: bytes) -> tuple[WeightsHeader, int]:
    """The header and how many bytes of data follow it."""
    try:
        values = json.loads(text)
        metadata = {str(key): str(note) for key, note in values.pop("__metadata__", {}).items()}
        entries = {name: _entry(value) for name, value in values.items()}
        end = _end_of_data([span for _, _, span in entries.values()])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: its header makes no sense.", _AGAIN) from error
    tensors = {name: (kind, shape) for name, (kind, shape, _) in entries.items()}
    return WeightsHeader(tensors, metadata), end


def _entry(value: Any) -> tuple[str, tuple[int, ...], tuple[int, int]]:
    kind, shape = value["dtype"], tuple(value["shape"])
    begin, end = value["data_offsets"]
    whole = all(type(number) is int and number >= 0 for number in (*shape, begin, end))
    if not whole or len(shape) > _MOST_AXES or end - begin != math.prod(shape) * _ITEM_BYTES[kind]:
        raise ValueError("a tensor's size and place disagree")
    return kind, shape, (begin, end)


def _end_of_data(spans: list[tuple[int, int]]) -> int:
    """Where the data ends; ValueError where tensors overlap or leave a hole."""
    position = 0
    for begin, end in sorted(spans):
        if begin != position:
            raise ValueError("tensors overlap or leave a hole")
        position = end
    return position
