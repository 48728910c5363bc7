"""The field of a new run for the links of its corpus, by which attention is guided."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from explorer.dialogs.new_run_checks import links_problem
from explorer.widgets.field_note import FieldNote
from explorer.widgets.path_line import FileLine


class LinksField(QObject):
    """`changed` when another file is named. `label`, `editor` and `note` are laid out by the form."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.label, self.note = QLabel(self.tr("Links of the corpus")), FieldNote()
        self.editor = FileLine(self.label.text(), self.tr("Pharaoh links, a line for each pair"))
        self.editor.path_changed.connect(self._on_path)
        self._is_asked = self._is_far = False
        self.ask(is_asked=False, is_far=False)

    def ask(self, *, is_asked: bool, is_far: bool) -> None:
        """is_asked: whether there has to be such a file; is_far: whether it lies on another machine."""
        self._is_asked, self._is_far = is_asked, is_far
        for widget in (self.label, self.editor, self.note):
            widget.setVisible(is_asked)
        self.note.warn(self.problem())

    def show_file(self, file: str) -> None:
        """Show this file; an empty text for none."""
        self.editor.edit.setText(file)

    def value(self) -> str:
        """The file; empty where none is asked for or named. A path here is given as a whole."""
        if not self._is_asked or self.editor.is_empty():
            return ""
        return self.editor.edit.text().strip() if self._is_far else str(self.editor.path().absolute())

    def problem(self) -> str:
        """What is wrong with the file; an empty text where nothing is."""
        if not self._is_asked:
            return ""
        return links_problem(None if self.editor.is_empty() else self.editor.path(), is_far=self._is_far)

    def _on_path(self) -> None:
        self.note.warn(self.problem())
        self.changed.emit()
