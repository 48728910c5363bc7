"""The form of a new run: every wrong value is told where it is typed, and nothing typed is lost."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QScrollArea

from engine.config import GrammarConfig
from engine.corpora.report import ImportReport
from engine.errors import CorpusError, RunError
from engine.presets import PRESETS
from explorer.dialogs.corpus_question import BUILT_IN, FILES
from explorer.dialogs.new_run import NewRunDialog
from explorer.dialogs.new_run_checks import corpus_problem, folder_problem, free_folder, language_code
from explorer.new_run import NewRun
from explorer.widgets.field_note import FieldNote


@pytest.fixture
def pairs(tmp_path):
    file = tmp_path / "pairs.tsv"
    file.write_text("a\tb\n", encoding="utf-8")
    return file


@pytest.fixture
def dialog(qtbot, tmp_path):
    made = NewRunDialog(tmp_path / "runs")
    qtbot.addWidget(made)
    made.show()
    return made


def write(dialog, place, text):
    dialog.settings.fields[place].editor.setText(text)


def untouched(name, file):
    """The experiment of a preset with this corpus, if it has none, and nothing else changed."""
    base = PRESETS[name]
    if base.corpus.grammar is not None:
        return base
    return replace(base, corpus=replace(base.corpus, train=(str(file),)))


def test_the_built_in_corpus_is_offered_first_and_needs_nothing(dialog, qtbot, tmp_path):
    with qtbot.waitSignal(dialog.run_requested) as told:
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    base = PRESETS["rnnsearch-grammar"]
    experiment = replace(base, corpus=replace(base.corpus, grammar=GrammarConfig()))
    assert told.args == [NewRun(experiment, tmp_path / "runs" / "rnnsearch-grammar-1")]
    assert "--grammar" in told.args[0].arguments()


def test_the_preset_follows_the_kind_of_corpus(dialog, pairs):
    dialog.corpus.set_files([pairs])
    assert dialog.preset.currentText() == "rnnsearch-minute"
    assert dialog.asked_for().experiment == untouched("rnnsearch-minute", pairs)
    dialog.corpus.kind.setCurrentIndex(BUILT_IN)
    assert dialog.preset.currentText() == "rnnsearch-grammar"


def test_a_preset_that_was_chosen_stays_with_another_corpus(dialog, pairs):
    dialog.preset.setCurrentText("rnnencdec-grammar")
    dialog.corpus.set_files([pairs])
    assert dialog.preset.currentText() == "rnnencdec-grammar"


def test_a_setting_that_was_typed_stays_with_another_corpus(dialog, pairs):
    write(dialog, "train.max_updates", "60")
    dialog.corpus.set_files([pairs])
    assert dialog.asked_for().experiment.train.max_updates == 60
    assert dialog.preset.currentText() == "rnnsearch-grammar"


def test_the_built_in_corpus_is_in_two_languages_only(dialog):
    write(dialog, "corpus.target_language", "de")
    assert dialog.asked_for() is None
    assert not dialog.start.isEnabled()
    (told,) = [note.text() for note in dialog.corpus.findChildren(FieldNote) if note.isVisible()]
    assert "en and fr" in told
    write(dialog, "corpus.source_language", "fr")
    write(dialog, "corpus.target_language", "en")
    assert dialog.asked_for().experiment.corpus.source_language == "fr"


def test_it_can_be_started_as_soon_as_there_is_a_corpus(dialog, qtbot, pairs, tmp_path):
    dialog.corpus.kind.setCurrentIndex(FILES)
    assert not dialog.start.isEnabled()
    assert "Choose a corpus" in dialog.start.toolTip()
    with qtbot.waitSignal(dialog.corpus_check_requested) as asked:
        dialog.corpus.set_files([pairs])
    assert asked.args == [(pairs,)]
    with qtbot.waitSignal(dialog.run_requested) as told:
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    folder = tmp_path / "runs" / "rnnsearch-minute-1"
    assert told.args == [NewRun(untouched("rnnsearch-minute", pairs), folder)]
    assert not dialog.start.isEnabled()  # a second click starts no second run


def test_three_questions_are_open_and_the_rest_is_folded(dialog):
    assert all(widget.isVisible() for widget in (dialog.corpus, dialog.preset, dialog.folder))
    assert not any(field.editor.isVisible() for field in dialog.settings.fields.values())
    assert not dialog.command.text.isVisible()


def test_the_report_stands_under_the_corpus(dialog, pairs):
    dialog.corpus.set_files([pairs])
    report = ImportReport(kept=1234)
    report.drop("empty target", "pairs.tsv", 7)
    dialog.show_report(report)
    assert "1,234 sentence pairs kept" in dialog.corpus_note.text()
    assert "1 dropped, empty target (pairs.tsv line 7)" in dialog.corpus_note.text()
    assert not dialog.corpus_note.is_warning


def test_a_corpus_that_cannot_be_read_stops_the_start(dialog, pairs):
    dialog.corpus.set_files([pairs])
    dialog.show_corpus_error(CorpusError("The file is cut off.", "Copy it again."))
    assert dialog.corpus_note.is_warning
    assert dialog.corpus_note.text() == "The file is cut off. Copy it again."
    assert not dialog.start.isEnabled()
    dialog.corpus.set_files([pairs])
    assert dialog.start.isEnabled()


def test_a_wrong_folder_is_told_in_its_place(dialog, pairs, tmp_path):
    dialog.corpus.set_files([pairs])
    dialog.folder.edit.setText("somewhere")
    assert dialog.folder_note.is_warning
    assert "whole path" in dialog.folder_note.text()
    assert not dialog.start.isEnabled()
    dialog.folder.edit.setText(str(tmp_path / "new"))
    assert dialog.folder_note.text() == ""
    assert dialog.start.isEnabled()


def test_a_start_that_failed_leaves_the_form_as_it_was(dialog, pairs, tmp_path):
    dialog.corpus.set_files([pairs])
    dialog.folder.edit.setText(str(tmp_path / "mine"))
    write(dialog, "train.max_updates", "42")
    asked = dialog.asked_for()
    dialog.start.click()
    dialog.show_start_error(RunError("The training did not start.", "See output.txt."))
    assert dialog.bar.text() == "The training did not start. See output.txt."
    assert dialog.asked_for() == asked
    assert (asked.experiment.train.max_updates, asked.folder) == (42, tmp_path / "mine")
    assert dialog.start.isEnabled()


@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_fills_the_form_and_tells_its_deviations(dialog, pairs, name):
    dialog.corpus.set_files([pairs])
    dialog.preset.setCurrentText(name)
    deviations = PRESETS[name].deviations
    text = dialog.preset_note.text()
    assert all(deviation in text for deviation in deviations)
    assert deviations or "As in the paper" in text
    assert name in dialog.folder.edit.text()
    assert dialog.asked_for().experiment == untouched(name, pairs)


def test_a_folder_that_was_typed_outlives_a_change_of_preset(dialog, qtbot, tmp_path):
    dialog.folder.edit.selectAll()
    qtbot.keyClicks(dialog.folder.edit, str(tmp_path / "mine"))
    dialog.preset.setCurrentText("rnnencdec-minute")
    assert dialog.folder.edit.text() == str(tmp_path / "mine")


def test_two_files_are_source_and_target_and_can_be_exchanged(dialog, tmp_path):
    files = [tmp_path / name for name in ("x.de", "x.en")]
    for file in files:
        file.write_text("a\n", encoding="utf-8")
    drop(dialog.corpus, files[:1])  # in place of the built-in corpus
    assert dialog.corpus.files() == tuple(files[:1])
    assert not dialog.corpus.field.swap.isVisible()
    drop(dialog.corpus.field, files)
    assert dialog.corpus.files() == tuple(files)
    dialog.corpus.field.swap.click()
    assert dialog.corpus.files() == tuple(files[::-1])
    corpus = dialog.asked_for().experiment.corpus
    assert corpus.train == tuple(map(str, files[::-1]))
    assert (corpus.source_language, corpus.target_language) == ("en", "de")


@pytest.mark.parametrize(
    ("name", "code"),
    [("a.de", "de"), ("a.b.fr.gz", "fr"), ("a.xz", ""), ("a.tsv", ""), ("a", ""), ("a.EN", ""), ("a.d1", "")],
)
def test_the_language_that_a_name_tells(name, code):
    assert language_code(Path(name)) == code


def drop(field, files):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    field.dropEvent(event)


def test_every_note_is_seen_whole(dialog, qtbot, pairs):
    dialog.corpus.set_files([pairs])
    report = ImportReport(kept=5)
    for line in range(1, 60):
        report.drop("empty target", "pairs.tsv", line)
    dialog.show_report(report)
    qtbot.wait(50)
    for note in (dialog.corpus_note, dialog.preset_note, dialog.takes.parameters):
        assert note.height() >= note.heightForWidth(note.width())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda at: [], "Choose a corpus"),
        (lambda at: [at / "nothing.tsv"], "is not there"),
        (lambda at: [at], "is a folder"),
    ],
)
def test_what_is_wrong_with_a_corpus(tmp_path, make, words):
    assert words in corpus_problem(make(tmp_path))


def test_what_is_wrong_with_a_folder(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "status.json").write_text("{}")
    assert "Name a folder" in folder_problem("  ")
    assert "file of this name" in folder_problem(str(tmp_path / "file"))
    assert "holds a run already" in folder_problem(str(tmp_path / "run"))
    assert "cannot write" in folder_problem(str(tmp_path / "file" / "below"))
    assert folder_problem(str(tmp_path / "new" / "deep")) == ""
    assert folder_problem(f"  {tmp_path}  ") == ""


def test_a_free_folder_is_one_that_is_not_there(tmp_path):
    assert free_folder(tmp_path, "p") == tmp_path / "p-1"
    (tmp_path / "p-1").mkdir()
    assert free_folder(tmp_path, "p") == tmp_path / "p-2"
    assert isinstance(free_folder(tmp_path, "p"), Path)


def test_it_says_what_so_many_updates_mean(dialog, pairs):
    assert "32 sentence pairs" in dialog.takes.length.text()
    dialog.corpus.set_files([pairs])
    assert "80 sentence pairs" in dialog.takes.length.text()
    dialog.show_report(ImportReport(kept=4000))
    write(dialog, "train.max_updates", "3,000")
    assert "60 times" in dialog.takes.length.text()  # 3000 * 80 / 4000
    write(dialog, "train.max_updates", "75")
    assert "1.5 times" in dialog.takes.length.text()
    dialog.corpus.set_files([])
    assert "times" not in dialog.takes.length.text()


def test_it_says_whether_the_model_has_attention(dialog):
    dialog.preset.setCurrentText("rnnencdec-minute")
    assert "without attention" in dialog.preset_note.text()
    dialog.preset.setCurrentText("rnnsearch-minute")
    assert "with attention" in dialog.preset_note.text()


def test_what_is_unfolded_comes_into_view(dialog, qtbot):
    area = dialog.findChild(QScrollArea)
    for name in ("watching", "text", "network"):
        fold = dialog.settings.folds[name]
        fold.open()

        def is_seen(fold=fold):
            top = fold.button.mapTo(area.viewport(), QPoint(0, 0)).y()
            bottom = fold.mapTo(area.viewport(), QPoint(0, fold.height())).y()
            return top >= 0 and (bottom <= area.viewport().height() or top <= 8)

        qtbot.waitUntil(is_seen)
