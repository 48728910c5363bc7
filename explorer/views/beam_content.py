"""What the beam graph draws of a trace: each slot that held a word, and on demand what was pruned."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.text.vocabulary import EOS_ID
from engine.trace import UNUSED, DecodingTrace
from explorer.plots.beam_nodes import NO_RANK, START, BeamNodes
from explorer.views.tokens import candidate_label

PRUNED_GAP = 0.5  # rows between the slots and the pruned nodes


@dataclass(frozen=True)
class _Pruned:
    """The candidates of one step that got no slot, likeliest path first."""

    parents: NDArray[np.int64]  # nodes of the step before, or START
    token_ids: NDArray[np.int64]
    log_probs: NDArray[np.floating]
    scores: NDArray[np.floating]


def beam_nodes(trace: DecodingTrace, *, with_pruned: bool) -> BeamNodes:
    """The nodes of a search; a hypothesis is a path through (slot, parent).

    Of the pruned ones there are as many as were recorded: the best candidates after each node that was
    continued at all. A node that was not continued is a dead end, and what might have followed it is not
    in the trace.
    """
    used = trace.token_ids != UNUSED
    index = np.full(used.shape, START, np.int64)
    index[used] = np.arange(np.count_nonzero(used))
    steps, slots = np.nonzero(used)
    before = index[np.maximum(steps - 1, 0), trace.parents[used]]
    parents = np.where(steps == 0, START, before)
    paths = tuple(
        index[np.arange(hypothesis.end_step + 1), trace.path(hypothesis)] for hypothesis in trace.hypotheses
    )
    ranks = np.full(len(steps), NO_RANK, np.int64)
    for rank in reversed(range(len(paths))):
        ranks[paths[rank]] = rank
    columns = [(steps, slots.astype(np.float64), parents, trace.token_ids[used], trace.log_probs[used],
                trace.scores[used])]  # fmt: skip
    if with_pruned and trace.candidate_ids is not None and trace.candidate_log_probs is not None:
        for step in range(len(used)):
            pruned = _pruned(trace, index, step)
            rows = used.shape[1] + PRUNED_GAP + np.arange(len(pruned.parents))
            columns.append((np.full(len(rows), step), rows, pruned.parents, pruned.token_ids,
                            pruned.log_probs, pruned.scores))  # fmt: skip
    return _joined(trace, columns, ranks, paths)


def _joined(
    trace: DecodingTrace,
    columns: list[tuple[NDArray, ...]],
    ranks: NDArray[np.int64],
    paths: tuple[NDArray[np.int64], ...],
) -> BeamNodes:
    steps, rows, parents, token_ids, log_probs, scores = (
        np.concatenate(parts) for parts in zip(*columns, strict=True)
    )
    added = len(steps) - len(ranks)
    names = {
        token: candidate_label(token, trace.candidate_tokens[token])
        for token in np.unique(token_ids).tolist()
    }
    return BeamNodes(
        steps=steps,
        rows=rows,
        parents=parents,
        token_ids=token_ids,
        log_probs=log_probs,
        scores=scores,
        ranks=np.concatenate([ranks, np.full(added, NO_RANK, np.int64)]),
        finished=token_ids == EOS_ID,
        pruned=np.arange(len(steps)) >= len(ranks),
        labels=tuple(names[token] for token in token_ids.tolist()),
        paths=paths,
        forced_steps=_forced_steps(trace),
        length_power=float(trace.meta.get("decode", {}).get("length_power", 1.0)),
    )


def _forced_steps(trace: DecodingTrace) -> int:
    return len(trace.token_ids) if trace.is_forced else len(trace.constraints.get("prefix", ()))


def _pruned(trace: DecodingTrace, index: NDArray[np.int64], step: int) -> _Pruned:
    assert trace.candidate_ids is not None
    assert trace.candidate_log_probs is not None
    used = index[step] != START
    tokens, origins = trace.token_ids[step][used], trace.parents[step][used]
    # Slots that extend one node all carry the candidates after it, so the first of them will do.
    continued, firsts = np.unique(origins, return_index=True)
    ids = trace.candidate_ids[step][used][firsts]
    log_probs = trace.candidate_log_probs[step][used][firsts]
    survives = (ids[..., None] == tokens) & (continued[:, None, None] == origins)
    lost = ~survives.any(axis=-1) & np.isfinite(log_probs)
    before = np.zeros(len(continued)) if step == 0 else trace.scores[step - 1][continued]
    nodes = np.full(len(continued), START) if step == 0 else index[step - 1][continued]
    scores = (before[:, None] + log_probs)[lost]
    order = np.argsort(-scores, kind="stable")
    parents = np.broadcast_to(nodes[:, None], ids.shape)[lost]
    return _Pruned(parents[order], ids[lost][order], log_probs[lost][order], scores[order])
