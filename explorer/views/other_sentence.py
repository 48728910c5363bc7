"""What is said of a picture whose sentence is no longer the one in the source line."""

from PySide6.QtCore import QObject, QTimer, Signal

from explorer.workspace import Translation


class OtherSentence(QObject):
    """Watches a translation. `found` where its picture came to be, or is no longer, of another sentence.

    It looks once all that happens at a time has happened, and not while an answer is awaited: a sentence that
    is translated as soon as it is given never counts as another one.
    """

    found = Signal()

    def __init__(self, translation: Translation, parent: QObject) -> None:
        super().__init__(parent)
        self._translation = translation
        self._last: str | None = None
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        for changed in (translation.source_changed, translation.trace_changed, translation.progress_changed):
            changed.connect(self._soon.start)

    @property
    def text(self) -> str | None:
        """The sentence that the picture is of; None where it is the one in the source line."""
        return self._last

    def words(self) -> str:
        """That the source is not translated yet, and whose the picture is; empty where it is its own."""
        if self._last is None:
            return ""
        return self.tr("Not translated yet. What is shown is of: {sentence}").format(sentence=self._last)

    def _look(self) -> None:
        translation = self._translation
        if translation.is_busy and not translation.is_live:
            return
        is_other = translation.is_of_another_sentence and translation.shown is not None
        sentence = translation.shown.source_text if is_other else None
        if sentence != self._last:
            self._last = sentence
            self.found.emit()
