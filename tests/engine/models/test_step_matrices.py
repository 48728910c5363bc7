"""Stacked matrices: the same steps as with the single ones, of the parameters as they are now."""

import pytest
import torch

from engine.config import ModelConfig, TrainConfig
from engine.models import build_model
from engine.models.interface import DecoderState, TranslationModel
from engine.models.step_matrices import Stacked
from engine.training.optimizers import build_optimizer

KINDS = ("rnnsearch", "rnnencdec")
LENGTHS = torch.tensor([5, 3])


def made(kind: str) -> TranslationModel:
    torch.manual_seed(3)
    model = build_model(ModelConfig(kind, 6, 8, 7, 5), 20, 11).double().eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    return model


def step(model: TranslationModel, *, hoisted: bool) -> torch.Tensor:
    """Log-probabilities of the step after two different tokens in two slots of each sentence."""
    encoded = model.encode(torch.arange(10).view(2, 5), LENGTHS)
    encoded = model.hoisted(encoded, 2) if hoisted else encoded
    hidden = encoded.initial_hidden[:, None] * torch.tensor([1.0, -0.5]).view(1, 2, 1)
    output = model.step(torch.tensor([[3, 4], [5, -1]]), DecoderState(hidden), encoded)
    return torch.cat([output.log_probs, output.state.hidden], dim=-1)


def by_formulas(model: TranslationModel) -> torch.Tensor:
    """The same from the single matrices, one slot after the other (B appendix A.2.2)."""
    encoded, decoder = model.encode(torch.arange(10).view(2, 5), LENGTHS), model.decoder
    unit, readout, rows = decoder.unit, decoder.readout, []
    for b, tokens in enumerate([[3, 4], [5, None]]):
        for token, factor in zip(tokens, (1.0, -0.5), strict=True):
            s, length = encoded.initial_hidden[b] * factor, int(LENGTHS[b])
            if model.has_attention:
                h = encoded.annotations[b, :length]
                e = (model.attention.W_a @ s + h @ model.attention.U_a.T).tanh() @ model.attention.v_a
                c = e.softmax(0) @ h
            else:
                c = encoded.context[b]
            y = torch.zeros(6).double() if token is None else decoder.E[token]
            deep = decoder.V_o @ y + decoder.b_o + readout.U_o @ s + readout.C_o @ c
            t = torch.stack([deep[2 * k : 2 * k + 2].max() for k in range(5)])
            W, U_gates, C, bias = unit.W, unit.U_gates, unit.C, unit.bias
            n = len(s)
            z = torch.sigmoid(W[:n] @ y + bias[:n] + U_gates[:n] @ s + C[:n] @ c)
            r = torch.sigmoid(W[n : 2 * n] @ y + bias[n : 2 * n] + U_gates[n:] @ s + C[n : 2 * n] @ c)
            new = torch.tanh(W[2 * n :] @ y + bias[2 * n :] + unit.U @ (r * s) + C[2 * n :] @ c)
            log_probs = torch.log_softmax(readout.W_o @ t + readout.bias, 0)
            rows.append(torch.cat([log_probs, (1 - z) * s + z * new]))
    return torch.stack(rows).view(2, 2, -1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hoisted", [False, True])
@torch.no_grad()
def test_a_step_is_that_of_the_single_matrices(kind: str, hoisted: bool) -> None:
    model = made(kind)
    torch.testing.assert_close(step(model, hoisted=hoisted), by_formulas(model), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@torch.no_grad()
def test_changed_and_replaced_parameters_are_noticed(kind: str) -> None:
    model = made(kind)
    before = step(model, hoisted=True)
    for name in [name for name, _ in model.decoder.named_parameters() if name not in ("E", "W_s", "b_s")]:
        model.decoder.get_parameter(name).mul_(1.5)
        after = step(model, hoisted=True)
        assert not torch.equal(after, before), name
        before = after
    values = {name: value * 0.5 for name, value in model.state_dict().items()}
    model.load_state_dict(values, assign=True)
    torch.testing.assert_close(step(model, hoisted=True), by_formulas(model), rtol=0, atol=1e-12)
    model.float().double()
    torch.testing.assert_close(step(model, hoisted=True), by_formulas(model), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", ["adam", "adadelta"])
def test_an_update_of_training_is_noticed(kind: str, optimizer: str) -> None:
    """A fused optimizer changes parameters without a mark on them."""
    model, config = made(kind), TrainConfig(optimizer=optimizer)
    with torch.no_grad():
        before = step(model, hoisted=True)
    steps = build_optimizer(model, config)
    model.train()
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    steps.step()
    model.eval()
    with torch.no_grad():
        after = step(model, hoisted=True)
        fresh = build_model(ModelConfig(kind, 6, 8, 7, 5), 20, 11).double().eval()
        fresh.load_state_dict(model.state_dict())
        assert torch.equal(after, step(fresh, hoisted=True))
    assert not torch.equal(after, before)


def test_matrices_are_kept_only_where_no_gradient_is_recorded() -> None:
    model = made("rnnsearch")
    with torch.no_grad():
        assert model._matrices() is model._matrices()
    step(model, hoisted=True).sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
    assert model.decoder.unit.C.grad.abs().sum() > 0


def test_a_stack_gives_each_product_by_itself() -> None:
    matrices, vector = [torch.randn(3, 4), torch.randn(2, 4)], torch.randn(5, 2, 4)
    bias = torch.tensor([1.0, 2, 3, 4, 5])
    stacked = Stacked(*matrices, bias=bias)
    first, second = stacked.split(stacked(vector))
    torch.testing.assert_close(first[4, 1], matrices[0] @ vector[4, 1] + bias[:3])
    torch.testing.assert_close(second[0, 0], matrices[1] @ vector[0, 0] + bias[3:])
