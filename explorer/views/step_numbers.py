"""The numbers of one step of one hypothesis, read from the trace and from nowhere else."""

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.trace import DecodingTrace, Floats, Hypothesis
from engine.trace_words import Group, group_of, groups_of
from explorer.views.tokens import (
    candidate_label,
    isolated,
    source_labels,
    source_words,
    target_labels,
    target_words,
)


@dataclass(frozen=True)
class StepWords:
    """How the step's tokens are named: by the words that they are pieces of, or as they are.

    word, piece: the target word, and which of its pieces this step writes; piece is empty where the word is
    one token. sources: J names. groups: the source positions of each source word; words: their names.
    """

    word: str
    piece: str
    sources: tuple[str, ...]
    groups: tuple[Group, ...]
    words: tuple[str, ...]

    def heaviest(self, weights: Floats, count: int) -> list[tuple[str, float]]:
        """The source words with the largest sums of these J weights, heaviest first, with the sums."""
        sums = np.add.reduceat(weights.astype(np.float64), [begin for begin, _ in self.groups])
        order = np.argsort(-sums, kind="stable")[:count].tolist()
        return [(self.words[place], float(sums[place])) for place in order]


def step_words(trace: DecodingTrace, hypothesis: Hypothesis, step: int, *, whole_words: bool) -> StepWords:
    """The names at this step."""
    source, target = groups_of(trace, hypothesis, whole_words=whole_words)
    words = source_words(trace, source)
    names = [
        word if end - begin == 1 else f"{word} ({piece})"
        for word, (begin, end) in zip(words, source, strict=True)
        for piece in source_labels(trace)[begin:end]
    ]
    row = group_of(target, step) or 0
    begin, end = target[row]
    piece = ""
    if end - begin > 1:
        text = QCoreApplication.translate("StepView", "piece {place} of {count}: {piece}")
        label = isolated(target_labels(hypothesis)[step])
        piece = text.format(place=step - begin + 1, count=end - begin, piece=label)
    return StepWords(target_words(hypothesis, target)[row], piece, tuple(names), source, words)


@dataclass(frozen=True)
class Candidate:
    """One next word that the model weighed at a step. rank: 1 for the likeliest."""

    token_id: int
    label: str
    log_prob: float
    is_chosen: bool

    @property
    def probability(self) -> float:
        """exp(log_prob)."""
        return math.exp(self.log_prob)


@dataclass(frozen=True)
class StepNumbers:
    """Step i of a hypothesis; J source positions, C numbers in the context vector. None: not recorded."""

    step: int
    steps: int
    word: str
    log_prob: float
    score: float
    sources: tuple[str, ...]
    energies: Floats | None  # J
    weights: Floats | None  # J
    context: Floats | None  # C
    candidates: tuple[Candidate, ...]
    alignment: str = "additive"  # the alignment model that gave the energies

    @property
    def has_attention(self) -> bool:
        """Whether the model computed an alignment at this step."""
        return self.weights is not None

    @property
    def has_own_weights(self) -> bool:
        """Whether the weights are softmax of the energies, so that nothing was changed in them."""
        if self.weights is None or self.energies is None:
            return True
        powers = np.exp(self.energies.astype(np.float64) - float(self.energies.max()))
        return bool(np.allclose(self.weights, powers / powers.sum(), atol=1e-4))

    def heaviest(self, count: int) -> list[int]:
        """The source positions with the largest weights, heaviest first; none without attention."""
        if self.weights is None:
            return []
        return np.argsort(-self.weights, kind="stable")[:count].tolist()

    def likelier(self) -> Candidate | None:
        """The candidate that the model thought the likeliest, where that is not the chosen one."""
        best = max(self.candidates, key=lambda candidate: candidate.log_prob, default=None)
        return None if best is None or best.is_chosen else best

    def likeliest(self, count: int) -> list[Candidate]:
        """The first so many candidates; the last gives way to the chosen one where that is not there."""
        shown = list(self.candidates[:count])
        if shown and not any(candidate.is_chosen for candidate in shown):
            shown[-1] = next(candidate for candidate in self.candidates if candidate.is_chosen)
        return shown


def step_numbers(trace: DecodingTrace, hypothesis: Hypothesis, step: int) -> StepNumbers:
    """What the trace holds of this step. Raises IndexError for a step that the hypothesis does not have."""
    slot = int(trace.path(hypothesis)[step])

    def at(array: Floats | None) -> Floats | None:
        return None if array is None else array[step, slot]

    return StepNumbers(
        step=step,
        steps=len(hypothesis.tokens),
        word=target_labels(hypothesis)[step],
        log_prob=float(trace.log_probs[step, slot]),
        score=float(trace.scores[step, slot]),
        sources=source_labels(trace),
        energies=at(trace.energies),
        weights=at(trace.weights),
        context=at(trace.contexts),
        candidates=_candidates(trace, step, slot),
        alignment=trace.meta.get("alignment", "additive"),
    )


def _candidates(trace: DecodingTrace, step: int, slot: int) -> tuple[Candidate, ...]:
    """The best next words, and the chosen one at the end where it is not among them."""
    if trace.candidate_ids is None or trace.candidate_log_probs is None:
        return ()
    chosen = int(trace.token_ids[step, slot])
    pairs = zip(
        trace.candidate_ids[step, slot].tolist(), trace.candidate_log_probs[step, slot].tolist(), strict=True
    )
    found = [(token_id, log_prob) for token_id, log_prob in pairs if math.isfinite(log_prob)]
    if chosen not in [token_id for token_id, _ in found]:
        found.append((chosen, float(trace.log_probs[step, slot])))
    return tuple(
        Candidate(
            token_id,
            candidate_label(token_id, trace.candidate_tokens[token_id]),
            log_prob,
            token_id == chosen,
        )
        for token_id, log_prob in found
    )
