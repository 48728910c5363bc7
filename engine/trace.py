"""DecodingTrace: all that can be known of one translation, as one immutable record of arrays.

Beam search, greedy search (a beam of 1) and forced decoding make the same record. Index letters: i target
step, k beam slot, j source position, r candidate rank; I, K, J, R their counts. Row i holds what the model
computed to emit token i: weights[i] comes from the decoder state before that token (B, appendix A.2.2).

A slot of a row holds one extended hypothesis. A hypothesis that emits end of sentence keeps its slot in that
row and leaves the beam after it (S, section 3.2), so later rows use fewer slots; unused slots have token -1.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT_VERSION = 1
UNUSED = -1  # token id of a slot that holds nothing

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

FORCED = "forced decoding"  # meta["search"] of a trace whose target was given


@dataclass(frozen=True)
class Hypothesis:
    """One path through the slots, from the last token back to the first.

    tokens include the end of sentence where the hypothesis is finished; one that was cut at the limit of
    length has none. score is the sum of the log-probabilities (natural logarithm) of all its tokens;
    normalised_score is score / len(tokens) ** length_power.
    """

    end_step: int
    end_slot: int
    tokens: tuple[str, ...]
    token_ids: tuple[int, ...]
    text: str
    score: float
    normalised_score: float
    finished: bool


@dataclass(frozen=True)
class DecodingTrace:
    """One sentence's translation; see the module's docstring for the index letters.

    Arrays marked * are None where the model has no such thing (no attention, no gates) or where only
    the alignment was recorded.
    """

    source_text: str
    source_tokens: tuple[str, ...]  # J, end of sentence included
    source_ids: Integers  # J
    source_spans: tuple[tuple[int, int], ...]  # J, (begin, end) in source_text; (n, n) for end of sentence
    reading_order: Integers  # J, the positions in the order in which the encoder read them
    token_ids: Integers  # I x K
    parents: Integers  # I x K, slot of the row before; 0 in the first row
    log_probs: Floats  # I x K, of the token, natural logarithm
    scores: Floats  # I x K, of the path
    hypotheses: tuple[Hypothesis, ...]  # ranked, best first
    energies: Floats | None = None  # * I x K x J, e_ij
    weights: Floats | None = None  # * I x K x J, alpha_ij
    contexts: Floats | None = None  # * I x K x C, c_i
    annotations: Floats | None = None  # * J x C, h_j, forward half then backward half
    states: Floats | None = None  # * I x K x n, s_i; of several layers all, the lowest first
    initial_state: Floats | None = None  # * n, s_0
    initial_cells: Floats | None = None  # * n, of an LSTM: with s_0 all that its decoder gets
    update_gates: Floats | None = None  # * I x K x n, z_i
    reset_gates: Floats | None = None  # * I x K x n, r_i
    cells: Floats | None = None  # * I x K x n, of an LSTM
    candidate_ids: Integers | None = None  # * I x K x R, best next tokens before pruning
    candidate_log_probs: Floats | None = None  # * I x K x R
    candidate_tokens: dict[int, str] = field(default_factory=dict)  # the text of each token id that occurs
    constraints: dict[str, Any] = field(default_factory=dict)  # what was forced or changed
    meta: dict[str, Any] = field(
        default_factory=dict
    )  # model, fingerprint, decoding settings, version, seconds

    @property
    def is_forced(self) -> bool:
        """Whether the target was given, and the model only led along it."""
        return self.meta.get("search") == FORCED

    def path(self, hypothesis: Hypothesis) -> Integers:
        """The slot of each of the hypothesis's tokens, first token first; length end_step + 1."""
        slots = np.empty(hypothesis.end_step + 1, dtype=np.int64)
        slot = hypothesis.end_slot
        for step in range(hypothesis.end_step, -1, -1):
            slots[step] = slot
            slot = int(self.parents[step, slot])
        return slots

    def along(self, array: NDArray[Any], hypothesis: Hypothesis) -> NDArray[Any]:
        """The rows of an I x K x … array that belong to the hypothesis: (end_step + 1) x …"""
        slots = self.path(hypothesis)
        return array[np.arange(len(slots)), slots]

    def weights_of(self, hypothesis: Hypothesis) -> Floats | None:
        """The soft alignment of the hypothesis, a row a target token: tokens x J; None without attention."""
        return None if self.weights is None else self.along(self.weights, hypothesis)

    def best(self) -> Hypothesis:
        """The highest-ranked hypothesis."""
        return self.hypotheses[0]
