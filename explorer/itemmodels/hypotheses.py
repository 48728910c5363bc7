"""The n-best list as a Qt item model: a row a hypothesis, best first."""

import html
from typing import Any

from PySide6.QtCore import Qt

from engine.trace import Hypothesis
from explorer.itemmodels.flat_table import FlatTable, Index
from explorer.number_text import number
from explorer.score_names import log_prob_formula, normalised_formula, scores_in_words

RANK, TEXT, SCORE, NORMALISED = range(4)


class HypothesisModel(FlatTable):
    """Rank, text, log-probability and normalised score of each hypothesis."""

    numbers = (RANK, SCORE, NORMALISED)

    def __init__(self) -> None:
        super().__init__()
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._is_live = False
        self._heads = (
            ("", self.tr("The rank by normalised score, the best first")),
            (self.tr("Translation"), self.tr("The words of each hypothesis")),
            (self.tr("Log-prob."), log_prob_formula()),
            (self.tr("Normalised"), normalised_formula()),
        )
        self._short_heads = {TEXT: self.tr("Text"), NORMALISED: self.tr("Norm.")}

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], *, is_live: bool) -> None:
        """Show these; while they are live, one without an end is not cut but still growing."""
        self.beginResetModel()
        self._hypotheses = hypotheses
        self._is_live = is_live
        self.endResetModel()

    def count(self) -> int:
        """The number of rows."""
        return len(self._hypotheses)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == TEXT:
            return f"<qt>{html.escape(self._text(index.row(), TEXT))}</qt>"  # rich text has its lines broken
        if role == Qt.ItemDataRole.ToolTipRole and index.column() in (SCORE, NORMALISED):
            return scores_in_words(self._hypotheses[index.row()])
        return None

    def _text(self, row: int, column: int) -> str:
        hypothesis = self._hypotheses[row]
        text = hypothesis.text or self.tr("(no words)")
        cut = " …" if self._is_live else self.tr(" … (cut at the limit of length)")
        return (
            str(row + 1),
            text if hypothesis.finished else text + cut,
            number(hypothesis.score, 2),
            number(hypothesis.normalised_score, 3),
        )[column]
