"""A batch: every line its files, numbered as in the input, and an end between two lines when asked."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from engine.config import DecodeConfig
from engine.errors import EngineError
from explorer.export_choice import ExportChoice
from explorer.exporting.batch import Batch, export_batch
from explorer.services.engine_client import EngineClient
from explorer.views.matrix_choice import MatrixChoice
from tests.explorer.conftest import FAKE_ENGINE
from tests.explorer.made_traces import made_trace

LINES = ("one two", "", "three <four>", "five")


def batch(folder: Path, model: str = "/made/search") -> Batch:
    decode = DecodeConfig(beam_size=3, n_best=1)
    return Batch(LINES, model, decode, ExportChoice(("svg", "npy")), MatrixChoice(), folder)


def test_each_line_has_its_files_and_keeps_its_number(qapp: QApplication, tmp_path: Path) -> None:
    told = []
    with EngineClient(FAKE_ENGINE) as engine:
        count = export_batch(
            batch(tmp_path), engine, lambda done, files: told.append((done, len(files))), lambda: False
        )
    names = {"1-one-two", "3-three-four", "4-five"}
    assert {path.name for path in tmp_path.iterdir()} == {
        name + suffix for name in names for suffix in (".svg", ".npy", ".json")
    }
    assert count == 9
    assert told == [(1, 3), (2, 0), (3, 3), (4, 3)]
    made = made_trace("three <four>", slots=3, n_best=1)
    weights = np.load(tmp_path / "3-three-four.npy", allow_pickle=False)
    assert np.array_equal(weights, made.weights_of(made.best()))
    drawing = ElementTree.parse(tmp_path / "3-three-four.svg").getroot()
    origin = json.loads(drawing.findtext("{http://www.w3.org/2000/svg}desc"))
    assert origin["source_text"] == "three <four>"


def test_it_ends_between_two_lines_and_keeps_what_is_done(qapp: QApplication, tmp_path: Path) -> None:
    done = []
    with EngineClient(FAKE_ENGINE) as engine:
        export_batch(batch(tmp_path), engine, lambda number, files: done.append(number), lambda: bool(done))
    assert done == [1]
    assert {path.stem for path in tmp_path.iterdir()} == {"1-one-two"}


def test_a_model_without_attention_is_refused_before_a_file_is_written(
    qapp: QApplication, tmp_path: Path
) -> None:
    asked = batch(tmp_path / "new", "/made/encdec")
    with EngineClient(FAKE_ENGINE) as engine, pytest.raises(EngineError, match="no attention"):
        export_batch(asked, engine, lambda done, files: None, lambda: False)
    assert not (tmp_path / "new").exists()
