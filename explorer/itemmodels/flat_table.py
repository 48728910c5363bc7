"""What the item models of tables share: columns with heads, over rows that have nothing under them."""

from collections.abc import Collection, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
Head = tuple[str, str]  # the title of a column, and its tooltip
LEFT, RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class FlatTable(QAbstractTableModel):
    """A subclass says how many rows there are, what stands in them, and gives the columns their heads.

    numbers: the columns whose cells and heads stand at the right. A head that would be cut in little room has
    a short form there; its tooltip says the whole.
    """

    numbers: Collection[int] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads: tuple[Head, ...] = ()
        self._short_heads: Mapping[int, str] = {}
        self._is_narrow = False

    def set_narrow(self, *, is_narrow: bool) -> None:
        """Whether there is little room for the columns."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._heads) - 1)

    def count(self) -> int:
        """The number of rows."""
        raise NotImplementedError

    def head(self, column: int) -> str:
        """The title of a column."""
        whole = self._heads[column][0]
        return self._short_heads.get(column, whole) if self._is_narrow else whole

    def tip(self, column: int) -> str:
        """What the column is, in words."""
        return self._heads[column][1]

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Where the words of a column stand."""
        return (RIGHT if column in self.numbers else LEFT) | Qt.AlignmentFlag.AlignVCenter

    def as_text(self) -> str:
        """Heads and cells as a spreadsheet takes them: tabs between cells, a line a row."""
        rows, columns = range(self.rowCount()), range(self.columnCount())
        heads = [self._heads[column][0] for column in columns]
        cells = [[str(self.index(row, column).data() or "") for column in columns] for row in rows]
        return "".join("\t".join(" ".join(cell.split()) for cell in line) + "\n" for line in (heads, *cells))

    # ---- Qt

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.count()

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.head(section)
        return self.tip(section) if role == Qt.ItemDataRole.ToolTipRole else None
