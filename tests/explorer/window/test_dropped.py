"""Drops on the window: each kind of file goes where it belongs, and anything else is told."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from engine.errors import EngineError
from engine.evaluation.evaluation import save
from explorer.main_window import MainWindow
from explorer.window.dropped import Dropped, look_at
from tests.engine.evaluation.made_evaluation import made_evaluation


def mime(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drag(window: MainWindow, data: QMimeData) -> bool:
    """Whether the window takes what is dragged over it."""
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDragEnterEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, buttons, keys)
    event.ignore()
    QApplication.sendEvent(window, event)
    return event.isAccepted()


def drop(window: MainWindow, *paths: Path) -> None:
    data = mime(*paths)
    assert drag(window, data)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        window, QDropEvent(QPoint(300, 300), Qt.DropAction.CopyAction, data, buttons, keys)
    )


def test_the_first_sentence_of_a_text_is_the_source_and_all_are_listed(
    window: MainWindow, tmp_path: Path, inline_tasks: None
) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufeff\r\nDer Hund schläft.\r\nשלום\r\n\r\n猫\r\n".encode())
    window.go("train")
    drop(window, path)
    assert window.workspace.source_text == "Der Hund schläft."
    assert window.view("translate").isVisible()
    assert window.workspace.sentences.texts == ("", "Der Hund schläft.", "שלום", "", "猫")
    assert window.view("translate").docks.is_open("sentences")
    window.view("translate").docks.arrange()


def test_a_text_of_one_sentence_needs_no_words(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a cat")
    drop(window, tmp_path / "text")
    assert window.workspace.source_text == "a cat"
    assert window.bar.isHidden()


def test_a_workspace_is_opened(window: MainWindow, tmp_path: Path, qtbot) -> None:
    window.workspace.set_source_text("of the workspace")
    window.files.save_to(tmp_path / "mine.alignment")
    window.workspace.set_source_text("newer")
    drop(window, tmp_path / "mine.alignment")
    qtbot.waitUntil(lambda: window.workspace.source_text == "of the workspace", timeout=20_000)


def test_the_folder_or_the_weights_of_a_model_are_opened(window: MainWindow, tmp_path: Path, qtbot) -> None:
    model = tmp_path / "my-model"
    model.mkdir()
    (model / "model.safetensors").write_bytes(b"weights")
    drop(window, model)
    qtbot.waitUntil(lambda: window.workspace.translation.model.name == "my-model", timeout=20_000)
    assert look_at([model / "model.safetensors"]).paths == (model,)


def test_an_evaluation_or_its_folder_is_shown_in_evaluate(
    window: MainWindow, tmp_path: Path, inline_tasks: None
) -> None:
    made = made_evaluation(tmp_path / "work")
    (tmp_path / "results").mkdir()
    path = save(made, tmp_path / "results")
    assert look_at([path]) == look_at([path.parent]) == Dropped("evaluation", (path.parent,))
    drop(window, path)
    view = window.view("evaluate")
    assert view.isVisible()
    assert made.test_set.name in view.about.text()
    assert view.reports.isEnabled()
    path.write_text("{")
    drop(window, path.parent)
    assert "is damaged" in view.bar.text()
    view.bar.hide()


@pytest.mark.parametrize("names", [("c.en", "c.fr"), ("c.tsv",)])
def test_a_corpus_opens_a_new_run_with_it(
    window: MainWindow, tmp_path: Path, names: tuple[str, ...], inline_tasks: None
) -> None:
    paths = tuple(tmp_path / name for name in names)
    for path in paths:
        path.write_text("one\tun\n")
    drop(window, *paths)
    form = window.view("train").dialog
    assert form.isVisible()
    assert form.corpus.files() == paths
    form.reject()


def test_anything_else_is_told(window: MainWindow, tmp_path: Path) -> None:
    picture, empty, folder = tmp_path / "p.png", tmp_path / "empty.txt", tmp_path / "folder"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    empty.write_bytes(b" \n")
    folder.mkdir()
    source = window.workspace.source_text
    for path in (picture, empty, folder, tmp_path / "gone.txt"):
        drop(window, path)
        assert str(path.name) in window.bar.text()
        window.bar.hide()
    with pytest.raises(EngineError, match="3 files"):
        look_at([picture, empty, folder])
    assert window.workspace.source_text == source


def test_what_is_no_file_of_this_machine_is_not_taken(window: MainWindow) -> None:
    text, remote = QMimeData(), QMimeData()
    text.setText("words")
    remote.setUrls([QUrl("https://example.org/a.txt")])
    assert not drag(window, text)
    assert not drag(window, remote)


def test_the_source_line_leaves_files_to_the_window(window: MainWindow, tmp_path: Path) -> None:
    edit, words = window.view("translate").source.edit, QMimeData()
    words.setText("words")
    assert edit.canInsertFromMimeData(words)
    assert not edit.canInsertFromMimeData(mime(tmp_path / "text.txt"))


def test_only_the_start_of_a_long_text_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.window.dropped.MOST_READ", 12)
    (tmp_path / "long.txt").write_bytes("erste\nä ä ä ä".encode())
    dropped = look_at([tmp_path / "long.txt"])
    assert (dropped.sentence, dropped.sentences) == ("erste", 1)
