"""Sentences and weights by hand as the trace of one slot, each token as likely as a side of a coin."""

import math

import numpy as np

from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace, Hypothesis


def made(
    source: str, target: str, weights: list[list[float]] | None = None, *, finished: bool = True
) -> tuple[DecodingTrace, Hypothesis]:
    """A trace of one slot. "<unk>" is the unknown word; each token has the probability 0.5."""
    source_tokens, tokens = (*source.split(), "</s>"), tuple(target.split())
    if finished:
        tokens += ("</s>",)
    ids = [np.array(_ids(words), np.int64) for words in (source_tokens, tokens)]
    log_probs = np.full((len(tokens), 1), math.log(0.5), np.float32)
    score = len(tokens) * math.log(0.5)
    hypothesis = Hypothesis(len(tokens) - 1, 0, tokens, tuple(ids[1].tolist()), target, score, 0, finished)
    trace = DecodingTrace(
        source_text=source,
        source_tokens=source_tokens,
        source_ids=ids[0],
        source_spans=((0, 0),) * len(source_tokens),
        reading_order=np.arange(len(source_tokens)),
        token_ids=ids[1][:, None],
        parents=np.zeros((len(tokens), 1), np.int64),
        log_probs=log_probs,
        scores=log_probs.cumsum(axis=0),
        hypotheses=(hypothesis,),
        weights=None if weights is None else np.array(weights, np.float32)[:, None],
    )
    return trace, hypothesis


def _ids(tokens: tuple[str, ...]) -> list[int]:
    special = {"</s>": EOS_ID, "<unk>": UNK_ID}
    return [special.get(token, number) for number, token in enumerate(tokens, 2)]
