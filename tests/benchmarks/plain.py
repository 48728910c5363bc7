"""The plain way to train the same networks: step by step through autograd. An oracle and a yardstick.

It uses the parameters of the engine's models and none of their training code.
"""

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.models.attention import attend
from engine.models.gated_unit import GatedUnit
from engine.models.interface import NO_TOKEN, TranslationModel, position_mask
from engine.models.rnnsearch import RNNsearch


def sentence_costs(
    model: TranslationModel, source: Tensor, source_lengths: Tensor, target: Tensor, target_lengths: Tensor
) -> Tensor:
    """The same B costs as model.judge_pairs, one autograd operation at a time."""
    decoder = model.decoder
    hidden, annotations, context, mask = encode(model, source, source_lengths)
    previous = F.pad(target[:, :-1], (1, 0), value=NO_TOKEN)
    embedded = decoder.embed(previous)
    keys = model.attention.keys(annotations) if isinstance(model, RNNsearch) else None
    rows, place = [], None
    for position in range(target.shape[1]):
        if keys is not None:
            energies, place = model.attention.energies(hidden[:, None], keys, place)
            _, attended = attend(energies, mask, annotations)
            context = attended[:, 0]
        word = embedded[:, position]
        part = decoder.readout.project_context(context)
        rows.append(decoder.dropout(decoder.readout.maxout(decoder.word_readout(word), hidden, part)))
        projected = decoder.unit.project_input(word) + decoder.unit.project_context(context)
        hidden, _, _ = decoder.unit(projected, hidden)
    log_probs = decoder.readout.log_probs(torch.stack(rows, dim=1))
    costs = F.nll_loss(log_probs.transpose(1, 2), target, reduction="none")
    return (costs * position_mask(target_lengths, target.shape[1])).sum(dim=1)


def encode(model: TranslationModel, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """s_0, the annotations, the fixed context →h_Tx and the mask."""
    mask = position_mask(lengths, source.shape[1])
    embedded = model.embedding(source)
    forward = read(model.forward_unit, embedded, mask)
    last = forward[torch.arange(len(source)), lengths - 1]
    if not isinstance(model, RNNsearch):
        return model.decoder.initial_hidden(last), forward, last, mask
    backward = read(model.backward_unit, embedded.flip(1), mask.flip(1)).flip(1)
    annotations = torch.cat([forward, backward], dim=-1)
    return model.decoder.initial_hidden(backward[:, 0]), annotations, last, mask


def read(unit: GatedUnit, embedded: Tensor, mask: Tensor) -> Tensor:
    """The states of one direction, 0 at padding."""
    hidden = embedded.new_zeros(len(embedded), unit.hidden_size)
    states = []
    for position in range(embedded.shape[1]):
        hidden, _, _ = unit(unit.project_input(embedded[:, position]), hidden)
        hidden = hidden * mask[:, position, None]
        states.append(hidden)
    return torch.stack(states, dim=1)
