"""The n-best list: any of its hypotheses can be chosen, and shows its own picture."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engine.trace import Hypothesis
from explorer.itemmodels.hypotheses import TEXT, HypothesisModel

MOST_ROWS, FEWEST_ROWS = 4, 2  # the picture needs the room; more scroll
MOST_LINES, FEWEST_LINES = 3, 1  # of the chosen hypothesis; the others have one
PLAYER_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space)


class HypothesisList(QTableView):
    """Shows hypotheses, best first; `hypothesis_requested` with the rank that was chosen.

    The chosen one is shown whole, in up to three lines, and can be copied. Keys that walk the words are left
    to whoever is around the list.
    """

    hypothesis_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = HypothesisModel()
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._awaited = 0
        self._most_rows, self._most_lines = MOST_ROWS, MOST_LINES
        self._is_filling = False
        self.setModel(self._model)
        self._prepare()
        self.copy = QAction(self.tr("&Copy this translation"), self)
        self.copy.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy.triggered.connect(self._copy)
        self.addAction(self.copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.selectionModel().currentRowChanged.connect(self._on_row)

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], awaited: int) -> None:
        """Show these, the first one chosen; without any the list takes no room.

        awaited: how many will be there at the end; 0 where these are all. Room is kept for them, so that
        nothing moves when they come.
        """
        self._is_filling = True
        self._hypotheses, self._awaited = hypotheses, awaited
        self._model.set_hypotheses(hypotheses, is_live=awaited > 0)
        self.set_chosen(0)
        self._is_filling = False
        self._fit()
        self.setVisible(bool(hypotheses))

    def set_chosen(self, rank: int) -> None:
        """Mark the hypothesis of this rank (from 0)."""
        if rank != self.currentIndex().row():
            self.setCurrentIndex(self._model.index(rank, TEXT))

    def set_short(self, *, is_short: bool) -> None:
        """Take less room where the window is short."""
        self._most_rows = FEWEST_ROWS if is_short else MOST_ROWS
        self._most_lines = FEWEST_LINES if is_short else MOST_LINES
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PLAYER_KEYS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _on_row(self) -> None:
        self._fit()
        if not self._is_filling and self.currentIndex().isValid():
            self.hypothesis_requested.emit(self.currentIndex().row())

    def _copy(self) -> None:
        row = self.currentIndex().row()
        if 0 <= row < len(self._hypotheses):
            QGuiApplication.clipboard().setText(self._hypotheses[row].text)

    def _fit(self) -> None:
        """Give the chosen row the lines that it needs, and the list the height of its rows."""
        line = self.verticalHeader().defaultSectionSize()
        extra = 0
        for row in range(len(self._hypotheses)):
            is_whole = row == self.currentIndex().row() and not self._awaited
            height = self._whole_height(row) if is_whole else line
            extra = max(extra, height - line)
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)
        rows = min(max(len(self._hypotheses), self._awaited), self._most_rows)
        height = self.horizontalHeader().sizeHint().height() + rows * line + extra + 2
        if self.height() != height:
            self.setFixedHeight(height)

    def _whole_height(self, row: int) -> int:
        line = self.verticalHeader().defaultSectionSize()
        most = line + (self._most_lines - 1) * self.fontMetrics().lineSpacing()
        return min(max(self.sizeHintForRow(row), line), most)

    def _prepare(self) -> None:
        self.setAccessibleName(self.tr("Translations"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height()) + 10)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
