"""The folded part of a new run: every setting of the experiment, in five sections, each checked by itself."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from engine.config import BUILT_IN, CorpusConfig, ExperimentConfig
from engine.settings import BY_PLACE, FIXED_BY_WEIGHTS, with_settings, with_weights
from explorer.dialogs.corpus_field import CorpusField
from explorer.dialogs.dev_field import DevField
from explorer.dialogs.links_field import LinksField
from explorer.dialogs.processes_field import ProcessesField
from explorer.dialogs.setting_field import SettingField
from explorer.dialogs.setting_summary import SUMMARIES
from explorer.widgets.fold import Fold
from explorer.widgets.path_line import PathLine

SECTIONS = {  # title, part of the experiment, settings
    "text": (
        QT_TRANSLATE_NOOP("SettingsForm", "Text"),
        "corpus",
        "segmentation source_vocabulary target_vocabulary max_length joined_share dev_size test_size seed "
        "source_language target_language",
    ),
    "network": (
        QT_TRANSLATE_NOOP("SettingsForm", "Network"),
        "model",
        "embedding_size hidden_size alignment alignment_size readout_size dropout layers source_order",
    ),
    "learning": (
        QT_TRANSLATE_NOOP("SettingsForm", "Learning"),
        "train",
        "max_updates batch_size optimizer learning_rate learning_rate_decay rho epsilon clip_norm "
        "pool_batches seed guidance",
    ),
    "machine": (QT_TRANSLATE_NOOP("SettingsForm", "Machine"), "train", "precision device threads"),
    "watching": (
        QT_TRANSLATE_NOOP("SettingsForm", "Watching"),
        "train",
        "validate_every keep_checkpoints watched",
    ),
}
# What is a person's own, and not a preset's: where it was changed, another preset leaves it as it is.
OWN = {
    *("corpus.source_language", "corpus.target_language", "corpus.seed", "train.seed"),
    *("train.precision", "train.device", "train.threads", "train.watched"),
}
WITH_UNITS = ("additive", "dot", "scaled-dot")  # alignment models of n' units
NAME_ROOM = 28  # digits of the column of names, so that the fields of all sections stand under each other

Field = SettingField | ProcessesField | DevField | LinksField


def _places(section: str) -> list[str]:
    _, part, names = SECTIONS[section]
    return [f"{part}.{name}" for name in names.split()]


class SettingsForm(QWidget):
    """`changed` at every letter typed. `folded`: a section was opened or closed, and takes other room."""

    changed = Signal()
    folded = Signal(QWidget)  # the section

    def __init__(self, experiment: ExperimentConfig, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, SettingField] = {}
        self.folds: dict[str, Fold] = {}
        self.dev, self.processes = DevField(self), ProcessesField(parent=self)
        self.links = LinksField(self)
        self._corpus_is_built_in = self._corpus_is_far = False
        self.links.changed.connect(self._on_change)
        self.dev.changed.connect(self._on_change)
        self.processes.changed.connect(self._on_change)
        self.weights = QCheckBox()
        self.weights.setToolTip(self.tr("Its network and vocabularies come along; the optimizer is new"))
        self.weights.toggled.connect(self._on_weights)
        self._base, self._preset, self._trained = experiment, experiment, Path()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for name in SECTIONS:
            self.folds[name] = self._make_fold(name)
            layout.addWidget(self.folds[name])
        self.show_experiment(experiment)

    def show_experiment(self, experiment: ExperimentConfig) -> None:
        """Fill in every setting; its deviations from this experiment are told."""
        self.offer_weights(None)
        self._fill(experiment, list(self.fields))
        self.dev.show_files(experiment.corpus.dev)
        self.links.show_file("" if experiment.corpus.links == BUILT_IN else experiment.corpus.links)

    def show_corpus(self, *, is_built_in: bool, is_far: bool) -> None:
        """What corpus is chosen: only files of sentence pairs need a file of links."""
        self._corpus_is_built_in, self._corpus_is_far = is_built_in, is_far
        self._on_change()

    def show_languages(self, codes: Sequence[str]) -> None:
        """Fill in the languages of a source and a target file, as far as their names tell them."""
        if len(codes) == 2 and all(codes):
            for side, code in zip(("source", "target"), codes, strict=True):
                self.fields[f"corpus.{side}_language"].show_value(code)

    def offer_weights(self, run: Path | None) -> None:
        """A run whose weights can be taken, with the experiment that is shown; None where there is none."""
        self.weights.setChecked(False)
        self.weights.setVisible(run is not None)
        self._trained = run or Path()
        self.weights.setText(self.tr("Begin with the weights of {run}").format(run=self._trained.name))

    def show_preset(self, experiment: ExperimentConfig) -> None:
        """Fill in what a preset decides, and of a person's own settings those that nobody has changed."""
        self.offer_weights(None)
        fields, before = self.fields, self._preset
        mine = {place for place in OWN if fields[place].value() != fields[place].setting.of(before)}
        self._preset = experiment
        self._fill(experiment, [place for place in fields if place not in mine])

    def is_as_preset(self) -> bool:
        """Whether all that a preset decides is still as it was filled in."""
        decided = (field for place, field in self.fields.items() if place not in OWN)
        return all(field.value() == field.setting.of(self._base) for field in decided)

    def experiment(self) -> ExperimentConfig | None:
        """The experiment that was shown, with what is typed now; None where a value is wrong."""
        if (
            self.dev.problem()
            or self.links.problem()
            or any(field.problem() for field in self.fields.values())
        ):
            return None
        values = {field.setting: field.value() for field in self.fields.values()}
        experiment = with_settings(self._base, values)
        experiment = replace(experiment, corpus=self._with_files(experiment.corpus))
        if self.weights.isChecked():
            return with_weights(experiment, self._base, self._trained)
        return experiment

    def _with_files(self, corpus: CorpusConfig) -> CorpusConfig:
        return replace(corpus, dev=self.dev.value(), links=self.links.value())

    def _fill(self, experiment: ExperimentConfig, places: list[str]) -> None:
        corpus = replace(experiment.corpus, train=(), links="", grammar=None)  # which are asked for elsewhere
        self._base = replace(experiment, corpus=corpus)
        for place in places:
            field = self.fields[place]
            field.blockSignals(True)
            field.show_preset(field.setting.of(experiment))
            field.show_value(field.setting.of(experiment))
            field.blockSignals(False)
        self._on_change()

    def _on_weights(self, is_checked: bool) -> None:
        for setting in FIXED_BY_WEIGHTS:
            self.fields[setting.place].fix(fixed=is_checked)
        self._on_change()

    def _on_change(self) -> None:
        kind = self._base.model.kind
        attends, is_lstm = kind == "rnnsearch", kind == "lstm-seq2seq"
        has_units = self.fields["model.alignment"].value() in WITH_UNITS
        self.fields["model.alignment"].set_shown(shown=attends)
        self.fields["model.alignment_size"].set_shown(shown=attends and has_units)
        self.fields["model.readout_size"].set_shown(shown=not is_lstm)
        for name in ("layers", "source_order"):
            self.fields[f"model.{name}"].set_shown(shown=is_lstm)
        guidance = self.fields["train.guidance"]
        guidance.set_shown(shown=attends)
        is_guided = attends and bool(guidance.value())
        self.links.ask(is_asked=is_guided and not self._corpus_is_built_in, is_far=self._corpus_is_far)
        uses_rho = self.fields["train.optimizer"].value() == "adadelta"
        self.fields["train.rho"].set_shown(shown=uses_rho)
        self.processes.show_device(self.fields["train.device"].value())
        experiment = self.experiment()
        for name, fold in self.folds.items():
            is_wrong = any(field.problem() for field in self._fields_of(name))
            fold.warn(self.tr("There is a value to correct here.") if is_wrong else "")
            if experiment is not None:
                fold.say(SUMMARIES[name](experiment) + (self._several() if name == "machine" else ""))
        self.changed.emit()

    def _several(self) -> str:
        processes = self.processes.value() or 1
        return self.tr("; {count} processes").format(count=processes) if processes > 1 else ""

    def _fields_of(self, section: str) -> list[Field]:
        others = {"machine": [self.processes], "text": [self.dev], "learning": [self.links]}.get(section, [])
        return [*(self.fields[place] for place in _places(section)), *others]

    def _make_fold(self, section: str) -> Fold:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 8)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(2, 1)
        grid.setColumnMinimumWidth(0, page.fontMetrics().horizontalAdvance("0") * NAME_ROOM)
        if section == "network":
            grid.addWidget(self.weights, 0, 0, 1, 3)
        for place in _places(section):
            field = SettingField(BY_PLACE[place], self)
            field.changed.connect(self._on_change)
            self.fields[place] = field
            _add_row(grid, field)
        if section == "machine":
            _add_row(grid, self.processes)
        if section == "text":
            _add_row(grid, self.dev)
        if section == "learning":
            _add_row(grid, self.links)
        fold = Fold(QCoreApplication.translate("SettingsForm", SECTIONS[section][0]), page)
        fold.toggled.connect(self.folded)
        return fold


def _add_row(grid: QGridLayout, field: Field) -> None:
    """The name, the field, and its note below."""
    row = grid.rowCount()
    is_long = isinstance(field.editor, QPlainTextEdit | CorpusField | PathLine)
    grid.addWidget(field.label, row, 0)
    grid.addWidget(field.editor, row, 1, 1, 2 if is_long else 1)
    grid.addWidget(field.note, row + 1, 1, 1, 2)
