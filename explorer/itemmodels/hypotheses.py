"""The n-best list as a Qt item model: a row a hypothesis, best first."""

import html
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from engine.trace import Hypothesis
from explorer.number_text import number
from explorer.score_names import log_prob_formula, normalised_formula, scores_in_words

Index = QModelIndex | QPersistentModelIndex
RANK, TEXT, SCORE, NORMALISED = range(4)


class HypothesisModel(QAbstractTableModel):
    """Rank, text, log-probability and normalised score of each hypothesis."""

    def __init__(self) -> None:
        super().__init__()
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._is_live = False
        self._heads = (
            ("", self.tr("The rank by normalised score, the best first")),
            (self.tr("Translation"), ""),
            (self.tr("Log-prob."), log_prob_formula()),
            (self.tr("Normalised"), normalised_formula()),
        )

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], *, is_live: bool) -> None:
        """Show these; while they are live, one without an end is not cut but still growing."""
        self.beginResetModel()
        self._hypotheses = hypotheses
        self._is_live = is_live
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._hypotheses)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() == TEXT else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == TEXT:
            return f"<qt>{html.escape(self._text(index.row(), TEXT))}</qt>"  # rich text has its lines broken
        if role == Qt.ItemDataRole.ToolTipRole and index.column() in (SCORE, NORMALISED):
            return scores_in_words(self._hypotheses[index.row()])
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft if section == TEXT else Qt.AlignmentFlag.AlignRight
        parts = {Qt.ItemDataRole.DisplayRole: 0, Qt.ItemDataRole.ToolTipRole: 1}
        return self._heads[section][parts[Qt.ItemDataRole(role)]] if role in parts else None

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
