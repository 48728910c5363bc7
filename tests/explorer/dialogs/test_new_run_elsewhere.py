"""The form of a new run on another machine: paths and names of there, and nothing looked up here."""

from dataclasses import replace
from pathlib import PurePosixPath

import pytest
from PySide6.QtCore import Qt

from engine.corpora.report import ImportReport
from engine.errors import RunError
from engine.presets import preset
from engine.runs.condition import Seen
from engine.runs.records import RunStatus
from explorer.dialogs.corpus_question import BUILT_IN, FILES
from explorer.dialogs.far_files import FarFilesDialog
from explorer.dialogs.new_run import NewRunDialog
from explorer.services.machine_state import LineState, Machine
from explorer.services.run_metrics import RunMetrics
from explorer.services.run_snapshot import RunSnapshot

GPU = Machine("gpu1", "ssh gpu1 python", LineState("connected", home="/home/x/runs"))
BROKEN = Machine("gpu1", "ssh gpu1 python", LineState("broken", RunError("It broke."), 8))
OTHER = Machine("gpu2", "ssh gpu2 python", LineState("connecting"))


@pytest.fixture
def dialog(qtbot, tmp_path):
    made = NewRunDialog(tmp_path / "runs")
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


@pytest.fixture
def far(dialog):
    """The form with gpu1 chosen, on which there is a run already."""
    dialog.place.show_machines((GPU, OTHER), {"gpu1": {"rnnsearch-minute-1"}})
    dialog.place.machine.box.setCurrentText("gpu1")
    dialog.corpus.kind.setCurrentIndex(FILES)
    return dialog


def test_without_other_machines_nothing_is_asked(dialog):
    assert not dialog.place.machine.isVisible()
    dialog.place.show_machines((OTHER,), {})
    assert not dialog.place.machine.isVisible()
    assert "known alignments" in dialog.corpus_note.text()


def test_only_machines_with_a_line_are_offered(far):
    assert [far.place.machine.box.itemText(row) for row in range(far.place.machine.box.count())] == [
        "This machine",
        "gpu1",
    ]
    far.place.show_machines((BROKEN, OTHER), {})
    assert far.place.machine.machine() == BROKEN, "what a person chose stays"
    far.place.show_machines((OTHER,), {})
    assert far.place.machine.machine() is None
    assert far.corpus.field.isVisible()


def test_paths_and_names_are_those_of_there(far, qtbot):
    assert (far.corpus.field.isVisible(), far.corpus.far_field.isVisible()) == (False, True)
    assert not far.folder.browse.isVisible()
    assert far.folder.edit.text() == "rnnsearch-minute-2"
    assert "/home/x/runs on gpu1" in far.folder_note.text()
    assert not far.start.isEnabled()
    with qtbot.waitSignal(far.far_check_requested) as asked:
        far.corpus.far_field.set_files(("/data/a b.en", "/data/a.fr"))
    assert asked.args == ["gpu1", ("/data/a b.en", "/data/a.fr")]
    far.show_report(ImportReport(kept=5000))
    assert "of memory" in far.takes.memory.text()
    assert "This machine" not in far.takes.memory.text()
    with qtbot.waitSignal(far.run_requested) as told:
        qtbot.mouseClick(far.start, Qt.MouseButton.LeftButton)
    (run,) = told.args
    assert run.machine == "gpu1"
    assert run.folder == PurePosixPath("/home/x/runs/rnnsearch-minute-2")
    assert run.experiment.corpus.train == ("/data/a b.en", "/data/a.fr")
    assert run.arguments()[:5] == ["train", "--preset", "rnnsearch-minute", "--run", str(run.folder)]


@pytest.mark.parametrize("name", ["", " ", "a/b", "/abs", "..", ".x", "x.", "a\\b", "a:b", "-", "x "])
def test_a_name_that_is_no_folder_everywhere_is_marked(far, name):
    far.corpus.far_field.set_files(("/data/pairs.tsv",))
    far.folder.edit.setText(name)
    assert far.folder_note.is_warning
    assert not far.start.isEnabled()
    far.folder.edit.setText("Größe 2_b.c")
    assert far.start.isEnabled()


