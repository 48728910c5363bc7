"""A row of widgets that goes on in another line where it has no room."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

GAP = 8  # pixels between widgets and between lines


class FlowLayout(QLayout):
    """Each widget has the width that it asks for, or that of the place where this is narrower.

    Widgets whose policy is to expand or to ignore their size share what is left of their line.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(GAP)

    def insertWidget(self, index: int, widget: QWidget) -> None:
        """Put a widget before the one at this index."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    # ---- Qt

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), is_moving=False)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(len(sizes) - 1, 0)
        return self._with_margins(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        widest = max((size.width() for size in sizes), default=0)
        return self._with_margins(QSize(widest, max((size.height() for size in sizes), default=0)))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, is_moving=True)

    # ---- inside

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _with_margins(self, size: QSize) -> QSize:
        around = self.contentsMargins()
        return size + QSize(around.left() + around.right(), around.top() + around.bottom())

    def _place(self, rect: QRect, *, is_moving: bool) -> int:
        """Put each line under the last one; the height of all."""
        room = rect.marginsRemoved(self.contentsMargins())
        top, between = room.top(), min(self.spacing(), GAP)
        for line in self._lines(room.width()):
            height = max(item.sizeHint().height() for item, _ in line)
            left = room.left()
            for item, width in line if is_moving else ():
                own = min(item.sizeHint().height(), height)
                item.setGeometry(QRect(QPoint(left, top + (height - own) // 2), QSize(width, own)))
                left += width + self.spacing()
            top += height + between
        lowest = max(top - between, room.top())
        return lowest - rect.top() + self.contentsMargins().bottom()

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, int]]]:
        """The items of each line with their widths."""
        lines: list[list[tuple[QLayoutItem, int]]] = []
        used = 0
        for item in self._shown():
            width = min(_asked(item), room)
            if not lines or used + self.spacing() + width > room:
                lines.append([])
                used = -self.spacing()
            lines[-1].append((item, width))
            used += self.spacing() + width
        return [self._stretched(line, room) for line in lines]

    def _stretched(self, line: list[tuple[QLayoutItem, int]], room: int) -> list[tuple[QLayoutItem, int]]:
        elastic = [item for item, _ in line if _is_elastic(item)]
        if not elastic:
            return line
        rest = room - sum(width for _, width in line) - self.spacing() * (len(line) - 1)
        return [(item, width + (rest // len(elastic) if item in elastic else 0)) for item, width in line]


def _is_elastic(item: QLayoutItem) -> bool:
    widget = item.widget()
    policy = QSizePolicy.Policy
    return widget is not None and widget.sizePolicy().horizontalPolicy() in (policy.Expanding, policy.Ignored)


def _asked(item: QLayoutItem) -> int:
    """The width with which an item begins; one that ignores its own asks for the least that it needs."""
    return item.minimumSize().width() if _is_elastic(item) else item.sizeHint().width()
