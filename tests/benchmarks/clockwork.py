"""A random network that ends its sentences: made up, but its translations are as long as real ones.

One unit of the encoder counts the source tokens, one of the decoder counts down from there, and the end of
sentence becomes likely when it is through. All other weights are drawn at random.
"""

import math
from statistics import NormalDist

import torch
from torch import Tensor, nn

from engine.config import ModelConfig
from engine.models import build_model
from engine.models.gated_unit import GatedUnit
from engine.models.interface import TranslationModel
from engine.models.rnnsearch import RNNsearch
from engine.text.vocabulary import EOS_ID

_READ = 0.02  # of what is left to 1, counted at each source token: after J of them 1 - 0.98 ** J
_WRITTEN = 1 / 85  # of what is left to -1, at each target token
_END = 0.05  # where the decoder's count stands when a translation has its length
_HASTE = 400.0  # how fast the end becomes likely around there: other words' logits hardly matter
_LOGITS = 3.0  # standard deviation of the other words' logits


@torch.no_grad()
def clockwork(config: ModelConfig, vocabularies: tuple[int, int]) -> TranslationModel:
    """A network with these sizes for a source and a target vocabulary, UNK and end of sentence counted.

    Its translation of J tokens, the end counted, has about 1.15 J.
    """
    model = build_model(config, *vocabularies)
    for parameter in model.parameters():
        if parameter.ndim == 2:
            nn.init.normal_(parameter, std=1 / math.sqrt(parameter.shape[1]))
    decoder = model.decoder
    for embedding in (model.embedding.E, decoder.E):
        nn.init.normal_(embedding)
    decoder.readout.W_o.mul_(_LOGITS)
    summing = model.forward_unit
    if isinstance(model, RNNsearch):
        nn.init.normal_(model.attention.v_a)
        summing = model.backward_unit
    _approach(summing, 1.0, _READ)
    _approach(decoder.unit, -1.0, _WRITTEN)
    _alone(decoder.W_s[0], 1.0)
    for row in (0, 1):  # a maxout unit of two equal halves: -s_{i-1}
        decoder.V_o[row] = 0
        decoder.readout.C_o[row] = 0
        _alone(decoder.readout.U_o[row], -1.0)
    decoder.readout.W_o[:, 0] = 0
    _alone(decoder.readout.W_o[EOS_ID], _HASTE)
    best = _LOGITS * _expected_maximum(vocabularies[1])  # about what the best of so many words has
    decoder.readout.bias[EOS_ID] = _HASTE * _END + best
    return model.eval().requires_grad_(False)


def _expected_maximum(count: int) -> float:
    """Of so many standard normal numbers (Blom 1958), which holds for few of them too."""
    return NormalDist().inv_cdf((count - 0.375) / (count + 0.25))


def _approach(unit: GatedUnit, goal: float, share: float) -> None:
    """Let unit 0 come nearer to the goal by this share of the way at each step, whatever it reads."""
    n = unit.hidden_size
    for row in (0, n, 2 * n):
        for matrix in (unit.W, unit.C):
            if matrix is not None:
                matrix[row] = 0
    unit.U_gates[0] = unit.U_gates[n] = unit.U[0] = 0
    unit.bias[0] = math.log(share / (1 - share))
    unit.bias[2 * n] = math.copysign(20.0, goal)


def _alone(row: Tensor, first: float) -> None:
    row.zero_()
    row[0] = first
