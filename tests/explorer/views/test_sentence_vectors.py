"""Sentence vectors: what is asked of which model, what is drawn, and where a point leads."""

import sys

import pytest

from explorer.sentence_plane import SentencePlane
from explorer.services import json_command
from explorer.services.vector_service import MOST, VectorService
from explorer.views.sentence_vectors import SentenceVectorsView
from explorer.window.evaluate_place import example_sentences
from explorer.workspace import ModelInfo, Workspace

PLANE = SentencePlane("one", 384, (0.5, 0.25), (("a b", 0.0, 1.0), ("b a", 2.0, -1.0), ("c", 1.0, 0.0)))


@pytest.fixture
def workspace():
    made = Workspace()
    made.set_models([ModelInfo("search", "rnnsearch", "/m/s"), ModelInfo("one", "rnnencdec", "/m/one")])
    return made


@pytest.fixture
def view(workspace, qtbot):
    widget = SentenceVectorsView(workspace, example_sentences())
    qtbot.addWidget(widget)
    widget.resize(900, 500)
    widget.show()
    return widget


def test_examples_ship_in_pairs(view):
    assert [view.lists.itemText(row) for row in range(view.lists.count())] == ["Active passive", "Word order"]
    for text in example_sentences().values():
        assert len(text.splitlines()) >= 6
        assert len(text.splitlines()) % 2 == 0


def test_models_without_attention_are_asked(view, qtbot):
    assert [view.models.itemText(row) for row in range(view.models.count())] == ["one"]
    view.sentences.setPlainText("a b\n\nb a")
    assert not view.draw.isEnabled()
    assert "at least three" in view.note.text()
    view.sentences.setPlainText("a b\n\nb a\n c ")
    with qtbot.waitSignal(view.draw_requested) as asked:
        view.draw.click()
    assert asked.args == ["/m/one", ["a b", "b a", "c"]]
    assert not view.draw.isEnabled()
    view.show_plane(PLANE)
    assert view.draw.isEnabled()
    assert "384" in view.note.text()
    assert [point.text for point in view.map.points] == ["a b", "b a", "c"]
    with qtbot.waitSignal(view.open_requested) as opened:
        view.map.opened.emit(1)
    assert opened.args == ["b a", "one"]


def test_without_such_a_model_it_says_so(view, workspace):
    workspace.set_models([ModelInfo("search", "rnnsearch", "/m/s")])
    assert not view.draw.isEnabled()
    assert "No model without attention" in view.note.text()


class TestService:
    @pytest.fixture
    def service(self, qtbot, tmp_path, monkeypatch):
        program = tmp_path / "program.py"
        program.write_text(
            "import json, sys\n"
            "texts = sys.argv[sys.argv.index('--') + 1:]\n"
            "points = [{'text': text, 'x': len(text), 'y': 0} for text in texts]\n"
            "print(json.dumps({'model': 'one', 'size': 2, 'shares': [1, 0], 'points': points}))\n",
            encoding="utf-8",
        )
        monkeypatch.setattr(json_command, "PROGRAM", program)
        assert sys.executable
        made = VectorService()
        yield made
        made.cancel()

    def test_places_come_back(self, service, qtbot):
        with qtbot.waitSignal(service.found, timeout=20_000) as found:
            service.ask("/m/one", ["--odd", "b"])
        assert found.args == [SentencePlane("one", 2, (1.0, 0.0), (("--odd", 5.0, 0.0), ("b", 1.0, 0.0)))]

    def test_too_many_are_refused(self, service, qtbot):
        with qtbot.waitSignal(service.failed) as failed:
            service.ask("/m/one", ["x"] * (MOST + 1))
        assert "more than" in str(failed.args[0])
