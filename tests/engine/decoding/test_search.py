"""Beam search against exhaustive search, a plain one-sentence search, and forced decoding."""

from functools import partial

import numpy as np
import pytest
import torch

from engine.config import DecodeConfig
from engine.decoding.assembly import Sides, assemble
from engine.decoding.beam import SearchLimits, beam_search
from engine.decoding.forced import force
from engine.decoding.recorder import Recorder
from engine.models.interface import NO_TOKEN, padded
from engine.text.language_side import EncodedText
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace_check import check
from tests.engine.decoding.made_searches import (
    CPU,
    KINDS,
    SOURCES,
    every_target,
    log_probability,
    plain_search,
    side,
    trace,
    traces,
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("power", [0.0, 1.0])
def test_wide_beam_is_exhaustive_search(tiny_model, kind: str, power: float) -> None:
    vocabulary, limit = 4, 4
    model = tiny_model(kind, target_vocabulary=vocabulary)
    everything = list(every_target(vocabulary, limit))
    config = DecodeConfig(beam_size=200, n_best=200, max_length=limit, length_power=power)
    for source in SOURCES[:3]:
        scored = [(log_probability(model, source, target), target) for target in everything]
        scored.sort(key=lambda item: (item[1][-1] != EOS_ID, -item[0] / len(item[1]) ** power))
        found = traces(model, [source], config)[0].hypotheses
        assert len(found) == len(everything)
        assert [list(hypothesis.token_ids) for hypothesis in found] == [target for _, target in scored]
        assert [hypothesis.score for hypothesis in found] == pytest.approx(
            [score for score, _ in scored], abs=1e-4
        )
        assert all(hypothesis.finished == (hypothesis.token_ids[-1] == EOS_ID) for hypothesis in found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("beam", [1, 2, 3, 5])
def test_narrow_beam_is_the_plain_search(tiny_model, kind: str, beam: int) -> None:
    model = tiny_model(kind)
    config = DecodeConfig(beam_size=beam, n_best=beam, max_length=5, length_power=0.0)
    for source, found in zip(SOURCES, traces(model, SOURCES, config), strict=True):
        expected = plain_search(partial(log_probability, model, source), 6, beam, 5)
        assert [list(hypothesis.token_ids) for hypothesis in found.hypotheses] == [
            tokens for _, tokens in expected
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_beam_of_one_is_greedy(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    for source, found in zip(
        SOURCES, traces(model, SOURCES, DecodeConfig(beam_size=1, max_length=9)), strict=True
    ):
        encoded = model.encode(*padded([source], CPU))
        state, previous, tokens = encoded.initial_state(), NO_TOKEN, []
        while len(tokens) < 9 and previous != EOS_ID:
            output = model.step(torch.tensor([[previous]]), state, encoded)
            previous = int(output.log_probs[0, 0].argmax())
            state = output.state
            tokens.append(previous)
        assert list(found.best().token_ids) == tokens


@pytest.mark.parametrize("kind", KINDS)
def test_forcing_a_hypothesis_gives_it_back(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    config = DecodeConfig(beam_size=4, n_best=4, max_length=7)
    for source, found in zip(SOURCES, traces(model, SOURCES, config), strict=True):
        for hypothesis in found.hypotheses:
            encoded = model.encode(*padded([source], CPU))
            recorder = Recorder(encoded, full=True, candidates=3)
            force(model, encoded, *padded([list(hypothesis.token_ids)], CPU), recorder)
            forced = trace(recorder, 0, source, config)
            assert forced.best().token_ids == hypothesis.token_ids
            assert forced.best().score == pytest.approx(hypothesis.score, abs=1e-5)
            for name in (
                "weights",
                "energies",
                "contexts",
                "states",
                "update_gates",
                "reset_gates",
                "log_probs",
            ):
                ours, theirs = getattr(found, name), getattr(forced, name)
                if ours is not None:
                    along, again = found.along(ours, hypothesis), forced.along(theirs, forced.best())
                    assert np.abs(along - again).max() < 1e-5, name


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_equals_its_sentences_one_by_one(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    config = DecodeConfig(beam_size=3, n_best=3, max_length=8)
    for source, found in zip(SOURCES, traces(model, SOURCES, config), strict=True):
        alone = traces(model, [source], config)[0]
        assert [h.token_ids for h in found.hypotheses] == [h.token_ids for h in alone.hypotheses]
        for name in ("scores", "weights", "candidate_log_probs", "states", "annotations"):
            ours, theirs = getattr(found, name), getattr(alone, name)
            assert (ours is None) == (theirs is None), name
            if ours is not None:
                assert np.allclose(ours, theirs, atol=1e-5), name


def test_gates_lead_from_state_to_state(tiny_model) -> None:
    """s_i lies between s_{i-1} and the candidate state: z = 0 keeps it."""
    model = tiny_model("rnnsearch")
    found = traces(model, [SOURCES[0]], DecodeConfig(beam_size=1, max_length=6))[0]
    states = np.concatenate([found.initial_state[None], found.states[:, 0]])
    moved = np.abs(states[1:] - states[:-1])
    assert np.all(moved <= 2 * found.update_gates[:, 0] + 1e-6)
    assert ((found.reset_gates > 0) & (found.reset_gates < 1)).all()


def test_unknown_word_can_be_forbidden(tiny_model) -> None:
    model = tiny_model("rnnsearch")
    with torch.no_grad():
        model.decoder.readout.bias[UNK_ID] = 30.0
    allowed = traces(model, SOURCES, DecodeConfig(beam_size=2, max_length=4))
    assert all(UNK_ID in found.best().token_ids for found in allowed)
    forbidden = traces(model, SOURCES, DecodeConfig(beam_size=2, max_length=4, allow_unknown=False))
    assert all(UNK_ID not in found.token_ids for found in forbidden)


def test_a_model_that_never_ends_is_cut_and_says_so(tiny_model) -> None:
    model = tiny_model("rnnencdec")
    with torch.no_grad():
        model.decoder.readout.bias[EOS_ID] = -100.0
    found = traces(model, [SOURCES[1]], DecodeConfig(beam_size=3, n_best=3, max_length=5))[0]
    assert len(found.hypotheses) == 3
    assert not any(hypothesis.finished for hypothesis in found.hypotheses)
    assert all(len(hypothesis.tokens) == 5 for hypothesis in found.hypotheses)


def test_beam_wider_than_the_vocabulary(tiny_model) -> None:
    model = tiny_model("rnnsearch", target_vocabulary=3)
    found = traces(model, [SOURCES[3]], DecodeConfig(beam_size=12, n_best=12, max_length=2))[0]
    targets = [hypothesis.token_ids for hypothesis in found.hypotheses]
    assert len(targets) == len(set(targets)) == 1 + 2 + 4  # [end], [x, end] and [x, y] for two words x and y


def test_leading_hypothesis_of_each_step(tiny_model) -> None:
    model = tiny_model("rnnsearch")
    encoded = model.encode(*padded([SOURCES[0]], CPU))
    recorder = Recorder(encoded, full=True, candidates=3)
    config = DecodeConfig(beam_size=3, max_length=6)
    lengths = []

    def look(at: Recorder) -> None:
        text = EncodedText(tuple(SOURCES[0]), tuple(map(str, SOURCES[0])), ((0, 0),) * len(SOURCES[0]))
        leader = assemble(Sides("", text, side(4)), at.leader(0, len(SOURCES[0])), config, {})
        check(leader)
        lengths.append(len(leader.best().tokens))
        assert leader.weights.shape == (len(lengths), 1, len(SOURCES[0]))
        target = list(leader.best().token_ids)
        assert leader.best().score == pytest.approx(log_probability(model, SOURCES[0], target), abs=1e-5)

    beam_search(model, encoded, SearchLimits(3, [6]), recorder, look)
    assert lengths == list(range(1, len(lengths) + 1))
