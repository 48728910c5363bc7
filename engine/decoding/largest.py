"""The largest of many numbers: which words are the best few of a vocabulary."""

import torch
from torch import Tensor

_BLOCK = 64
_MANY = 1 << 15  # numbers below which there is nothing to save


def largest(values: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The count largest of each row, largest first, and their places: … x V gives … x count each.

    topk looks at numbers one by one, a maximum is taken of many at once. So each row is cut into blocks: what
    is sought lies in the blocks with the largest maxima, or in the rest that fills no block.
    """
    size = values.shape[-1]
    blocks = size // _BLOCK
    if values.numel() < _MANY or blocks <= 2 * count:
        best = values.topk(count, dim=-1)
        return best.values, best.indices
    whole = values[..., : blocks * _BLOCK]
    maxima = torch.unflatten(whole, -1, (blocks, _BLOCK)).amax(dim=-1)
    chosen = maxima.topk(count, dim=-1, sorted=False).indices
    within = torch.arange(_BLOCK, device=values.device)
    places = (chosen[..., None] * _BLOCK + within).flatten(-2)
    rest = torch.arange(blocks * _BLOCK, size, device=values.device)
    places = torch.cat([places, rest.expand(*places.shape[:-1], -1)], dim=-1)
    best = values.gather(-1, places).topk(count, dim=-1)
    return best.values, places.gather(-1, best.indices)
