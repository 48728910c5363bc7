"""Workspaces in the window on a fake engine: saved, opened, had back, with what is missing told."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog

from engine.constraints import Constraints, StepWeights
from explorer.main_window import MainWindow
from explorer.services.replay import with_own
from explorer.what_if import DecodingChoice, Question
from explorer.workspace import Selection
from explorer.workspace_file import load_workspace


@pytest.fixture(autouse=True)
def _without_file(window: MainWindow):
    yield
    window.files.path = None
    window._settings["recent_workspaces"] = []
    window._settings["opened_models"] = []
    window.files.recent._fill()
    window.view("translate").docks.arrange()


def ask(window: MainWindow, qtbot, question: Question) -> None:
    window.workspace.wish(question)
    window.service.request((window.workspace.translation,))
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=5_000)


def opened(window: MainWindow, qtbot, count: int) -> None:
    """Wait until so many states are there again, and nothing more is asked."""
    translation = window.workspace.translation
    qtbot.waitUntil(
        lambda: (
            len(translation.history.states) == count
            and not translation.is_busy
            and window.files._opening is None
            and window.files._replay._asked is None
        ),
        timeout=5_000,
    )


@pytest.fixture
def questions() -> list[Question]:
    """A sentence, what was changed in it, and another sentence."""
    own = Question("the old cat sleeps", decoding=DecodingChoice(4, 2))
    changed = Constraints(masked=(1,), weights=(StepWeights(0, (0.0, 0.0, 1.0, 0.0, 0.0)),))
    return [own, replace(own, constraints=changed), Question("a dog", decoding=DecodingChoice(2, 2))]


def test_what_was_saved_is_there_again_trace_by_trace(
    window: MainWindow, qtbot, tmp_path: Path, questions: list[Question]
) -> None:
    translation = window.workspace.translation
    for question in questions:
        ask(window, qtbot, question)
    window.workspace.go_to(1)
    translation.select(Selection(2, 1, 1))
    before = translation.history
    docks = window.view("translate").docks
    docks.show_sides({"step": "right", "lines": "bottom"})
    path = tmp_path / "mine.alignment"
    window.files.save_to(path)
    assert "mine" in window.windowTitle()
    ask(window, qtbot, Question("something else"))
    docks.arrange()
    window.go("compare")
    window.files.open(path)
    opened(window, qtbot, 3)
    assert window.view("translate").isVisible()
    assert [state.question for state in translation.history.states] == questions
    assert translation.history.index == 1
    for now, then in zip(translation.history.states, before.states, strict=True):
        assert np.array_equal(now.trace.weights, then.trace.weights)
    assert translation.selection == Selection(2, 1, 1)
    assert docks.open_sides() == {"step": "right", "lines": "bottom"}
    window.workspace.undo()
    assert translation.shown == questions[0]


def test_the_table_of_sentences_is_there_again_to_be_translated(
    window: MainWindow, qtbot, tmp_path: Path
) -> None:
    sentences = window.workspace.sentences
    window.sentences.take(["a b", "c", "d"])
    sentences.pin([1], is_pinned=True)
    qtbot.waitUntil(lambda: sentences.is_whole, timeout=5_000)
    window.files.save_to(tmp_path / "mine.alignment")
    window.sentences.take(["other"])
    window.files.open(tmp_path / "mine.alignment")
    qtbot.waitUntil(lambda: sentences.texts == ("a b", "c", "d"), timeout=5_000)
    assert (sentences.pinned, sentences.reports, sentences.is_running) == ({1}, [], False)
    older = json.loads((tmp_path / "mine.alignment").read_text("utf-8"))
    del older["listed"], older["pinned"]
    (tmp_path / "older.alignment").write_text(json.dumps(older))
    window.files.open(tmp_path / "older.alignment")
    qtbot.waitUntil(lambda: window.files._opening is None, timeout=5_000)
    assert sentences.texts == ("a b", "c", "d")
    sentences.set_texts([])


def test_what_was_open_before_can_be_had_back(
    window: MainWindow, qtbot, tmp_path: Path, questions: list[Question]
) -> None:
    window.files.save_to(tmp_path / "empty.alignment")
    for question in questions:
        ask(window, qtbot, question)
    window.files.open(tmp_path / "empty.alignment")
    qtbot.waitUntil(lambda: not window.workspace.translation.history.states, timeout=5_000)
    assert "was opened" in window.bar.text()
    window.bar.action_requested.emit()
    opened(window, qtbot, 3)
    assert window.workspace.translation.shown == questions[2]


def test_a_model_that_is_not_found_is_told_and_the_rest_opens(
    window: MainWindow, qtbot, tmp_path: Path, questions: list[Question]
) -> None:
    for question in questions:
        ask(window, qtbot, question)
    path = tmp_path / "mine.alignment"
    window.files.save_to(path)
    values = json.loads(path.read_text())
    values["models"][0] = {"name": "gone-run", "path": "/no/broken", "fingerprint": ""}
    path.write_text(json.dumps(values))
    window.files.open(path)
    opened(window, qtbot, 2)
    assert "gone-run" in window.bar.text()
    shown = [state.question for state in window.workspace.translation.history.states]
    assert shown == [questions[0], questions[2]]


def test_the_model_of_another_folder_is_opened_and_other_weights_are_told(
    window: MainWindow, qtbot, tmp_path: Path
) -> None:
    run = tmp_path / "runs" / "my-run"
    run.mkdir(parents=True)
    window.open_model(str(run))
    qtbot.waitUntil(lambda: window.workspace.translation.model.name == "my-run", timeout=5_000)
    ask(window, qtbot, Question("a cat"))
    path = tmp_path / "mine.alignment"
    window.files.save_to(path)
    values = json.loads(path.read_text())
    values["models"][0].update(path=str(run), fingerprint="of other weights")
    path.write_text(json.dumps(values))
    window.workspace.translation.set_model(window.workspace.models[0])
    window.files.open(path)
    opened(window, qtbot, 1)
    assert window.workspace.translation.model.name == "my-run"
    assert "other weights" in window.bar.text()


@pytest.mark.parametrize("content", ["{", "[]", '{"format": "alignment-explorer workspace", "version": 9}'])
def test_a_file_that_cannot_be_opened_changes_nothing(
    window: MainWindow, qtbot, tmp_path: Path, content: str
) -> None:
    ask(window, qtbot, Question("a cat"))
    trace = window.workspace.translation.trace
    (tmp_path / "bad.alignment").write_text(content)
    window.files.open(tmp_path / "bad.alignment")
    assert "bad.alignment" in window.bar.text()
    assert window.workspace.translation.trace is trace
    assert window.files.path is None


def test_saving_asks_once_where_and_adds_the_suffix(
    window: MainWindow, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def answer(*_: object) -> tuple[str, str]:
        asked.append(1)
        return str(tmp_path / "mine"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    window.actions_by_name["save_workspace"].trigger()
    window.workspace.set_source_text("newer")
    window.actions_by_name["save_workspace"].trigger()
    assert len(asked) == 1
    assert load_workspace(tmp_path / "mine.alignment").source_text == "newer"


def test_the_recent_ones_are_listed_last_first_at_most_ten_and_a_missing_one_is_removed(
    window: MainWindow, tmp_path: Path
) -> None:
    assert not window.actions_by_name["open_recent"].isEnabled()
    for number in range(12):
        window.files.save_to(tmp_path / f"{number}.alignment")
    window.files.save_to(tmp_path / "5.alignment")
    paths = window._settings["recent_workspaces"]
    assert [Path(path).stem for path in paths] == ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]
    assert len(window.files.recent.menu.actions()) == 10
    (tmp_path / "9.alignment").unlink()
    window.files.recent.menu.actions()[3].trigger()
    assert "no longer there" in window.bar.text()
    window.bar.action_requested.emit()
    assert str(tmp_path / "9.alignment") not in window._settings["recent_workspaces"]
    assert len(window.files.recent.menu.actions()) == 9
    assert window.bar.isHidden()


def test_another_question_ends_the_replay(
    window: MainWindow, qtbot, tmp_path: Path, questions: list[Question]
) -> None:
    ask(window, qtbot, Question("one two slowly three four five six"))
    for question in questions:
        ask(window, qtbot, question)
    window.files.save_to(tmp_path / "mine.alignment")
    window.files.open(tmp_path / "mine.alignment")
    qtbot.waitUntil(lambda: window.workspace.translation.is_live, timeout=5_000)
    ask(window, qtbot, Question("my own words"))
    qtbot.wait(200)
    assert window.workspace.translation.shown == Question("my own words")
    assert len(window.workspace.translation.history.states) == 1


def test_what_belongs_to_words_comes_after_its_own_sentence() -> None:
    cat, dog = Question("a cat"), Question("a dog", constraints=Constraints(masked=(0,)))
    assert with_own([cat, dog]) == [cat, dog.own(), dog]
    assert with_own([dog]) == [dog]
    assert with_own([dog.own(), dog, cat]) == [dog.own(), dog, cat]


def test_the_columns_of_compare_are_there_again_in_their_order(
    window: MainWindow, qtbot, tmp_path: Path
) -> None:
    workspace = window.workspace
    workspace.add_column()
    workspace.pin_column(workspace.compared[1])
    workspace.reference.set("un chat", workspace.source_text)
    names = [translation.model.name for translation in workspace.compared]
    window.files.save_to(tmp_path / "three.alignment")
    older = json.loads((tmp_path / "three.alignment").read_text("utf-8"))
    older["models"] = older["models"][:3]
    del older["reference"]
    (tmp_path / "older.alignment").write_text(json.dumps(older))
    for file, columns in (("older", names[:2]), ("three", names)):
        window.files.open(tmp_path / f"{file}.alignment")
        qtbot.waitUntil(lambda: window.files._opening is None, timeout=5_000)
        assert [translation.model.name for translation in workspace.compared] == columns
        assert workspace.reference.of(workspace.source_text) == ("un chat" if file == "three" else "")
    workspace.reference.set("", "")
