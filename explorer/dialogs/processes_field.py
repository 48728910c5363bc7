"""The field of a new run for how many processes train it together on this machine."""

import os

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QLineEdit

from explorer.typed_number import typed_whole_number
from explorer.widgets.field_note import FieldNote

ROOM = 160  # pixels


class ProcessesField(QObject):
    """`changed` at every letter typed. `label`, `editor` and `note` are laid out by the form."""

    changed = Signal()

    def __init__(self, cores: int | None = None, parent: QObject | None = None) -> None:
        """cores: of this machine; None for what the system tells."""
        super().__init__(parent)
        self._cores = cores or os.cpu_count() or 1
        self._device = "auto"
        self.label, self.editor, self.note = QLabel(self.tr("Processes")), QLineEdit("1"), FieldNote()
        self.label.setBuddy(self.editor)
        self.editor.setAccessibleName(self.label.text())
        self.editor.setToolTip(self.tr("Started by torchrun: one a GPU, or several that share the cores"))
        self.editor.setMaximumWidth(ROOM)
        self.editor.textChanged.connect(self._on_edit)

    def show_device(self, device: str) -> None:
        """Check against this device, as engine.config.DEVICES names it."""
        self._device = device
        self.note.warn(self.problem())

    def value(self) -> int | None:
        """The number; None where it is wrong."""
        return None if self.problem() else typed_whole_number(self.editor.text())

    def problem(self) -> str:
        """What is wrong with it, in words; an empty text where nothing is."""
        number = typed_whole_number(self.editor.text())
        if number is None or number < 1:
            return self.tr("Write a whole number of at least 1.")
        if number > 1 and self._device == "mps":
            return self.tr("Several processes cannot share this GPU. Write 1, or choose the CPU.")
        if number > self._cores:
            words = self.tr("This machine has {cores} cores. Write no more than that.")
            return words.format(cores=self._cores)
        return ""

    def _on_edit(self) -> None:
        self.note.warn(self.problem())
        self.changed.emit()
