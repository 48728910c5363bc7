"""The triage view: its numbers are those of the engine's measures, its words lead to their tokens."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QScrollArea

from explorer.views.triage import TriageView
from explorer.views.triage_words import FEW
from explorer.workspace import Selection
from tests.explorer.made_pieces import LOG_PROBS, MERGED, WEIGHTS, made_pieces
from tests.explorer.made_traces import first_steps, made_forced_trace, made_trace


@pytest.fixture
def view(qtbot, theme):
    shown = TriageView()
    qtbot.addWidget(shown)
    shown.resize(320, 480)
    shown.show()
    return shown


def value(view: TriageView, title: str) -> str:
    return next(number for name, number, _ in view.numbers.texts() if name == title)


def text(rows, title: str) -> str:
    return next(told for name, _, told in rows.texts() if name == title)


def titles(rows) -> list[str]:
    return [name for name, _, _ in rows.texts()]


def test_numbers_are_those_of_the_trace(view) -> None:
    view.show_trace(made_pieces(), Selection())
    mean = sum(LOG_PROBS) / 3
    columns = np.array(MERGED).sum(axis=0)[:2]  # 0.6 and 0.5
    assert value(view, "Length ratio") == "0.500"  # one word for two
    assert value(view, "Log-probability per token") == f"\N{MINUS SIGN}{-mean:.3f}"
    assert value(view, "Perplexity") == f"{math.exp(-mean):.3f}"
    assert value(view, "Coverage") == f"{columns.min():.3f} to {columns.max():.3f}"
    bits = [-sum(p * math.log2(p) for p in row if p) for row in WEIGHTS]
    assert value(view, "Entropy of the attention") == f"{sum(bits) / 3:.3f} bits"
    assert "at most 2.000 bits" in text(view.numbers, "Entropy of the attention")
    assert value(view, "Attention on end of sentence") == "0.100"
    assert value(view, "Repeated words") == "0"
    assert value(view, "Unknown words") == "0"


def test_every_number_has_its_formula(view) -> None:
    view.show_trace(made_pieces(), Selection())
    assert all(row.toolTip() for row in view.numbers.rows)
    assert "αᵢⱼ log₂ αᵢⱼ" in next(
        row.toolTip() for row in view.numbers.rows if row.title.text() == "Entropy of the attention"
    )


def test_a_hint_names_its_rule_its_threshold_and_its_words(view) -> None:
    trace = made_forced_trace("the old cat Zorglub", "THE the the CAT")  # three words have 0.02
    view.show_trace(trace, Selection())
    assert "Probability below 0.1" in text(view.hints, "Unlikely word")
    assert text(view.hints, "Unlikely word").count("0.020") == 3
    assert 'href="step:1"' in text(view.hints, "Repeated words")
    assert 'href="position:3"' in text(view.hints, "Unknown word")
    assert "none is a proof" in view.hints.note.text()


def test_pointing_at_a_link_and_following_it_select_its_token(view, qtbot) -> None:
    view.show_trace(made_pieces(), Selection(step=1))
    row = view.numbers.rows[0]
    with qtbot.waitSignal(view.selection_requested) as caught:
        row.text.linkHovered.emit("step:2")
    assert caught.args == [Selection(step=2)]
    with qtbot.waitSignal(view.selection_requested) as caught:
        row.text.linkActivated.emit("position:2")
    assert caught.args == [Selection(step=1, position=2)]
    with qtbot.assertNotEmitted(view.selection_requested):
        row.text.linkHovered.emit("step:1")  # is selected already
        row.text.linkHovered.emit("")  # the pointer has left


def test_the_selected_step_and_position_have_their_numbers(view) -> None:
    view.show_trace(made_pieces(), Selection(step=1, position=2))
    told = view.selected.text()
    bits = -sum(p * math.log2(p) for p in WEIGHTS[1])
    assert f"probability {math.exp(LOG_PROBS[1]):.3f}, entropy {bits:.3f} bits" in told
    assert "zone" in told
    assert told.endswith("coverage 0.500")
    view.show_selection(Selection(step=0))
    assert "coverage" not in view.selected.text()


def test_without_attention_its_numbers_are_absent_and_it_is_said(view) -> None:
    view.show_trace(made_trace("the old cat", attention=False), Selection(position=1))
    assert "Coverage" not in titles(view.numbers)
    (row,) = (told for name, _, told in view.numbers.texts() if name.startswith("Coverage,"))
    assert "no attention" in row
    assert value(view, "Coverage, entropy, attention on end of sentence") == "\N{EN DASH}"
    assert not {"Low coverage", "Spread attention"} & set(titles(view.hints))
    assert "entropy" not in view.selected.text()


def test_each_hypothesis_has_its_own_numbers(view) -> None:
    trace = made_trace("the old cat sleeps")
    for rank, hypothesis in enumerate(trace.hypotheses):
        view.show_trace(trace, Selection(hypothesis=rank))
        assert value(view, "Perplexity") == f"{math.exp(-hypothesis.score / len(hypothesis.tokens)):.3f}"


def test_a_translation_that_is_being_made_is_not_judged(view) -> None:
    trace = made_trace("the old cat sleeps")
    view.show_trace(first_steps(trace, 2), Selection(step=1))
    assert view.numbers.texts() == []
    assert not view.numbers.isVisible()
    view.show_trace(trace, Selection())
    assert view.numbers.isVisible()


def test_words_are_never_taken_for_markup(view) -> None:
    view.show_trace(made_trace("<b>bold</b> & Zorglub"), Selection())
    assert "&lt;b&gt;bold&lt;/b&gt;" in text(view.numbers, "Coverage")


def test_an_empty_sentence_has_no_numbers_and_no_fault(view) -> None:
    view.show_trace(made_trace(""), Selection())
    assert value(view, "Length ratio") == "\N{EN DASH}"
    assert value(view, "Perplexity") == "\N{EN DASH}"


@pytest.mark.parametrize("count", [1, 10, 50, 200])
@pytest.mark.parametrize("size", [QSize(300, 480), QSize(1000, 250)], ids=["narrow", "wide"])
def test_any_number_of_words_wraps_and_scrolls_down_only(view, qtbot, count: int, size: QSize) -> None:
    view.resize(size)
    view.show_trace(made_trace(" ".join(f"word{number}" for number in range(count))), Selection())
    area = view.findChild(QScrollArea)
    assert area.horizontalScrollBar().maximum() == 0
    assert all(told.count("<a ") <= FEW for _, _, told in view.hints.texts())


def test_a_word_that_looks_like_markup_is_told_as_it_is(view) -> None:
    """Read as markup, its line breaks would make the note higher."""
    view.show_trace(made_trace("<br><br><br><br>x two"), Selection(step=0, position=0))
    assert "<br>" in view.selected.text()
    plain = QLabel(view.selected.text().replace("<", "["))
    plain.setWordWrap(True)
    plain.setFont(view.selected.font())
    assert view.selected.heightForWidth(2000) == plain.heightForWidth(2000)


def test_links_have_the_colour_of_another_theme_too(view, theme, qapp) -> None:
    view.show_trace(made_pieces(), Selection())
    try:
        theme.choose("dark")
        label = next(row.text for row in view.numbers.rows if row.has_links)
        image = label.grab().toImage()
        colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert qapp.palette().link().color().name() in colours
    finally:
        theme.choose("light")
