"""One choice of whole words or raw pieces for every view, kept in the settings and in the workspace file."""

from pathlib import Path

import pytest

from explorer.keys import all_keys
from explorer.main_window import MainWindow
from explorer.settings import Settings
from explorer.views import DOCKED
from explorer.workspace_file import SavedWorkspace, load_workspace, save_workspace
from tests.explorer.made_pieces import made_pieces


@pytest.fixture(autouse=True)
def _as_it_was(window: MainWindow):
    yield
    window.workspace.set_whole_words(is_whole=True)
    window.view("translate").docks.arrange()


def test_every_view_follows_the_one_choice(window: MainWindow, qtbot) -> None:
    translate, action = window.view("translate"), window.actions_by_name["whole_words"]
    window.workspace.translation.set_model(next(m for m in window.workspace.models if m.has_attention))
    window.workspace.translation.show_result(made_pieces())
    assert action.isChecked()
    seen = []
    for name in DOCKED:
        translate.docks.open(name)
        qtbot.waitUntil(lambda name=name: translate.docks.docks[name].is_seen)
        seen.append(translate.docks.docks[name].view)
    assert all(view.whole_words for view in (*seen, translate.stage.view))
    action.trigger()
    assert not window.workspace.whole_words
    assert not translate.stage.view.whole_words
    assert not seen[-1].whole_words, "the one in front at once"
    for name, view in zip(DOCKED, seen, strict=True):
        translate.docks.open(name)
        qtbot.waitUntil(lambda name=name: translate.docks.docks[name].is_seen)
        assert not view.whole_words, "the others when they are seen again"
    assert translate.stage.view.matrix._figure.source == ("Eu", "ropean", "zone", "⟨end⟩")
    assert window.view("compare").columns[0].stage._whole_words is False
    film = window.view("train").board.details.film.picture
    assert not film.whole_words
    assert Settings(window._settings.path)["whole_words"] is False
    window.workspace.set_whole_words(is_whole=True)
    assert action.isChecked()
    assert film.whole_words


def test_what_is_selected_stays_a_piece(window: MainWindow) -> None:
    translation = window.workspace.translation
    translation.show_result(made_pieces())
    translation.select_step(1)
    window.actions_by_name["whole_words"].trigger()
    assert translation.selection.step == 1
    window.actions_by_name["whole_words"].trigger()
    assert translation.selection.step == 1


def test_it_has_a_key_in_the_list() -> None:
    assert ("Whole words", "Alt+W") in {(entry.text, entry.keys) for entry in all_keys()}


@pytest.mark.parametrize("whole_words", [True, False])
def test_a_workspace_file_keeps_it_and_an_older_one_has_whole_words(
    tmp_path: Path, whole_words: bool
) -> None:
    path = tmp_path / "one.alignment"
    save_workspace(path, SavedWorkspace(whole_words=whole_words))
    assert load_workspace(path).whole_words is whole_words
    older = path.read_text().replace('"whole_words"', '"unknown"')
    path.write_text(older)
    assert load_workspace(path).whole_words is True
