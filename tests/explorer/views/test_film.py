"""The film: every frame once, the place that stays, playing, and what is said where there is no picture."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.runs.layout import RunLayout
from engine.runs.writer import RunWriter
from explorer.views.film_side import REFERENCE as ALONG_REFERENCE
from tests.explorer.made_film import REFERENCE, FilmShow, add_frame, frame_trace, make_run, reference_trace
from tests.explorer.made_traces import made_trace

UPDATES = (10, 20, 30, 40)


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", UPDATES)


@pytest.fixture
def show(qtbot, inline_tasks, run):
    return FilmShow(qtbot, run)


def drawn(show):
    """The weights in the matrix."""
    return show.view.picture.matrix._figure.weights


def test_each_validation_is_a_frame_with_its_own_weights_and_words(show):
    view = show.view
    assert view.player.strip.maximum() == len(UPDATES) - 1
    for frame, update in enumerate(UPDATES):
        view.player.strip.setValue(frame)
        assert show.words() == f"Update {update}: A RED BOOK W{update}"
        assert np.allclose(drawn(show), frame_trace(update, 0).weights[:, 0])
        assert view.side.measures.text() == f"dev BLEU {update / 2:.1f}"


def test_it_begins_at_the_newest_frame(show):
    assert show.words().startswith("Update 40")


def test_another_sentence_is_shown_at_the_same_update(show):
    show.view.player.strip.setValue(1)
    show.view.side.list.setCurrentRow(1)
    assert show.words() == "Update 20: THE OLD MAN SLEEPS W20"
    assert np.allclose(drawn(show), frame_trace(20, 1).weights[:, 0])


def test_along_the_reference_the_words_are_the_same_at_each_update(show):
    show.view.side.target.setCurrentIndex(ALONG_REFERENCE)
    for frame, update in enumerate(UPDATES):
        show.view.player.strip.setValue(frame)
        assert show.words() == f"Update {update}: {REFERENCE}"
        assert np.allclose(drawn(show), reference_trace(update).weights[:, 0])


def test_without_a_reference_there_is_only_the_own_translation(show):
    side = show.view.side
    side.target.setCurrentIndex(ALONG_REFERENCE)
    side.list.setCurrentRow(1)
    assert not side.target.isEnabled()
    assert show.words() == "Update 40: THE OLD MAN SLEEPS W40"


def test_new_words_are_marked(show):
    text = show.view.side.text.text()
    assert text.startswith("A RED BOOK <span")
    assert text.endswith(">W40</span>")


def test_the_place_stays_while_frames_come_in(show, run):
    show.view.player.strip.setValue(1)
    with RunWriter.resume(run, 40, 1) as writer:
        add_frame(writer, 50)
        show.poll()
    assert show.view.player.strip.maximum() == 4
    assert show.words().startswith("Update 20")


@pytest.mark.parametrize(("follows", "update"), [(True, 50), (False, 40)])
def test_the_newest_frame_is_followed_if_that_is_wished(show, run, follows, update):
    show.view.player.follow.setChecked(follows)
    with RunWriter.resume(run, 40, 1) as writer:
        add_frame(writer, 50)
        show.poll()
    assert show.words().startswith(f"Update {update}")


def test_after_a_resume_frames_of_the_branch_that_ended_are_not_shown_twice(show, run):
    with RunWriter.resume(run, 20, 1) as writer:
        show.poll()
        assert show.view._film.updates == (10, 20)
        assert show.words().startswith("Update 20")
        add_frame(writer, 30)
        show.poll()
    assert show.view._film.updates == (10, 20, 30)


def test_a_broken_frame_is_told_in_words_and_the_others_play_on(show, run):
    RunLayout(run).trace_file(20, 0, is_forced=False).write_bytes(b"half a fra")
    show.view.player.strip.setValue(0)
    show.reader.list_frames(run, 40)
    show.reader._forget()
    show.view.player.strip.setValue(1)
    picture = show.view.picture
    assert picture.message.isVisible()
    assert "This is not a translation trace" in picture.message.text()
    assert show.words() == "Update 20: "
    show.view.player.strip.setValue(2)
    assert picture.matrix.isVisible()
    assert show.words().startswith("Update 30: A RED BOOK")


def test_it_plays_to_the_end_and_then_stays(show, qtbot):
    player = show.view.player
    seen = []
    player.frame_requested.connect(seen.append)
    player.speed.setCurrentIndex(player.speed.count() - 1)
    qtbot.mouseClick(player.buttons["play"], Qt.MouseButton.LeftButton)
    assert player.is_playing
    qtbot.waitUntil(lambda: not player.is_playing, timeout=5000)
    assert seen == [0, 1, 2, 3]
    assert show.words().startswith("Update 40")


def test_with_reduced_motion_it_does_not_walk_by_itself(show):
    player = show.view.player
    player.set_motion(is_reduced=True)
    assert not player.speed.isEnabled()
    for update in (10, 40, 10):
        player.play()
        assert not player.is_playing
        assert show.words().startswith(f"Update {update}")


def test_playing_waits_for_a_frame_that_is_not_read_yet(show):
    player = show.view.player
    player.strip.setValue(0)
    player.set_ready(is_ready=False)
    player._advance()
    assert player.frame == 0
    player.set_ready(is_ready=True)
    player._advance()
    assert player.frame == 1


def test_keys_walk_and_play(show, qtbot):
    player = show.view.player
    show.view.setFocus()
    strip = player.strip
    for key, frame in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 2)):
        qtbot.keyClick(strip, key)
        assert player.frame == frame
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    assert show.words().startswith("Update 20")
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert show.words().startswith("Update 40")
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    assert player.is_playing
    qtbot.keyClick(strip, Qt.Key.Key_Space)
    assert not player.is_playing


def test_a_cell_that_is_pointed_at_is_read_from_frame_to_frame(show):
    show.view.side.target.setCurrentIndex(ALONG_REFERENCE)
    matrix = show.view.picture.matrix
    show.view.player.strip.setValue(0)
    matrix.pointed.emit(1, 2)
    for frame, update in enumerate(UPDATES):
        show.view.player.strip.setValue(frame)
        weight = float(reference_trace(update).weights[1, 0, 2])
        assert matrix.read_out().startswith(f"{weight:.3f}   \u2068LIVRE\u2069")


def test_a_model_without_attention_tells_the_history_of_its_translation(qtbot, inline_tasks, tmp_path):
    show = FilmShow(qtbot, make_run(tmp_path / "fixed", UPDATES, attention=False))
    show.view.player.strip.setValue(2)
    history = show.view.picture.history
    assert history.isVisible()
    assert "no attention" in history.note.text()
    lines = history.lines.text()
    places = [lines.index(f"{update:,}</td>") for update in (10, 20, 30)]
    assert places == sorted(places)
    assert "40</td>" not in lines
    assert lines.count("W30") == 1


def test_a_run_without_frames_says_what_will_be_here(qtbot, inline_tasks, tmp_path):
    show = FilmShow(qtbot, make_run(tmp_path / "new", ()))
    assert show.view.picture.message.isVisible()
    assert "No frames yet" in show.view.picture.message.text()


def test_another_run_begins_at_its_own_newest_frame(show, tmp_path, run):
    other = make_run(tmp_path / "other", (100, 200))
    show.view.player.strip.setValue(0)
    show.turn_to(other)
    assert show.words().startswith("Update 200")


def test_an_empty_sentence_has_no_picture(qtbot, inline_tasks, tmp_path):
    run = make_run(tmp_path / "run", (10,))
    show = FilmShow(qtbot, run)
    with RunWriter.resume(run, 10, 1) as writer:
        add_frame(writer, 20)
        writer.save_trace(20, 0, made_trace(""))
    show.poll()
    show.view.player.last()
    assert show.view.picture.message.isVisible()
    assert show.view.side.note.text().startswith("The model writes no words here.")
