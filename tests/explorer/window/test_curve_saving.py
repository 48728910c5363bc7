"""The curves on screen as files: pictures of shapes and letters, values, and what is said in failure."""

import csv
import json
import re

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from explorer.views.train_curves import RunCurvesPanel
from explorer.window.curve_saving import CurveSaving
from tests.explorer.views.test_train_curves import run


@pytest.fixture
def panel(qtbot):
    made = RunCurvesPanel()
    qtbot.addWidget(made)
    made.resize(1000, 420)
    made.show()
    made.show_runs([run(loss=(4.0, float("nan"), 2.0, 1.0))])
    return made


@pytest.fixture
def saving(panel):
    return CurveSaving(panel)


def save(saving, qtbot, path):
    with qtbot.waitSignal(saving.saved, timeout=5000) as told:
        saving.save(path, path.suffix[1:])
    assert told.args == [path]


def test_a_vector_picture_has_no_pixels_and_says_where_it_is_from(saving, qtbot, tmp_path):
    save(saving, qtbot, tmp_path / "c.svg")
    text = (tmp_path / "c.svg").read_text(encoding="utf-8")
    assert "<image" not in text
    assert "Dev BLEU" in text
    told = re.search(r"<desc>(.*)</desc>", text).group(1).replace("&quot;", '"')
    assert json.loads(told)["runs"] == ["/runs/a"]


def test_a_picture_of_pixels_is_as_large_as_the_plots(saving, panel, qtbot, tmp_path):
    save(saving, qtbot, tmp_path / "c.png")
    image = QImage(str(tmp_path / "c.png"))
    assert image.width() == 2 * panel.stack.width()
    accent = panel.palette().accent().color()
    assert any(
        image.pixelColor(x, y) == accent for y in range(0, image.height(), 2) for x in range(image.width())
    )


def test_the_values_are_those_of_the_plots_on_their_axis(saving, panel, qtbot, tmp_path):
    panel.choice.axis.setCurrentIndex(3)
    save(saving, qtbot, tmp_path / "c.csv")
    with (tmp_path / "c.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["part"], row["time"], row["value"]) for row in rows if row["curve"] == "Loss"] == [
        ("train", "1", "4.0"), ("train", "2", "nan"), ("train", "30", "2.0"), ("train", "31", "1.0"),
        ("dev", "2.5", "3.5"), ("dev", "31.5", "1.5"),
    ]  # fmt: skip
    assert [row["value"] for row in rows if row["curve"] == "Dev BLEU"] == ["7.0", "9.0"]


def test_a_folder_that_is_not_there_is_told(saving, qtbot, tmp_path):
    with qtbot.waitSignal(saving.failed, timeout=5000) as told:
        saving.save(tmp_path / "missing" / "c.csv", "csv")
    assert "cannot be saved" in told.args[0].what


def test_the_menu_asks_for_a_file(saving, panel, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    action = next(action for action in panel.choice.save.menu().actions() if "CSV" in action.text())
    with qtbot.waitSignal(saving.saved, timeout=5000):
        action.trigger()
    assert (tmp_path / "mine.csv").exists()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    action.trigger()
