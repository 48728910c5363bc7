"""The field of a new run for a validation corpus of its own; without one, pairs are kept out of the other."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from explorer.dialogs.corpus_field import CorpusField
from explorer.dialogs.new_run_checks import corpus_problem
from explorer.widgets.field_note import FieldNote


class DevField(QObject):
    """`changed` when other files are chosen. `label`, `editor` and `note` are laid out by the form."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.label, self.note = QLabel(self.tr("Validation corpus")), FieldNote()
        self.editor = CorpusField(self.tr("None: pairs are kept out of the corpus."))
        self.editor.setAccessibleName(self.label.text())
        self.editor.files_changed.connect(self._on_files)

    def show_files(self, files: Sequence[str]) -> None:
        """Show these files; none for pairs of the corpus."""
        self.editor.set_files([Path(file) for file in files])

    def value(self) -> tuple[str, ...]:
        """The files, by their whole paths."""
        return tuple(str(file.absolute()) for file in self.editor.files())

    def problem(self) -> str:
        """What is wrong with the files; an empty text where nothing is."""
        return corpus_problem(self.editor.files()) if self.editor.files() else ""

    def _on_files(self) -> None:
        self.note.warn(self.problem())
        self.changed.emit()
