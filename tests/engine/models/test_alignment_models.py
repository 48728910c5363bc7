"""Each alignment model against a loop written from its formula, and a whole RNNsearch with each."""

import math
from dataclasses import replace
from functools import partial

import pytest
import torch

from engine.config import ALIGNMENTS, ModelConfig
from engine.models import build_model
from engine.models.attention import AlignmentModel, DotAttention, GeneralAttention
from engine.models.gaussian_windows import GaussianWindows
from engine.models.interface import NO_TOKEN, padded
from tests.benchmarks import plain

CPU = torch.device("cpu")
SOURCES = [[2, 3, 4, 5, 6, 0], [5, 2, 0], [0], [3, 3, 3, 0]]
TARGETS = [[2, 3, 0], [4, 5, 5, 2, 0], [3, 0], [0]]


def dot(row, vector) -> float:
    return sum(float(a) * float(b) for a, b in zip(row, vector, strict=True))


def random(attention: AlignmentModel) -> AlignmentModel:
    for parameter in attention.parameters():
        torch.nn.init.normal_(parameter)
    return attention.double()


@pytest.fixture
def model_of():
    """model_of(alignment): a model of 5 units with large random values, in double precision."""

    def build(alignment: str):
        torch.manual_seed(4)
        sizes = ModelConfig("rnnsearch", 4, 5, alignment_size=3, readout_size=4)
        model = build_model(replace(sizes, alignment=alignment), 7, 6).double().eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.copy_(torch.randn_like(parameter) * 0.7)
        return model.requires_grad_(False)

    return build


@pytest.mark.parametrize("is_scaled", [False, True])
def test_dot_attention_is_the_formula(is_scaled: bool) -> None:
    torch.manual_seed(1)
    attention = random(DotAttention(3, 4, 5, is_scaled=is_scaled))
    query, annotations = torch.randn(2, 2, 3).double(), torch.randn(2, 6, 4).double()
    energies, _ = attention.energies(query, attention.keys(annotations))
    W, U = attention.W_a.tolist(), attention.U_a.tolist()
    for b, k, j in ((b, k, j) for b in range(2) for k in range(2) for j in range(6)):
        expected = sum(dot(W[a], query[b, k]) * dot(U[a], annotations[b, j]) for a in range(5))
        expected /= math.sqrt(5) if is_scaled else 1.0
        assert float(energies[b, k, j].detach()) == pytest.approx(expected, abs=1e-10)


def test_general_attention_is_the_formula() -> None:
    torch.manual_seed(1)
    attention = random(GeneralAttention(3, 4))
    query, annotations = torch.randn(2, 2, 3).double(), torch.randn(2, 6, 4).double()
    energies, _ = attention.energies(query, attention.keys(annotations))
    W = attention.W_a.tolist()
    for b, k, j in ((b, k, j) for b in range(2) for k in range(2) for j in range(6)):
        moved = [dot(row, query[b, k]) for row in W]
        assert float(energies[b, k, j].detach()) == pytest.approx(dot(moved, annotations[b, j]), abs=1e-12)


def test_gaussian_windows_are_the_formula_and_only_move_forward() -> None:
    torch.manual_seed(1)
    attention = random(GaussianWindows(3))
    W, bias, windows = attention.W_a.tolist(), attention.b_a.tolist(), len(attention.b_a) // 3
    keys, place, kappa = attention.keys(torch.zeros(1, 6, 4).double()), None, [0.0] * windows
    for _ in range(4):
        query = torch.randn(1, 1, 3).double()
        energies, place = attention.energies(query, keys, place)
        raw = [dot(row, query[0, 0]) + b for row, b in zip(W, bias, strict=True)]
        before = kappa
        kappa = [kappa[k] + math.exp(raw[2 * windows + k]) for k in range(windows)]
        assert all(after > earlier for after, earlier in zip(kappa, before, strict=True))
        assert place[0, 0].tolist() == pytest.approx(kappa)
        for j in range(1, 7):
            phi = sum(
                math.exp(raw[k]) * math.exp(-math.exp(raw[windows + k]) * (kappa[k] - j) ** 2)
                for k in range(windows)
            )
            if phi > 1e-300:
                assert float(energies[0, 0, j - 1].detach()) == pytest.approx(math.log(phi), abs=1e-9)


def test_windows_beyond_the_sentence_stay_on_its_last_word() -> None:
    attention = GaussianWindows(3)
    with torch.no_grad():
        attention.W_a.zero_()
        attention.b_a[-len(attention.b_a) // 3 :] = 6.0  # each step moves e⁶ positions
    energies, _ = attention.energies(torch.zeros(1, 1, 3), attention.keys(torch.zeros(1, 5, 4)))
    assert float(torch.softmax(energies, -1)[0, 0, -1].detach()) == pytest.approx(1.0)


@pytest.mark.parametrize("alignment", ALIGNMENTS)
def test_costs_and_gradients_are_those_of_the_plain_way(model_of, alignment: str) -> None:
    model = model_of(alignment).requires_grad_(True)
    batch = (*padded(SOURCES, CPU), *padded(TARGETS, CPU))
    found = []
    for way in (lambda *batch: model.judge_pairs(*batch).costs, partial(plain.sentence_costs, model)):
        model.zero_grad()
        costs = way(*batch)
        costs.sum().backward()
        found.append((costs.detach(), {n: p.grad.clone() for n, p in model.named_parameters()}))
    (ours, our_gradients), (theirs, their_gradients) = found
    assert torch.allclose(ours, theirs, atol=1e-10)
    for name, gradient in our_gradients.items():
        assert torch.allclose(gradient, their_gradients[name], atol=1e-9), name
        assert gradient.any(), name


@pytest.mark.parametrize("alignment", ALIGNMENTS)
def test_steps_and_batches_give_the_cost_of_each_sentence(model_of, alignment: str) -> None:
    model = model_of(alignment)
    together = model.judge_pairs(*padded(SOURCES, CPU), *padded(TARGETS, CPU)).costs
    for row, (source, target) in enumerate(zip(SOURCES, TARGETS, strict=True)):
        encoded = model.encode(*padded([source], CPU))
        state, previous, cost = encoded.initial_state(), NO_TOKEN, 0.0
        for token in target:
            output = model.step(torch.tensor([[previous]]), state, encoded)
            cost -= float(output.log_probs[0, 0, token])
            state, previous = output.state, token
        assert cost == pytest.approx(float(together[row]), abs=1e-10)


@pytest.mark.parametrize("alignment", ALIGNMENTS)
def test_a_state_taken_elsewhere_goes_on_as_before(model_of, alignment: str) -> None:
    """What a beam does at every step: slots change their place, and what they remember with them."""
    model = model_of(alignment)
    encoded = model.encode(*padded([SOURCES[0]], CPU))
    after = model.step(torch.tensor([[NO_TOKEN]]), encoded.initial_state(), encoded).state
    wide = model.step(torch.tensor([[2, 3]]), after.take(torch.tensor([0]), torch.tensor([[0, 0]])), encoded)
    turned = wide.state.take(torch.tensor([0]), torch.tensor([[1, 0]]))
    output = model.step(torch.tensor([[4, 4]]), turned, encoded)
    for slot, token in enumerate((3, 2)):
        alone = model.step(torch.tensor([[token]]), after, encoded).state
        expected = model.step(torch.tensor([[4]]), alone, encoded)
        assert torch.allclose(output.log_probs[0, slot], expected.log_probs[0, 0], atol=1e-12)
        assert torch.allclose(output.weights[0, slot], expected.weights[0, 0], atol=1e-12)
