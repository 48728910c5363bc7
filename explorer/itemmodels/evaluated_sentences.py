"""Sentences of a test set as a Qt item model: the source, and each system's score of the sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation

Index = QModelIndex | QPersistentModelIndex
LINE, SOURCE = 0, 1  # then a column a system
LONGEST_SHOWN = 300  # characters of a source


class EvaluatedSentences(QAbstractTableModel):
    """Rows in the order in which the sentences were given."""

    def __init__(self) -> None:
        super().__init__()
        self._evaluation: Evaluation | None = None
        self._sentences: tuple[int, ...] = ()

    def set_sentences(self, evaluation: "Evaluation | None", sentences: Sequence[int]) -> None:
        """Show these sentences of the test set, 0-based."""
        self.beginResetModel()
        self._evaluation, self._sentences = evaluation, tuple(sentences)
        self.endResetModel()

    def sentence_at(self, row: int) -> int | None:
        """The number of the sentence in this row, 0-based."""
        return self._sentences[row] if 0 <= row < len(self._sentences) else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._sentences)

    def columnCount(self, parent: Index | None = None) -> int:
        if self._evaluation is None or (parent is not None and parent.isValid()):
            return 0
        return 2 + len(self._evaluation.results)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._evaluation is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if index.column() == SOURCE else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        sentence = self._sentences[index.row()]
        if index.column() == LINE:
            return f"{sentence + 1:,}"
        if index.column() == SOURCE:
            return self._evaluation.test_set.sources[sentence][:LONGEST_SHOWN]
        return f"{self._evaluation.results[index.column() - 2].sentence_chrf[sentence]:.1f}"

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or self._evaluation is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft if section == SOURCE else Qt.AlignmentFlag.AlignRight
        if role == Qt.ItemDataRole.ToolTipRole and section > SOURCE:
            name = self._evaluation.results[section - 2].system.name
            return self.tr("chrF of the sentence by {name}").format(name=name)
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if section <= SOURCE:
            return (self.tr("Line"), self.tr("Source"))[section]
        return self._evaluation.results[section - 2].system.name
