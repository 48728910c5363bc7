"""Importance against loops and finite differences, for models with and without attention."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import DecodeConfig
from engine.errors import CheckpointError, ConfigError
from engine.models.interface import TranslationModel
from engine.probes import METHODS, importance_from_message, importance_to_message
from engine.probing.importance import gradient, occlusion
from engine.text.vocabulary import EOS_ID
from engine.translator import Translator
from tests.engine.conftest import KINDS

SOURCE, TARGET = [3, 5, 3, 1, EOS_ID], [4, 2, 2, EOS_ID]
Build = Callable[..., TranslationModel]


def scaled_at(model: TranslationModel, position: int, factor: float) -> list[float]:
    """log p of each target token where one source embedding is scaled: the costs of growing targets."""
    rows = model.embedding.E.data
    known = len(rows)
    model.embedding.E.data = torch.cat([rows, rows[SOURCE[position], None] * factor])
    source = torch.tensor([[*SOURCE[:position], known, *SOURCE[position + 1 :]]])
    costs = [0.0]
    for length in range(1, len(TARGET) + 1):
        target = torch.tensor([TARGET[:length]])
        lengths = torch.tensor([len(SOURCE)]), torch.tensor([length])
        costs.append(float(model.judge_pairs(source, lengths[0], target, lengths[1]).costs))
    model.embedding.E.data = rows
    return [before - after for before, after in pairwise(costs)]


@pytest.mark.parametrize("kind", KINDS)
def test_occlusion_is_what_a_zero_embedding_takes_away(tiny_model: Build, kind: str) -> None:
    model, calls = tiny_model(kind), []
    found = occlusion(model, torch.tensor(SOURCE), torch.tensor(TARGET), lambda: calls.append(1))
    expected = [np.subtract(scaled_at(model, j, 1.0), scaled_at(model, j, 0.0)) for j in range(len(SOURCE))]
    assert np.abs(found.numpy() - np.array(expected).T).max() < 1e-10
    assert np.abs(expected).max() > 0.02
    assert len(calls) == len(TARGET)


@pytest.mark.parametrize("kind", KINDS)
def test_gradient_is_the_slope_along_the_embedding(tiny_model: Build, kind: str) -> None:
    model, small = tiny_model(kind), 1e-5
    with torch.no_grad():
        found = gradient(model, torch.tensor(SOURCE), torch.tensor(TARGET), lambda: None)
    for j in range(len(SOURCE)):
        more, less = scaled_at(model, j, 1 + small), scaled_at(model, j, 1 - small)
        slopes = np.subtract(more, less) / (2 * small)
        assert np.abs(found[:, j].numpy() - slopes).max() < 1e-6
    assert float(found.abs().max()) > 0.02


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("measure", [occlusion, gradient])
def test_many_batches_give_what_one_gives(
    tiny_model: Build, kind: str, measure: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, ids = tiny_model(kind), (torch.tensor(SOURCE), torch.tensor(TARGET))
    whole = measure(model, *ids, lambda: None)
    monkeypatch.setattr("engine.probing.importance._MOST_CELLS", 2 * len(SOURCE))
    assert torch.allclose(measure(model, *ids, lambda: None), whole, atol=1e-12)


def test_without_the_source_nothing_depends_on_it(tiny_model: Build) -> None:
    model = tiny_model("rnnencdec")
    for parameter in (model.decoder.W_s, model.decoder.unit.C, model.decoder.readout.C_o):
        parameter.zero_()
    for measure in (occlusion, gradient):
        found = measure(model, torch.tensor(SOURCE), torch.tensor(TARGET), lambda: None)
        assert float(found.abs().max()) < 1e-14


@pytest.fixture(scope="session")
def translator(short_run: Path) -> Translator:
    return Translator.load(short_run)


@pytest.mark.parametrize("method", METHODS)
def test_a_translator_tells_the_importance_of_a_given_target(translator: Translator, method: str) -> None:
    trace = translator.force("big red cat", "RED SEA", DecodeConfig(beam_size=1))
    target = trace.best().token_ids
    found = translator.importance("big red cat", target, method)
    assert found.values.shape == (len(target), len(trace.source_ids))
    assert (found.method, found.source_text, found.target_ids) == (method, "big red cat", target)
    assert found.fingerprint == trace.meta["fingerprint"]
    again = importance_from_message(*importance_to_message(found))
    assert np.array_equal(again.values, found.values)
    assert replace(again, values=found.values) == found


def test_one_position_and_one_token_are_enough(translator: Translator) -> None:
    assert translator.importance("", [EOS_ID], "gradient").values.shape == (1, 1)


def test_what_cannot_be_probed_is_said(translator: Translator) -> None:
    with pytest.raises(ConfigError, match="no importance by 'guessing'"):
        translator.importance("big cat", [5, EOS_ID], "guessing")
    with pytest.raises(ConfigError, match="no translation to look into"):
        translator.importance("big cat", [], "gradient")
    with pytest.raises(ConfigError, match="no target token 99"):
        translator.importance("big cat", [5, 99], "gradient")


def test_a_message_that_holds_no_importance_is_refused(translator: Translator) -> None:
    message, payload = importance_to_message(translator.importance("cat", [5, EOS_ID], "occlusion"))
    for wrong, numbers in (
        ({**message, "positions": 3}, payload),
        ({**message, "target_ids": None}, payload),
        (message, payload[:-1]),
        (message, np.full(4, np.nan, "<f4").tobytes()),
    ):
        with pytest.raises(CheckpointError, match="importance"):
            importance_from_message(wrong, numbers)
