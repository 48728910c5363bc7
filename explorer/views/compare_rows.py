"""The rows of Compare: the words of all columns aligned with A's, and the row that is looked at."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.trace_words import Group, group_of, groups_of
from explorer.views.edit_alignment import Row, aligned_rows
from explorer.views.tokens import target_words
from explorer.workspace import Translation

LIVE_MS = 50  # between two alignments while words are being written


class CompareRows(QObject):
    """Follows the translations it is given. Going to a row selects in each of them its word of that row.

    In a gap a translation stays at its word before the gap.
    """

    rows_changed = Signal()
    row_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.translations: tuple[Translation, ...] = ()
        self.rows: tuple[Row, ...] = ()
        self.words: tuple[tuple[str, ...], ...] = ()  # of each column
        self.groups: tuple[tuple[Group, ...], ...] = ()  # the tokens of each of these words
        self.row = 0
        self.whole_words = True
        self._is_going = False
        self._soon = QTimer(self, singleShot=True, interval=LIVE_MS)
        self._soon.timeout.connect(self.read)

    def set_translations(self, translations: Sequence[Translation]) -> None:
        """Compare these from now on; the first is A."""
        for translation in self.translations:
            translation.trace_changed.disconnect(self._on_trace)
            translation.selection_changed.disconnect(self._follow)
        self.translations = tuple(translations)
        for translation in self.translations:
            translation.trace_changed.connect(self._on_trace)
            translation.selection_changed.connect(self._follow)
        self.read()

    def set_whole_words(self, *, is_whole: bool) -> None:
        """Align whole words, or raw pieces."""
        self.whole_words = is_whole
        self.read()

    def read(self) -> None:
        """Align the words anew; the row is that of the newest word that is looked at."""
        self._soon.stop()
        found = [self._words_of(translation) for translation in self.translations]
        self.groups = tuple(groups for groups, _ in found)
        self.words = tuple(words for _, words in found)
        self.rows = aligned_rows(self.words)
        seen = (self._row_of(column) for column in range(len(self.translations)))
        self.row = max((row for row in seen if row is not None), default=0)
        self.rows_changed.emit()
        if not self._is_live():
            self.go_to(self.row)

    def labels(self) -> tuple[str, ...]:
        """A word for each row: A's, or that of the first column that has one there."""
        return tuple(
            next(
                words[place] for words, place in zip(self.words, row.places, strict=True) if place is not None
            )
            for row in self.rows
        )

    def go_to(self, row: int) -> None:
        """Look at this row in all columns."""
        if not 0 <= row < len(self.rows):
            return
        self.row = row
        self._is_going = True
        for column, translation in enumerate(self.translations):
            place = self._place_at(column, row)
            if place is not None and place != self._word_of(column):
                translation.select_step(self.groups[column][place][0])
        self._is_going = False
        self.row_changed.emit()

    def _on_trace(self) -> None:
        """Steps come faster than all columns can be aligned and drawn; what is whole is aligned at once."""
        if not self._is_live():
            self.read()
        elif not self._soon.isActive():
            self._soon.start()

    def _follow(self) -> None:
        """A word was selected in one column: the others go to its row."""
        if self._is_going or self._is_live():
            return
        for column in range(len(self.translations)):
            row = self._row_of(column)
            if row is not None and self._word_of(column) != self._place_at(column, self.row):
                self.go_to(row)
                return

    def _is_live(self) -> bool:
        return any(translation.is_live for translation in self.translations)

    def _place_at(self, column: int, row: int) -> int | None:
        """The word of this row, or the last one before it, or the first of all."""
        places = [other.places[column] for other in self.rows]
        before = [place for place in places[: row + 1] if place is not None]
        if before:
            return before[-1]
        return next((place for place in places if place is not None), None)

    def _word_of(self, column: int) -> int | None:
        return group_of(self.groups[column], self.translations[column].selection.step)

    def _row_of(self, column: int) -> int | None:
        place = self._word_of(column)
        return next(
            (n for n, row in enumerate(self.rows) if place is not None and row.places[column] == place), None
        )

    def _words_of(self, translation: Translation) -> tuple[tuple[Group, ...], tuple[str, ...]]:
        trace, hypothesis = translation.trace, translation.hypothesis
        if trace is None or hypothesis is None:
            return (), ()
        _, groups = groups_of(trace, hypothesis, whole_words=self.whole_words)
        return groups, target_words(hypothesis, groups)
