"""Files of gold links in the window: opened and saved line by line; what no file has is kept."""

from pathlib import Path

import pytest

from engine.evaluation.alignment import GoldLinks
from explorer.gold_book import GoldBook, LinkPlace
from explorer.main_window import MainWindow
from explorer.window.gold_files import GoldFiles

pytestmark = pytest.mark.usefixtures("inline_tasks")
MIXED = GoldLinks(frozenset({(0, 0)}), frozenset({(1, 2)}))


@pytest.fixture
def book(window: MainWindow, qtbot) -> GoldBook:
    window.view("translate")
    window.workspace.set_source_text("the old cat")
    window.service.request((window.workspace.translation,))
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=10_000)
    yield window.workspace.gold
    window.workspace.gold._sheets.clear()
    window.workspace.gold.edited.emit()
    window.workspace.gold.set_shown(is_open=False)
    window.bar.hide()


def test_what_is_saved_opens_again_identically(window, book, tmp_path: Path) -> None:
    book.put(MIXED, "by hand")
    place = LinkPlace(tmp_path / "mine.links", 1, 0)
    window.gold.save_to(place)
    assert place.path.read_bytes() == b"0-0 1p2\n"
    assert not book.sheet.is_unsaved
    book.put(GoldLinks(), "none")
    window.gold.open(place.path)
    assert book.sheet.links == MIXED
    assert (book.sheet.undo_name, book.sheet.is_unsaved) == ("Open line 1 of mine.links", False)


def test_one_line_of_many_is_edited_and_the_others_stay(window, book, tmp_path: Path) -> None:
    path = tmp_path / "many.links"
    path.write_text("0-0 9-9\n2-1\n7-7\n", encoding="utf-8")
    window.gold.open(path, line=2)
    bar = window.view("translate").gold.bar
    assert (bar.line.value(), bar.line.text()) == (2, "Line 2 of 3")
    book.mark(0, 0, is_sure=False)
    bar.save.trigger()
    assert path.read_text("utf-8") == "0-0 9-9\n0p0 2-1\n7-7\n"
    bar.line.setValue(4)  # the line behind the last one
    assert book.sheet.links == GoldLinks()
    book.mark(1, 1, is_sure=True)
    bar.save.trigger()
    assert path.read_text("utf-8") == "0-0 9-9\n0p0 2-1\n7-7\n1-1\n"


def test_a_file_that_counts_from_1_goes_on_so(window, book, tmp_path: Path) -> None:
    path = tmp_path / "one.links"
    path.write_text("1-1 3-3\n", encoding="utf-8")
    window.gold.open(path)
    assert book.sheet.links.sure == {(0, 0), (2, 2)}
    book.mark(1, 1, is_sure=True)
    window.view("translate").gold.bar.save.trigger()
    assert path.read_text("utf-8") == "1-1 2-2 3-3\n"


def test_what_does_not_fit_is_told_and_changes_nothing(window, book, tmp_path: Path) -> None:
    book.put(MIXED, "by hand")
    for text, words in (
        ("0-0 5-5\n", "outside the sentences"),
        ("0-0 x\n", "no link"),
        ("1-2\n", "0 or from 1"),
    ):
        (tmp_path / "bad").write_text(text, encoding="utf-8")
        window.gold.open(tmp_path / "bad")
        assert words in window.bar.text()
        assert book.sheet.links == MIXED
    window.gold.open(tmp_path / "none")
    assert "none" in window.bar.text()


def test_a_file_of_many_pairs_is_not_replaced_by_one(window, book, tmp_path: Path) -> None:
    path = tmp_path / "many"
    path.write_text("0-0\n1-1\n", encoding="utf-8")
    book.put(MIXED, "by hand")
    window.gold.save_to(LinkPlace(path, 1, 0))
    assert "2 sentence pairs" in window.bar.text()
    assert path.read_text("utf-8") == "0-0\n1-1\n"
    assert book.sheet.is_unsaved
    window.gold.save_to(LinkPlace(tmp_path / "no" / "folder", 1, 0))
    assert "cannot be written" in window.bar.text()


def test_what_no_file_has_is_there_at_the_next_start(window, book, tmp_path: Path) -> None:
    book.put(MIXED, "by hand")
    assert len(window._settings["links"]) == 1
    pair = book.pair
    book._sheets.clear()
    GoldFiles(window, window._settings).deleteLater()
    assert (book.pair, book.sheet.links, book.sheet.is_unsaved) == (pair, MIXED, True)
    window.gold.save_to(LinkPlace(tmp_path / "f", 1, 0))
    assert window._settings["links"] == []


def test_a_workspace_has_the_links_of_every_pair(window, book, qtbot, tmp_path: Path) -> None:
    book.put(MIXED, "by hand")
    window.files.save_to(tmp_path / "mine.alignment")
    book.put(GoldLinks(frozenset({(2, 2)})), "other")
    window.files.open(tmp_path / "mine.alignment")
    qtbot.waitUntil(lambda: book.sheet.links == MIXED, timeout=10_000)
    book.undo()
    assert book.sheet.links.sure == {(2, 2)}
    window.files.path = None
    qtbot.waitUntil(lambda: not window.workspace.translation.is_busy, timeout=10_000)
