"""The parts of the models against loops written from B, appendix A."""

import math

import pytest
import torch

from engine.models.attention import AdditiveAttention, attend
from engine.models.gated_unit import GatedUnit
from engine.models.readout import Readout


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def dot(row, vector) -> float:
    return sum(float(a) * float(b) for a, b in zip(row, vector, strict=True))


def randomize(module: torch.nn.Module) -> torch.nn.Module:
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter)
    return module.double()


def test_gated_unit_is_the_formula() -> None:
    torch.manual_seed(0)
    n, m, size = 3, 2, 4
    unit = randomize(GatedUnit(m, n, size))
    x, h, c = torch.randn(m).double(), torch.randn(n).double(), torch.randn(size).double()
    W, U_gates, U, C, bias = (p.tolist() for p in (unit.W, unit.U_gates, unit.U, unit.C, unit.bias))

    def part(row: int) -> float:
        return dot(W[row], x) + bias[row] + dot(C[row], c)

    z = [sigmoid(part(k) + dot(U_gates[k], h)) for k in range(n)]
    r = [sigmoid(part(n + k) + dot(U_gates[n + k], h)) for k in range(n)]
    reset = [r[k] * float(h[k]) for k in range(n)]  # the reset gate comes before the matrix product
    candidate = [math.tanh(part(2 * n + k) + dot(U[k], reset)) for k in range(n)]
    expected = [(1 - z[k]) * float(h[k]) + z[k] * candidate[k] for k in range(n)]  # z lets the new state in

    hidden, update_gate, reset_gate = unit(unit.project_input(x) + unit.project_context(c), h)
    assert hidden.tolist() == pytest.approx(expected, abs=1e-12)
    assert update_gate.tolist() == pytest.approx(z, abs=1e-12)
    assert reset_gate.tolist() == pytest.approx(r, abs=1e-12)


def test_attention_is_the_formula() -> None:
    torch.manual_seed(1)
    attention = randomize(AdditiveAttention(3, 4, 5))
    query, annotations = torch.randn(2, 2, 3).double(), torch.randn(2, 6, 4).double()
    lengths = [6, 4]
    mask = torch.arange(6)[None] < torch.tensor(lengths)[:, None]
    W, U, v = attention.W_a.tolist(), attention.U_a.tolist(), attention.v_a.tolist()

    energies, _ = attention.energies(query, attention.keys(annotations))
    weights, contexts = attend(energies, mask, annotations)
    for b, length in enumerate(lengths):
        for k in range(2):
            e = [
                sum(v[a] * math.tanh(dot(W[a], query[b, k]) + dot(U[a], annotations[b, j])) for a in range(5))
                for j in range(length)
            ]
            alpha = [math.exp(value) / sum(map(math.exp, e)) for value in e]
            c = [sum(alpha[j] * float(annotations[b, j, d]) for j in range(length)) for d in range(4)]
            assert energies[b, k, :length].tolist() == pytest.approx(e, abs=1e-12)
            assert weights[b, k, :length].tolist() == pytest.approx(alpha, abs=1e-12)
            assert weights[b, k, length:].tolist() == [0.0] * (6 - length)
            assert contexts[b, k].tolist() == pytest.approx(c, abs=1e-12)


def test_readout_is_the_formula() -> None:
    torch.manual_seed(2)
    n, size, units, words = 3, 4, 2, 5
    readout = randomize(Readout(n, size, units, words))
    word_part, s, c = torch.randn(2 * units).double(), torch.randn(n).double(), torch.randn(size).double()
    U_o, C_o, W_o, bias = (p.tolist() for p in (readout.U_o, readout.C_o, readout.W_o, readout.bias))
    t_tilde = [float(word_part[k]) + dot(U_o[k], s) + dot(C_o[k], c) for k in range(2 * units)]
    t = [max(t_tilde[2 * k], t_tilde[2 * k + 1]) for k in range(units)]
    logits = [dot(W_o[word], t) + bias[word] for word in range(words)]
    total = math.log(sum(map(math.exp, logits)))

    found = readout.log_probs(readout.maxout(word_part, s, readout.project_context(c)))
    assert found.tolist() == pytest.approx([value - total for value in logits], abs=1e-12)
