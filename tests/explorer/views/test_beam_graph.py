"""The beam graph against its own pixels, and what pointing, clicking and keys wish."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF

from explorer.plots.beam_graph import MARGIN
from explorer.plots.beam_words import BETWEEN, flowing, node_parts, told_lines
from explorer.views.beam_graph import BeamGraphView
from explorer.workspace import Selection
from tests.explorer.made_beams import made_beam
from tests.explorer.made_traces import first_steps, made_trace


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
    view.prefix_requested.connect(heard.append)
    dead = node_of(view, lambda nodes, node: not nodes.pruned[node] and nodes.is_open(node))
    lost = node_of(
        view, lambda nodes, node: nodes.pruned[node] and nodes.is_open(node) and nodes.steps[node] > 0
    )
    nodes = view.graph.nodes
    view.selection_requested.connect(selected.append)
    for node in (dead, lost):
        qtbot.mouseClick(view.graph, Qt.MouseButton.LeftButton, pos=node_point(view, node))
    assert heard == [nodes.path_to(dead), nodes.path_to(lost)]
    assert heard[0][-1] == trace.token_ids[int(nodes.steps[dead]), int(nodes.rows[dead])]
    assert all(wish.hypothesis == 0 for wish in selected)


def test_keys_go_from_node_to_node_and_choose_one(view, qtbot):
    trace = made_beam()
    view.show_trace(trace, Selection(step=1))
    view.pruned.setChecked(True)
    nodes, heard, wished = view.graph.nodes, [], []
    view.selection_requested.connect(heard.append)
    view.selection_requested.connect(view.show_selection)
    view.prefix_requested.connect(wished.append)
    at = int(nodes.paths[0][1])
    qtbot.keyClick(view.graph, Qt.Key.Key_Right)
    children = [node for node in range(len(nodes)) if nodes.parents[node] == at and not nodes.pruned[node]]
    best = max(children, key=lambda node: nodes.scores[node])
    assert f"step 3, slot {int(nodes.rows[best]) + 1}" in view.graph.read_out()
    assert heard[-1].step == 2
    qtbot.keyClick(view.graph, Qt.Key.Key_Left)
    assert "step 2, slot " in view.graph.read_out()
    for _ in range(len(nodes)):
        qtbot.keyClick(view.graph, Qt.Key.Key_Down)
    last = max((node for node in range(len(nodes)) if nodes.steps[node] == 1), key=lambda n: nodes.rows[n])
    assert nodes.labels[last] in view.graph.read_out()
    assert "pruned" in view.graph.read_out()
    qtbot.keyClick(view.graph, Qt.Key.Key_Return)
    assert wished == [nodes.path_to(last)]


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


def test_in_a_narrow_dock_the_graph_is_seen_whole(view):
    view.resize(280, 300)
    view.show_trace(made_trace(" ".join(f"w{number}" for number in range(60)), slots=12), Selection())
    view.pruned.setChecked(True)
    assert view.minimumSizeHint().width() <= 280
    assert view.graph.width() <= 280
    assert view.note.toolTip() == "732 words kept, 1464 pruned"


def test_the_view_and_its_graph_have_names(view):
    assert view.graph.accessibleName() == "Beam graph"
    assert view.pruned.text() == "Pruned words"


def test_in_a_narrow_dock_all_of_a_node_is_told_in_lines_that_are_not_cut(view):
    """The parts stand in their order; the lines are kept free, so that the graph does not move."""
    trace = made_beam()
    view.resize(320, 600)
    view.show_trace(trace, Selection(step=1))
    metrics, room = QFontMetricsF(view.graph.font()), view.graph.width() - 2 * MARGIN
    lines = told_lines(metrics, room, view.graph.height())
    assert lines > 1
    before = view.graph.geometry_now().viewport
    for node in range(len(view.graph.nodes)):
        parts = node_parts(view.graph.nodes, node)
        shown = flowing(parts, metrics, room, lines)
        assert BETWEEN.join(shown) == BETWEEN.join(parts)
        assert len(shown) <= lines
        assert max(metrics.horizontalAdvance(line) for line in shown) <= room
    view.graph.point_at(QPointF(node_point(view, 0)))
    assert view.graph.geometry_now().viewport == before
    tip = view.graph.tip_at(QPointF(100, view.graph.height() - 10))
    assert tip.split("\n")[:-1] == list(node_parts(view.graph.nodes, 0))
