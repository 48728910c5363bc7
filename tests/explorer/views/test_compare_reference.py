"""A reference in Compare: BLEU, chrF and right n-grams of each column, for its own sentence and no other."""

import pytest
from PySide6.QtCore import Qt

from engine.evaluation.sentence_match import match_sentence
from explorer.main_window import MainWindow
from explorer.views.compare import CompareView
from explorer.views.compare_column import RIGHT_COLOUR, RIGHT_SHADES

REFERENCE = "THE OLD DOG SLEEPS"


@pytest.fixture
def view(window: MainWindow, qtbot) -> CompareView:
    window.go("compare")
    view = window.view("compare")
    view.source.edit.setPlainText("the old cat")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not any(t.is_busy for t in window.workspace.compared), timeout=60_000)
    yield view
    window.workspace.reference.set("", "")


def test_each_column_tells_how_it_meets_the_reference_and_shades_what_is_right(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    qtbot.keyClicks(view.reference, REFERENCE)
    qtbot.waitUntil(lambda: all(column.match_line.isVisible() for column in view.columns), timeout=10_000)
    for column in view.columns:
        match = match_sentence(column.text.text(), REFERENCE)
        assert f"BLEU {match.bleu:.1f}" in column.match_line.text()
        assert f"chrF {match.chrf:.1f}" in column.match_line.text()
        assert "2/3  1/2  0/1  0/0" in column.match_line.text()
        shaded = [mark for mark in column.text.marks if mark.colour == RIGHT_COLOUR]
        assert [column.text.text()[slice(*mark.span)] for mark in shaded] == ["THE", "OLD"]
        assert [(mark.strength, mark.has_line) for mark in shaded] == 2 * [(RIGHT_SHADES[1], False)]
    assert "Shaded" in view.caveat.text()


def test_another_sentence_has_no_reference_until_enter_takes_it_over(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    reference = window.workspace.reference
    reference.set(REFERENCE, "the old cat")
    assert view.reference.text() == REFERENCE
    view.source.edit.setPlainText("the old dog")
    assert view.reference.text() == ""
    assert REFERENCE in view.reference.placeholderText()
    assert "Shaded" not in view.caveat.text()
    view.source.edit.setPlainText("the old cat")
    assert view.reference.text() == REFERENCE
    view.source.edit.setPlainText("the old dog")
    qtbot.keyClick(view.reference, Qt.Key.Key_Return)
    assert (view.reference.text(), reference.of("the old dog")) == (REFERENCE, REFERENCE)
    view.reference.clear()
    qtbot.waitUntil(lambda: not reference.text, timeout=5_000)
    assert all(column.match_line.isHidden() for column in view.columns)


def test_what_is_scored_too_late_is_dropped(window: MainWindow, view: CompareView, qtbot) -> None:
    reference, match = window.workspace.reference, match_sentence("X", "Y")
    reference.set("Y", "the old cat")
    with qtbot.assertNotEmitted(reference.matched):
        reference.take("an older reference", {"X": match})
    assert reference.match("X") is None
