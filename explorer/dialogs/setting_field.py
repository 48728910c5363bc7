"""One setting of an experiment in a form: its name, where it is typed or chosen, and what is wrong there."""

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget

from engine.config import ExperimentConfig
from engine.errors import ConfigError
from engine.settings import Setting, with_settings
from explorer.dialogs.setting_words import choice_words, label
from explorer.typed_number import typed_number, typed_whole_number
from explorer.widgets.field_note import FieldNote

ROOM = 160  # pixels of a line for a number
LINES = 4  # of a box for several sentences

Editor = QLineEdit | QComboBox | QPlainTextEdit


class SettingField(QObject):
    """`changed` at every letter typed. `label`, `editor` and `note` are laid out by the form."""

    changed = Signal()

    def __init__(self, setting: Setting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self.label, self.note = QLabel(label(setting)), FieldNote()
        self.editor = self._make_editor()
        self.label.setBuddy(self.editor)
        self.editor.setAccessibleName(label(setting).replace("&", ""))
        self.editor.setToolTip(f"{setting.meaning}\n{setting.option}")
        self._preset = setting.of(ExperimentConfig())
        self._is_shown = True

    def show_value(self, value: Any) -> None:
        """Show a value of the setting's type."""
        if isinstance(self.editor, QComboBox):
            self.editor.setCurrentIndex(self.editor.findData(value))
        elif isinstance(self.editor, QPlainTextEdit):
            self.editor.setPlainText(_written(value))
        else:
            self.editor.setText(_written(value))

    def show_preset(self, value: Any) -> None:
        """Tell from now on where what is shown is not the preset's."""
        self._preset = value
        self._check()

    def fix(self, *, fixed: bool) -> None:
        """Whether nothing but the preset's value is possible now."""
        if fixed:
            self.show_value(self._preset)
        self.editor.setEnabled(not fixed)

    def set_shown(self, *, shown: bool) -> None:
        """Whether it means something now; a hidden one has the preset's value."""
        self._is_shown = shown
        for widget in (self.label, self.editor):
            widget.setVisible(shown)
        self._check()

    def value(self) -> Any:
        """What is shown, in the setting's type; None where it cannot be of that type."""
        if not self._is_shown:
            return self._preset
        if isinstance(self.editor, QComboBox):
            return self.editor.currentData()
        if isinstance(self.editor, QPlainTextEdit):
            lines = self.editor.toPlainText().split("\n")
            return tuple(line.strip() for line in lines if line.strip())
        text = self.editor.text()
        if self.setting.kind is str:
            return text.strip()
        return typed_whole_number(text) if self.setting.kind is int else typed_number(text)

    def problem(self) -> str:
        """What is wrong with it, in words; an empty text where nothing is."""
        value = self.value()
        if value is None:
            return self._no_number()
        try:
            with_settings(ExperimentConfig(), {self.setting: value})
        except ConfigError as error:
            return str(error)
        return ""

    def _no_number(self) -> str:
        text = self.editor.text().strip()
        if not text:
            return self.tr("Write a number here.")
        if self.setting.kind is int:
            return self.tr("“{text}” is not a whole number.").format(text=text)
        return self.tr("“{text}” is not a number. Write one such as 0.001.").format(text=text)

    def _check(self) -> None:
        problem = self.problem()
        if problem:
            self.note.warn(problem)
        elif self.value() != self._preset and self.setting.kind is not tuple:
            self.note.say(self.tr("Instead of {value}.").format(value=self._preset_in_words()))
        else:
            self.note.say("")

    def _preset_in_words(self) -> str:
        if self.setting.choices:
            return "“" + choice_words(self.setting, self._preset) + "”"
        return _written(self._preset)

    def _on_edit(self) -> None:
        self._check()
        self.changed.emit()

    def _make_editor(self) -> QWidget:
        if self.setting.choices:
            box = QComboBox()
            for choice in self.setting.choices:
                box.addItem(choice_words(self.setting, choice), choice)
            box.currentIndexChanged.connect(self._on_edit)
            return box
        if self.setting.kind is tuple:
            text = QPlainTextEdit()
            text.setTabChangesFocus(True)
            text.setPlaceholderText(self.tr("A sentence on each line"))
            text.setFixedHeight(text.fontMetrics().lineSpacing() * LINES + 16)
            text.textChanged.connect(self._on_edit)
            return text
        line = QLineEdit()
        line.setMaximumWidth(ROOM)
        line.setAlignment(Qt.AlignmentFlag.AlignLeft)
        line.textChanged.connect(self._on_edit)
        return line


def _written(value: Any) -> str:
    """A value as it is typed; a number comes back from it exactly."""
    if isinstance(value, tuple):
        return "\n".join(value)
    return f"{value:,}" if isinstance(value, int) else str(value).removesuffix(".0")
