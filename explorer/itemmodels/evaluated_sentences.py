"""Sentences of a test set as a Qt item model: the source, and each system's score of the sentence."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from explorer.itemmodels.flat_table import FlatTable, Index

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation

LINE, SOURCE = 0, 1  # then a column a system
LONGEST_SHOWN = 300  # characters of a source


class EvaluatedSentences(FlatTable):
    """Rows in the order in which the sentences were given."""

    def __init__(self) -> None:
        super().__init__()
        self._evaluation: Evaluation | None = None
        self._sentences: tuple[int, ...] = ()

    def set_sentences(self, evaluation: "Evaluation", sentences: Sequence[int]) -> None:
        """Show these sentences of the test set, 0-based."""
        self.beginResetModel()
        self._evaluation, self._sentences = evaluation, tuple(sentences)
        names = [result.system.name for result in evaluation.results]
        tip = self.tr("chrF of the sentence by {name}")
        scores = tuple((name, tip.format(name=name)) for name in names)
        self._heads = ((self.tr("Line"), ""), (self.tr("Source"), ""), *scores)
        self.numbers = [column for column in range(len(self._heads)) if column != SOURCE]
        self.endResetModel()

    def sentence_at(self, row: int) -> int | None:
        """The number of the sentence in this row, 0-based."""
        return self._sentences[row] if 0 <= row < len(self._sentences) else None

    def count(self) -> int:
        """The number of rows."""
        return len(self._sentences)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._evaluation is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        sentence = self._sentences[index.row()]
        if index.column() == LINE:
            return f"{sentence + 1:,}"
        if index.column() == SOURCE:
            return self._evaluation.test_set.sources[sentence][:LONGEST_SHOWN]
        return f"{self._evaluation.results[index.column() - 2].sentence_chrf[sentence]:.1f}"
