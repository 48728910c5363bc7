"""The definitions that every DecodingTrace has to fulfil, as one check.

A picture is drawn from a trace only after this check, so that a plausible but wrong picture cannot appear.
"""

import numpy as np
from numpy.typing import NDArray

from engine.trace import UNUSED, DecodingTrace, Hypothesis

_BY_STEP_AND_SLOT = (
    "parents", "log_probs", "scores", "energies", "weights", "contexts", "states", "update_gates",
    "reset_gates", "cells", "candidate_ids", "candidate_log_probs",
)  # fmt: skip


class TraceError(ValueError):
    """A trace contradicts a definition; a defect of whatever made it."""


def check(trace: DecodingTrace, tolerance: float = 1e-4) -> None:
    """Raise TraceError where the trace contradicts a definition.

    softmax(energies) = weights, weights sum to 1, weights . annotations = contexts, a path's score = its
    parent's + the token's log-probability, a row for every target token, numbers finite.
    """
    _check_shapes(trace)
    used = trace.token_ids != UNUSED
    _check_scores(trace, used, tolerance)
    if trace.weights is not None:
        _check_weights(trace, trace.weights, used, tolerance)
    for hypothesis in trace.hypotheses:
        _check_hypothesis(trace, hypothesis, tolerance)


def _fail(condition: bool, what: str) -> None:
    if condition:
        raise TraceError(what)


def _near(left: NDArray[np.float32], right: NDArray[np.float32], tolerance: float) -> bool:
    return bool(np.all(np.isfinite(left))) and bool(np.allclose(left, right, rtol=tolerance, atol=tolerance))


def _check_shapes(trace: DecodingTrace) -> None:
    steps, slots = trace.token_ids.shape
    positions = len(trace.source_tokens)
    _fail(len(trace.source_ids) != positions, "source ids and source tokens differ in number")
    _fail(len(trace.source_spans) != positions, "source spans and source tokens differ in number")
    _fail(
        sorted(trace.reading_order.tolist()) != list(range(positions)), "the reading order is no permutation"
    )
    for name in _BY_STEP_AND_SLOT:
        array = getattr(trace, name)
        if array is not None:
            _fail(array.shape[:2] != (steps, slots), f"{name} is {array.shape}, not {steps} x {slots} x …")
    for name in ("energies", "weights"):
        array = getattr(trace, name)
        if array is not None:
            _fail(
                array.shape[2] != positions,
                f"{name} has {array.shape[2]} columns for {positions} source tokens",
            )


def _check_scores(trace: DecodingTrace, used: NDArray[np.bool_], tolerance: float) -> None:
    if not used.size:
        return
    before = np.zeros_like(trace.scores)
    before[1:] = np.take_along_axis(trace.scores[:-1], trace.parents[1:], axis=1)
    _fail(not _near(trace.scores[used], (before + trace.log_probs)[used], tolerance),
          "a path's score is not its parent's plus the token's log-probability")  # fmt: skip


def _check_weights(
    trace: DecodingTrace, weights: NDArray[np.float32], used: NDArray[np.bool_], tolerance: float
) -> None:
    rows = weights[used]
    _fail(not _near(rows.sum(axis=-1), np.ones(len(rows), np.float32), tolerance), "weights do not sum to 1")
    _fail(bool(np.any(rows < 0)), "a weight is negative")
    if trace.energies is not None and not trace.constraints.get("weights"):
        energies = trace.energies[used]
        exponentials = np.exp(energies - energies.max(axis=-1, keepdims=True))
        softmax = exponentials / exponentials.sum(axis=-1, keepdims=True)
        _fail(not _near(rows, softmax, tolerance), "softmax(energies) is not weights")
    if trace.contexts is not None and trace.annotations is not None:
        product = rows @ trace.annotations
        _fail(
            not _near(trace.contexts[used], product, 10 * tolerance), "weights . annotations is not contexts"
        )


def _check_hypothesis(trace: DecodingTrace, hypothesis: Hypothesis, tolerance: float) -> None:
    _fail(len(hypothesis.tokens) != hypothesis.end_step + 1, "a hypothesis has not one row for every token")
    tokens = trace.along(trace.token_ids, hypothesis)
    _fail(tuple(tokens.tolist()) != hypothesis.token_ids, "a hypothesis's tokens are not those on its path")
    score = float(trace.scores[hypothesis.end_step, hypothesis.end_slot]) if hypothesis.tokens else 0.0
    _fail(
        abs(score - hypothesis.score) > tolerance * (1 + abs(score)), "a hypothesis's score is not its path's"
    )
