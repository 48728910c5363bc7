"""The film with more than its frames: comparisons, gold links, checkpoints to open, pictures to export."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.runs.layout import RunLayout
from engine.runs.writer import RunWriter
from explorer.film import Frame, FrameKey
from explorer.plots.cell_ring import Ring
from explorer.plots.pictures import Picture, svg_bytes
from explorer.views.film_side import REFERENCE as ALONG_REFERENCE
from tests.explorer.made_film import FilmShow, add_frame, frame_trace, make_run, reference_trace
from tests.explorer.made_pieces import MERGED, WEIGHTS, made_pieces

UPDATES = (10, 20, 30, 40)


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", UPDATES)


@pytest.fixture
def show(qtbot, inline_tasks, run):
    return FilmShow(qtbot, run)


def test_two_frames_are_compared_along_the_reference(show):
    view = show.view
    view.side.target.setCurrentIndex(ALONG_REFERENCE)
    view.player.strip.setValue(0)
    view.side.compare.click()
    assert view.picture.matrix.isVisible()  # a frame is not compared with itself
    view.player.strip.setValue(2)
    assert view.side.heading.text() == "Update 30 minus 10"
    matrix = view.picture.difference
    assert matrix.isVisible()
    expected = reference_trace(30).weights[:, 0] - reference_trace(10).weights[:, 0]
    assert np.allclose(matrix._figure.weights, expected)
    assert matrix._figure.in_words() == "+ more than at update 10, \u2212 less"
    view.side.compare.click()
    assert view.picture.matrix.isVisible()
    assert view.side.heading.text() == "Update 30"


def test_two_translations_are_compared_where_they_agree_and_that_is_said(show):
    view = show.view
    view.side.compare.click()
    view.player.strip.setValue(1)
    assert view.side.heading.text() == "Update 20 minus 40"
    assert view.picture.difference._figure.target == ("A", "RED", "BOOK", "⟨end⟩")
    assert "Compared are the 4 of 5 rows that both have" in view.picture.note.text()
    assert ">W20</span>" in view.side.text.text()
    assert "Marked: not in the translation at update 40." in view.side.note.text()


def test_the_frame_that_others_are_compared_with_stays_while_frames_come_in(show, run):
    view = show.view
    view.player.strip.setValue(1)
    view.side.compare.click()
    view.player.last()
    with RunWriter.resume(run, 40, 1) as writer:
        add_frame(writer, 50)
        show.poll()
    assert view.side.heading.text() == "Update 50 minus 20"
    with RunWriter.resume(run, 10, 1):
        show.poll()
    assert view.side.heading.text() == "Update 10"
    assert not view.side.compare.isChecked()


def test_gold_links_are_laid_over_the_reference(qtbot, inline_tasks, run):
    (run / "watched.links").write_text("0-0 1-2 2-1\n\n", encoding="utf-8")
    show = FilmShow(qtbot, run)  # kept, for it reads the frames
    view = show.view
    assert view.side.gold.isVisible()
    view.side.target.setCurrentIndex(ALONG_REFERENCE)
    assert view.picture.matrix._figure.rings == ()
    view.side.gold.setChecked(True)
    expected = (Ring(0, 0, 0, 0), Ring(2, 2, 1, 1), Ring(1, 1, 2, 2))
    assert view.picture.matrix._figure.rings == expected
    assert "gold link" in view.picture.matrix._figure.in_words()
    assert not view.picture.note.isVisible()
    view.side.compare.click()
    view.player.first()
    assert view.picture.difference._figure.rings == expected
    view.side.list.setCurrentRow(1)
    assert not view.side.gold.isEnabled()
    assert view.picture.difference._figure.rings == ()


def test_over_another_translation_only_links_of_shared_words_are_laid_and_that_is_said(
    qtbot, inline_tasks, run
):
    """The reference is UN LIVRE ROUGE, and the translation has no word of it."""
    (run / "watched.links").write_text("0-0 1-2 2-1\n", encoding="utf-8")
    show = FilmShow(qtbot, run)  # kept, for it reads the frames
    view = show.view
    view.side.gold.setChecked(True)
    assert view.picture.matrix._figure.rings == ()
    assert "another translation: 0 of 3" in view.picture.note.text()
    qtbot.mouseClick(view.picture.along, Qt.MouseButton.LeftButton)
    assert view.side.is_forced
    assert len(view.picture.matrix._figure.rings) == 3
    assert view.picture.note.isHidden()
    assert view.picture.along.isHidden()


def test_without_gold_links_there_is_no_switch_for_them(show):
    assert not show.view.side.gold.isVisible()


def test_the_checkpoint_of_a_frame_is_opened_with_its_sentence(show, run, qtbot):
    view = show.view
    RunLayout(run).checkpoint_dir(20).mkdir()
    show.poll()
    assert not view.side.open.isEnabled()
    view.side.list.setCurrentRow(1)
    view.player.strip.setValue(1)
    assert view.side.open.isEnabled()
    with qtbot.waitSignal(view.open_requested) as told:
        qtbot.mouseClick(view.side.open, Qt.MouseButton.LeftButton)
    assert told.args == [str(RunLayout(run).checkpoint_dir(20)), "the old man sleeps"]


def test_a_frame_is_exported_as_it_is_drawn_and_says_where_it_comes_from(show):
    view = show.view
    view.player.strip.setValue(1)
    assert view.title() == "Film, update 20"
    assert view.picture.trace.meta["update"] == 20
    assert view.picture.hypothesis.text == "A RED BOOK W20"
    for whole in (True, False):
        drawing = view.picture.drawing(whole=whole)
        svg = svg_bytes(Picture(drawing, "title", "origin"))
        assert b"<svg" in svg
    view.picture.show_words("nothing", "here")
    assert view.picture.hypothesis is None


def test_it_is_of_whole_words_or_of_raw_pieces_as_all_views_are(show):
    trace = made_pieces()
    picture = show.view.picture
    picture.show_frame(Frame(FrameKey(40, 0), trace))
    figure = picture.matrix._figure
    np.testing.assert_allclose(figure.weights, MERGED, atol=1e-6)
    assert (figure.source, figure.target) == (("European", "zone", "⟨end⟩"), ("européenne", "⟨end⟩"))
    picture.show_pieces(whole=False)
    figure = picture.matrix._figure
    np.testing.assert_allclose(figure.weights, WEIGHTS, atol=1e-6)
    assert figure.target == ("euro", "péenne", "⟨end⟩")
    earlier = replace(trace, weights=trace.weights[:, :, ::-1])
    picture.show_frame(Frame(FrameKey(40, 0), trace), Frame(FrameKey(30, 0), earlier))
    assert picture.difference._figure.source == ("Eu", "ropean", "zone", "⟨end⟩")


def test_how_the_picture_is_drawn_is_chosen_for_frames_and_differences(show):
    view = show.view
    picture = view.picture
    picture.menu.transposed.trigger()
    assert picture.matrix._figure.style.is_transposed
    view.side.compare.click()
    view.player.first()
    assert picture.difference.isVisible()
    assert picture.difference._figure.style.is_transposed
    picture.menu.transposed.trigger()
    assert not picture.difference._figure.style.is_transposed


def test_the_picture_and_its_numbers_are_copied(show):
    picture = show.view.picture
    clipboard = QGuiApplication.clipboard()
    picture.menu.copy_numbers.trigger()
    rows = clipboard.text().splitlines()
    assert rows[1].split("\t")[0] == "A"
    assert float(rows[1].split("\t")[1]) == pytest.approx(frame_trace(40, 0).weights[0, 0, 0], abs=1e-6)
    picture.menu.copy_picture.trigger()
    assert clipboard.image().width() >= picture.matrix.width()
