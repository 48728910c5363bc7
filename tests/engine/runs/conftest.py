"""Run directories and weights files to read, made without the code under test where that can be."""

import json
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.config import ExperimentConfig, TrainConfig
from engine.runs.writer import RunWriter


@pytest.fixture
def experiment() -> ExperimentConfig:
    return ExperimentConfig(preset="small", train=TrainConfig(max_updates=500))


@pytest.fixture
def writer(tmp_path: Path, experiment: ExperimentConfig) -> Iterator[RunWriter]:
    """The writer of a new run in tmp_path/run."""
    with RunWriter.create(tmp_path / "run", experiment, {}) as made:
        yield made


def weights_bytes(header: Any, data: bytes) -> bytes:
    """A file in the safetensors layout, put together by hand."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(kind: str, shape: list[int], begin: int, end: int) -> dict[str, Any]:
    return {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}


@pytest.fixture
def weights_file(tmp_path: Path) -> Callable[..., Path]:
    """weights_file(header, data): a file with this header, as an object or as raw bytes, and this data."""

    def write(header: Any, data: bytes = b"", name: str = "model.safetensors") -> Path:
        path = tmp_path / name
        path.write_bytes(weights_bytes(header, data))
        return path

    return write
