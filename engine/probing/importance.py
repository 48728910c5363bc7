"""Importance of each source token for each target token, without a look at attention; see engine.probes.

Occlusion and gradient times embedding, which is its first-order approximation, as in Li et al. 2016
(Visualizing and Understanding Neural Models in NLP; Understanding Neural Networks through Representation
Erasure). J source tokens of m embedding numbers, I target tokens. Works for every TranslationModel.
"""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from engine.decoding.forced import led
from engine.models.interface import Target, TranslationModel, shifted

OnBatch = Callable[[], None]  # called now and then; may raise to end the work
_MOST_CELLS = 1 << 12  # sentences x tokens of a batch: about a second on two cores


def occlusion(model: TranslationModel, source: Tensor, target: Tensor, on_batch: OnBatch) -> Tensor:
    """log p(y_i) less what it is with a zero in place of E x_j: J and I token ids give I x J."""
    embedded = model.embedding(source)  # J x m
    columns = []
    for positions in _batches(len(source), max(len(source), len(target))):
        batch = embedded[:, None].repeat(1, len(positions) + 1, 1)  # the whole sentence last
        batch[list(positions), range(len(positions))] = 0
        found = _log_probs(model, batch, target, on_batch)
        columns.append(found[-1] - found[:-1])
    return torch.cat(columns).T


def _log_probs(model: TranslationModel, embedded: Tensor, target: Tensor, on_batch: OnBatch) -> Tensor:
    """log p(y_i) of one target for each of B sources: J x B x m gives B x I."""
    count = embedded.shape[1]
    encoded = model.read(embedded, _lengths(embedded))
    log_probs = []
    for token, output in zip(target, led(model, encoded, target.expand(count, -1)), strict=True):
        on_batch()
        log_probs.append(output.log_probs[:, 0, token])
    return torch.stack(log_probs, dim=1)


def gradient(model: TranslationModel, source: Tensor, target: Tensor, on_batch: OnBatch) -> Tensor:
    """Σ over m of ∂ log p(y_i) / ∂ E x_j times E x_j: J and I token ids give I x J."""
    embedded = model.embedding(source).detach()
    rows = []
    for steps in _batches(len(target), max(len(source), len(target))):
        on_batch()
        rows.append((_slopes(model, embedded, target, steps) * embedded[:, None]).sum(dim=2).T)
    return torch.cat(rows)


def _slopes(model: TranslationModel, embedded: Tensor, target: Tensor, steps: range) -> Tensor:
    """∂ log p(y_i) / ∂ E x_j for some i, each in a sentence of its own: J x len(steps) x m."""
    length, count = steps[-1] + 1, len(steps)  # no later token has an influence
    ids = target[:length].expand(count, -1)
    counts = torch.arange(length, device=ids.device)[:, None] == torch.tensor(steps, device=ids.device)
    given = Target(ids.T.contiguous(), shifted(ids).T.contiguous(), counts)
    with torch.enable_grad():
        batch = embedded[:, None].repeat(1, count, 1).requires_grad_()
        costs = model.costs(model.read(batch, _lengths(batch)), given)
        (slopes,) = torch.autograd.grad(-costs.sum(), batch)
    return slopes


def _lengths(embedded: Tensor) -> Tensor:
    return torch.full((embedded.shape[1],), len(embedded), device=embedded.device)


def _batches(count: int, tokens: int) -> Iterator[range]:
    size = max(1, _MOST_CELLS // tokens)
    return (range(start, min(start + size, count)) for start in range(0, count, size))


MEASURES: dict[str, Callable[[TranslationModel, Tensor, Tensor, OnBatch], Tensor]] = {
    "occlusion": occlusion,
    "gradient": gradient,
}
