"""A picture under the sentence of another place says whose it is, until it is that of the source again."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage

from engine.errors import EngineError
from explorer.views.notes import progress_words
from explorer.views.stage import TraceStage
from explorer.views.translate import TranslateView
from explorer.workspace import DecodingChoice, Workspace
from tests.explorer.made_traces import made_trace

OLD, NEW = "the cat sleeps", "a dog runs"


@pytest.fixture
def workspace(qapp) -> Workspace:
    workspace = Workspace()
    workspace.set_source_text(OLD)
    _answer(workspace, OLD)
    return workspace


@pytest.fixture
def view(workspace: Workspace, qtbot) -> Iterator[TranslateView]:
    view = TranslateView(workspace)
    view.resize(1000, 700)
    view.show()
    qtbot.waitUntil(lambda: view.docks.docks["step"].is_seen)
    yield view
    view.close()


def _answer(workspace: Workspace, text: str) -> None:
    workspace.translation.expect(workspace.translation.question(text, DecodingChoice()))
    workspace.translation.show_result(made_trace(text))


def _darkest(stage: TraceStage) -> int:
    """The grey of the darkest point of the picture, 0 where it is black."""
    image = stage.grab(stage.view.parentWidget().geometry()).toImage()
    image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return min(min(bytes(image.constScanLine(y))[: image.width()]) for y in range(image.height()))


def test_a_changed_source_names_the_sentence_of_the_picture_and_veils_it(
    workspace: Workspace, view: TranslateView, qtbot
) -> None:
    assert view.stage.other.isHidden()
    assert _darkest(view.stage) < 30
    workspace.set_source_text(NEW)
    qtbot.waitUntil(view.stage.other.isVisible)
    assert view.stage.other.text() == f"Not translated yet. What is shown is of: {OLD}"
    assert view.stage.other.accessibleName() == view.stage.other.text()
    assert view.source.status.text() == "Not translated yet"
    assert view.stage.veil.geometry() == view.stage.view.parentWidget().geometry()
    assert _darkest(view.stage) > 100
    assert view.docks.docks["step"].toolTip() == view.stage.other.text()


@pytest.mark.parametrize("way_back", ["typed", "translated", "undone"])
def test_it_is_said_no_longer_once_the_picture_is_that_of_the_source(
    workspace: Workspace, view: TranslateView, qtbot, way_back: str
) -> None:
    workspace.set_source_text(NEW)
    qtbot.waitUntil(view.stage.other.isVisible)
    if way_back == "typed":
        workspace.set_source_text(OLD)
    elif way_back == "translated":
        _answer(workspace, NEW)
    else:
        workspace.go_to(0)
    qtbot.waitUntil(view.stage.other.isHidden)
    assert view.stage.veil.isHidden()
    assert view.source.status.text() != "Not translated yet"


def test_a_sentence_that_is_asked_at_once_is_never_called_another(
    workspace: Workspace, view: TranslateView, qtbot
) -> None:
    said: list[str] = []
    view.stage._other_sentence.found.connect(lambda: said.append(view.stage._other_sentence.words()))
    workspace.set_source_text(NEW)
    workspace.translation.expect(workspace.translation.question(NEW, DecodingChoice()))
    qtbot.wait(1)
    workspace.translation.show_result(made_trace(NEW))
    qtbot.wait(1)
    assert said == []


def test_a_failed_request_leaves_the_old_picture_named(
    workspace: Workspace, view: TranslateView, qtbot
) -> None:
    workspace.set_source_text(NEW)
    workspace.translation.expect(workspace.translation.question(NEW, DecodingChoice()))
    workspace.translation.fail()
    qtbot.waitUntil(view.stage.other.isVisible)
    assert progress_words(workspace.translation, "ready") == "Not translated yet"


def test_line_ends_of_the_source_make_no_other_sentence(workspace: Workspace) -> None:
    workspace.set_source_text(OLD.replace(" ", "\n"))
    assert not workspace.translation.is_of_another_sentence


def test_a_source_that_was_changed_in_translate_is_named_in_compare(workspace: Workspace) -> None:
    for translation in workspace.compared:
        translation.show_result(made_trace(OLD))
    workspace.set_source_text(NEW)
    assert all(translation.is_of_another_sentence for translation in workspace.translations)


def test_an_error_stands_no_longer_over_the_next_sentence_whoever_asks_for_it(
    workspace: Workspace, view: TranslateView
) -> None:
    view.show_error(EngineError("The file is gone.", "Choose another."))
    assert view.bar.text()
    _answer(workspace, NEW)
    assert not view.bar.text()
