"""Does attention matter here: what becomes of each word where its weights alone are replaced.

After Moradi et al. 2019 (Interrogating the Explanatory Power of Attention in Neural Machine Translation). The
model is led along its target with its own weights; at each step it is also asked, from the same state s_{i-1}
and the same words before, what it would say with other weights. J source tokens, I target tokens.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from engine.constraints import UNCHANGED, Constraints
from engine.decoding.changed_attention import changed_weights
from engine.models.interface import DecoderState, EncoderOutput, StepOutput, TranslationModel, shifted
from engine.probes import CHANGES, SHUFFLES, Survival

VARIANTS = (
    UNCHANGED,
    Constraints(attention="uniform"),
    Constraints(attention="shifted"),
    *(Constraints(attention="shuffled", seed=seed) for seed in range(1, SHUFFLES + 1)),
)


def survivals(log_probs: Tensor, firsts: Tensor) -> dict[str, Survival]:
    """How the words bore each change: what `attention_test` gave, gathered by change."""
    found = {}
    for change in CHANGES:
        tries = [index for index, variant in enumerate(VARIANTS) if variant.attention == change]
        kept = firsts[:, tries].double().mean(dim=1)
        lost = (log_probs[:, tries] - log_probs[:, :1]).double().mean(dim=1)
        found[change] = Survival(tuple(kept.tolist()), tuple(lost.tolist()))
    return found


def attention_test(
    model: TranslationModel, source: Tensor, target: Tensor, on_step: Callable[[], None]
) -> tuple[Tensor, Tensor]:
    """log p(y_i) and whether y_i is the most probable word, for each of VARIANTS: both I x variants.

    source, target: J and I token ids. on_step is called before each step, and may raise to end the work.
    """
    encoded = model.encode(source[None], torch.tensor([len(source)], device=source.device))
    state = encoded.initial_state()
    log_probs, firsts = [], []
    first = torch.zeros(1, dtype=torch.long, device=source.device)
    for step, (previous, token) in enumerate(zip(shifted(target[None])[0], target, strict=True)):
        on_step()
        output = _variants(model, encoded, state, previous, step)
        found = output.log_probs[0]
        log_probs.append(found[:, token])
        best, words = found.topk(2)
        firsts.append((words[:, 0] == token) & (best[:, 0] > best[:, 1]))  # words that tie are not first
        state = output.state.take(first, first[:, None])  # of the model's own weights
    return torch.stack(log_probs), torch.stack(firsts)


def _variants(
    model: TranslationModel, encoded: EncoderOutput, state: DecoderState, previous: Tensor, step: int
) -> StepOutput:
    """One step from one state, with the weights of each variant in a beam slot of its own."""

    def reweigh(energies: Tensor) -> Tensor:
        rows = zip(energies.unbind(1), VARIANTS, strict=True)
        return torch.cat(
            [changed_weights(row[:, None], constraints=variant, step=step) for row, variant in rows], dim=1
        )

    slots = len(VARIANTS)
    first = torch.zeros(1, dtype=torch.long, device=previous.device)
    same = state.take(first, first.expand(1, slots))
    return model.step(previous.expand(1, slots), same, encoded, reweigh)
