"""Whole models: padding, the fixed-context identity, gradients, the meaning of positions."""

import math
from dataclasses import replace
from functools import partial

import pytest
import torch

from engine.models.interface import NO_TOKEN, padded
from tests.benchmarks import plain

KINDS = ("rnnsearch", "rnnencdec", "lstm-seq2seq")
SOURCES = [[2, 3, 4, 5, 6, 0], [5, 2, 0], [0], [3, 3, 3, 0]]
TARGETS = [[2, 3, 0], [4, 5, 5, 2, 0], [3, 0], [0]]
CPU = torch.device("cpu")


def costs(model, sources, targets) -> torch.Tensor:
    return model.judge_pairs(*padded(sources, CPU), *padded(targets, CPU)).costs


@pytest.mark.parametrize("kind", KINDS)
def test_padded_batch_equals_its_sentences_one_by_one(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    together = costs(model, SOURCES, TARGETS)
    alone = [costs(model, [source], [target]).item() for source, target in zip(SOURCES, TARGETS, strict=True)]
    assert together.tolist() == pytest.approx(alone, abs=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_annotations_do_not_see_padding(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    together = model.encode(*padded(SOURCES, CPU))
    for row, source in enumerate(SOURCES):
        alone = model.encode(*padded([source], CPU))
        assert torch.allclose(together.annotations[row, : len(source)], alone.annotations[0], atol=1e-12)
        assert torch.allclose(together.initial_hidden[row], alone.initial_hidden[0], atol=1e-12)
        assert not together.annotations[row, len(source) :].any()


@pytest.mark.parametrize("kind", KINDS)
def test_steps_give_the_cost_of_teacher_forcing(tiny_model, kind: str) -> None:
    model = tiny_model(kind)
    for source, target in zip(SOURCES, TARGETS, strict=True):
        encoded = model.encode(*padded([source], CPU))
        state, previous, cost = encoded.initial_state(), NO_TOKEN, 0.0
        for token in target:
            output = model.step(torch.tensor([[previous]]), state, encoded)
            cost -= float(output.log_probs[0, 0, token])
            state, previous = output.state, token
        assert cost == pytest.approx(float(costs(model, [source], [target])), abs=1e-10)


def test_rnnsearch_with_fixed_context_is_rnnencdec(tiny_model, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "The model becomes RNN Encoder–Decoder if we fix c_i to →h_Tx" (B, appendix A.2.2)."""
    search, encdec = tiny_model("rnnsearch"), tiny_model("rnnencdec")
    n = 5
    own = encdec.state_dict()
    for name, value in search.state_dict().items():
        if name in own:
            own[name].copy_(value[:, :n] if name.endswith((".C", ".C_o")) else value)
    encode, decoder = search.encode, encdec.decoder

    def fixed(sources: torch.Tensor, lengths: torch.Tensor):
        """Annotations that are all [→h_Tx ; 0], so that every weighting of them is c."""
        encoded, c = encode(sources, lengths), encdec.encode(sources, lengths).context
        annotations = torch.cat([c, torch.zeros_like(c)], dim=-1)[:, None].expand_as(encoded.annotations)
        return replace(encoded, annotations=annotations, initial_hidden=decoder.initial_hidden(c))

    monkeypatch.setattr(search, "encode", fixed)
    assert torch.allclose(costs(search, SOURCES, TARGETS), costs(encdec, SOURCES, TARGETS), atol=1e-12)


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_costs_and_gradients_are_those_of_the_plain_way(tiny_model, kind: str) -> None:
    model = tiny_model(kind).requires_grad_(True)
    batch = (*padded(SOURCES, CPU), *padded(TARGETS, CPU))
    scale = torch.tensor([1.0, -2.0, 0.5, 3.0], dtype=torch.double)
    found = []
    for way in (lambda *batch: model.judge_pairs(*batch).costs, partial(plain.sentence_costs, model)):
        model.zero_grad()
        sentence_costs = way(*batch)
        (sentence_costs * scale).sum().backward()
        gradients = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
        found.append((sentence_costs.detach(), gradients))
    (ours, our_gradients), (theirs, their_gradients) = found
    assert torch.allclose(ours, theirs, atol=1e-10)
    for name, gradient in our_gradients.items():
        assert torch.allclose(gradient, their_gradients[name], atol=1e-9), name


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_against_finite_differences(tiny_model, kind: str) -> None:
    model = tiny_model(kind).requires_grad_(True)
    costs(model, SOURCES, TARGETS).mean().backward()
    model.requires_grad_(False)
    generator = torch.Generator().manual_seed(0)
    for name, parameter in model.named_parameters():
        flat, gradient = parameter.data.view(-1), parameter.grad.view(-1)
        for index in torch.randint(len(flat), (4,), generator=generator).tolist():
            kept, step = float(flat[index]), 1e-6
            flat[index] = kept + step
            above = float(costs(model, SOURCES, TARGETS).mean())
            flat[index] = kept - step
            below = float(costs(model, SOURCES, TARGETS).mean())
            flat[index] = kept
            assert float(gradient[index]) == pytest.approx(
                (above - below) / (2 * step), rel=1e-5, abs=1e-7
            ), name


def test_each_half_of_an_annotation_reads_its_own_way(tiny_model) -> None:
    model = tiny_model("rnnsearch")
    n = 5

    def halves(source: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        annotations = model.encode(*padded([source], CPU)).annotations[0]
        return annotations[:, :n], annotations[:, n:]

    forward, backward = halves([2, 3, 4, 0])
    forward_first, backward_first = halves([5, 3, 4, 0])  # the first token changed
    assert not torch.allclose(forward[-1], forward_first[-1])
    assert torch.allclose(backward[1:], backward_first[1:])
    forward_last, backward_last = halves([2, 3, 5, 0])  # the last word changed
    assert torch.allclose(forward[:2], forward_last[:2])
    assert not torch.allclose(backward[0], backward_last[0])


def test_annotations_decide_the_weights(tiny_model) -> None:
    """A picture of weights has to change with what the encoder says."""
    model = tiny_model("rnnsearch")
    encoded = model.encode(*padded([SOURCES[0]], CPU))
    first = model.step(torch.tensor([[NO_TOKEN]]), encoded.initial_state(), encoded)
    silenced = torch.zeros_like(encoded.annotations)
    deaf = type(encoded)(silenced, encoded.mask, encoded.initial_hidden, model.attention.keys(silenced))
    second = model.step(torch.tensor([[NO_TOKEN]]), deaf.initial_state(), deaf)
    assert second.weights[0, 0].tolist() == pytest.approx([1 / 6] * 6)
    assert not torch.allclose(first.weights, second.weights)
    assert not torch.allclose(first.log_probs, second.log_probs)


@pytest.mark.parametrize("kind", ["rnnsearch", "rnnencdec"])
def test_new_model_knows_nothing(kind: str) -> None:
    from engine.config import ModelConfig
    from engine.models import build_model

    torch.manual_seed(0)
    model = build_model(ModelConfig(kind, 8, 12, 12, 8), 50, 40)
    cost = costs(model, SOURCES, TARGETS).sum().item()
    tokens = sum(map(len, TARGETS))
    assert cost / tokens == pytest.approx(math.log(40), rel=1e-3)
