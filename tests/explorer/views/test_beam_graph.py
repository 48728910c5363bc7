"""The beam graph against a walk over the trace's slots and parents, and against its own pixels."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from engine.text.vocabulary import EOS_ID
from engine.trace import UNUSED
from engine.trace_check import check
from explorer.plots.beam_nodes import NO_RANK, START
from explorer.views.beam_content import beam_nodes
from explorer.views.beam_graph import BeamGraphView
from explorer.workspace import Selection
from tests.explorer.made_beams import made_beam
from tests.explorer.made_traces import first_steps, made_forced_trace, made_trace

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


@pytest.fixture
def view(qtbot):
    widget = BeamGraphView()
    qtbot.addWidget(widget)
    widget.resize(1000, 500)
    widget.show()
    return widget


def node_point(view, node):
    nodes, geometry = view.graph.nodes, view.graph.geometry_now()
    return geometry.node_rect(int(nodes.steps[node]), float(nodes.rows[node])).center().toPoint()


def node_of(view, condition):
    """The first node that is seen whole and for which this holds."""
    geometry, nodes = view.graph.geometry_now(), view.graph.nodes
    for node in range(len(nodes)):
        rect = geometry.node_rect(int(nodes.steps[node]), float(nodes.rows[node]))
        if geometry.viewport.contains(rect) and condition(nodes, node):
            return node
    raise AssertionError("there is no such node on screen")


def test_pointing_at_a_node_selects_its_step_and_reads_it_out(view, qtbot):
    trace = made_beam()
    view.show_trace(trace, Selection(position=1))
    heard = []
    view.selection_requested.connect(heard.append)
    node = node_of(view, lambda nodes, node: nodes.steps[node] == 2 and nodes.rows[node] == 1)
    qtbot.mouseMove(view.graph, node_point(view, node))
    assert heard == [Selection(step=2, position=1)]
    text = view.graph.read_out()
    assert f"probability {np.exp(trace.log_probs[2, 1]):.3f}" in text
    assert f"{abs(trace.log_probs[2, 1]):.3f}" in text
    assert f"{abs(trace.scores[2, 1]):.3f}" in text
    assert "step 3, slot 2" in text
    qtbot.mouseMove(view.graph, QPoint(1, 1))
    assert heard == [Selection(step=2, position=1)]


def test_a_click_selects_the_best_hypothesis_through_a_node_and_keeps_one_that_fits(view, qtbot):
    view.show_trace(made_beam(seed=12), Selection())
    heard = []
    view.selection_requested.connect(heard.append)
    other = node_of(view, lambda nodes, node: nodes.ranks[node] > 0)
    qtbot.mouseClick(view.graph, Qt.MouseButton.LeftButton, pos=node_point(view, other))
    nodes = view.graph.nodes
    wanted = Selection(step=int(nodes.steps[other]), hypothesis=int(nodes.ranks[other]))
    assert heard[-1] == wanted
    view.show_selection(wanted)
    shared = node_of(
        view, lambda nodes, node: nodes.path_mask(wanted.hypothesis)[node] and nodes.ranks[node] == 0
    )
    qtbot.mouseClick(view.graph, Qt.MouseButton.LeftButton, pos=node_point(view, shared))
    assert heard[-1] == replace(wanted, step=int(nodes.steps[shared]))


def test_a_click_on_what_was_given_up_wishes_it_continued(view, qtbot):
    trace = made_beam()
    view.show_trace(trace, Selection())
    view.pruned.setChecked(True)
    heard, selected = [], []
    view.continue_requested.connect(heard.append)
    dead = node_of(view, lambda nodes, node: not nodes.pruned[node] and nodes.is_open(node))
    lost = node_of(
        view, lambda nodes, node: nodes.pruned[node] and nodes.is_open(node) and nodes.steps[node] > 0
    )
    nodes = view.graph.nodes
    view.selection_requested.connect(selected.append)
    for node in (dead, lost):
        qtbot.mouseClick(view.graph, Qt.MouseButton.LeftButton, pos=node_point(view, node))
    assert heard == [nodes.path_to(dead), nodes.path_to(lost)]
    assert walked(trace, int(nodes.steps[dead]), int(nodes.rows[dead]))[0] == heard[0]
    assert all(wish.hypothesis == 0 for wish in selected)


def test_the_selected_path_is_filled_with_the_accents_colour_and_no_other_node_is(view):
    for rank in range(3):
        view.show_trace(made_beam(seed=3), Selection(hypothesis=rank))
        nodes, geometry = view.graph.nodes, view.graph.geometry_now()
        image, accent = view.graph.grab().toImage(), view.palette().accent().color()
        seen = 0
        for node in range(len(nodes)):
            rect = geometry.node_rect(int(nodes.steps[node]), float(nodes.rows[node]))
            if geometry.viewport.contains(rect):
                corner = QPointF(rect.left() + 5, rect.top() + 3).toPoint()
                assert (image.pixelColor(corner) == accent) == bool(nodes.path_mask(rank)[node]), node
                seen += 1
        assert seen > 10


def test_a_live_translation_is_a_line_and_no_trace_is_told_in_words(view):
    whole = made_trace("eins zwei drei vier")
    view.show_trace(first_steps(whole, 2), Selection(step=1))
    assert len(view.graph.nodes) == 2
    assert not view.pruned.isEnabled()
    view.show_trace(whole, Selection())
    assert view.pruned.isEnabled()
    assert len(view.graph.nodes) == whole.token_ids.size
    view.show_trace(None, Selection())
    assert not view.graph.isVisible()
    view.show_trace(made_trace(""), Selection())
    assert not view.graph.isVisible()


def test_the_marked_step_is_scrolled_to_and_the_whole_graph_is_seen_on_a_key(view, qtbot):
    words = " ".join(f"w{number}" for number in range(60))
    view.show_trace(made_trace(words, slots=12), Selection())
    view.show_selection(Selection(step=50))
    nodes, geometry = view.graph.nodes, view.graph.geometry_now()
    node = int(nodes.paths[0][50])
    assert geometry.viewport.contains(geometry.node_rect(50, float(nodes.rows[node])))
    qtbot.keyClick(view.graph, Qt.Key.Key_0)
    geometry = view.graph.geometry_now()
    assert geometry.seen(nodes).all()
    assert geometry.seen_steps() == (0, 61)
    before = geometry.column
    qtbot.keyClick(view.graph, Qt.Key.Key_Plus)
    assert view.graph.geometry_now().column > before


def test_zooming_keeps_the_place_under_the_pointer(view):
    view.show_trace(made_trace(" ".join("abcdefghijklmnopqrst"), slots=12), Selection())
    at = QPointF(400, 200)
    view.graph.zoom(1.5, at)
    before = view.graph.geometry_now()
    view.graph.zoom(1.5, at)
    after = view.graph.geometry_now()
    for geometry in (before, after):
        assert geometry.viewport.contains(at)
    assert (at - before.origin).x() / before.column == pytest.approx((at - after.origin).x() / after.column)
    assert (at - before.origin).y() / before.row == pytest.approx((at - after.origin).y() / after.row)


def test_the_view_and_its_graph_have_names(view):
    assert view.graph.accessibleName() == "Beam graph"
    assert view.pruned.text() == "Pruned words"
