"""The view of importance: what it asks, what it draws of the answer, and what it says while there is none."""

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import EngineError
from engine.probes import Importance
from explorer.main_window import MainWindow
from explorer.probes import ProbeQuestion, Probes
from explorer.theme import Theme
from explorer.views.importance import ImportanceView
from explorer.workspace import Selection
from tests.explorer.made_pieces import made_pieces
from tests.explorer.made_probes import made_importance
from tests.explorer.made_traces import first_steps, made_trace

TRACE = made_trace("the old cat sleeps")


class Asked:
    """A view with its questions; `answer` gives it what was made for the newest."""

    def __init__(self, view: ImportanceView) -> None:
        self.view, self.probes = view, Probes()
        self.questions: list[ProbeQuestion] = []
        view.probe_requested.connect(self.questions.append)
        view.probe_requested.connect(self.probes.want)

    def answer(self, question: ProbeQuestion) -> Importance:
        found = made_importance(question.source_text, question.target_ids, question.kind)
        self.probes.take(question.kind, found)
        self.view.show_probes(self.probes)
        return found


@pytest.fixture
def asked(qtbot, theme) -> Asked:
    view = ImportanceView()
    qtbot.addWidget(view)
    view.resize(420, 520)
    return Asked(view)


def test_the_answer_is_drawn_number_by_number(asked: Asked) -> None:
    asked.view.show_trace(TRACE, Selection(step=1, position=2))
    (question,) = asked.questions
    assert question.target_ids == TRACE.best().token_ids
    assert asked.view._pages.currentWidget() is asked.view.waiting
    found = asked.answer(question)
    assert asked.view._pages.currentWidget() is asked.view.picture
    figure = asked.view.matrix._figure
    np.testing.assert_array_equal(figure.weights, found.values)
    assert (figure.marked_step, figure.marked_position) == (1, 2)
    assert "\u22120.500" in asked.view.read_out.text()
    assert figure.source[0] == "the"
    assert figure.target[0] == "THE"


def test_the_number_can_be_read_in_each_theme(asked: Asked, theme: Theme) -> None:
    asked.view.show_trace(TRACE, Selection(step=1, position=2))
    asked.answer(asked.questions[0])

    def contrast() -> int:
        line = asked.view.read_out
        image = asked.view.grab(
            line.rect().translated(line.mapTo(asked.view, line.rect().topLeft()))
        ).toImage()
        found = [
            image.pixelColor(x, y).lightness() for x in range(image.width()) for y in range(image.height())
        ]
        return max(found) - min(found)

    asked.view.show()
    assert contrast() > 150
    theme.choose("dark")
    try:
        assert contrast() > 150
    finally:
        theme.choose("light")


def test_a_word_sums_the_numbers_of_its_pieces(asked: Asked) -> None:
    trace = replace(made_pieces(), candidate_ids=np.zeros((3, 1, 1), np.int64))
    asked.view.show_trace(trace, Selection(step=1, position=3))
    values = np.arange(12, dtype=np.float32).reshape(3, 4)
    question = asked.questions[-1]
    asked.probes.take(question.kind, Importance("occlusion", trace.source_text, (5, 6, 0), "", values))
    asked.view.show_probes(asked.probes)
    figure = asked.view.matrix._figure
    assert figure.weights.tolist() == [[0 + 1 + 4 + 5, 2 + 6, 3 + 7], [8 + 9, 10, 11]]
    assert (figure.marked_step, figure.marked_position) == (0, 2)
    asked.view.whole_words = False
    asked.view.show_trace(trace, Selection(step=1, position=3))
    asked.view.show_probes(asked.probes)
    np.testing.assert_array_equal(asked.view.matrix._figure.weights, values)
    assert asked.view.matrix._figure.target == ("euro", "péenne", "⟨end⟩")


