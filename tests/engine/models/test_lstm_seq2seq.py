"""LSTM seq2seq against a loop written from the formulas of engine.models.lstm, and the paper's counts."""

import math

import pytest
import torch

from engine.config import ModelConfig
from engine.models import build_model
from engine.models.interface import NO_TOKEN, padded
from engine.models.lstm_seq2seq import LstmSeq2seq
from engine.presets import preset

M, N, LAYERS = 3, 4, 3
SOURCES = [[2, 3, 4, 5, 0], [5, 2, 0], [0]]
TARGET = [3, 4, 2, 0]
CPU = torch.device("cpu")
Vector = list[float]


def built(order: str = "reversed") -> LstmSeq2seq:
    torch.manual_seed(4)
    config = ModelConfig("lstm-seq2seq", M, N, layers=LAYERS, source_order=order)
    model = build_model(config, 7, 6).double().eval().requires_grad_(False)
    for parameter in model.parameters():
        parameter.normal_()
    assert isinstance(model, LstmSeq2seq)
    return model


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def times(matrix: torch.Tensor, vector: Vector) -> Vector:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix.tolist()]


def stepped(stack, x: Vector, h: list[Vector], c: list[Vector]) -> None:
    """One step of all layers, written into h and c."""
    for k, layer in enumerate(stack.layers):
        sums = [
            a + b + d for a, b, d in zip(times(layer.W, x), times(layer.U, h[k]), layer.bias, strict=True)
        ]
        i, f, g, o = (list(map(float, sums[part * N : (part + 1) * N])) for part in range(4))
        c[k] = [sigmoid(f[u]) * c[k][u] + sigmoid(i[u]) * math.tanh(g[u]) for u in range(N)]
        h[k] = [sigmoid(o[u]) * math.tanh(c[k][u]) for u in range(N)]
        x = h[k]


def joined(vectors: list[Vector]) -> Vector:
    return [number for vector in vectors for number in vector]


def encoded_by_hand(model: LstmSeq2seq, read: list[int]) -> tuple[list[Vector], list[Vector], list[Vector]]:
    """The top output after each token, in the order read, and the last h and c of all layers."""
    h, c = ([[0.0] * N for _ in range(LAYERS)] for _ in range(2))
    tops = []
    for token in read:
        stepped(model.encoder, model.embedding.E[token].tolist(), h, c)
        tops.append(h[-1])
    return tops, h, c


@pytest.mark.parametrize("order", ["reversed", "forward"])
def test_encoder_is_the_formulas_and_reverses_by_length(order: str) -> None:
    model = built(order)
    encoded = model.encode(*padded(SOURCES, CPU))
    for row, source in enumerate(SOURCES):
        way = -1 if order == "reversed" else 1
        tops, h, c = encoded_by_hand(model, source[::way])
        length = len(source)
        assert torch.allclose(
            encoded.annotations[row, :length], torch.tensor(tops[::way]).double(), atol=1e-6
        )
        assert not encoded.annotations[row, length:].any()
        assert encoded.initial_hidden[row].tolist() == pytest.approx(joined(h), abs=1e-12)
        assert encoded.initial_cells[row].tolist() == pytest.approx(joined(c), abs=1e-12)
        assert encoded.order[row, :length].tolist() == list(range(length))[::way]


def test_steps_and_costs_are_the_formulas() -> None:
    model = built()
    encoded = model.encode(*padded(SOURCES[:1], CPU))
    _, h, c = encoded_by_hand(model, SOURCES[0][::-1])
    state, previous, total = encoded.initial_state(), NO_TOKEN, 0.0
    for token in TARGET:
        x = [0.0] * M if previous == NO_TOKEN else model.decoder.E[previous].tolist()
        stepped(model.decoder.stack, x, h, c)
        logits = [
            a + float(b) for a, b in zip(times(model.decoder.W_o, h[-1]), model.decoder.bias, strict=True)
        ]
        log_prob = logits[token] - math.log(sum(map(math.exp, logits)))
        output = model.step(torch.tensor([[previous]]), state, encoded)
        assert float(output.log_probs[0, 0, token]) == pytest.approx(log_prob, abs=1e-10)
        assert output.state.hidden.flatten().tolist() == pytest.approx(joined(h), abs=1e-12)
        assert output.state.cells.flatten().tolist() == pytest.approx(joined(c), abs=1e-12)
        state, previous, total = output.state, token, total - log_prob
    costs = model.judge_pairs(*padded(SOURCES[:1], CPU), *padded([TARGET], CPU)).costs
    assert float(costs) == pytest.approx(total, abs=1e-10)


def test_the_last_states_are_all_that_the_decoder_gets() -> None:
    model = built()
    encoded = model.encode(*padded(SOURCES[:1], CPU))
    blank = torch.zeros_like(encoded.annotations)
    deaf = type(encoded)(blank, encoded.mask, encoded.initial_hidden, initial_cells=encoded.initial_cells)
    first = model.step(torch.tensor([[NO_TOKEN]]), encoded.initial_state(), encoded)
    assert torch.equal(
        first.log_probs, model.step(torch.tensor([[NO_TOKEN]]), deaf.initial_state(), deaf).log_probs
    )


def test_the_papers_parameters_by_part() -> None:
    """S section 3.4: 384M parameters, of which 64M are recurrent; matrices only."""
    experiment = preset("lstm-seq2seq")
    corpus = experiment.corpus
    with torch.device("meta"):
        model = build_model(experiment.model, corpus.source_vocabulary, corpus.target_vocabulary)
    assert isinstance(model, LstmSeq2seq)

    def matrices(module: torch.nn.Module) -> int:
        return sum(parameter.numel() for parameter in module.parameters() if parameter.dim() == 2)

    assert matrices(model.encoder) == matrices(model.decoder.stack) == 32_000_000
    assert model.embedding.E.numel() == 160_000_000
    assert model.decoder.E.numel() == model.decoder.W_o.numel() == 80_000_000
    assert matrices(model) == 384_000_000


def test_initial_values_are_uniform() -> None:
    torch.manual_seed(1)
    model = build_model(ModelConfig("lstm-seq2seq", 60, 80, layers=2), 300, 200).requires_grad_(False)
    for name, parameter in model.named_parameters():
        assert float(parameter.abs().max()) <= 0.08, name
        assert float(parameter.std()) == pytest.approx(0.16 / math.sqrt(12), rel=0.15), name


def test_the_papers_training() -> None:
    train = preset("lstm-seq2seq").train
    assert (train.optimizer, train.learning_rate, train.learning_rate_decay) == ("sgd", 0.7, "halving")
    assert (train.clip_norm, train.batch_size) == (5.0, 128)


@pytest.mark.parametrize("trains", [True, False])
def test_the_kernels_of_single_precision_agree_with_double(*, trains: bool) -> None:
    """PyTorch has other kernels for float32; costs and gradients, in training and in evaluation mode."""
    found = []
    for kind in (torch.float, torch.double):
        model = built().to(kind).requires_grad_(True).train(trains)
        costs = model.judge_pairs(*padded(SOURCES, CPU), *padded([TARGET, [2, 0], [0]], CPU)).costs
        costs.sum().backward()
        found.append((costs, {name: parameter.grad for name, parameter in model.named_parameters()}))
    (single, slopes), (double, exact) = found
    assert torch.allclose(single.double(), double, rtol=1e-5)
    for name, slope in slopes.items():
        assert torch.allclose(slope.double(), exact[name], rtol=1e-4, atol=1e-5), name
