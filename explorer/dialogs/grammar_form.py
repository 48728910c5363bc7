"""The part of a new run that says which sentences the built-in corpus makes."""

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QWidget

from engine.config import PHENOMENA, GrammarConfig
from engine.errors import ConfigError
from explorer.typed_number import typed_whole_number
from explorer.widgets.field_note import FieldNote

ROOM = 160  # pixels of a line for a number
NUMBERS = {
    "size": QT_TRANSLATE_NOOP("GrammarForm", "Sentence pairs"),
    "shortest": QT_TRANSLATE_NOOP("GrammarForm", "Shortest sentence, in words"),
    "longest": QT_TRANSLATE_NOOP("GrammarForm", "Longest sentence, in words"),
    "seed": QT_TRANSLATE_NOOP("GrammarForm", "Seed of the sentences"),
}
OCCUR = {
    "adjective-order": QT_TRANSLATE_NOOP("GrammarForm", "Adjectives behind the noun"),
    "negation": QT_TRANSLATE_NOOP("GrammarForm", "Negation around the verb"),
    "questions": QT_TRANSLATE_NOOP("GrammarForm", "Questions"),
    "relative-clauses": QT_TRANSLATE_NOOP("GrammarForm", "Relative clauses"),
    "coordination": QT_TRANSLATE_NOOP("GrammarForm", "Coordination"),
    "object-pronouns": QT_TRANSLATE_NOOP("GrammarForm", "Object pronouns before the verb"),
    "elision": QT_TRANSLATE_NOOP("GrammarForm", "Elision and contraction: l’, du"),
    "tenses": QT_TRANSLATE_NOOP("GrammarForm", "Past and future"),
}
# With which other lengths a length is checked by itself, so that one wrong field marks no other.
_ALONE = {"shortest": {"longest": 60}, "longest": {"shortest": 3}}


class GrammarForm(QWidget):
    """`changed` at every letter typed."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers = {name: QLineEdit() for name in NUMBERS}
        self.notes = {name: FieldNote() for name in NUMBERS}
        self.occurs = {name: QCheckBox(_tr(words)) for name, words in OCCUR.items()}
        self._lay_out()
        self.show_config(GrammarConfig())
        for line in self.numbers.values():
            line.textChanged.connect(self._on_edit)
        for box in self.occurs.values():
            box.toggled.connect(self._on_edit)

    def show_config(self, config: GrammarConfig) -> None:
        """Show these sentences."""
        for name, line in self.numbers.items():
            line.setText(f"{getattr(config, name):,}")
        for name, box in self.occurs.items():
            box.setChecked(name not in config.without)

    def config(self) -> GrammarConfig | None:
        """The sentences that are asked for; None where a value is wrong."""
        if any(self._problem(name) for name in NUMBERS):
            return None
        return GrammarConfig(**self._values(), without=self._without())

    def summary(self) -> str:
        """What is asked for, in a few words; empty where a value is wrong."""
        config = self.config()
        if config is None:
            return ""
        words = self.tr("{size} pairs of {shortest} to {longest} words").format(
            size=f"{config.size:,}", shortest=config.shortest, longest=config.longest
        )
        left_out = self.tr(", some phenomena left out")
        return words + (left_out if config.without else "")

    def _values(self) -> dict[str, Any]:
        return {name: typed_whole_number(line.text()) for name, line in self.numbers.items()}

    def _without(self) -> tuple[str, ...]:
        return tuple(name for name in PHENOMENA if not self.occurs[name].isChecked())

    def _problem(self, name: str) -> str:
        value = self._values()[name]
        if value is None:
            return self.tr("Write a whole number here.")
        return _complaint({**_ALONE.get(name, {}), name: value}) or self._problem_of_both(name)

    def _problem_of_both(self, name: str) -> str:
        """What is wrong with the two lengths together, which is told at the longer one."""
        lengths = {length: value for length, value in self._values().items() if length in _ALONE}
        if name != "longest" or None in lengths.values():
            return ""
        alone = (_complaint({**_ALONE[length], length: value}) for length, value in lengths.items())
        return "" if any(alone) else _complaint(lengths)

    def _on_edit(self) -> None:
        for name, note in self.notes.items():
            note.warn(self._problem(name))
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(2, 1)
        for name, line in self.numbers.items():
            label = QLabel(_tr(NUMBERS[name]))
            label.setBuddy(line)
            line.setAccessibleName(label.text())
            line.setMaximumWidth(ROOM)
            row = grid.rowCount()
            grid.addWidget(label, row, 0)
            grid.addWidget(line, row, 1)
            grid.addWidget(self.notes[name], row + 1, 1, 1, 2)
        for place, box in enumerate(self.occurs.values()):
            grid.addWidget(box, grid.rowCount() if place % 2 == 0 else grid.rowCount() - 1, place % 2)


def _tr(text: str) -> str:
    return QCoreApplication.translate("GrammarForm", text)


def _complaint(values: dict[str, Any]) -> str:
    """What the engine has against these values."""
    try:
        GrammarConfig(**values)
    except ConfigError as error:
        return str(error)
    return ""
