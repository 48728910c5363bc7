"""The settings of a new run: each has a field, and each wrong value is marked where it is typed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox

from engine.command_lines import python_line, slurm_script, torchrun_line
from engine.presets import PRESETS, preset
from engine.settings import SETTINGS, with_settings
from explorer.dialogs.new_run import NewRunDialog
from explorer.dialogs.processes_field import ProcessesField
from explorer.dialogs.settings_form import OWN, SECTIONS, SettingsForm

NUMBERS = [setting for setting in SETTINGS if setting.kind in (int, float)]
POSITIVE = {"train.learning_rate", "train.epsilon", "train.clip_norm"}
SHARES = {"corpus.joined_share", "model.dropout", "train.rho"}
FROM_ZERO = {"corpus.test_size", "corpus.seed", "train.seed", "train.threads"}


@pytest.fixture
def form(qtbot):
    made = SettingsForm(preset("rnnencdec-50"))  # with Adadelta, so that rho means something
    made.show_experiment(preset("rnnsearch-50"))
    made.show_corpus(is_built_in=True, is_far=False)
    qtbot.addWidget(made)
    made.show()
    return made


def base_of(setting):
    """A preset in which the setting means something."""
    return preset("lstm-seq2seq" if setting.name in ("layers", "source_order") else "rnnsearch-50")


def wrong_numbers(setting):
    """Texts that the field of this setting may not take, by what the settings mean."""
    yield from ("", "  ", "abc", "1 2 3", "--1", "0x10", "1e", "٣x")
    if setting.kind is int:
        yield from ("1.5", "1e3", "1,2", "9" * 30)
        yield "-1" if setting.place in FROM_ZERO else "0"
    else:
        yield from ("0,1", "nan", "inf", "-0.5")
        yield "1" if setting.place in SHARES else "1001" if setting.name == "guidance" else "0"


@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.place)
def test_every_wrong_number_is_marked_in_words_where_it_is_typed(form, setting):
    form.show_experiment(base_of(setting))
    field = form.fields[setting.place]
    section = next(name for name in SECTIONS if field.editor in form.folds[name].page.children())
    fold = form.folds[section]
    for text in wrong_numbers(setting):
        field.editor.setText(text)
        assert field.note.is_warning, text
        assert field.note.text().endswith("."), text
        assert form.experiment() is None
        assert [other for other in form.fields.values() if other.note.is_warning] == [field]
        assert [name for name, other in form.folds.items() if other.warning.text()] == [section]
        assert fold.warning.isVisible()
    fold.open()
    assert field.note.isVisible()
    assert not fold.warning.isVisible()
    field.show_value(field.setting.of(base_of(setting)))
    assert form.experiment() == base_of(setting)
    assert not fold.warning.text()


def test_the_marks_of_what_is_typed_are_the_engines_own_words(form):
    form.fields["train.batch_size"].editor.setText("0")
    assert form.fields["train.batch_size"].note.text() == "The batch size is 0. It has to be at least 1."


def test_every_setting_is_in_exactly_one_section(form):
    places = [f"{part}.{name}" for _, part, names in SECTIONS.values() for name in names.split()]
    assert sorted(places) == sorted(setting.place for setting in SETTINGS)
    assert set(form.fields) == set(places)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.place)
def test_what_is_typed_arrives_in_the_experiment(form, setting):
    form.show_experiment(base_of(setting))
    field = form.fields[setting.place]
    typed = {int: ("1,023", 1023), float: (" 1e-3 ", 0.001), str: ("eo ", "eo")}
    if setting.kind is tuple:
        field.editor.setPlainText("One.\n\n  שלום עולם \n")
        value = ("One.", "שלום עולם")
    elif setting.choices:
        value = next(choice for choice in setting.choices if choice != setting.of(base_of(setting)))
        field.editor.setCurrentIndex(field.editor.findData(value))
    else:
        text, value = typed[setting.kind]
        field.editor.setText(text)
    expected = with_settings(base_of(setting), {setting: value})
    assert form.experiment() == expected
    assert field.note.text().startswith("Instead of ") == (setting.kind is not tuple)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_read_back(form, name):
    form.show_experiment(preset(name))
    assert form.experiment() == preset(name)
    assert not any(field.note.text() for field in form.fields.values())


def test_a_preset_leaves_what_is_a_persons_own(form):
    mine = replace(preset("rnnsearch-50").train, seed=9, threads=3, device="cpu", watched=("Hello.",))
    form.show_experiment(replace(preset("rnnsearch-50"), train=mine))
    form.show_preset(preset("rnnsearch-minute"))
    train = form.experiment().train
    assert (train.seed, train.threads, train.device, train.watched) == (9, 3, "cpu", ("Hello.",))
    assert train.learning_rate == preset("rnnsearch-minute").train.learning_rate
    assert set(form.fields) >= OWN


def test_settings_that_mean_nothing_are_not_asked_and_do_no_harm(form):
    form.folds["network"].open()
    form.folds["learning"].open()
    form.fields["train.rho"].editor.setText("7")
    assert form.experiment() is None
    box = form.fields["train.optimizer"].editor
    box.setCurrentIndex(box.findData("adam"))
    assert not form.fields["train.rho"].editor.isVisible()
    assert not form.fields["train.rho"].note.isVisible()
    assert form.experiment().train.rho == 0.95
    assert form.fields["model.alignment_size"].editor.isVisible()
    kinds = form.fields["model.alignment"].editor
    kinds.setCurrentIndex(kinds.findData("general"))
    assert not form.fields["model.alignment_size"].editor.isVisible()
    form.show_preset(preset("rnnencdec-minute"))
    assert not form.fields["model.alignment"].editor.isVisible()
    assert not form.fields["model.alignment_size"].editor.isVisible()


def test_every_choice_has_words_of_its_own(form):
    for field in form.fields.values():
        if isinstance(field.editor, QComboBox):
            words = [field.editor.itemText(row) for row in range(field.editor.count())]
            assert all(words)
            assert len(set(words)) == len(field.setting.choices) == len(words)


def test_the_keyboard_reaches_and_opens_everything(form, qtbot):
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    fold = form.folds["text"]
    fold.button.setFocus()
    qtbot.keyClick(fold.button, Qt.Key.Key_Space)
    assert fold.page.isVisible()
    seen = []
    for _ in range(30):
        qtbot.keyClick(form.focusWidget(), Qt.Key.Key_Tab)
        seen.append(form.focusWidget())
    expected = [form.fields[f"corpus.{name}"].editor for name in SECTIONS["text"][2].split()]
    assert [widget for widget in seen if widget in expected][: len(expected)] == expected


@pytest.mark.parametrize(
    ("text", "device", "words"),
    [
        ("", "auto", "at least 1"),
        ("0", "auto", "at least 1"),
        ("two", "cpu", "at least 1"),
        ("5", "cpu", "4 cores"),
        ("2", "mps", "cannot share"),
    ],
)
def test_a_wrong_number_of_processes_is_marked(qtbot, text, device, words):
    field = ProcessesField(cores=4)
    qtbot.addWidget(field.editor)
    field.show_device(device)
    field.editor.setText(text)
    assert words in field.note.text()
    assert field.note.is_warning
    assert field.value() is None
    field.show_device("cpu")
    field.editor.setText("4")
    assert (field.value(), field.note.text()) == (4, "")


def test_a_validation_corpus_that_is_not_there_is_marked(form, tmp_path):
    there = tmp_path / "dev.tsv"
    there.write_text("a\tb\n", encoding="utf-8")
    form.dev.show_files([str(tmp_path / "nothing.tsv")])
    assert "is not there" in form.dev.note.text()
    assert form.dev.note.is_warning
    assert form.folds["text"].warning.isVisible()
    assert form.experiment() is None
    form.dev.show_files([str(there)])
    assert form.experiment().corpus.dev == (str(there),)
    form.folds["text"].open()
    form.dev.editor.clear.click()
    assert form.experiment() == preset("rnnsearch-50")


def test_processes_are_in_the_section_of_the_machine(form, monkeypatch):
    monkeypatch.setattr(form.processes, "_cores", 4)
    form.processes.editor.setText("3")
    assert form.folds["machine"].summary.text().endswith("; 3 processes")
    assert "3 processes" in form.folds["machine"].button.accessibleDescription()
    form.processes.editor.setText("0")
    assert form.folds["machine"].warning.isVisible()


class TestCommand:
    @pytest.fixture
    def dialog(self, qtbot, tmp_path):
        made = NewRunDialog(tmp_path / "runs")
        qtbot.addWidget(made)
        file = tmp_path / "pairs.tsv"
        file.write_text("a\tb\n", encoding="utf-8")
        made.show()
        made.corpus.set_files([file])
        made.settings.fields["train.max_updates"].editor.setText("77")
        return made

    def test_the_line_starts_what_the_form_would_start(self, dialog):
        arguments = dialog.asked_for().arguments()
        assert "--max-updates=77" in arguments
        shown = {}
        for row in range(dialog.command.kind.count()):
            dialog.command.kind.setCurrentIndex(row)
            shown[dialog.command.kind.currentData()] = dialog.command.text.toPlainText()
        assert shown == {
            "python": python_line(arguments),
            "torchrun": torchrun_line(arguments, 2),
            "slurm": slurm_script(arguments, 1).rstrip("\n") + "\n",
        }

    def test_a_number_of_processes_goes_into_it(self, dialog):
        dialog.settings.processes.editor.setText("0")
        assert dialog.asked_for() is None
        dialog.settings.processes.editor.setText("1")
        assert dialog.asked_for().processes == 1

    def test_it_is_copied_as_it_is_shown(self, dialog, qtbot):
        with qtbot.waitSignal(dialog.command.copied):
            dialog.command.copy.click()
        assert QGuiApplication.clipboard().text() == dialog.command.text.toPlainText() != ""

    def test_there_is_none_while_a_value_is_wrong(self, dialog):
        dialog.settings.fields["train.max_updates"].editor.setText("0")
        assert dialog.command.text.toPlainText() == ""
        assert not dialog.command.copy.isEnabled()
        assert not dialog.start.isEnabled()
        assert "marked" in dialog.start.toolTip()


def test_only_what_an_lstm_has_is_asked_of_one(form):
    shown = {}
    for name in ("lstm-seq2seq", "rnnsearch-50"):
        form.show_experiment(preset(name))
        form.folds["network"].open()
        fields = (field for field in form.fields.values() if field.setting.part == "model")
        shown[name] = {field.setting.name for field in fields if field.editor.isVisible()}
    assert shown["lstm-seq2seq"] == {"embedding_size", "hidden_size", "dropout", "layers", "source_order"}
    assert not shown["rnnsearch-50"] & {"layers", "source_order"}


def test_guidance_asks_for_the_links_of_a_corpus_that_has_none_of_its_own(form, tmp_path):
    form.show_corpus(is_built_in=False, is_far=False)
    form.folds["learning"].open()
    assert not form.links.editor.isVisible()
    form.fields["train.guidance"].editor.setText("0.2")
    assert form.links.editor.isVisible()
    assert form.links.note.text() == "Name the file of links, or set the guidance to 0."
    assert form.experiment() is None
    file = tmp_path / "pairs.links"
    form.links.editor.edit.setText(str(file))
    assert form.links.note.text() == f"{file} is not there."
    file.write_text("0-0\n", encoding="ascii")
    form.links.editor.edit.setText(f" {file}")
    assert form.experiment().corpus.links == str(file)
    form.show_corpus(is_built_in=True, is_far=False)
    assert not form.links.editor.isVisible()
    assert form.experiment().corpus.links == ""
