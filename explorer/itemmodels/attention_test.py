"""The test of attention as a Qt item model: a row a target token, a column a change of its weights."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from engine.probes import CHANGES, SHUFFLES, AttentionTest
from explorer.itemmodels.flat_table import FlatTable, Index
from explorer.number_text import number
from explorer.score_names import nats

WORD, UNIFORM, SHUFFLED, SHIFTED, LOOKS_AT, DEPENDS_ON = range(6)
LOST_COLOUR = QColor("#c8553d")
KEPT, LOST = "\u2713", "\u2717"


@dataclass(frozen=True)
class TokenRow:
    """A target token and the source tokens that it has most to do with, each with its number."""

    word: str
    looks_at: str
    depends_on: str


class AttentionTestModel(FlatTable):
    """Whether each token is kept and the change of its log-probability, for each change of its weights."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[TokenRow, ...] = ()
        self._found: AttentionTest | None = None
        kept = self.tr(
            "Is it still the most probable word, and the change of its log-probability in {unit}: "
        )
        kept = kept.format(unit=nats())
        self._heads = (
            (self.tr("Word"), self.tr("The target word")),
            (self.tr("Uniform"), kept + self.tr("all weights alike")),
            (
                self.tr("Shuffled"),
                kept + self.tr("in how many of {count} shufflings, and the mean").format(count=SHUFFLES),
            ),
            (self.tr("Shifted"), kept + self.tr("each weight moved one position to the right")),
            (self.tr("Looks at"), self.tr("The source word with the largest weight, and that weight")),
            (
                self.tr("Depends on"),
                self.tr(
                    "The source word of the largest importance (gradient \u00d7 embedding), in {unit}"
                ).format(unit=nats()),
            ),
        )

    def set_test(self, found: AttentionTest | None, rows: tuple[TokenRow, ...]) -> None:
        """Show this test, a row a token of its target; without one there are no rows."""
        self.beginResetModel()
        self._found, self._rows = found, rows if found is not None else ()
        self.endResetModel()

    def count(self) -> int:
        """The number of rows."""
        return len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ForegroundRole and self._is_lost(row, column):
            return LOST_COLOUR
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(row, column)
        return None

    def _text(self, row: int, column: int) -> str:
        if UNIFORM <= column <= SHIFTED:
            return self._survival(row, column)
        token = self._rows[row]
        return {WORD: token.word, LOOKS_AT: token.looks_at, DEPENDS_ON: token.depends_on}[column]

    def _survival(self, row: int, column: int) -> str:
        assert self._found is not None
        change = CHANGES[column - UNIFORM]
        survival = self._found.survivals[change]
        parts = [number(survival.change[row], 2)]
        if column == SHUFFLED and self._found.was_first[row]:
            parts.insert(0, f"{round(survival.kept[row] * SHUFFLES)}/{SHUFFLES}")
        if self._found.was_first[row]:
            parts.insert(0, KEPT if self._found.survives(row, change) else LOST)
        return "  ".join(parts)

    def _is_lost(self, row: int, column: int) -> bool:
        if self._found is None or not UNIFORM <= column <= SHIFTED:
            return False
        return self._found.was_first[row] and not self._found.survives(row, CHANGES[column - UNIFORM])

    def _tooltip(self, row: int, column: int) -> str:
        assert self._found is not None
        if column == WORD and not self._found.was_first[row]:
            return self.tr("It is not the model's first choice here, so it is not counted.")
        return str(self._heads[column][1])
