"""Changed attention against loops written from the formulas, for a model that has attention."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.constraints import Constraints, StepWeights, to_plain
from engine.decoding.changed_attention import steps_of
from engine.errors import ConfigError
from engine.models.interface import NO_TOKEN, TranslationModel, padded
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace
from engine.trace_check import TraceError, check
from engine.trace_io import from_bytes, to_bytes
from engine.translator import Translator
from tests.engine.decoding.made_changes import BEAM, GREEDY, TARGET, TEXT, same

pytestmark = pytest.mark.parametrize("short_run", ["rnnsearch"], indirect=True)


def plain_softmax(energies: np.ndarray) -> np.ndarray:
    powers = [np.exp(energy - max(energies)) for energy in energies]
    return np.array([power / sum(powers) for power in powers])


def plain_weights(energies: np.ndarray, constraints: Constraints, step: int) -> np.ndarray:
    """One row of weights, written down number by number; the shuffling excepted."""
    for row in constraints.weights:
        if row.step == step:
            return np.array([weight / sum(row.weights) for weight in row.weights])
    seen = [j for j in range(len(energies)) if j not in constraints.masked]
    soft = plain_softmax(np.array([energies[j] / constraints.temperature for j in seen]))
    weights = np.zeros(len(energies))
    for index, j in enumerate(seen):
        if constraints.attention == "":
            weights[j] = soft[index]
        elif constraints.attention == "uniform":
            weights[j] = 1 / len(seen)
        elif constraints.attention == "hard":
            weights[j] = float(soft[index] == max(soft))
        elif constraints.attention == "shifted":
            weights[j] = soft[(index - 1) % len(seen)]
    return weights


def plain_forced(
    model: TranslationModel, source: list[int], target: list[int], constraints: Constraints
) -> tuple[list[float], np.ndarray]:
    """The log-probability of each target token and the weights, one vector at a time, in double precision."""
    encoded = model.encode(*padded([source], torch.device("cpu")))
    decoder, attention = model.decoder, model.attention
    annotations, hidden = encoded.annotations[0], encoded.initial_hidden[0]
    log_probs, rows, previous = [], [], NO_TOKEN
    for step, token in enumerate(target):
        energies = [
            attention.v_a @ torch.tanh(attention.W_a @ hidden + attention.U_a @ annotation)
            for annotation in annotations
        ]
        rows.append(plain_weights(np.array([float(energy) for energy in energies]), constraints, step))
        context = sum(weight * annotation for weight, annotation in zip(rows[-1], annotations, strict=True))
        word = decoder.embed(torch.tensor(previous))
        readout = decoder.readout
        t = decoder.V_o @ word + decoder.b_o + readout.U_o @ hidden + readout.C_o @ context
        logits = readout.W_o @ t.view(-1, 2).max(dim=1).values + readout.bias
        log_probs.append(float(torch.log_softmax(logits, 0)[token]))
        unit = decoder.unit
        hidden, _, _ = unit(unit.project_input(word) + unit.project_context(context), hidden)
        previous = token
    return log_probs, np.array(rows)


CHANGES = [
    Constraints(),
    Constraints(temperature=0.25),
    Constraints(temperature=40.0, masked=(0,)),
    Constraints(masked=(0, 2)),
    Constraints(attention="uniform"),
    Constraints(attention="uniform", masked=(1,)),
    Constraints(attention="hard"),
    Constraints(attention="hard", temperature=3.0, masked=(3,)),
    Constraints(attention="shifted"),
    Constraints(attention="shifted", masked=(1,)),
    Constraints(weights=(StepWeights(1, (0.0, 3.0, 1.0, 0.0)), StepWeights(3, (0.25, 0.25, 0.25, 0.25)))),
    Constraints(attention="uniform", masked=(2,), weights=(StepWeights(0, (0.0, 0.0, 9.0, 0.0)),)),
]


@pytest.mark.parametrize("constraints", CHANGES)
def test_forced_decoding_follows_the_formulas(loud_run: Translator, constraints: Constraints) -> None:
    trace = loud_run.force(TEXT, TARGET, GREEDY, constraints)
    check(trace)
    check(from_bytes(to_bytes(trace)))
    assert trace.constraints == to_plain(constraints)
    with torch.inference_mode():
        log_probs, weights = plain_forced(
            loud_run._model, trace.source_ids.tolist(), list(trace.best().token_ids), constraints
        )
    assert np.abs(trace.weights[:, 0] - weights).max() < 1e-5
    assert trace.log_probs[:, 0] == pytest.approx(log_probs, abs=1e-4)


@pytest.mark.parametrize("constraints", CHANGES[1:])
def test_every_change_changes_something(loud_run: Translator, constraints: Constraints) -> None:
    own, changed = (loud_run.force(TEXT, TARGET, GREEDY, one) for one in (Constraints(), constraints))
    assert np.abs(own.weights - changed.weights).max() > 1e-3
    assert np.abs(own.log_probs - changed.log_probs).max() > 1e-4


def test_a_search_and_its_steps_keep_to_the_constraints(loud_run: Translator) -> None:
    for constraints in CHANGES:
        leaders: list[DecodingTrace] = []
        trace = loud_run.translate(
            TEXT, BEAM, lambda leader, kept=leaders: kept.append(leader()), constraints
        )
        for one in (trace, *leaders):
            check(one)
            assert one.constraints == to_plain(constraints)
        for hypothesis in trace.hypotheses:
            if hypothesis.finished and UNK_ID not in hypothesis.token_ids:
                steps = len(hypothesis.tokens)
                rows = tuple(row for row in constraints.weights if row.step < steps)
                again = loud_run.force(TEXT, hypothesis.text, GREEDY, replace(constraints, weights=rows))
                assert again.best().score == pytest.approx(hypothesis.score, abs=1e-4)


def test_the_model_s_own_weights_change_nothing(loud_run: Translator) -> None:
    own = loud_run.force(TEXT, TARGET, GREEDY)
    rows = tuple(StepWeights(i, tuple(map(float, row))) for i, row in enumerate(own.weights[:, 0]))
    same(loud_run.force(TEXT, TARGET, GREEDY, Constraints(weights=rows)), own)
    doubled = tuple(StepWeights(row.step, tuple(2 * weight for weight in row.weights)) for row in rows)
    again = loud_run.force(TEXT, TARGET, GREEDY, Constraints(weights=doubled))
    assert np.abs(again.weights - own.weights).max() < 1e-6
    assert np.abs(again.log_probs - own.log_probs).max() < 1e-5
    greedy = loud_run.translate(TEXT, GREEDY)
    rows = tuple(StepWeights(i, tuple(map(float, row))) for i, row in enumerate(greedy.weights[:, 0]))
    same(loud_run.translate(TEXT, GREEDY, None, Constraints(weights=rows)), greedy)


def test_without_a_change_the_model_itself_decodes(loud_run: Translator) -> None:
    assert steps_of(loud_run._model, Constraints(prefix=(5,))) is loud_run._model


def test_set_weights_are_made_to_sum_to_one(loud_run: Translator) -> None:
    trace = loud_run.force(TEXT, TARGET, GREEDY, Constraints(weights=(StepWeights(2, (5, 0, 15, 0)),)))
    assert trace.weights[2, 0].tolist() == [0.25, 0.0, 0.75, 0.0]


def test_a_shuffling_moves_every_weight_and_a_seed_gives_it_again(loud_run: Translator) -> None:
    own = loud_run.force(TEXT, TARGET, GREEDY)
    first, again, other = (
        loud_run.force(TEXT, TARGET, GREEDY, Constraints(attention="shuffled", seed=seed))
        for seed in (1, 1, 2)
    )
    same(first, again)
    assert not np.array_equal(first.weights, other.weights)
    for row, before in zip(first.weights[0], own.weights[0], strict=True):  # later steps differ in energies
        assert sorted(row) == pytest.approx(sorted(before), abs=1e-7)
        assert (row != before).all()
    masked = loud_run.force(TEXT, TARGET, GREEDY, Constraints(attention="shuffled", masked=(2,)))
    check(masked)
    assert (masked.weights[..., 2] == 0).all()


@pytest.mark.parametrize("attention", ["uniform", "shuffled", "hard", "shifted"])
def test_a_source_of_one_position_has_one_weight(loud_run: Translator, attention: str) -> None:
    trace = loud_run.force("", TARGET, GREEDY, Constraints(attention=attention))
    check(trace)
    assert (trace.weights == 1).all()


@pytest.mark.parametrize(
    ("constraints", "complaint"),
    [
        (Constraints(prefix=(99,)), "no target token 99"),
        (Constraints(prefix=(-1,)), "no target token -1"),
        (Constraints(prefix=(5,) * 7), "at most 6"),
        (Constraints(prefix=(EOS_ID, 5)), "goes on after end of sentence"),
        (Constraints(masked=(4,)), "no source position 5"),
        (Constraints(masked=(-1,)), "no source position 0"),
        (Constraints(masked=(0, 1, 2, 3)), "Every source position"),
        (Constraints(weights=(StepWeights(6, (1.0,) * 4),)), "no step 7"),
        (Constraints(weights=(StepWeights(-1, (1.0,) * 4),)), "no step 0"),
        (Constraints(weights=(StepWeights(0, (1.0,) * 3),)), "3 weights for 4 source tokens"),
    ],
)
def test_what_does_not_fit_is_refused(loud_run: Translator, constraints: Constraints, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        loud_run.translate(TEXT, GREEDY, None, constraints)


@pytest.mark.parametrize(
    ("constraints", "complaint"),
    [
        ({}, "softmax"),
        ({"masked": [0]}, "softmax"),
        ({"temperature": 0.5}, "softmax"),
        ({"attention": "uniform"}, "uniform"),
        ({"attention": "hard"}, "largest"),
        ({"attention": "shifted", "temperature": 9.0}, "moved"),
        ({"weights": [{"step": 0, "weights": [1, 1, 1, 1]}]}, "were set"),
        ({"weights": [{"step": 0, "weights": [1, 1]}]}, "were set"),
        ({"attention": "shifted", "prefix": [1, 1]}, "begin"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_a_trace_that_is_not_what_its_constraints_say_is_found(
    loud_run: Translator, constraints: dict, complaint: str
) -> None:
    trace = loud_run.force(TEXT, TARGET, GREEDY, Constraints(attention="shifted"))
    with pytest.raises(TraceError, match=complaint):
        check(replace(trace, constraints=constraints))
