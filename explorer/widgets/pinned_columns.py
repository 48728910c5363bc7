"""Columns beside each other; where they have no room the others scroll sideways, and the first one stays."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QWidget

NARROWEST = 264  # pixels: a column that is not narrower can be read
GAP = 16  # pixels


def needed_width(count: int) -> int:
    """Pixels in which so many columns stand without scrolling."""
    return count * NARROWEST + (count - 1) * GAP


class PinnedColumns(QWidget):
    """All columns are equally wide, and as high as the highest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[QWidget, ...] = ()
        self._rest = QWidget()
        self._row = QHBoxLayout(self._rest)
        self.area = _SidewaysArea(self._rest)
        self._layout = QHBoxLayout(self)
        for layout in (self._row, self._layout):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(GAP)
        self._layout.addWidget(self.area, 1)
        self._rest.installEventFilter(self)

    def set_columns(self, columns: Sequence[QWidget]) -> None:
        """Show these, the first one pinned; those that go are hidden and kept by whoever made them."""
        for column in self._columns:
            column.setMinimumWidth(0)
            column.setMaximumWidth(16_777_215)
            self._layout.removeWidget(column)
            self._row.removeWidget(column)
            if column not in columns:
                column.hide()
        self._columns = tuple(columns)
        self._layout.insertWidget(0, columns[0])
        for column in columns[1:]:
            self._row.addWidget(column, 1)
        for before, column in pairwise(columns):
            self.setTabOrder(before, column)
        for column in columns:
            column.show()
        self._share()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The height that the scrolled columns need is needed here as well."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.area.updateGeometry()
        return super().eventFilter(watched, event)

    def _share(self) -> None:
        count = len(self._columns)
        if not count:
            return
        width = max((self.width() - (count - 1) * GAP) // count, NARROWEST)
        self._columns[0].setFixedWidth(width)
        self._rest.setMinimumWidth((count - 1) * width + (count - 2) * GAP)


class _SidewaysArea(QScrollArea):
    """Scrolls sideways only; it is as high as its content."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.horizontalScrollBar().rangeChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(NARROWEST, self._height(self.widget().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, self._height(self.widget().minimumSizeHint().height()))

    def _height(self, content: int) -> int:
        bar = self.horizontalScrollBar()
        return content + (bar.sizeHint().height() if bar.maximum() else 0)
