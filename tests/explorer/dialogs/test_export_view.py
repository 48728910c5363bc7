"""The dialog that exports a view asks for what it shows, and what is missing is told in its place."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSizeF, Qt
from PySide6.QtGui import QColor

from explorer.dialogs.export_view import ExportViewDialog, ViewExport, ViewSource
from explorer.export_choice import IMPORTANCE, NUMBERS, PICTURES, ExportChoice
from explorer.plots.pictures import Drawing
from explorer.settings import KEYS
from explorer.theme import Theme
from explorer.widgets.upright_area import UprightArea
from tests.explorer.made_probes import made_importance
from tests.explorer.made_traces import made_trace

RED = QColor(200, 30, 30)


def source(title: str, *, attention: bool = True) -> ViewSource:
    trace = made_trace("one two", attention=attention)

    def draw(whole: bool) -> Drawing:
        size = QSizeF(100, 300 if whole else 50)
        return Drawing(size, lambda painter: painter.fillRect(0, 0, 100, int(size.height()), RED))

    return ViewSource(title, f"one-two-{title.lower()}", draw, trace, trace.best())


@pytest.fixture
def dialog(qtbot, theme, tmp_path: Path) -> ExportViewDialog:
    sources = [source("Matrix"), source("Step", attention=False)]
    made = ExportViewDialog(sources, ExportChoice(("svg", "png"), 192), tmp_path)
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_asks_for_what_it_shows(dialog: ExportViewDialog, qtbot, tmp_path: Path) -> None:
    dialog.formats.boxes["csv"].setChecked(True)
    with qtbot.waitSignal(dialog.export_requested) as asked:
        qtbot.mouseClick(dialog.export, Qt.MouseButton.LeftButton)
    (wanted,) = asked.args
    assert isinstance(wanted, ViewExport)
    assert (wanted.source.title, wanted.whole, wanted.stem) == ("Matrix", True, "one-two-matrix")
    assert wanted.choice == ExportChoice(("svg", "png", "csv"), 192)
    assert wanted.paths() == [tmp_path / f"one-two-matrix{ending}" for ending in (".svg", ".png", ".csv")]
    assert dialog.files_note.text() == "Endings: .svg, .png, .csv."


def test_the_size_of_the_png_is_told(dialog: ExportViewDialog) -> None:
    """Twice as many pixels as on the screen at 192 dots an inch."""
    assert "200 × 600 pixels" in dialog.formats_note.text()
    dialog.seen.setChecked(True)
    assert "200 × 100 pixels" in dialog.formats_note.text()
    dialog.formats.dpi.setValue(96)
    assert "100 × 50 pixels" in dialog.formats_note.text()


def test_the_preview_shows_the_part_that_was_chosen(dialog: ExportViewDialog) -> None:
    shares = []
    for button in (dialog.whole, dialog.seen):
        button.setChecked(True)
        image = dialog.preview.grab().toImage()
        reds = [
            image.pixelColor(x, y) == RED
            for x in range(0, image.width(), 4)
            for y in range(0, image.height(), 4)
        ]
        shares.append(sum(reds) / len(reds) * image.width() * image.height())
    assert shares == pytest.approx([100 * 300, 100 * 50], rel=0.1)


def test_without_attention_there_are_pictures_alone(dialog: ExportViewDialog) -> None:
    dialog.formats.boxes["json"].setChecked(True)
    dialog.view.setCurrentIndex(1)
    assert dialog.asked_for().choice.formats == ("svg", "png")
    assert not dialog.formats.boxes["json"].isEnabled()
    assert "no attention" in dialog.formats_note.text()
    dialog.view.setCurrentIndex(0)
    assert dialog.asked_for().choice.formats == ("svg", "png", "json")


def test_files_that_are_there_are_told_before_they_are_replaced(
    dialog: ExportViewDialog, tmp_path: Path
) -> None:
    (tmp_path / "one-two-step.png").write_bytes(b"old")
    dialog.view.setCurrentIndex(1)
    assert dialog.files_note.text() == "Endings: .svg, .png. Will be replaced: .png."


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", "."])
def test_a_wrong_name_is_told_and_stops_the_export(dialog: ExportViewDialog, name: str) -> None:
    dialog.name.setText(name)
    assert dialog.files_note.is_warning
    assert not dialog.export.isEnabled()
    dialog.name.setText("fine")
    assert dialog.export.isEnabled()


def test_no_format_and_no_whole_path_are_told(dialog: ExportViewDialog) -> None:
    for name in ("svg", "png"):
        dialog.formats.boxes[name].setChecked(False)
    assert "at least one" in dialog.files_note.text()
    dialog.formats.boxes["pdf"].setChecked(True)
    dialog.folder.edit.setText("somewhere")
    assert "whole path" in dialog.files_note.text()
    assert not dialog.export.isEnabled()


def test_a_name_that_was_typed_stays_with_another_view(dialog: ExportViewDialog, qtbot) -> None:
    dialog.name.clear()
    qtbot.keyClicks(dialog.name, "figure3")
    dialog.view.setCurrentIndex(1)
    assert dialog.asked_for().stem == "figure3"


def test_a_name_longer_than_the_system_allows_is_no_exception(dialog: ExportViewDialog) -> None:
    dialog.name.setText("n" * 5000)
    assert "There already" not in dialog.files_note.text()


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_what_will_be_replaced_is_read_whole_in_every_size_of_text(
    theme: Theme, qtbot, tmp_path: Path, scale: float
) -> None:
    """All nine endings twice, where nothing scrolls; the form is never wider than its place."""
    theme.set_text_size(scale)
    try:
        made = ExportViewDialog([source("Matrix")], ExportChoice((*PICTURES, *NUMBERS)), tmp_path)
        qtbot.addWidget(made)
        for path in made.asked_for().paths():
            path.touch()
        made.name.setText(made.name.text())
        made.formats.choice_changed.emit()
        made.show()
        note = made.files_note
        assert "Will be replaced: .svg" in note.text()
        assert made.rect().contains(QRect(note.mapTo(made, QPoint(0, 0)), note.size()))
        assert note.height() >= note.heightForWidth(note.width())
        area = next(area for area in made.findChildren(UprightArea))
        assert not area.isAncestorOf(note)
        assert area.widget().minimumSizeHint().width() <= area.viewport().width()
        assert made.formats.boxes["svg"].geometry().height() >= round(14 * scale)
    finally:
        theme.set_text_size(1.0)


def test_a_picture_comes_with_its_numbers_unless_chosen_otherwise() -> None:
    assert ExportChoice().formats == tuple(KEYS["export_formats"].default) == ("svg", "json")


def test_importance_has_its_own_numbers_and_none_before_it_is_found(
    theme: Theme, qtbot, tmp_path: Path
) -> None:
    trace = made_trace("one two")
    found = made_importance("one two", trace.best().token_ids, "occlusion")
    waiting = replace(source("Importance"), numbers_of=IMPORTANCE)
    sources = [waiting, replace(waiting, importance=found), source("Matrix")]
    made = ExportViewDialog(sources, ExportChoice(("csv", "pharaoh")), tmp_path)
    qtbot.addWidget(made)
    assert made.asked_for().choice.formats == ()
    assert "not worked out yet" in made.formats_note.text()
    made.view.setCurrentIndex(1)
    assert made.asked_for().choice.formats == ("csv",)
    assert made.formats_note.text().startswith("Numbers: the importance (occlusion)")
    made.view.setCurrentIndex(2)
    assert made.asked_for().choice.formats == ("csv", "pharaoh")
    assert made.formats_note.text() == "Numbers: the weights of the alignment, token by token."
