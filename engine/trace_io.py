"""Traces as bytes and files: a JSON header and arrays in one safetensors record; never a pickle.

A file also has a digest of all that, for a flipped byte may well give a trace that looks whole.
"""

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray
from safetensors import SafetensorError

from engine.errors import CheckpointError
from engine.regular_files import read_regular
from engine.trace import FORMAT_VERSION, DecodingTrace, Hypothesis

_HEADER = "__header__"  # the JSON header, as an array of bytes beside the others
_DIGEST = "__sha256__"  # in a file: 32 bytes, as an array too
_LARGEST = 1 << 32  # bytes of a file
_PLAIN = ("source_text", "constraints", "meta")
_ARRAYS = tuple(
    f.name
    for f in dataclasses.fields(DecodingTrace)
    if f.name not in (*_PLAIN, "source_tokens", "source_spans", "hypotheses", "candidate_tokens")
)


def to_bytes(trace: DecodingTrace) -> bytes:
    """The trace as one safetensors record."""
    return safetensors.numpy.save(_arrays(trace))


def _arrays(trace: DecodingTrace) -> dict[str, NDArray[Any]]:
    header: dict[str, Any] = {name: getattr(trace, name) for name in _PLAIN}
    header["format"] = FORMAT_VERSION
    header["source_tokens"] = trace.source_tokens
    header["source_spans"] = trace.source_spans
    header["hypotheses"] = [dataclasses.asdict(hypothesis) for hypothesis in trace.hypotheses]
    header["candidate_tokens"] = {str(key): text for key, text in trace.candidate_tokens.items()}
    arrays: dict[str, NDArray[Any]] = {
        name: np.ascontiguousarray(array) for name in _ARRAYS if (array := getattr(trace, name)) is not None
    }
    arrays[_HEADER] = np.frombuffer(json.dumps(header).encode("ascii"), dtype=np.uint8)
    return arrays


def _digest(arrays: dict[str, NDArray[Any]]) -> NDArray[np.uint8]:
    """SHA-256 of names, types, shapes and contents."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return np.frombuffer(digest.digest(), dtype=np.uint8)


def from_bytes(data: bytes) -> DecodingTrace:
    """The trace that `to_bytes` wrote.

    Raises CheckpointError where the bytes are no trace, one of a newer format, or not those that were saved.
    """
    try:
        arrays = safetensors.numpy.load(data)
        written = arrays.pop(_DIGEST, None)
        if written is not None and not np.array_equal(written, _digest(arrays)):
            raise CheckpointError("The trace is damaged: it is not as it was saved.", "Take it from a copy.")
        header = json.loads(arrays.pop(_HEADER).tobytes())
        if header["format"] <= FORMAT_VERSION:
            return _trace(arrays, header)
    except (SafetensorError, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise CheckpointError(f"This is not a translation trace: {error}.", "Save it again.") from error
    raise CheckpointError(
        f"The trace has format {header['format']}, newer than {FORMAT_VERSION}.", "Update the program."
    )


def _trace(arrays: dict[str, NDArray[Any]], header: dict[str, Any]) -> DecodingTrace:
    for array in arrays.values():
        array.flags.writeable = False
    values: dict[str, Any] = {**{name: header[name] for name in _PLAIN}, **arrays}
    return DecodingTrace(
        **values,
        source_tokens=tuple(header["source_tokens"]),
        source_spans=tuple((begin, end) for begin, end in header["source_spans"]),
        hypotheses=tuple(_hypothesis(values) for values in header["hypotheses"]),
        candidate_tokens={int(key): text for key, text in header["candidate_tokens"].items()},
    )


def _hypothesis(values: dict[str, Any]) -> Hypothesis:
    tuples = {name: tuple(values[name]) for name in ("tokens", "token_ids")}
    return Hypothesis(**{**values, **tuples})


def save(trace: DecodingTrace, path: Path) -> None:
    """Write the trace to a file, whole or not at all."""
    part = path.with_name(path.name + ".part")
    arrays = _arrays(trace)
    part.write_bytes(safetensors.numpy.save({**arrays, _DIGEST: _digest(arrays)}))
    part.replace(path)


def load(path: Path) -> DecodingTrace:
    """Read a trace from a file. Raises CheckpointError where it is none."""
    try:
        return from_bytes(read_regular(path, _LARGEST))
    except OSError as error:
        raise CheckpointError(
            f"The trace {path} cannot be read: {error.strerror}.", "Choose another file."
        ) from error
