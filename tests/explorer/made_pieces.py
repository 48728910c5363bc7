"""A trace of subword pieces made by hand: "▁Eu ropean ▁zone" against "▁euro péenne", each end alone."""

from dataclasses import replace

import numpy as np

from engine.trace import DecodingTrace, Hypothesis
from tests.explorer.made_traces import made_trace

WEIGHTS = ((0.4, 0.3, 0.2, 0.1), (0.2, 0.1, 0.6, 0.1), (0.0, 0.1, 0.1, 0.8))  # a row a target piece
MERGED = ((0.5, 0.4, 0.1), (0.1, 0.1, 0.8))  # sums over the source, means over the target, by hand
LOG_PROBS = (-0.25, -0.5, -0.125)


def made_pieces() -> DecodingTrace:
    """The trace; what is not set here is that of three made-up words."""
    scores = np.array(LOG_PROBS).cumsum()
    tokens, ids = ("▁euro", "péenne", "</s>"), (5, 6, 0)
    return replace(
        made_trace("a b c", slots=1, n_best=1),
        source_text="European zone",
        source_tokens=("▁Eu", "ropean", "▁zone", "</s>"),
        source_ids=np.array([2, 3, 4, 0]),
        source_spans=((0, 2), (2, 8), (9, 13), (13, 13)),
        reading_order=np.arange(4),
        token_ids=np.array([[5], [6], [0]]),
        parents=np.zeros((3, 1), np.int64),
        log_probs=np.array(LOG_PROBS, np.float32)[:, None],
        scores=scores.astype(np.float32)[:, None],
        hypotheses=(Hypothesis(2, 0, tokens, ids, "européenne", scores[-1], scores[-1] / 3, True),),
        energies=None,
        weights=np.array(WEIGHTS, np.float32)[:, None],
        contexts=None,
        candidate_ids=None,
        candidate_log_probs=None,
        candidate_tokens={5: "▁euro", 6: "péenne", 0: "</s>"},
    )
