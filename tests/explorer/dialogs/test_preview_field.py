"""Looking ahead from the form: what is shown belongs to what is typed."""

import pytest

from engine.corpora.report import ImportReport
from engine.errors import RunError
from engine.preview import Preview
from explorer.dialogs.new_run import NewRunDialog
from explorer.widgets.fold import Fold


@pytest.fixture
def found():
    report = ImportReport(kept=90)
    report.drop("longer than 30 tokens", "pairs.tsv", 7)
    return Preview(report, 70, 15, 5, 0, 2, 4, 150.0, "cpu", 2)


@pytest.fixture
def dialog(qtbot, tmp_path):
    made = NewRunDialog(tmp_path / "runs")
    qtbot.addWidget(made)
    file = tmp_path / "pairs.tsv"
    file.write_text("a\tb\n", encoding="utf-8")
    made.show()
    made.corpus.set_files([file])
    return made


@pytest.fixture
def wishes(dialog):
    heard = []
    dialog.preview_requested.connect(heard.append)
    return heard


def test_it_looks_ahead_at_what_the_form_describes(dialog, wishes, found):
    dialog.takes.preview.button.click()
    assert wishes == [dialog.asked_for()]
    assert dialog.takes.preview.button.text() == "Stop"
    dialog.takes.preview.show_progress("Reading the corpus.")
    assert dialog.takes.preview.note.text() == "Reading the corpus."
    dialog.show_preview(found)
    assert "70 pairs to train on" in dialog.takes.preview.note.text()
    assert "Of their targets 2 are also a target of training" in dialog.takes.preview.note.text()
    assert "about 2.5 minutes" in dialog.takes.preview.note.text()
    assert "1 dropped, longer than 30 tokens" in dialog.corpus_note.text()
    assert dialog.takes.preview.button.text() == "Look again"
    (fold,) = [fold for fold in dialog.findChildren(Fold) if fold.page is dialog.takes]
    assert fold.summary.text().endswith("an epoch in 2.5 minutes")
    dialog.settings.fields["train.batch_size"].editor.setText("9")
    assert "epoch" not in fold.summary.text()


def test_another_setting_gives_up_what_was_looked_for(dialog, wishes, found):
    dialog.takes.preview.button.click()
    dialog.settings.fields["train.batch_size"].editor.setText("9")
    assert wishes[1:] == [None]
    assert "2.5 minutes" not in dialog.takes.preview.note.text()
    dialog.takes.preview.button.click()
    dialog.show_preview(found)
    dialog.settings.fields["train.batch_size"].editor.setText("0")
    assert "2.5 minutes" not in dialog.takes.preview.note.text()
    assert not dialog.takes.preview.button.isEnabled()


def test_another_folder_changes_nothing_of_it(dialog, wishes, found, tmp_path):
    dialog.takes.preview.button.click()
    dialog.show_preview(found)
    dialog.folder.edit.setText(str(tmp_path / "elsewhere"))
    assert "2.5 minutes" in dialog.takes.preview.note.text()
    assert len(wishes) == 1


def test_a_second_click_stops_and_a_late_word_is_not_shown(dialog, wishes):
    dialog.takes.preview.button.click()
    dialog.takes.preview.button.click()
    assert wishes[1:] == [None]
    text = dialog.takes.preview.note.text()
    dialog.takes.preview.show_progress("Reading the corpus.")
    assert dialog.takes.preview.note.text() == text


def test_a_failure_is_told_where_it_arose(dialog):
    dialog.takes.preview.button.click()
    dialog.takes.preview.show_error(RunError("The corpus is empty.", "Give another."))
    assert dialog.takes.preview.note.is_warning
    assert dialog.takes.preview.note.text() == "The corpus is empty. Give another."
    assert dialog.start.isEnabled()


def test_starting_the_run_stops_the_looking(dialog, wishes):
    dialog.takes.preview.button.click()
    dialog.start.click()
    assert wishes[1:] == [None]
