"""From recorded arrays to a DecodingTrace: hypotheses are paths through the slots, ranked by score."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.config import DecodeConfig
from engine.constraints import UNCHANGED, Constraints, to_plain
from engine.text.language_side import EncodedText, LanguageSide
from engine.text.vocabulary import EOS_ID
from engine.trace import UNUSED, DecodingTrace, Hypothesis


@dataclass(frozen=True)
class Sides:
    """What turns numbers into words: the source as typed and as encoded, and the target language."""

    text: str
    source: EncodedText
    target: LanguageSide


def assemble(
    sides: Sides,
    arrays: dict[str, Any],
    config: DecodeConfig,
    meta: dict[str, Any],
    constraints: Constraints = UNCHANGED,
) -> DecodingTrace:
    """The trace of one sentence from what a Recorder kept of it."""
    source = sides.source
    steps = len(arrays["token_ids"])
    return DecodingTrace(
        source_text=sides.text,
        source_tokens=tuple(source.tokens),
        source_ids=np.asarray(source.ids, dtype=np.int64),
        source_spans=tuple(source.spans),
        hypotheses=_ranked(sides.target, arrays, config) if steps else (_EMPTY,),
        candidate_tokens=_texts(sides.target, arrays),
        constraints=to_plain(constraints),
        meta=meta,
        **arrays,
    )


_EMPTY = Hypothesis(
    end_step=-1, end_slot=0, tokens=(), token_ids=(), text="", score=0.0, normalised_score=0.0, finished=True
)


def _texts(target: LanguageSide, arrays: dict[str, Any]) -> dict[int, str]:
    kept = [arrays["token_ids"]]
    if arrays["candidate_ids"] is not None:
        kept.append(arrays["candidate_ids"])
    occurring = np.unique(np.concatenate([ids.ravel() for ids in kept]))
    return {int(token): target.vocabulary.token(int(token)) for token in occurring if token != UNUSED}


def _ranked(target: LanguageSide, arrays: dict[str, Any], config: DecodeConfig) -> tuple[Hypothesis, ...]:
    """The n best: finished hypotheses before those that were cut at the limit, then by normalised score."""
    token_ids = arrays["token_ids"]
    ends = [(int(step), int(slot), True) for step, slot in np.argwhere(token_ids == EOS_ID)]
    last = len(token_ids) - 1
    cut = [(last, int(slot), False) for slot in np.flatnonzero(token_ids[last] > EOS_ID)]
    power = config.length_power
    scores = {end: float(arrays["scores"][end[0], end[1]]) / (end[0] + 1) ** power for end in (*ends, *cut)}
    order = sorted(scores, key=lambda end: (not end[2], -scores[end]))
    return tuple(_hypothesis(target, arrays, end, scores[end]) for end in order[: config.n_best])


def _hypothesis(
    target: LanguageSide, arrays: dict[str, Any], end: tuple[int, int, bool], normalised: float
) -> Hypothesis:
    step, slot, finished = end
    token_ids = path_tokens(arrays, step, slot)
    words = token_ids[:-1] if finished else token_ids
    return Hypothesis(
        end_step=step,
        end_slot=slot,
        tokens=tuple(target.vocabulary.token(token) for token in token_ids),
        token_ids=tuple(token_ids),
        text=target.decode(words),
        score=float(arrays["scores"][step, slot]),
        normalised_score=normalised,
        finished=finished,
    )


def path_tokens(arrays: dict[str, Any], step: int, slot: int) -> list[int]:
    """The token ids on the path that ends in this slot, first token first."""
    backwards = []
    for index in range(step, -1, -1):
        backwards.append(int(arrays["token_ids"][index, slot]))
        slot = int(arrays["parents"][index, slot])
    return backwards[::-1]
