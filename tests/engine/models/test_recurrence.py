"""The written-out backward passes against finite differences, each argument in double precision."""

import torch
from torch.autograd import gradcheck

from engine.models.attended_recurrence import AttendedRecurrence
from engine.models.recurrence import GatedRecurrence
from engine.models.softmax_cost import SoftmaxCost

STEPS, SENTENCES, POSITIONS, UNITS, CONTEXT, ALIGNMENT = 4, 3, 5, 3, 4, 2


def values(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, dtype=torch.double, requires_grad=True)


def test_gated_recurrence() -> None:
    torch.manual_seed(0)
    keep = torch.ones(STEPS, SENTENCES, 1, dtype=torch.double)
    keep[:2, 1] = 0
    for mask in (None, keep):
        arguments = (values(STEPS, SENTENCES, 3 * UNITS), values(SENTENCES, UNITS))
        assert gradcheck(
            GatedRecurrence.apply, (*arguments, values(2 * UNITS, UNITS), values(UNITS, UNITS), mask)
        )


def test_attended_recurrence() -> None:
    torch.manual_seed(1)
    mask = torch.ones(SENTENCES, POSITIONS, dtype=torch.bool)
    mask[1, 3:] = False
    batch = (values(STEPS, SENTENCES, 3 * UNITS), values(SENTENCES, UNITS))
    source = (values(SENTENCES, POSITIONS, ALIGNMENT), values(SENTENCES, POSITIONS, CONTEXT), mask)
    unit = (values(2 * UNITS, UNITS), values(UNITS, UNITS), values(3 * UNITS, CONTEXT))
    assert gradcheck(
        AttendedRecurrence.apply, (*batch, *source, *unit, values(ALIGNMENT, UNITS), values(ALIGNMENT))
    )


def test_softmax_cost() -> None:
    torch.manual_seed(2)
    target = torch.tensor([0, 1, 2, 3, 4, 0])
    assert gradcheck(
        lambda *given: SoftmaxCost.apply(*given)[0], (values(6, 3), values(5, 3), values(5), target)
    )


def test_softmax_cost_of_large_energies_is_finite() -> None:
    t, target = torch.full((1, 2), 500.0), torch.tensor([1])
    cost, _ = SoftmaxCost.apply(t, torch.tensor([[1.0, 1.0], [-1.0, -1.0]]), torch.zeros(2), target)
    assert cost.tolist() == [2000.0]
