"""The test of attention: hand-made models, forced decodings, and what cannot be tested."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import DecodeConfig, ModelConfig
from engine.constraints import Constraints, StepWeights
from engine.errors import CheckpointError, ConfigError
from engine.models import build_model
from engine.models.interface import NO_TOKEN, TranslationModel, padded
from engine.probes import (
    CHANGES,
    SHUFFLES,
    AttentionTest,
    Survival,
    attention_test_from_plain,
    attention_test_to_plain,
)
from engine.probing.attention_test import attention_test, survivals
from engine.text.vocabulary import EOS_ID
from engine.translator import Translator

Build = Callable[..., TranslationModel]
SOURCE = [2, 3, 4, 5, 6, EOS_ID]


def probe(model: TranslationModel, source: list[int], target: list[int]) -> AttentionTest:
    log_probs, firsts = attention_test(model, torch.tensor(source), torch.tensor(target), lambda: None)
    return AttentionTest(
        "", tuple(target), "", tuple(log_probs[:, 0].tolist()), tuple(firsts[:, 0].tolist()),
        survivals(log_probs, firsts),
    )  # fmt: skip


def copier(words: int) -> TranslationModel:
    """A model of known weights that writes each source word in turn, looking for the one after the last.

    An encoder state holds a code of its word, the code of the word before, a constant and a mark of the first
    position; gates let nothing else stay. The decoder state is the code of the word that was looked at last,
    or the mark of the start. Attention unit k fires where both codes name word k, the last one at the start.
    """
    n = 2 * words + 2
    current, before, constant, first = slice(words), slice(words, 2 * words), n - 2, n - 1
    model = build_model(ModelConfig("rnnsearch", words, n, words + 1, words), words, words).double().eval()
    model.requires_grad_(False)
    for parameter in model.parameters():
        parameter.zero_()
    one = torch.eye(words, dtype=torch.float64)
    model.embedding.E[:] = one
    forward, decoder, attention = model.forward_unit, model.decoder, model.attention
    for unit in (forward, decoder.unit):
        unit.bias[: 2 * n] = 30.0  # both gates open: the state is the candidate
    forward.W[2 * n :][current] = 3 * one
    forward.U[before, current] = 3 * one
    forward.bias[2 * n + constant] = forward.bias[2 * n + first] = 3.0
    forward.U[first, constant] = -6.0
    decoder.b_s[first] = 3.0
    decoder.unit.C[2 * n :][current, current] = 3 * one
    attention.W_a[:words, current] = attention.U_a[:words, before] = 4 * one
    attention.W_a[words, first] = attention.U_a[words, first] = 4.0
    attention.U_a[:, constant] = -6.0
    attention.v_a[:] = 20.0
    decoder.readout.C_o[::2, current] = 10 * one
    decoder.readout.W_o[:] = one
    return model


def test_a_hand_made_copier_needs_attention() -> None:
    model = copier(7)
    found = probe(model, SOURCE, SOURCE)
    assert all(log_prob > -0.1 for log_prob in found.log_probs), "it copies"
    assert found.verdict == "matters"
    assert found.tested == found.dependent == len(SOURCE)
    for change in CHANGES:
        assert found.survivors(change) == 0
        assert max(found.survivals[change].change) < -1


def test_a_decoder_that_ignores_the_context_does_not_need_attention(tiny_model: Build) -> None:
    model = tiny_model("rnnsearch")
    model.decoder.unit.C.zero_()
    model.decoder.readout.C_o.zero_()
    encoded = model.encode(*padded([SOURCE], torch.device("cpu")))
    state, target = encoded.initial_state(), [NO_TOKEN]
    for _ in range(6):  # its own greedy translation
        output = model.step(torch.tensor([[target[-1]]]), state, encoded)
        state = output.state
        target.append(int(output.log_probs.argmax()))
    found = probe(model, SOURCE, target[1:])
    assert found.verdict == "does not"
    assert found.tested == 6
    for change in CHANGES:
        assert found.survivors(change) == 6
        assert found.survivals[change].change == pytest.approx([0.0] * 6, abs=1e-12)


TEXT, TARGET = "big red cat", "RED CAT SEA"
FORCED = DecodeConfig(beam_size=1)


@pytest.mark.parametrize("short_run", ["rnnsearch"], indirect=True)
def test_each_change_is_the_model_led_along_with_other_weights_at_one_step(loud_run: Translator) -> None:
    own = loud_run.force(TEXT, TARGET, FORCED)
    target = own.best().token_ids
    found = loud_run.attention_test(TEXT, target)
    assert found.log_probs == pytest.approx(own.log_probs[:, 0].tolist(), abs=1e-5)
    assert found.fingerprint == own.meta["fingerprint"]
    for step, weights in enumerate(own.weights[:, 0]):
        assert found.was_first[step] == (own.candidate_ids[step, 0, 0] == target[step])
        tries = {"uniform": [np.full(4, 0.25)], "shifted": [np.roll(weights, 1)], "shuffled": []}
        for seed in range(1, SHUFFLES + 1):
            circle = np.random.default_rng([seed, step]).permutation(4)
            moved = weights.copy()
            moved[circle] = weights[np.roll(circle, 1)]
            tries["shuffled"].append(moved)
        for change, rows in tries.items():
            kept, lost = [], []
            for row in rows:
                constraints = Constraints(weights=(StepWeights(step, tuple(map(float, row))),))
                trace = loud_run.force(TEXT, TARGET, FORCED, constraints)
                kept.append(trace.candidate_ids[step, 0, 0] == target[step])
                lost.append(trace.log_probs[step, 0] - own.log_probs[step, 0])
            assert found.survivals[change].kept[step] == pytest.approx(np.mean(kept))
            assert found.survivals[change].change[step] == pytest.approx(np.mean(lost), abs=1e-4)


@pytest.mark.parametrize("short_run", ["rnnsearch"], indirect=True)
def test_a_seed_gives_the_same_figures_and_a_message_carries_them(loud_run: Translator) -> None:
    calls: list[int] = []
    found = loud_run.attention_test(TEXT, (5, 6, EOS_ID), lambda: calls.append(1))
    assert len(calls) == 3
    assert loud_run.attention_test(TEXT, (5, 6, EOS_ID)) == found
    plain = json.loads(json.dumps(attention_test_to_plain(found)))
    assert attention_test_from_plain(plain) == found
    for name, wrong in (("was_first", [True]), ("survivals", {}), ("log_probs", [0.0, 1.0, float("nan")])):
        with pytest.raises(CheckpointError, match="test of attention"):
            attention_test_from_plain({**plain, name: wrong})


@pytest.mark.parametrize("short_run", ["rnnencdec"], indirect=True)
def test_a_model_without_attention_is_told_so(short_run: Path) -> None:
    with pytest.raises(ConfigError, match="no attention to test"):
        Translator.load(short_run).attention_test(TEXT, (5, EOS_ID))


def report(was_first: tuple[bool, ...], kept: tuple[float, ...]) -> AttentionTest:
    """Words that survive all but shuffling, which they survive in these shares of the tries."""
    count = len(was_first)
    whole, shuffled = Survival((1.0,) * count, (0.0,) * count), Survival(kept, (-1.0,) * count)
    survived = {"uniform": whole, "shuffled": shuffled, "shifted": whole}
    return AttentionTest("a", (1,) * count, "", (-1.0,) * count, was_first, survived)


@pytest.mark.parametrize(
    ("was_first", "kept", "tested", "dependent", "verdict"),
    [
        ((True, True, True, True), (1.0, 1.0, 0.5, 0.0), 4, 2, "matters"),
        ((True, True, True, True), (1.0, 1.0, 0.6, 0.0), 4, 1, "partly"),
        ((True, True, True, False), (1.0, 1.0, 0.6, 0.0), 3, 0, "does not"),
        ((False, False), (0.0, 0.0), 0, 0, "untested"),
    ],
)
def test_the_verdict_counts_the_words_that_were_tested(
    was_first: tuple[bool, ...], kept: tuple[float, ...], tested: int, dependent: int, verdict: str
) -> None:
    found = report(was_first, kept)
    assert (found.tested, found.dependent, found.verdict) == (tested, dependent, verdict)
    assert found.survivors("uniform") == tested
    assert found.survivors("shuffled") == tested - dependent