def test_back_on_this_machine_all_is_as_before(far, tmp_path):
    far.corpus.far_field.set_files(("/data/pairs.tsv",))
    far.place.machine.box.setCurrentIndex(0)
    assert far.corpus.field.isVisible()
    assert far.folder.edit.text() == str(tmp_path / "runs" / "rnnsearch-minute-1")
    assert not far.start.isEnabled()
    assert far.asked_for().machine == ""


def test_files_are_found_in_the_folders_there(far, qtbot):
    asked = []
    far.place.far_folder_requested.connect(lambda *args: asked.append(args))
    qtbot.mouseClick(far.corpus.far_field.browse, Qt.MouseButton.LeftButton)
    files = far.place.files_dialog
    files.show_folder("/home/x", ["data"], ["notes.txt"])
    files.names.itemActivated.emit(files.names.item(0))
    files.show_folder("/home/x/data", [], ["a.en", "a.fr", "b.tsv"])
    files.names.item(0).setSelected(True)
    files.names.item(1).setSelected(True)
    qtbot.mouseClick(files.choose, Qt.MouseButton.LeftButton)
    assert asked == [("gpu1", ""), ("gpu1", "/home/x/data")]
    assert far.corpus.far_field.files() == ("/home/x/data/a.en", "/home/x/data/a.fr")
    assert not files.isVisible()


def test_a_folder_that_cannot_be_read_leaves_the_one_before(qtbot):
    dialog = FarFilesDialog("gpu1")
    qtbot.addWidget(dialog)
    asked = []
    dialog.folder_requested.connect(asked.append)
    dialog.open_at("")
    dialog.show_folder("/home", ["x"], ["f"])
    dialog.names.item(0).setSelected(True)
    assert not dialog.choose.isEnabled(), "a folder is no corpus"
    dialog.place.setText("/root")
    qtbot.keyClick(dialog.place, Qt.Key.Key_Return)
    dialog.show_error(RunError("The folder /root cannot be read: Permission denied.", "Choose another."))
    assert "/root" in dialog.bar.text()
    assert dialog.names.count() == 2
    qtbot.mouseClick(dialog.up, Qt.MouseButton.LeftButton)
    assert asked == ["", "/root", "/"]
    dialog.close()


def test_a_new_run_can_be_like_one_of_there(qtbot, tmp_path):
    base = preset("rnnsearch-minute")
    experiment = replace(base, corpus=replace(base.corpus, train=("/data/x.tsv",)))
    status = RunStatus("stopped", 1, "", "there")
    run = RunSnapshot(
        tmp_path / "copies" / "old",
        Seen("stopped", status, 0.0),
        experiment,
        RunMetrics().curves,
        machine="gpu1",
    )
    dialog = NewRunDialog(tmp_path / "runs", (run,))
    qtbot.addWidget(dialog)
    dialog.place.show_machines((GPU,), {"gpu1": {"old", "old-1"}})
    dialog.show_like(run)
    asked = dialog.asked_for()
    assert (asked.machine, asked.folder.name) == ("gpu1", "old-2")
    assert asked.experiment.corpus.train == ("/data/x.tsv",)
    dialog.close()


def test_the_built_in_corpus_is_made_there(far, qtbot):
    far.corpus.kind.setCurrentIndex(BUILT_IN)
    assert not far.corpus.far_field.isVisible()
    with qtbot.waitSignal(far.run_requested) as told:
        qtbot.mouseClick(far.start, Qt.MouseButton.LeftButton)
    (run,) = told.args
    assert (run.machine, run.experiment.corpus.train) == ("gpu1", ())
    assert run.experiment.corpus.grammar == far.corpus.sentences()
