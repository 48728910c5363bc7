"""The plain way to search with the same networks: every slot of every sentence at every step. A yardstick.

It uses the parameters of the engine's models and none of their decoding code.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.models.attention import attend
from engine.models.interface import NO_TOKEN, TranslationModel, padded
from engine.models.rnnsearch import RNNsearch
from engine.text.vocabulary import EOS_ID
from tests.benchmarks import plain


@dataclass(frozen=True)
class Found:
    """The best hypothesis of a sentence; its score is the mean log-probability of its tokens."""

    tokens: tuple[int, ...]
    score: float


@torch.no_grad()
def search(
    model: TranslationModel, sources: Sequence[Sequence[int]], beam_size: int, limits: Sequence[int]
) -> list[Found]:
    """The best translation of each sentence of a batch. limits: the most tokens of each.

    A finished hypothesis leaves the beam, which is one slot narrower from then on.
    """
    network = _Network(model, *padded(sources, torch.device("cpu")))
    count = len(sources)
    scores = torch.full((count, beam_size), float("-inf"))
    scores[:, 0] = 0.0
    capacity = torch.full((count,), beam_size)
    previous = torch.full((count, beam_size), NO_TOKEN)
    paths = torch.zeros(count, beam_size, 0, dtype=torch.long)
    found: list[list[tuple[bool, Found]]] = [[] for _ in sources]
    rank = torch.arange(beam_size)
    for step in range(max(limits)):
        log_probs = network.step(previous)
        best = (scores[..., None] + log_probs).flatten(1).topk(beam_size, dim=1)
        origins, previous = best.indices // log_probs.shape[2], best.indices % log_probs.shape[2]
        network.hidden = network.hidden.take_along_dim(origins[..., None], dim=1)
        paths = torch.cat([paths.take_along_dim(origins[..., None], dim=1), previous[..., None]], dim=2)
        scores = best.values.masked_fill(rank >= capacity[:, None], float("-inf"))
        ended = (previous == EOS_ID) & scores.isfinite()
        cut = scores.isfinite() & (torch.tensor(limits) == step + 1)[:, None]
        for row, slot in (ended | cut).nonzero().tolist():
            tokens = tuple(paths[row, slot].tolist())
            whole = Found(tokens, float(scores[row, slot]) / len(tokens))
            found[row].append((tokens[-1] == EOS_ID, whole))
        capacity = capacity - ended.sum(dim=1)
        scores = scores.masked_fill(ended | cut, float("-inf"))
        if not scores.isfinite().any():
            break
    return [max(each, key=lambda item: (item[0], item[1].score))[1] for each in found]


class _Network:
    """The decoder over a batch of encoded sentences; hidden is B x K x n, s_{i-1}."""

    def __init__(self, model: TranslationModel, source: Tensor, lengths: Tensor) -> None:
        self._decoder = model.decoder
        initial, self._annotations, self._context, self._mask = plain.encode(model, source, lengths)
        self._attention = model.attention if isinstance(model, RNNsearch) else None
        self._keys = None if self._attention is None else self._attention.keys(self._annotations)
        self.hidden = initial[:, None]

    def step(self, previous: Tensor) -> Tensor:
        """log p of the next token from the last ones: B x K token ids give B x K x V."""
        decoder = self._decoder
        hidden = self.hidden.expand(-1, previous.shape[1], -1)
        if self._attention is None:
            context = self._context[:, None]
        else:
            energies = self._attention.energies(hidden, self._keys)[0]
            context = attend(energies, self._mask, self._annotations)[1]
        word = decoder.embed(previous)
        t = decoder.readout.maxout(
            decoder.word_readout(word), hidden, decoder.readout.project_context(context)
        )
        projected = decoder.unit.project_input(word) + decoder.unit.project_context(context)
        self.hidden = decoder.unit(projected, hidden)[0]
        return decoder.readout.log_probs(t)
