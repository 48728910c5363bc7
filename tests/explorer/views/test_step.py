"""The step panel: every number that it shows is recomputed here from the trace by a loop."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.trace import DecodingTrace
from explorer.number_text import number
from explorer.views import step_formulas
from explorer.views.bar_strip import BarStrip, Scale
from explorer.views.step import StepView
from explorer.views.step_numbers import step_numbers
from explorer.views.view_dock import NARROWEST
from explorer.workspace import Selection
from tests.explorer.made_traces import first_steps, made_trace

TEXT = "the old cat sleeps"


@pytest.fixture
def trace() -> DecodingTrace:
    return made_trace(TEXT, slots=3, n_best=3)


def plain(rich: str) -> str:
    """A formula without its markup, with plain minus signs and no marks of direction."""
    text = re.sub(r"<[^>]*>", "", rich.replace("<br>", " "))
    return re.sub("[\u2068\u2069]", "", text).replace("−", "-")


def last_number(rich: str) -> float:
    return float(re.findall(r"-?\d+\.\d+", plain(rich))[-1])


@pytest.mark.parametrize("rank", [0, 1, 2])
@pytest.mark.parametrize("step", [0, 2, 4])
def test_numbers_are_those_of_the_hypothesis_and_step(trace: DecodingTrace, rank: int, step: int) -> None:
    hypothesis = trace.hypotheses[rank]
    slot = hypothesis.end_slot  # made traces keep each hypothesis in its slot
    numbers = step_numbers(trace, hypothesis, step)
    np.testing.assert_array_equal(numbers.weights, trace.weights[step, slot])
    np.testing.assert_array_equal(numbers.energies, trace.energies[step, slot])
    np.testing.assert_array_equal(numbers.context, trace.contexts[step, slot])
    assert numbers.score == pytest.approx(sum(trace.log_probs[: step + 1, slot].tolist()), abs=1e-5)
    assert [candidate.log_prob for candidate in numbers.candidates] == trace.candidate_log_probs[
        step, slot
    ].tolist()
    assert [candidate.is_chosen for candidate in numbers.candidates] == [True, False, False]


def test_the_shown_weight_is_the_softmax_of_the_energies(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 1)
    for position in range(len(numbers.sources)):
        total = sum(math.exp(energy) for energy in numbers.energies.tolist())
        expected = math.exp(float(numbers.energies[position])) / total
        text = plain(step_formulas.weights(numbers, position))
        above, below, value = re.findall(r"= ([\d.e+-]+) / ([\d.e+-]+) = ([\d.]+)$", text)[0]
        assert float(value) == pytest.approx(expected, abs=5.1e-4)
        assert float(above) / float(below) == pytest.approx(expected, abs=5e-4)


def test_the_shown_context_is_the_weighted_sum_of_the_annotations(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 2)
    total = np.zeros(trace.annotations.shape[1])
    for position, weight in enumerate(numbers.weights.tolist()):
        total += weight * trace.annotations[position]
    shown = re.findall(r"\((.*); …\)", plain(step_formulas.context(numbers)))[0].split("; ")
    assert [float(value) for value in shown] == pytest.approx(total[: len(shown)].tolist(), abs=5.1e-3)


def test_the_terms_of_the_context_weigh_1_together(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 2)
    text = plain(step_formulas.context(numbers))
    terms = [float(value) for value in re.findall(r"(\d\.\d{3}) h", text)]
    rest = float(re.findall(r"more, together (\d\.\d{3})", text)[0])
    assert sum(terms) + rest == pytest.approx(1.0, abs=3e-3)


def test_terms_that_weigh_next_to_nothing_are_not_called_0(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 2)
    sharp = np.full(len(numbers.weights), 1e-5, np.float32)
    sharp[0] = 1 - sharp[1:].sum()
    text = plain(step_formulas.context(replace(numbers, weights=sharp)))
    assert "2 more, together less than 0.0005" in text


def test_the_shown_probability_and_score(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 3)
    text = plain(step_formulas.next_word(numbers))
    assert f"= {math.exp(numbers.log_prob):.3f}" in text
    assert last_number(step_formulas.next_word(numbers)) == pytest.approx(numbers.score, abs=5.1e-4)


def test_indices_are_the_papers_with_the_state_before_the_word(trace: DecodingTrace) -> None:
    numbers = step_numbers(trace, trace.hypotheses[0], 2)
    text = plain(step_formulas.energies(numbers, 0))
    assert text.startswith("e3,1 = va")
    assert "s2" in text
    assert "h1" in text


@pytest.mark.parametrize(
    ("alignment", "formula"),
    [
        ("dot", "e3,1 = (Wa s2)ᵀ (Ua h1) = "),
        ("scaled-dot", "e3,1 = (Wa s2)ᵀ (Ua h1) / √n′ = "),
        ("general", "e3,1 = (Wa s2)ᵀ h1 = "),
        ("gaussian-windows", "e3,1 = log Σk ak exp(-bk (κk - 1)²) = "),
    ],
)
def test_each_alignment_model_has_its_formula(trace: DecodingTrace, alignment: str, formula: str) -> None:
    trace = replace(trace, meta=trace.meta | {"alignment": alignment})
    text = plain(step_formulas.energies(step_numbers(trace, trace.hypotheses[0], 2), 0))
    assert text.startswith(formula)


def test_a_chosen_word_outside_the_best_candidates_is_added(trace: DecodingTrace) -> None:
    trace.candidate_ids[1, :, :] = 1
    numbers = step_numbers(trace, trace.hypotheses[0], 1)
    assert [candidate.is_chosen for candidate in numbers.candidates] == [False, False, False, True]
    assert numbers.candidates[-1].log_prob == numbers.log_prob


def test_the_panel_shows_the_selected_step_and_marks_the_selected_source(qtbot, trace: DecodingTrace) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(trace, Selection(step=1))
    assert view._word.text() == "OLD"
    assert [stage.isHidden() for stage in view.stages] == [False] * 4
    view.show_selection(Selection(step=3, position=0, hypothesis=1))
    assert view.numbers.step == 3
    assert view.weight_bars._marked == 0
    assert plain(view.weights.texts()[1]).startswith("α4,1")
    assert view.candidate_bars.rows[0].word == view._word.text()


def test_a_live_step_shows_what_is_recorded_and_says_what_is_not(qtbot, trace: DecodingTrace) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(first_steps(trace, 2), Selection(step=1))
    assert view.context.isHidden()
    assert not view.weights.isHidden()
    assert "candidates" in view.next_word.texts()[0]


def test_without_attention_only_the_vector_and_the_next_word_are_left(qtbot) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(made_trace(TEXT, attention=False), Selection(step=1))
    assert [stage.isHidden() for stage in view.stages] == [True, True, False, False]
    assert "same at every step" in plain(view.context.texts()[1])


@pytest.mark.parametrize("trace", [None, made_trace("")])
def test_nothing_to_show_is_said(qtbot, trace) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(trace, Selection())
    assert all(stage.isHidden() for stage in view.stages)
    assert view._where.text()


def test_formulas_can_be_folded_and_stay_folded(qtbot, trace: DecodingTrace) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(trace, Selection())
    view.weights.set_folded(is_folded=True)
    view.show_selection(Selection(step=2))
    assert view.weights._formula.isHidden()
    view.weights.set_folded(is_folded=False)
    assert not view.weights._formula.isHidden()


def test_bars_stand_where_their_values_say(qtbot) -> None:
    strip = BarStrip("test")
    qtbot.addWidget(strip)
    strip.resize(300, 56)
    values = np.array([1.0, -0.5, 0.25])
    strip.set_values(values, ("a", "b", "c"), Scale.around(values))
    heights = [strip.bar_rect(index).height() for index in range(3)]
    assert heights[0] == pytest.approx(2 * heights[1]) == pytest.approx(4 * heights[2])
    assert strip.bar_rect(1).top() == pytest.approx(strip.bar_rect(0).bottom())
    for index in range(3):
        assert strip.index_at(strip.bar_rect(index).center().x()) == index


def test_one_large_value_among_thousands_is_seen(qtbot) -> None:
    strip = BarStrip("test")
    qtbot.addWidget(strip)
    strip.resize(240, 56)
    values = np.zeros(5000)
    values[2345] = 1.0
    strip.set_values(values, (), Scale.around(values))
    empty = BarStrip("test")
    qtbot.addWidget(empty)
    empty.resize(240, 56)
    empty.set_values(np.zeros(5000), (), Scale.around(values))
    assert strip.grab().toImage() != empty.grab().toImage()


def test_numbers_are_written_with_a_true_minus_and_no_negative_zero() -> None:
    assert number(-1.5) == "−1.500"
    assert number(-0.0001) == "0.000"


def test_where_the_weights_were_changed_the_formula_does_not_say_that_they_are_the_softmax(trace) -> None:
    changed = replace(trace, weights=np.full_like(trace.weights, 1 / trace.weights.shape[2]))
    own, numbers = (step_numbers(which, which.hypotheses[0], 1) for which in (trace, changed))
    text = plain(step_formulas.weights(numbers, 0))
    assert text.startswith("α2,1 = 0.200, changed the model's own: exp")
    assert text.endswith(f"= {own.weights[0]:.3f}")
    assert own.has_own_weights
    assert not numbers.has_own_weights


def test_a_candidate_is_wished_for_behind_what_stands_before_it(qtbot, trace: DecodingTrace) -> None:
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(trace, Selection(step=2, hypothesis=1))
    prefixes, weights = [], []
    view.prefix_requested.connect(prefixes.append)
    view.weights_requested.connect(lambda *values: weights.append(values))
    qtbot.keyClick(view.candidate_bars, Qt.Key.Key_Down)
    qtbot.keyClick(view.candidate_bars, Qt.Key.Key_Return)
    hypothesis = trace.hypotheses[1]
    slot = hypothesis.end_slot
    assert prefixes == [(*hypothesis.token_ids[:2], int(trace.candidate_ids[2, slot, 1]))]
    qtbot.keyClick(view.weight_bars, Qt.Key.Key_Delete)
    ((step, row),) = weights
    assert (step, row[view.weight_bars._marked], sum(row)) == (2, 0.0, pytest.approx(1.0))


def test_an_endless_word_makes_the_panel_no_wider(qtbot) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän" * 5
    view = StepView()
    qtbot.addWidget(view)
    view.show_trace(made_trace(f"{word} {word}s the"), Selection())
    assert view._content.minimumSizeHint().width() <= NARROWEST
