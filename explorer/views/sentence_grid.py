"""The grid of the table of sentences: rows of one height, columns as wide as their heads and texts need."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from explorer.itemmodels.sentence_columns import COLUMNS, HINTS, LINE, PIN, SOURCE, TRANSLATION

LETTERS = {SOURCE: 26, TRANSLATION: 26, HINTS: 30, PIN: 1, LINE: 4}  # wide; others are as wide as their heads
NUMBER = "−0.000"  # and as wide as this
PADDING = 2.0  # heights of a line beside a text, with room for the mark of the order
NARROW = {PIN, LINE}  # these have no room to spare
EDGES = 24  # pixels beside a text there
LEAST_ROWS = 3
LEAST_HEIGHT = 28  # pixels of a row
_MOVES = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
)


class SentenceGrid(QTableView):
    """Whole rows are selected. A click on a head sorts; keys that move end here, also at the edge."""

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setAccessibleName(self.tr("Sentences"))
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(EDGES)
        # Its own, always empty: else it asks at each selection whether all rows of each column are in it.
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))
        self.horizontalHeader().setSortIndicator(LINE, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self._fit()

    def add_action(self, text: str, keys: str, do: Callable[[], None]) -> None:
        """Something that can be done with the selected rows: by these keys, and in the context menu."""
        action = QAction(text, self)
        action.setShortcuts(QKeySequence.listFromString(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(do)
        self.addAction(action)

    def sort(self, column: int) -> None:
        """Sort by this column; if that is so already, the other way round."""
        header, order = self.horizontalHeader(), Qt.SortOrder.AscendingOrder
        if header.sortIndicatorSection() == column and header.sortIndicatorOrder() == order:
            order = Qt.SortOrder.DescendingOrder
        self.sortByColumn(column, order)

    def chosen_rows(self) -> list[int]:
        """The selected rows from top to bottom."""
        ranges = self.selectionModel().selection()
        return sorted({row for chosen in ranges for row in range(chosen.top(), chosen.bottom() + 1)})

    def minimumSizeHint(self) -> QSize:
        """The heads, a few rows, and the bar to scroll sideways."""
        row = self.verticalHeader().defaultSectionSize()
        bar = self.horizontalScrollBar().sizeHint().height()
        least = self.horizontalHeader().sizeHint().height() + LEAST_ROWS * row + bar
        return QSize(super().minimumSizeHint().width(), least)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in _MOVES:
            event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Heights and widths for the size of the text."""
        metrics, header, model = self.fontMetrics(), self.horizontalHeader(), self.model()
        self.verticalHeader().setDefaultSectionSize(max(LEAST_HEIGHT, metrics.height() + 8))
        letter, wide = metrics.averageCharWidth(), round(PADDING * metrics.height())
        for column in range(COLUMNS):
            head = metrics.horizontalAdvance(str(model.headerData(column, Qt.Orientation.Horizontal)))
            least = LETTERS[column] * letter if column in LETTERS else metrics.horizontalAdvance(NUMBER)
            header.resizeSection(column, max(head, least) + (EDGES if column in NARROW else wide))
