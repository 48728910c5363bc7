"""Made traces as they are where something was forced or changed, true to every definition of a trace."""

from dataclasses import replace

import numpy as np

from engine.constraints import Constraints, to_plain
from engine.trace import DecodingTrace, Hypothesis

FORCED_LOG_PROB = -2.0
LOSS = 0.25  # log-probability that every token loses where attention is changed


def constrained(trace: DecodingTrace, constraints: Constraints) -> DecodingTrace:
    """The trace with this forced and changed; its own tokens follow a forced beginning."""
    token_ids, log_probs = trace.token_ids.copy(), trace.log_probs.copy()
    weights, contexts = trace.weights, trace.contexts
    if constraints.changes_attention:
        assert trace.energies is not None
        weights = np.array(
            [[_row(row, step, constraints) for row in slots] for step, slots in enumerate(trace.energies)],
            np.float32,
        )
        contexts = weights @ trace.annotations
        log_probs -= LOSS
    for step, token_id in enumerate(constraints.prefix):
        is_other = token_ids[step] != token_id
        token_ids[step] = token_id
        log_probs[step] = np.where(is_other, FORCED_LOG_PROB, log_probs[step])
    scores = log_probs.cumsum(axis=0)
    made = replace(
        trace, token_ids=token_ids, log_probs=log_probs, scores=scores, weights=weights, contexts=contexts
    )
    hypotheses = [_hypothesis(made, old) for old in trace.hypotheses]
    hypotheses.sort(key=lambda hypothesis: -hypothesis.score)
    return replace(made, hypotheses=tuple(hypotheses), constraints=to_plain(constraints))


def _row(energies: np.ndarray, step: int, constraints: Constraints) -> np.ndarray:
    for row in constraints.weights:
        if row.step == step:
            return np.array(row.weights) / sum(row.weights)
    seen = np.array([position not in constraints.masked for position in range(len(energies))])
    exponentials = np.where(seen, np.exp(energies / constraints.temperature), 0.0)
    softmax = exponentials / exponentials.sum()
    match constraints.attention:
        case "uniform":
            return seen / seen.sum()
        case "hard":
            return np.eye(len(energies))[softmax.argmax()]
        case "shuffled" | "shifted":
            return np.roll(softmax, 1)
    return softmax


def _hypothesis(trace: DecodingTrace, old: Hypothesis) -> Hypothesis:
    token_ids = tuple(trace.token_ids[: old.end_step + 1, old.end_slot].tolist())
    tokens = tuple(trace.candidate_tokens[token_id] for token_id in token_ids)
    score = float(trace.scores[old.end_step, old.end_slot])
    return replace(
        old,
        tokens=tokens,
        token_ids=token_ids,
        text=" ".join(tokens[:-1]),
        score=score,
        normalised_score=score / len(tokens),
    )
