"""The definitions that every DecodingTrace has to fulfil, as one check.

A picture is drawn from a trace only after this check, so that a plausible but wrong picture cannot appear.
"""

import numpy as np
from numpy.typing import NDArray

from engine.constraints import Constraints, from_plain
from engine.errors import ConfigError
from engine.trace import UNUSED, DecodingTrace, Hypothesis

_BY_STEP_AND_SLOT = (
    "parents", "log_probs", "scores", "energies", "weights", "contexts", "states", "update_gates",
    "reset_gates", "cells", "candidate_ids", "candidate_log_probs",
)  # fmt: skip


class TraceError(ValueError):
    """A trace contradicts a definition; a defect of whatever made it."""


def check(trace: DecodingTrace, tolerance: float = 1e-4) -> None:
    """Raise TraceError where the trace contradicts a definition.

    softmax(energies) = weights but for what the constraints changed, weights sum to 1, weights . annotations
    = contexts, a path's score = its parent's + the token's log-probability, a row for every target token,
    a forced beginning in every hypothesis, numbers finite.
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
    if trace.energies is not None:
        _check_softmax(trace.energies, weights, used, _constraints(trace), tolerance)
    if trace.contexts is not None and trace.annotations is not None:
        product = rows @ trace.annotations
        _fail(
            not _near(trace.contexts[used], product, 10 * tolerance), "weights . annotations is not contexts"
        )


def _constraints(trace: DecodingTrace) -> Constraints:
    try:
        return from_plain(trace.constraints)
    except ConfigError as error:
        raise TraceError(f"its constraints are none: {error.what}") from error


def _check_softmax(
    energies: NDArray[np.float32],
    weights: NDArray[np.float32],
    used: NDArray[np.bool_],
    constraints: Constraints,
    tolerance: float,
) -> None:
    """Weights that were set are those; all others come from the model's energies, as the constraints say."""
    used = used.copy()
    for row in constraints.weights:
        if row.step < len(used):
            given = np.array(row.weights, np.float32) / sum(row.weights)
            rows = weights[row.step][used[row.step]]
            same = rows.shape[-1:] == given.shape and _near(
                rows, np.broadcast_to(given, rows.shape), tolerance
            )
            _fail(not same, "the weights of a step are not those that were set")
            used[row.step] = False
    rows = weights[used]
    seen = ~np.isin(np.arange(energies.shape[-1]), constraints.masked)
    scaled = np.where(seen, energies[used], -np.inf) / constraints.temperature
    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    softmax = exponentials / exponentials.sum(axis=-1, keepdims=True)
    match constraints.attention:
        case "":
            _fail(not _near(rows, softmax, tolerance), "softmax(energies) is not weights")
        case "uniform":
            uniform = np.broadcast_to(seen / seen.sum(), rows.shape)
            _fail(not _near(rows, uniform, tolerance), "uniform weights are not uniform")
        case "hard":
            largest = np.eye(rows.shape[-1])[softmax.argmax(axis=-1)]
            _fail(not _near(rows, largest, tolerance), "a hard weight is not on the largest")
        case _:
            same = _near(np.sort(rows), np.sort(softmax), tolerance)
            _fail(not same, "weights that were moved are not those of the energies")


def _check_hypothesis(trace: DecodingTrace, hypothesis: Hypothesis, tolerance: float) -> None:
    _fail(len(hypothesis.tokens) != hypothesis.end_step + 1, "a hypothesis has not one row for every token")
    tokens = trace.along(trace.token_ids, hypothesis)
    _fail(tuple(tokens.tolist()) != hypothesis.token_ids, "a hypothesis's tokens are not those on its path")
    prefix = tuple(trace.constraints.get("prefix", ()))[: len(hypothesis.token_ids)]
    _fail(hypothesis.token_ids[: len(prefix)] != prefix, "a hypothesis does not begin as it was forced to")
    score = float(trace.scores[hypothesis.end_step, hypothesis.end_slot]) if hypothesis.tokens else 0.0
    _fail(
        abs(score - hypothesis.score) > tolerance * (1 + abs(score)), "a hypothesis's score is not its path's"
    )
