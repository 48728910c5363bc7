"""The sentences of the built-in corpus: each setting arrives, and each wrong one is marked in its place."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent

from engine.config import PHENOMENA, GrammarConfig
from explorer.dialogs.corpus_question import CorpusQuestion


@pytest.fixture
def question(qtbot):
    made = CorpusQuestion()
    qtbot.addWidget(made)
    made.show()
    made.fold.open()
    return made


@pytest.fixture
def form(question):
    return question.grammar


def test_what_is_asked_for_arrives(form):
    for name, text in {"size": "1,500", "shortest": "5", "longest": "60", "seed": "0"}.items():
        form.numbers[name].setText(text)
    form.occurs["questions"].setChecked(False)
    assert form.config() == GrammarConfig(1500, 0, 5, 60, ("questions",))


def test_every_phenomenon_has_a_switch_of_its_own(form):
    assert set(form.occurs) == set(PHENOMENA)
    assert len({box.text() for box in form.occurs.values()}) == len(PHENOMENA)
    for name, box in form.occurs.items():
        box.setChecked(False)
        assert form.config().without == (name,)
        box.setChecked(True)


def test_what_is_shown_can_be_read_back(form):
    config = GrammarConfig(12_345, 7, 8, 44, ("negation", "tenses"))
    form.show_config(config)
    assert form.config() == config
    assert form.summary() == "12,345 pairs of 8 to 44 words, some phenomena left out"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("size", "", "whole number"),
        ("size", "many", "whole number"),
        ("size", "9", "at least 10"),
        ("shortest", "2", "at least 3"),
        ("shortest", "4.5", "whole number"),
        ("longest", "61", "at most 60"),
        ("longest", "-1", "at least"),
        ("longest", "6", "at least 7"),
        ("seed", "-1", "whole number from 0"),
        ("seed", "x", "whole number"),
    ],
)
def test_every_wrong_value_is_marked_where_it_is_typed(question, form, name, text, words):
    form.numbers[name].setText(text)
    assert words in form.notes[name].text()
    assert form.notes[name].isVisible()
    assert [other for other, note in form.notes.items() if note.is_warning] == [name]
    assert form.config() is None
    assert question.sentences() is None
    assert question.problem() != ""
    question.fold.button.setChecked(False)
    assert question.fold.warning.isVisible()
    form.show_config(GrammarConfig())
    assert question.problem() == ""
    assert not question.fold.warning.text()


def test_lengths_that_do_not_go_together_are_marked_at_the_longer_one(form):
    form.numbers["shortest"].setText("30")
    assert "at least 33" in form.notes["longest"].text()
    assert not form.notes["shortest"].text()
    form.numbers["longest"].setText("33")
    assert form.config().longest == 33


@pytest.mark.parametrize("is_far", [False, True])
def test_files_of_this_machine_can_be_dropped_only_where_it_trains(question, tmp_path, is_far):
    question.set_far(is_far)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "pairs.tsv"))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    event.ignore()
    question.dragEnterEvent(event)
    assert event.isAccepted() != is_far
