"""Products with rounded operands: what is rounded and what is not, and that the gradients stay the same."""

import gc
import random
import threading

import pytest
import torch
from torch import Tensor

from engine.config import ModelConfig
from engine.models import build_model
from engine.models.interface import TranslationModel, padded
from engine.models.products import BFLOAT16, FLOAT32, Products, current_products, linear, multiplying

CPU = torch.device("cpu")
KINDS = ("rnnsearch", "rnnencdec")


def test_operands_are_rounded_and_sums_are_not() -> None:
    """In bfloat16, 256 + 1 is 256: a sum kept there would stop at it. 5000 lies between 4992 and 5024."""
    ones = torch.ones(1, 5000)
    assert BFLOAT16.multiply(ones, ones.T).item() == 4992
    assert BFLOAT16.add_to(torch.full((1, 1), 3.25), ones, ones.T).item() == 4995.25
    third = torch.full((1, 1), 1 / 3)  # 0.333984375 with 8 significant bits
    assert BFLOAT16.multiply(third, torch.ones(1, 1)).item() == 0.333984375
    assert FLOAT32.multiply(third, torch.ones(1, 1)).item() == third.item()


def test_a_sum_can_be_added_in_place() -> None:
    for products in (FLOAT32, BFLOAT16):
        start = torch.tensor([[1.0, 2.0]])
        added = products.add_to(start, torch.tensor([[2.0]]), torch.tensor([[3.0, 4.0]]), out=start)
        assert added is start
        assert start.tolist() == [[7.0, 10.0]]


@pytest.mark.parametrize("with_bias", [True, False])
def test_a_linear_layer_against_float64(with_bias: bool) -> None:
    torch.manual_seed(0)
    inputs, weight, bias = torch.randn(6, 5, 40), torch.randn(30, 40), torch.randn(30)
    direction = torch.randn(6, 5, 30)
    given = [inputs, weight, bias] if with_bias else [inputs, weight]
    right = [value.double().requires_grad_() for value in given]
    found = [value.clone().requires_grad_() for value in given]
    expected = torch.nn.functional.linear(*right)
    with multiplying(BFLOAT16):
        result = linear(*found)
    result.backward(direction)
    expected.backward(direction.double())
    pairs = [(result, expected), *((one.grad, other.grad) for one, other in zip(found, right, strict=True))]
    for one, other in pairs:
        assert one.dtype == torch.float32
        assert distance(one, other) < 2**-8
    assert distance(result, expected) > 2**-11, "nothing was rounded"


def distance(found: Tensor, right: Tensor) -> float:
    """The norm of the difference, as a share of the right norm."""
    right = right.detach().double()
    return float((found.detach().double() - right).norm() / right.norm())


def model_of(kind: str) -> TranslationModel:
    torch.manual_seed(4)
    model = build_model(ModelConfig(kind, 24, 48, 32, 20), 50, 60)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.2)  # the papers' initial values leave some gradients at 0
    return model


def sentences(count: int = 16) -> tuple[Tensor, ...]:
    draw = random.Random(2)
    source, target = (
        [[draw.randint(2, 49) for _ in range(draw.randint(1, 9))] + [0] for _ in range(count)]
        for _ in range(2)
    )
    return (*padded(source, CPU), *padded(target, CPU))


def gradients(model: TranslationModel, products: Products) -> tuple[float, list[Tensor]]:
    """The cost, and the gradient of each parameter; the backward pass runs outside of the block."""
    model.zero_grad()
    with multiplying(products):
        cost = model.judge_pairs(*sentences()).costs.sum()
    cost.backward()
    return cost.item(), [
        parameter.grad.clone() for parameter in model.parameters() if parameter.grad is not None
    ]


def same(one: tuple[float, list[Tensor]], other: tuple[float, list[Tensor]]) -> bool:
    return one[0] == other[0] and all(map(torch.equal, one[1], other[1]))


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_agree_with_those_of_float32(kind: str) -> None:
    model = model_of(kind)
    right_cost, right = gradients(model, FLOAT32)
    cost, found = gradients(model, BFLOAT16)
    assert cost == pytest.approx(right_cost, rel=2e-3)
    assert cost != right_cost
    assert len(found) == len(right) == len(list(model.parameters()))
    for one, other in zip(found, right, strict=True):
        assert one.dtype == torch.float32
        assert torch.isfinite(one).all()
        assert float(torch.cosine_similarity(one.flatten(), other.flatten(), dim=0)) > 0.999
        assert float(one.norm()) == pytest.approx(float(other.norm()), rel=0.02)


@pytest.mark.parametrize("kind", KINDS)
def test_every_product_is_rounded(kind: str) -> None:
    """A rounded weight, made longer by 2 ** -12, is still the same operand; in float32 it is not."""
    model = model_of(kind)
    for name, parameter in model.named_parameters():
        if parameter.dim() < 2 or name.endswith(".E"):
            continue
        kept = parameter.data.clone()
        parameter.data = kept.bfloat16().float()
        before = [gradients(model, products) for products in (BFLOAT16, FLOAT32)]
        parameter.data *= 1 + 2.0**-12
        after = [gradients(model, products) for products in (BFLOAT16, FLOAT32)]
        assert same(before[0], after[0]), name
        assert not same(before[1], after[1]), name
        parameter.data = kept


def test_the_products_of_a_block_are_those_of_its_thread() -> None:
    seen: list[Products] = []
    with multiplying(BFLOAT16):
        assert current_products() is BFLOAT16
        thread = threading.Thread(target=lambda: seen.append(current_products()))
        thread.start()
        thread.join()
        with multiplying(FLOAT32):
            assert current_products() is FLOAT32
        assert current_products() is BFLOAT16
    assert seen == [FLOAT32]
    assert current_products() is FLOAT32


@pytest.mark.parametrize("kind", KINDS)
def test_an_update_leaves_no_tensors_behind(kind: str) -> None:
    model, counts = model_of(kind), []
    for _ in range(4):
        gradients(model, BFLOAT16)
        gc.collect()
        counts.append(sum(1 for thing in gc.get_objects() if type(thing) is Tensor))
    assert len(set(counts[1:])) == 1, counts
