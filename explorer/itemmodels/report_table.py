"""A table of an evaluation's report as a Qt item model: cells as they stand in every report."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from engine.evaluation.report_rows import Table

Index = QModelIndex | QPersistentModelIndex
_EMPTY = Table("", (), ())


class ReportTable(QAbstractTableModel):
    """Numbers at the right, texts at the left."""

    def __init__(self) -> None:
        super().__init__()
        self.table = _EMPTY

    def set_table(self, table: Table) -> None:
        """Show this one."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.table.header)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.rows[index.row()][index.column()]
        return self._side(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.header[section]
        return self._side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        is_text = bool(self.table.rows) and any(letter.isalpha() for letter in self.table.rows[0][column])
        is_text = is_text and " to " not in self.table.rows[0][column]
        side = Qt.AlignmentFlag.AlignLeft if column == 0 or is_text else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter
