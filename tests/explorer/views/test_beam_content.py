"""The nodes of a beam against a walk over the trace's slots and parents, one by one."""

from dataclasses import replace

import numpy as np
import pytest

from engine.text.vocabulary import EOS_ID
from engine.trace import UNUSED
from engine.trace_check import check
from explorer.number_text import number
from explorer.plots.beam_nodes import NO_RANK, START
from explorer.plots.beam_words import node_parts, node_tip
from explorer.views.beam_content import beam_nodes
from tests.explorer.made_beams import made_beam
from tests.explorer.made_traces import made_forced_trace

SEEDS = range(6)


def walked(trace, step, slot):
    """The token ids and the score of the path that ends in this slot, by one parent after the other."""
    tokens, score = [], 0.0
    while step >= 0:
        tokens.insert(0, int(trace.token_ids[step, slot]))
        score += float(trace.log_probs[step, slot])
        step, slot = step - 1, int(trace.parents[step, slot])
    return tuple(tokens), score


def pruned_by_hand(trace):
    """(step, path, log-probability, score) of each candidate that no slot took up, one by one."""
    found = set()
    for step in range(len(trace.token_ids)):
        taken = {
            walked(trace, step, slot)[0]
            for slot in range(trace.token_ids.shape[1])
            if trace.token_ids[step, slot] != UNUSED
        }
        for slot in range(trace.token_ids.shape[1]):
            if trace.token_ids[step, slot] == UNUSED:
                continue
            path = walked(trace, step, slot)[0][:-1]
            before = float(trace.scores[step - 1, trace.parents[step, slot]]) if step else 0.0
            for token, log_prob in zip(
                trace.candidate_ids[step, slot], trace.candidate_log_probs[step, slot], strict=True
            ):
                if np.isfinite(log_prob) and (*path, int(token)) not in taken:
                    found.add((step, (*path, int(token)), float(log_prob), before + float(log_prob)))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_every_slot_is_a_node_with_its_path_and_its_score(seed):
    trace = made_beam(seed=seed)
    check(trace)
    nodes = beam_nodes(trace, with_pruned=False)
    node = 0
    for step, slot in np.argwhere(trace.token_ids != UNUSED).tolist():
        path, score = walked(trace, step, slot)
        assert (nodes.steps[node], nodes.rows[node]) == (step, slot)
        assert nodes.path_to(node) == path
        assert nodes.scores[node] == pytest.approx(score, abs=1e-4)
        assert nodes.log_probs[node] == trace.log_probs[step, slot]
        assert nodes.finished[node] == (path[-1] == EOS_ID)
        assert (nodes.parents[node] == START) == (step == 0)
        node += 1
    assert node == len(nodes)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_listed_hypothesis_is_the_path_of_its_rank(seed):
    trace = made_beam(seed=seed)
    nodes = beam_nodes(trace, with_pruned=True)
    through = {node: [] for node in range(len(nodes))}
    for rank, hypothesis in enumerate(trace.hypotheses):
        path = nodes.paths[rank].tolist()
        assert tuple(nodes.token_ids[path].tolist()) == hypothesis.token_ids
        assert nodes.path_to(path[-1]) == hypothesis.token_ids
        assert nodes.scores[path[-1]] == np.float32(hypothesis.score)
        for node in path:
            through[node].append(rank)
    for node, ranks in through.items():
        assert nodes.ranks[node] == (min(ranks) if ranks else NO_RANK)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_pruned_nodes_are_all_candidates_that_no_slot_took(seed):
    trace = made_beam(seed=seed)
    nodes = beam_nodes(trace, with_pruned=True)
    wanted = pruned_by_hand(trace)
    assert wanted
    those = np.flatnonzero(nodes.pruned).tolist()
    found = {(int(nodes.steps[node]), nodes.path_to(node), float(nodes.log_probs[node])) for node in those}
    assert found == {item[:3] for item in wanted}
    assert len(those) == len(wanted)
    scores = {item[1]: item[3] for item in wanted}
    for node in those:
        assert nodes.scores[node] == pytest.approx(scores[nodes.path_to(node)], abs=1e-4)
    places = list(zip(nodes.steps.tolist(), nodes.rows.tolist(), strict=True))
    assert len(set(places)) == len(places)
    for step in set(nodes.steps[those].tolist()):
        column = [node for node in those if nodes.steps[node] == step]
        assert nodes.rows[column].min() > trace.token_ids.shape[1] - 1
        assert np.all(np.diff(nodes.scores[column]) <= 0)


def test_a_forced_translation_is_a_line():
    nodes = beam_nodes(made_forced_trace("a b c", "A X C"), with_pruned=False)
    assert nodes.rows.tolist() == [0.0] * len(nodes)
    assert nodes.parents.tolist() == [START, *range(len(nodes) - 1)]
    assert nodes.ranks.tolist() == [0] * len(nodes)


def scores_on(trace, nodes, node):
    """The log-probabilities along the path to a node."""
    found = []
    while node != START:
        found.append(nodes.log_probs[node])
        node = int(nodes.parents[node])
    return found


def test_a_node_says_its_normalised_score_and_what_became_of_it():
    trace = replace(made_beam(), meta={"decode": {"length_power": 0.5}})
    nodes = beam_nodes(trace, with_pruned=True)
    for node in range(len(nodes)):
        step, parts = int(nodes.steps[node]), node_parts(nodes, node)
        path = nodes.path_to(node)
        assert len(path) == step + 1
        normalised = sum(map(float, scores_on(trace, nodes, node))) / len(path) ** 0.5
        shown = next(part for part in parts if part.startswith("normalised"))
        assert float(shown.split()[2].replace("\u2212", "-")) == pytest.approx(normalised, abs=1e-3)
        kept = trace.scores[step][trace.token_ids[step] != UNUSED]
        listed = [h for h in trace.hypotheses if h.token_ids[: len(path)] == path]
        if nodes.pruned[node]:
            assert parts[-1] == f"pruned: the lowest score that was kept is {number(kept.min())}"
            assert nodes.scores[node] <= kept.min()
        elif listed:
            assert parts[-1] == f"in hypothesis {trace.hypotheses.index(listed[0]) + 1} of 3"
        else:
            assert "hypothesis" not in parts[-1] or "no listed" in parts[-1]


def test_the_tip_says_how_scores_are_reckoned():
    trace = replace(made_beam(), meta={"decode": {"length_power": 0.7}})
    tip = node_tip(beam_nodes(trace, with_pruned=False), 3).splitlines()
    assert tip[-1] == (
        "In nats (natural log). Of the path: the sum over its tokens. Normalised: that sum ÷ length ^ 0.7"
    )
    assert tip[:-1] == list(node_parts(beam_nodes(trace, with_pruned=False), 3))


def test_where_words_were_given_no_score_is_said_to_be_the_reason():
    free = made_beam(slots=2, n_best=1)
    trace = replace(free, constraints={"prefix": [int(free.token_ids[0, 0])]})
    nodes = beam_nodes(trace, with_pruned=True)
    told = {
        (int(nodes.steps[node]), node_parts(nodes, node)[-1].split(":")[0])
        for node in np.flatnonzero(nodes.pruned)
    }
    assert {words for step, words in told if step == 0} == {"another word was given here"}
    assert {words for step, words in told if step > 0} == {"pruned"}
