"""Longer and longer on a fake engine: the slider grows the sentence, the chart fills, nothing old paints."""

import pytest
from PySide6.QtCore import Qt

from engine.evaluation.metrics import chrf
from explorer.growth import ALONE, REFERENCE, Clauses
from explorer.main_window import MainWindow
from explorer.views.compare import CompareView
from explorer.workspace import EXAMPLE_SENTENCE

MADE = Clauses(
    "made", ("the cat", "sees the dog", "in the house."), ("THE CAT", "SEES THE DOG", "SOMEWHERE ELSE.")
)


@pytest.fixture
def view(window: MainWindow):
    window.go("compare")
    view = window.view("compare")
    growth = window.workspace.growth
    growth.set_clauses(MADE)
    growth.own = None
    view.tabs.setCurrentIndex(3)
    yield view
    view.tabs.setCurrentIndex(0)


def settled(window: MainWindow, view: CompareView) -> bool:
    compared = window.workspace.compared
    at_rest = not view.growth._rest.isActive() and not any(t.is_busy for t in compared)
    return at_rest and all(not window.workspace.growth.missing(t.model.path, 5) for t in compared)


def test_the_slider_grows_the_sentence_and_every_model_translates_it(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    assert window.workspace.source_text == EXAMPLE_SENTENCE  # nothing is replaced before the slider moves
    assert view.growth.place.text() == "Move the slider"
    qtbot.keyClick(view.growth.slider, Qt.Key.Key_End)
    assert window.workspace.source_text == "the cat sees the dog in the house."
    assert "3 of 3 clauses, 8 words" in view.growth.place.text()
    qtbot.waitUntil(lambda: settled(window, view), timeout=20_000)
    for translation in window.workspace.compared:
        assert translation.trace.source_text == "the cat sees the dog in the house."
    assert window.workspace.growth.own.source(9) == EXAMPLE_SENTENCE
    assert [view.growth.texts.itemText(index) for index in range(view.growth.texts.count())][
        -1
    ] == "My own sentence"


def test_each_length_is_measured_against_the_reference_and_against_the_clauses_alone(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    growth, model = window.workspace.growth, window.workspace.compared[0].model.path
    qtbot.waitUntil(lambda: settled(window, view), timeout=20_000)
    grown = [growth.answer(model, 5, count) for count in (1, 2, 3)]
    assert grown[2].text.startswith("THE CAT SEES THE DOG IN THE HOUSE.")
    for count, answer in enumerate(grown, start=1):
        expected = chrf([answer.text], [[MADE.reference(count)]]).value
        assert answer.measures[REFERENCE] == pytest.approx(expected)
    assert grown[0].measures[ALONE] > 95
    assert view.growth.chart.lengths == (2, 5, 8)
    assert [one.letter for one in view.growth.chart.series] == ["A", "B"]
    assert view.growth.chart.series[0].values == growth.curve(model, 5, REFERENCE)
    view.growth.measure.setCurrentIndex(1)
    assert view.growth.chart.series[0].values == growth.curve(model, 5, ALONE)
    assert "holds to 8 words" in view.growth.rule.text()


def test_what_is_known_is_seen_at_once_and_half_a_translation_does_not_take_its_place(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    qtbot.waitUntil(lambda: settled(window, view), timeout=20_000)
    column = view.columns[0]
    view.growth.slider.setValue(2)
    known = column.text.text()
    assert known == window.workspace.growth.answer(column.translation.model.path, 5, 2).text
    seen = set()
    column.translation.trace_changed.connect(lambda: seen.add(column.text.text()))
    qtbot.waitUntil(
        lambda: settled(window, view) and column.translation.trace.source_text.endswith("dog."),
        timeout=20_000,
    )
    assert seen <= {known, column.translation.hypothesis.text}


def test_a_sentence_that_was_overtaken_never_paints(window: MainWindow, view: CompareView, qtbot) -> None:
    window.workspace.growth.set_clauses(
        Clauses("slow", ("one slowly two three four five", "six seven", "eight nine"))
    )
    for count in (1, 3, 2):
        view.growth.slider.setValue(count)
        view.growth.translate_requested.emit()
    sources = set()
    for translation in window.workspace.compared:
        translation.trace_changed.connect(
            lambda t=translation: sources.add(t.trace.source_text if t.trace else "")
        )
    view.growth.slider.setValue(3)
    qtbot.waitUntil(lambda: settled(window, view), timeout=30_000)
    assert sources - {""} == {window.workspace.growth.source}


def test_a_persons_own_sentence_grows_and_one_clause_is_told_to_be_too_little(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    view.source.edit.setPlainText("One clause only.")
    view.growth.own_button.click()
    assert "one clause only" in view.growth.bar.text()
    view.source.edit.setPlainText("the cat sleeps, and the dog eats.")
    view.growth.own_button.click()
    assert window.workspace.growth.clauses.sources == ("the cat sleeps,", "and the dog eats.")
    assert window.workspace.source_text == "the cat sleeps."
    assert view.growth.measure.count() == 1
    assert view.growth.bar.isHidden()
    qtbot.waitUntil(lambda: settled(window, view), timeout=20_000)
    assert view.growth.chart.series[0].values[0] == pytest.approx(100, abs=15)


def test_an_error_stands_on_the_page(window: MainWindow, view: CompareView, qtbot) -> None:
    window.workspace.growth.set_clauses(Clauses("bad", ("a dog", "to refuse")))
    qtbot.waitUntil(lambda: "It was refused" in view.growth.bar.text(), timeout=20_000)
    assert window.bar.isHidden()


def test_a_page_that_is_left_leaves_nothing_for_later(window: MainWindow, view: CompareView, qtbot) -> None:
    view.growth.slider.setValue(2)
    assert view.growth._rest.isActive()
    view.tabs.setCurrentIndex(1)
    assert not view.growth._rest.isActive()
    assert all(translation.is_busy for translation in window.workspace.compared)