def test_another_method_or_hypothesis_is_asked_for_and_older_answers_are_not_drawn(asked: Asked) -> None:
    view = asked.view
    view.show_trace(TRACE, Selection())
    view.method.setCurrentIndex(1)
    assert [question.kind for question in asked.questions] == ["occlusion", "gradient"]
    asked.answer(asked.questions[0])
    assert view._pages.currentWidget() is view.waiting, "the answer to the method before"
    asked.answer(asked.questions[1])
    assert "gradient" in view.title.text()
    view.show_selection(Selection(hypothesis=1))
    assert view._pages.currentWidget() is view.waiting
    assert asked.questions[-1].target_ids == TRACE.hypotheses[1].token_ids
    view.show_selection(Selection(step=2, hypothesis=1))
    assert len(asked.questions) == 3, "another step asks nothing"


def test_a_translation_that_is_being_made_asks_nothing(asked: Asked) -> None:
    asked.view.show_trace(first_steps(TRACE, 2), Selection())
    asked.view.show_trace(None, Selection())
    asked.view.show_trace(made_trace(""), Selection())
    assert asked.questions == []
    assert "will stand here" in asked.view.waiting.text()


def test_pointing_selects_tokens(asked: Asked, qtbot) -> None:
    asked.view.show_trace(TRACE, Selection(step=1))
    asked.answer(asked.questions[0])
    with qtbot.waitSignal(asked.view.selection_requested) as caught:
        asked.view.matrix.pointed.emit(3, 0)
    assert caught.args == [Selection(step=3, position=0)]
    with qtbot.assertNotEmitted(asked.view.selection_requested):
        asked.view.matrix.pointed.emit(1, None)


def test_an_error_stands_in_the_view(asked: Asked) -> None:
    asked.view.show_trace(TRACE, Selection())
    asked.probes.fail("occlusion", EngineError("It failed.", "Try again."))
    asked.view.show_probes(asked.probes)
    assert asked.view.bar.text() == "It failed. Try again."
    asked.view.show_trace(TRACE, Selection())
    assert asked.view.bar.text() == ""


def test_it_is_said_where_the_attention_was_changed(asked: Asked) -> None:
    asked.view.show_trace(replace(TRACE, constraints={"attention": "uniform"}), Selection())
    asked.answer(asked.questions[-1])
    assert not asked.view.note.isHidden()
    asked.view.show_trace(TRACE, Selection())
    asked.answer(asked.questions[-1])
    assert asked.view.note.isHidden()


def translate(window: MainWindow, qtbot, text: str) -> None:
    translation = window.workspace.translation
    window.workspace.set_source_text(text)
    window.service.request((translation,))
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=20_000)


@pytest.mark.parametrize("model", ["made-search", "made-encdec"])
def test_the_window_shows_it_for_every_kind_of_model(window: MainWindow, qtbot, model: str) -> None:
    workspace = window.workspace
    workspace.translation.set_model(next(one for one in workspace.models if one.name == model))
    docks = window.view("translate").docks
    docks.open("importance")
    translate(window, qtbot, "one two")
    view = docks.docks["importance"].view
    qtbot.waitUntil(lambda: view._pages.currentWidget() is view.picture, timeout=20_000)
    expected = made_importance("one two", workspace.translation.hypothesis.token_ids, "occlusion")
    np.testing.assert_array_equal(view.matrix._figure.weights, expected.values)
    docks.docks["importance"].close()


def test_a_translation_goes_before_and_errors_stay_in_the_view(window: MainWindow, qtbot) -> None:
    docks = window.view("translate").docks
    docks.open("importance")
    translate(window, qtbot, "one stubborn two")
    view = docks.docks["importance"].view
    assert "Working" in view.waiting.text()
    translate(window, qtbot, "one three")
    qtbot.waitUntil(lambda: view._pages.currentWidget() is view.picture, timeout=20_000)
    assert view.matrix._figure.source[1] == "three"
    translate(window, qtbot, "one unsaid two")
    qtbot.waitUntil(lambda: bool(view.bar.text()), timeout=20_000)
    assert view.bar.text() == "It was not said. Ask otherwise."
    assert (window.bar.text(), window.view("translate").bar.text()) == ("", "")
    docks.docks["importance"].close()
