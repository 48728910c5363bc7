"""The n-best list: any of its hypotheses can be chosen, and shows its own picture."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engine.trace import Hypothesis
from explorer.itemmodels.hypotheses import TEXT, HypothesisModel

MOST_ROWS = 4  # the picture needs the room; more scroll


class HypothesisList(QTableView):
    """Shows hypotheses, best first; `hypothesis_requested` with the rank that was chosen."""

    hypothesis_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = HypothesisModel()
        self.setModel(self._model)
        self.setAccessibleName(self.tr("Translations"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height()) + 10)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self._is_filling = False

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], awaited: int) -> None:
        """Show these, the first one chosen; without any the list takes no room.

        awaited: how many will be there at the end; 0 where these are all. Room is kept for them, so that
        nothing moves when they come.
        """
        self._is_filling = True
        self._model.set_hypotheses(hypotheses, is_live=awaited > 0)
        self.set_chosen(0)
        self._is_filling = False
        rows = min(max(len(hypotheses), awaited), MOST_ROWS)
        height = (
            self.horizontalHeader().sizeHint().height() + rows * self.verticalHeader().defaultSectionSize()
        )
        self.setFixedHeight(height + 2)
        self.setVisible(bool(hypotheses))

    def set_chosen(self, rank: int) -> None:
        """Mark the hypothesis of this rank (from 0)."""
        if rank != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(rank, TEXT))

    def _on_row(self) -> None:
        if not self._is_filling and self.currentIndex().isValid():
            self.hypothesis_requested.emit(self.currentIndex().row())
