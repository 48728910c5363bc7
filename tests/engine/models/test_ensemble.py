"""Ensembles against their members, one by one, and against every target there is."""

import math

import numpy as np
import pytest
import torch

from engine.config import DecodeConfig
from engine.errors import CheckpointError
from engine.models.ensemble import Ensemble, mean_probability
from engine.models.interface import NO_TOKEN, Target, TranslationModel, padded
from tests.engine.decoding.made_searches import CPU, KINDS, SOURCES, every_target, plain_search, traces

WIDE = DecodeConfig(beam_size=3, n_best=3, max_length=7)


def ensemble(*models: TranslationModel) -> Ensemble:
    return Ensemble([(f"m{number}", model) for number, model in enumerate(models)])


def member_distributions(models, source: list[int], target: list[int]) -> np.ndarray:
    """p_m(y | y_1 … y_{i-1}) of each member by itself: members x I x V."""
    rows = []
    for model in models:
        encoded = model.encode(*padded([source], CPU))
        state, found = encoded.initial_state(), []
        for previous in [NO_TOKEN, *target[:-1]]:
            output = model.step(torch.tensor([[previous]]), state, encoded)
            found.append(output.log_probs[0, 0].exp().numpy())
            state = output.state
        rows.append(found)
    return np.array(rows)


def mean_log_probability(models, source: list[int], target: list[int]) -> float:
    """Σ_i log(1/k Σ_m p_m(y_i)), member by member."""
    means = member_distributions(models, source, target).mean(axis=0)
    return math.fsum(math.log(means[step, token]) for step, token in enumerate(target))


@pytest.mark.parametrize("kind", KINDS)
def test_of_one_is_the_model_bit_for_bit_and_of_two_alike_within_rounding(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    one, two = ensemble(model), ensemble(model, model)
    for alone, same, twice in zip(*(traces(m, SOURCES, WIDE) for m in (model, one, two)), strict=True):
        assert same.hypotheses == alone.hypotheses
        for name in ("token_ids", "parents", "log_probs", "scores", "candidate_log_probs"):
            assert np.array_equal(getattr(same, name), getattr(alone, name)), name
        assert [h.token_ids for h in twice.hypotheses] == [h.token_ids for h in alone.hypotheses]
        assert np.allclose(twice.log_probs, alone.log_probs, atol=1e-6)
        assert same.weights is None


def test_of_three_kinds_finds_what_enumeration_finds(tiny_model) -> None:
    models = [tiny_model(kind, target_vocabulary=4, seed=seed) for seed, kind in enumerate(KINDS)]
    everything = list(every_target(4, 3))
    config = DecodeConfig(beam_size=60, n_best=60, max_length=3, length_power=0.0)
    for source, found in zip(SOURCES[:2], traces(ensemble(*models), SOURCES[:2], config), strict=True):
        scored = [(mean_log_probability(models, source, target), target) for target in everything]
        scored.sort(key=lambda item: (item[1][-1] != 0, -item[0]))
        assert [list(hypothesis.token_ids) for hypothesis in found.hypotheses] == [t for _, t in scored]
        assert [h.score for h in found.hypotheses] == pytest.approx([s for s, _ in scored], abs=1e-5)


@pytest.mark.parametrize("beam", [1, 3])
def test_members_move_together_through_a_narrow_beam(tiny_model, beam: int) -> None:
    models = [tiny_model("rnnsearch", seed=1), tiny_model("lstm-seq2seq", seed=2)]
    config = DecodeConfig(beam_size=beam, n_best=beam, max_length=3, length_power=0.0)
    for source, found in zip(SOURCES[:4], traces(ensemble(*models), SOURCES[:4], config), strict=True):
        expected = plain_search(lambda t, s=source: mean_log_probability(models, s, t), 6, beam, 3)
        assert [list(hypothesis.token_ids) for hypothesis in found.hypotheses] == [t for _, t in expected]


def test_costs_of_given_targets_are_a_loop_over_the_members(tiny_model) -> None:
    models = [tiny_model(kind, seed=seed) for seed, kind in enumerate(KINDS)]
    targets = [[2, 3, 0], [5, 4, 3, 2, 0], [1, 0], [0], [2, 2, 2, 2, 0]]
    model = ensemble(*models)
    encoded = model.encode(*padded(SOURCES, CPU))
    judged = model.judge(model.hoisted(encoded, 1), Target.of(*padded(targets, CPU)))
    firsts = {}
    for row, (source, target) in enumerate(zip(SOURCES, targets, strict=True)):
        assert float(judged.costs[row]) == pytest.approx(-mean_log_probability(models, source, target))
        means = member_distributions(models, source, target).mean(axis=0)
        firsts |= {(step, row): means[step].argmax() == token for step, token in enumerate(target)}
    assert judged.likeliest.tolist() == [firsts[place] for place in sorted(firsts)]  # time first


def test_a_word_that_one_member_excludes_keeps_half_of_the_other() -> None:
    first, second = torch.tensor([0.0, -math.inf, -math.inf]), torch.tensor([-800.0, 0.0, -math.inf])
    found = mean_probability([first, second])
    assert found.tolist() == pytest.approx([math.log(0.5), math.log(0.5), -math.inf])
    assert mean_probability([second - 300, second - 300]).tolist() == pytest.approx((second - 300).tolist())


def test_the_member_that_computes_nan_is_named(tiny_model) -> None:
    sound, broken = tiny_model("rnnencdec"), tiny_model("rnnsearch")
    broken.decoder.readout.bias[2] = math.nan
    with pytest.raises(CheckpointError, match="The model m1 of the ensemble computes no probabilities"):
        traces(ensemble(sound, broken), SOURCES, WIDE)
