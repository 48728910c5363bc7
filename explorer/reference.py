"""The reference translation of the sentence in Compare, if there is one, and how translations meet it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from engine.evaluation.sentence_match import SentenceMatch

MOST_MATCHES = 200


class Reference(QObject):
    """A reference belongs to the source sentence that it was given for; with another one it says nothing."""

    changed = Signal()
    matched = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.source_text = ""
        self._matches: dict[str, SentenceMatch] = {}

    def set(self, text: str, source_text: str) -> None:
        """Take this as the reference of this sentence; an empty text takes it away."""
        if (text.strip(), source_text) != (self.text, self.source_text):
            self.text, self.source_text = text.strip(), source_text
            self._matches = {}
            self.changed.emit()

    def of(self, source_text: str) -> str:
        """The reference of this sentence; empty where it has none."""
        return self.text if source_text == self.source_text else ""

    def match(self, translation: str) -> "SentenceMatch | None":
        """How this translation meets the reference; None where that is not known."""
        return self._matches.get(translation)

    def take(self, reference: str, matches: Mapping[str, "SentenceMatch"]) -> None:
        """Note how translations meet this reference, unless it has been changed meanwhile."""
        if reference == self.text:
            self._matches = dict([*self._matches.items(), *matches.items()][-MOST_MATCHES:])
            self.matched.emit()
