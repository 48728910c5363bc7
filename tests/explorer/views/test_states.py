"""The view of states: its numbers are the trace's, what is absent is told, pointing speaks of tokens."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.plots.unit_figure import BY_ACTIVITY
from explorer.views.states import StatesView
from explorer.views.states_content import QUANTITIES
from explorer.workspace import Selection
from tests.explorer.made_traces import first_steps, made_trace

UNITS = 7


def with_states(trace):
    """The trace with numbers of its own in every slot of every step."""
    draw = np.random.default_rng(8)
    shape = (*trace.token_ids.shape, UNITS)
    return replace(
        trace,
        states=draw.uniform(-1, 1, shape).astype(np.float32),
        initial_state=draw.uniform(-1, 1, UNITS).astype(np.float32),
        update_gates=draw.random(shape, np.float32),
        reset_gates=draw.random(shape, np.float32),
    )


@pytest.fixture
def view(qtbot, theme):
    shown = StatesView()
    qtbot.addWidget(shown)
    shown.resize(400, 560)
    shown.show()
    return shown


def choose(view, field):
    view.quantity.setCurrentIndex(view.quantity.findData(field))


def test_annotations_are_units_over_source_words_forward_over_backward(view):
    trace = with_states(made_trace("the old cat"))
    view.show_trace(trace, Selection(position=2))
    figure = view.map.figure
    assert figure.columns == ("the", "old", "cat", "⟨end⟩")
    assert figure.parts == (("forward", 6), ("backward", 6))
    for position in range(4):
        for unit in range(12):
            assert figure.values[unit, position] == trace.annotations[position, unit]
    assert view.map.marks.column == 2


@pytest.mark.parametrize("rank", range(3))
@pytest.mark.parametrize("field", ["states", "update_gates", "reset_gates"])
def test_the_decoders_numbers_are_those_along_the_hypothesis(view, field, rank):
    trace = with_states(made_trace("the old cat"))
    hypothesis = trace.hypotheses[rank]
    choose(view, field)
    view.show_trace(trace, Selection(step=1, hypothesis=rank))
    first = 1 if field == "states" else 0
    slot = hypothesis.end_slot
    for step in range(hypothesis.end_step, -1, -1):
        np.testing.assert_array_equal(
            view.map.figure.values[:, step + first], getattr(trace, field)[step, slot]
        )
        slot = int(trace.parents[step, slot])
    if first:
        np.testing.assert_array_equal(view.map.figure.values[:, 0], trace.initial_state)
        assert view.map.figure.columns[0] == "s₀"
    assert view.map.marks.column == 1 + first
    assert view.map.figure.is_signed == (field == "states")


def test_a_model_without_attention_reads_one_way(view):
    view.show_trace(with_states(made_trace("a b", attention=False)), Selection())
    assert view.map.figure.parts == (("encoder", 12),)


def test_pointing_selects_a_position_of_the_source_and_a_step_of_the_target(view, qtbot):
    view.show_trace(with_states(made_trace("the old cat")), Selection(step=1))
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.map.column_pointed.emit(2)
    assert caught.args == [Selection(step=1, position=2)]
    choose(view, "states")
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.map.column_pointed.emit(3)
    assert caught.args == [Selection(step=2)]
    with qtbot.assertNotEmitted(view.selection_requested):
        view.map.column_pointed.emit(0)  # the state before the first word
    choose(view, "update_gates")
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.map.column_pointed.emit(3)
    assert caught.args == [Selection(step=3)]


def test_another_selection_moves_the_mark_and_keeps_the_picture(view):
    trace = with_states(made_trace("the old cat"))
    choose(view, "states")
    view.show_trace(trace, Selection())
    figure = view.map.figure
    view.show_selection(Selection(step=2))
    assert view.map.figure is figure
    assert view.map.marks.column == 3
    view.show_selection(Selection(step=2, hypothesis=1))
    assert view.map.figure is not figure


def test_units_are_ordered_on_a_choice(view):
    trace = with_states(made_trace("the old cat"))
    choose(view, "update_gates")
    view.show_trace(trace, Selection())
    view.order.setCurrentIndex(view.order.findData(BY_ACTIVITY))
    means = view.map.figure.values[view.map.figure.order].mean(axis=1)
    assert np.all(np.diff(means) <= 0)


def test_what_a_model_has_not_is_told_in_words(view):
    trace = made_trace("the old cat")  # no states, no gates
    for quantity in QUANTITIES[1:]:
        choose(view, quantity.field)
        view.show_trace(trace, Selection())
        assert view.pages.currentWidget() is view.without
        assert "This model has no such numbers." in view.without.text()
        assert quantity.name in view.without.text()
    choose(view, "annotations")
    assert view.pages.currentWidget() is view.map
    view.show_trace(replace(trace, cells=np.zeros((*trace.token_ids.shape, 2), np.float32)), Selection())
    choose(view, "cells")
    assert view.map.figure.values.shape == (2, 4)


def test_while_decoding_the_numbers_are_said_to_come(view):
    whole = with_states(made_trace("the old cat"))
    view.show_trace(first_steps(whole, 2), Selection(step=1))
    assert "come with the whole translation" in view.without.text()
    assert view.pages.currentWidget() is view.without
    view.show_trace(whole, Selection())
    assert view.pages.currentWidget() is view.map


def test_an_empty_view_says_what_will_be_there(view):
    for trace in (None, made_trace("")):
        view.show_trace(trace, Selection())
        assert view.pages.currentWidget() is view.waiting
        assert view.waiting.text()


def test_what_is_no_number_is_told_and_not_drawn(view):
    trace = with_states(made_trace("a b"))
    annotations = trace.annotations.copy()
    annotations[0, :3] = np.nan
    view.show_trace(replace(trace, annotations=annotations), Selection())
    assert "3 of 36 are not numbers" in view.without.text()
    assert view.pages.currentWidget() is view.without
