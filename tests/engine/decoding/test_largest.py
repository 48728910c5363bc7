"""The largest of many numbers against a full sort."""

import pytest
import torch

from engine.decoding.largest import largest


@pytest.mark.parametrize("shape", [(3, 4, 8002), (600, 64), (1, 1, 40000), (2, 3, 50)])
@pytest.mark.parametrize("count", [1, 2, 12, 50])
def test_it_is_the_head_of_a_sort(shape: tuple[int, ...], count: int) -> None:
    draw = torch.Generator().manual_seed(4)
    values = torch.randperm(torch.Size(shape).numel(), generator=draw).view(shape).float()
    found, places = largest(values, count)
    ordered = values.sort(dim=-1, descending=True)
    assert torch.equal(found, ordered.values[..., :count])
    assert torch.equal(places, ordered.indices[..., :count])


def test_all_may_lie_in_one_block_or_in_the_rest() -> None:
    values = torch.zeros(8, 8002)
    values[:4, 128:140] = torch.arange(12.0) + 1
    values[4:, 7990:] = torch.arange(12.0) + 1
    found, places = largest(values, 12)
    assert torch.equal(found, (torch.arange(12.0, 0, -1)).expand(8, 12))
    assert places[0].tolist() == list(range(139, 127, -1))
    assert places[7].tolist() == list(range(8001, 7989, -1))


def test_only_one_word_allowed_and_no_number_at_all() -> None:
    values = torch.full((8, 8002), float("-inf"))
    values[:, 77] = -3.0
    values[5, 900] = float("nan")
    found, places = largest(values, 3)
    assert places[0, 0] == 77
    assert found[0].tolist() == [-3.0, float("-inf"), float("-inf")]
    assert bool(found[5, 0].isnan())
