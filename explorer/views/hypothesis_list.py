"""The n-best list as a table: any of its hypotheses can be chosen, and is seen whole."""

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engine.trace import Hypothesis
from explorer.itemmodels.hypotheses import NORMALISED, RANK, SCORE, TEXT, HypothesisModel
from explorer.views.copy_action import CopyAction

MOST_LINES = 3  # of a hypothesis that is not chosen; the chosen one has as many as it needs
TEXT_PADDING, ROW_PADDING = 24, 10  # pixels at both sides, and above and below
WIDEST_NUMBER = "\N{MINUS SIGN}00.000"
HIGHEST = 100_000  # pixels: no text is
# In average characters: with less room the score gives way, for the list is ranked by the normalised one;
# then the rank does.
NARROW, NARROWEST = 55, 34
PLAYER_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space)


class HypothesisList(QTableView):
    """Shows hypotheses, best first; `hypothesis_requested` with the rank that was chosen.

    The chosen one can be copied. Keys that walk the words are left to whoever is around the list.
    """

    hypothesis_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = HypothesisModel()
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._is_filling = False
        self.setModel(self._model)
        self._prepare()
        self.copy = CopyAction(self, self._chosen_text)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], *, is_live: bool) -> None:
        """Show these, the first one chosen; live ones are still growing."""
        self._is_filling = True
        self._hypotheses = hypotheses
        self._model.set_hypotheses(hypotheses, is_live=is_live)
        self.set_chosen(0)
        self._is_filling = False
        self._fit()

    def set_chosen(self, rank: int) -> None:
        """Mark the hypothesis of this rank (from 0)."""
        if rank != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(rank, TEXT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PLAYER_KEYS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
            self._choose_columns()

    def _choose_columns(self) -> None:
        """In little room the text comes first, and a heading is no wider than its numbers."""
        characters = self.width() / self.fontMetrics().averageCharWidth()
        self.setColumnHidden(SCORE, characters < NARROW)
        self.setColumnHidden(RANK, characters < NARROWEST)
        header, mode = self.horizontalHeader(), QHeaderView.ResizeMode.ResizeToContents
        self._model.set_narrow(is_narrow=characters < NARROWEST)
        if characters < NARROWEST:
            mode = QHeaderView.ResizeMode.Fixed
            width = self.fontMetrics().horizontalAdvance(WIDEST_NUMBER) + TEXT_PADDING
            header.resizeSection(NORMALISED, width)
        header.setSectionResizeMode(NORMALISED, mode)
        self._fit()

    def _on_row(self) -> None:
        self._fit()
        if not self._is_filling and self.currentIndex().isValid():
            self.hypothesis_requested.emit(self.currentIndex().row())

    def _chosen_text(self) -> str:
        row = self.currentIndex().row()
        return self._hypotheses[row].text if 0 <= row < len(self._hypotheses) else ""

    def _fit(self) -> None:
        """Give each row the lines that it needs, and those that are not chosen no more than a few."""
        line = self.verticalHeader().defaultSectionSize()
        most = line + (MOST_LINES - 1) * self.fontMetrics().lineSpacing()
        for row in range(len(self._hypotheses)):
            height = self._whole_height(row)
            if row != self.currentIndex().row():
                height = min(height, most)
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def _whole_height(self, row: int) -> int:
        """What all of the text needs; Qt's own hint forgets the padding of the style sheet."""
        room = QRect(0, 0, self.columnWidth(TEXT) - TEXT_PADDING, HIGHEST)
        text = self._model.index(row, TEXT).data()
        lines = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
        return lines + ROW_PADDING

    def _prepare(self) -> None:
        self.setAccessibleName(self.tr("Translations"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
