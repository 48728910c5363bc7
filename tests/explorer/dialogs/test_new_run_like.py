"""A new run that is like another: its settings are copied, and its weights are taken on a wish."""

from dataclasses import replace

import pytest

from engine.config import GrammarConfig
from engine.presets import preset
from engine.runs.condition import Seen
from engine.settings import FIXED_BY_WEIGHTS
from explorer.dialogs.new_run import NewRunDialog
from explorer.services.run_snapshot import RunSnapshot
from tests.engine.made_experiments import everything_else


@pytest.fixture
def experiment(tmp_path):
    """That of a run in which no setting is its preset's."""
    files = [tmp_path / name for name in ("a.en", "a.fr", "d.tsv", "a.links")]
    for file in files:
        file.write_text("a\n", encoding="utf-8")
    made = everything_else(preset("rnnsearch-minute"))
    corpus = replace(made.corpus, train=tuple(map(str, files[:2])), dev=(str(files[2]),), links=str(files[3]))
    return replace(made, corpus=corpus, train=replace(made.train, watched=("One.", "Two.")))


def snapshot(path, experiment, *, has_checkpoint=True):
    return RunSnapshot(path, Seen("finished", None, 0.0), experiment, None, has_checkpoint=has_checkpoint)


@pytest.fixture
def make(qtbot, tmp_path):
    def made(*runs):
        dialog = NewRunDialog(tmp_path / "runs", runs)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return made


def test_every_setting_and_the_corpus_are_copied(make, experiment, tmp_path):
    run = snapshot(tmp_path / "first", experiment)
    dialog = make(run)
    dialog.show_like(run)
    assert dialog.preset.currentText() == "Like first"
    assert dialog.asked_for().experiment == experiment
    assert dialog.asked_for().folder == tmp_path / "runs" / "first-1"
    assert dialog.start.isEnabled()
    dialog.settings.fields["train.batch_size"].editor.setText("5")
    assert dialog.settings.fields["train.batch_size"].note.text() == "Instead of 777."


def test_the_sentences_of_the_built_in_corpus_are_copied(make, experiment, tmp_path):
    grammar = GrammarConfig(size=500, seed=9, shortest=5, longest=33, without=("negation", "elision"))
    corpus = replace(preset("rnnsearch-minute").corpus, grammar=grammar)
    run = snapshot(tmp_path / "first", replace(preset("rnnsearch-minute"), corpus=corpus))
    dialog = make(run)
    dialog.corpus.set_files([tmp_path / "a.en", tmp_path / "a.fr"])
    dialog.show_like(run)
    assert dialog.asked_for().experiment == run.experiment


def test_a_copy_begins_with_values_of_its_own(make, experiment, tmp_path):
    run = snapshot(tmp_path / "first", replace(experiment, begun_from="/runs/other"))
    dialog = make(run)
    dialog.show_like(run)
    assert dialog.asked_for().experiment == experiment


def test_the_weights_come_with_network_and_vocabularies(make, experiment, tmp_path):
    run = snapshot(tmp_path / "first", experiment)
    dialog = make(run)
    dialog.show_like(run)
    fields = dialog.settings.fields
    fields["model.hidden_size"].editor.setText("0")
    dialog.settings.weights.setChecked(True)
    asked = dialog.asked_for()
    assert asked.experiment == replace(experiment, begun_from=str(tmp_path / "first"))
    assert asked.arguments()[5:7] == ["--from", str(tmp_path / "first")]
    for setting in FIXED_BY_WEIGHTS:
        assert not fields[setting.place].editor.isEnabled()
    fields["model.dropout"].editor.setText("0.25")
    assert dialog.asked_for().experiment.model.dropout == 0.25
    dialog.settings.weights.setChecked(False)
    assert all(field.editor.isEnabled() for field in fields.values())
    assert dialog.asked_for().experiment.begun_from == ""


def test_weights_are_offered_only_where_there_are_some(make, experiment, tmp_path):
    runs = [
        snapshot(tmp_path / "first", experiment),
        snapshot(tmp_path / "second", experiment, has_checkpoint=False),
    ]
    dialog = make(*runs)
    dialog.settings.folds["network"].open()
    assert not dialog.settings.weights.isVisible()
    dialog.show_like(runs[0])
    assert dialog.settings.weights.isVisible()
    assert dialog.settings.weights.text() == "Begin with the weights of first"
    dialog.settings.weights.setChecked(True)
    dialog.show_like(runs[1])
    assert not dialog.settings.weights.isVisible()
    assert dialog.asked_for().experiment.begun_from == ""
    dialog.show_like(runs[0])
    dialog.settings.weights.setChecked(True)
    dialog.preset.setCurrentText("rnnsearch-minute")
    assert not dialog.settings.weights.isVisible()
    assert dialog.asked_for().experiment.begun_from == ""
    assert dialog.settings.fields["model.hidden_size"].editor.isEnabled()


def test_runs_that_cannot_be_copied_are_not_offered_and_names_stay_apart(make, experiment, tmp_path):
    dialog = make(
        snapshot(tmp_path / "a" / "same", experiment),
        snapshot(tmp_path / "b" / "same", experiment),
        snapshot(tmp_path / "unknown", None),
        snapshot(tmp_path / "foreign", replace(experiment, preset="nobody's")),
    )
    offered = [dialog.preset.itemText(row) for row in range(dialog.preset.count())]
    assert [words for words in offered if words.startswith("Like")] == [
        f"Like {tmp_path / 'a' / 'same'}",
        f"Like {tmp_path / 'b' / 'same'}",
    ]
