"""The line for a reference translation; it belongs to one sentence, and with another one it says so."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit, QWidget

from explorer.workspace import Workspace

REST_MS = 300  # what is typed is compared when the keys rest
LONGEST_QUOTE = 40  # letters


class ReferenceEdit(QLineEdit):
    """Optional. With another sentence it is empty, and Enter takes the last reference over."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._reference = workspace, workspace.reference
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._take)
        self.setAccessibleName(self.tr("Reference translation"))
        self.setClearButtonEnabled(True)
        self.setToolTip(
            self.tr(
                "A right translation, where you have one: each column then tells its sentence BLEU and chrF, "
                "and the n-grams that the reference has as well are shaded, the longer the darker"
            )
        )
        self.textEdited.connect(self._rest.start)
        self.textChanged.connect(self._on_text)
        self.returnPressed.connect(self._on_return)
        self._reference.changed.connect(self._show)
        workspace.source_changed.connect(self._show)
        self._show()

    def _on_text(self, text: str) -> None:
        """The button that clears the line edits nothing, to Qt."""
        if not text and self._reference.of(self._workspace.source_text):
            self._rest.start()

    def _on_return(self) -> None:
        if not self.text() and self._reference.text:
            self.setText(self._reference.text)
        self._take()

    def _take(self) -> None:
        self._rest.stop()
        own = self._reference.of(self._workspace.source_text)
        if self.text().strip() != own:
            self._reference.set(self.text(), self._workspace.source_text)

    def _show(self) -> None:
        reference = self._reference
        text = reference.of(self._workspace.source_text)
        if text != self.text().strip():
            self._rest.stop()
            self.setText(text)
            self.setCursorPosition(0)  # the beginning is seen
        other = reference.text if not text else ""
        quote = other if len(other) <= LONGEST_QUOTE else other[: LONGEST_QUOTE - 1].rstrip() + "…"
        words = self.tr("Of another sentence: “{quote}”. Enter uses it here") if other else ""
        self.setPlaceholderText(
            words.format(quote=quote) or self.tr("Reference translation, if you have one")
        )
