"""Traces of a made-up beam search over a vocabulary of letters, true to every definition of a trace."""

import numpy as np

from engine.text.vocabulary import EOS, EOS_ID, UNK, UNK_ID
from engine.trace import UNUSED, DecodingTrace, Hypothesis

LETTERS = "abcdefghij"
TOKENS = {EOS_ID: EOS, UNK_ID: UNK, **dict(enumerate(LETTERS, 2))}
CANDIDATES = 4


def made_beam(*, steps: int = 6, slots: int = 4, n_best: int = 3, seed: int = 1) -> DecodingTrace:
    """Beam search with a random model: every path has its own probabilities of the next token.

    A hypothesis that ends leaves the beam, which is one slot narrower from then on.
    """
    draw = np.random.default_rng(seed)
    shape = (steps, slots)
    arrays = {"token_ids": np.full(shape, UNUSED), "parents": np.zeros(shape, np.int64)}
    arrays |= {"log_probs": np.zeros(shape, np.float32), "scores": np.full(shape, -np.inf, np.float32)}
    arrays["candidate_ids"] = np.zeros((*shape, CANDIDATES), np.int64)
    arrays["candidate_log_probs"] = np.zeros((*shape, CANDIDATES), np.float32)
    living, capacity = [(0, np.float32(0.0))], slots  # slots of the step before, with their scores
    last = 0
    for step in range(steps):
        found = []
        for parent, score in living:
            log_probs = _log_probs(draw)
            best = np.argsort(-log_probs)[:CANDIDATES]
            found += [
                (score + log_probs[token], parent, token, log_probs[token], best, log_probs[best])
                for token in range(len(log_probs))
            ]
        found.sort(key=lambda item: -item[0])
        for slot, (score, parent, token, log_prob, best, best_log_probs) in enumerate(found[:capacity]):
            arrays["token_ids"][step, slot], arrays["parents"][step, slot] = token, parent
            arrays["scores"][step, slot], arrays["log_probs"][step, slot] = score, log_prob
            arrays["candidate_ids"][step, slot] = best
            arrays["candidate_log_probs"][step, slot] = best_log_probs
        ids = arrays["token_ids"][step]
        living = [(slot, arrays["scores"][step, slot]) for slot in range(slots) if ids[slot] > EOS_ID]
        capacity -= int((ids == EOS_ID).sum())
        last = step
        if not living:
            break
    arrays = {name: array[: last + 1] for name, array in arrays.items()}
    return DecodingTrace(
        source_text="x",
        source_tokens=("x", EOS),
        source_ids=np.array([2, EOS_ID]),
        source_spans=((0, 1), (1, 1)),
        reading_order=np.arange(2),
        hypotheses=_hypotheses(arrays, n_best),
        candidate_tokens=dict(TOKENS),
        **arrays,
    )


def _log_probs(draw: np.random.Generator) -> np.ndarray:
    energies = draw.normal(scale=1.5, size=len(TOKENS))
    energies[UNK_ID] = -np.inf  # as where the unknown word is not allowed
    return (energies - np.log(np.exp(energies).sum())).astype(np.float32)


def _hypotheses(arrays: dict[str, np.ndarray], n_best: int) -> tuple[Hypothesis, ...]:
    ids, scores = arrays["token_ids"], arrays["scores"]
    last = len(ids) - 1
    ends = [tuple(end) for end in np.argwhere(ids == EOS_ID).tolist()]
    ends += [(last, slot) for slot in np.flatnonzero(ids[last] > EOS_ID).tolist()]
    ends.sort(key=lambda end: (ids[end] != EOS_ID, -scores[end] / (end[0] + 1)))
    return tuple(_hypothesis(arrays, *end) for end in ends[:n_best])


def _hypothesis(arrays: dict[str, np.ndarray], end_step: int, end_slot: int) -> Hypothesis:
    tokens, slot = [], end_slot
    for step in range(end_step, -1, -1):
        tokens.insert(0, int(arrays["token_ids"][step, slot]))
        slot = int(arrays["parents"][step, slot])
    score = float(arrays["scores"][end_step, end_slot])
    words = tuple(TOKENS[token] for token in tokens)
    finished = tokens[-1] == EOS_ID
    return Hypothesis(
        end_step, end_slot, words, tuple(tokens), "".join(words), score, score / len(tokens), finished
    )
