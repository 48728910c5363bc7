"""A table of an evaluation's report as a Qt item model: cells as they stand in every report."""

from typing import Any

from PySide6.QtCore import Qt

from engine.evaluation.report_rows import Table
from explorer.itemmodels.flat_table import FlatTable, Index

_EMPTY = Table("", (), ())


class ReportTable(FlatTable):
    """Numbers at the right, texts at the left."""

    def __init__(self) -> None:
        super().__init__()
        self.table = _EMPTY

    def set_table(self, table: Table) -> None:
        """Show this one."""
        self.beginResetModel()
        self.table = table
        self._heads = tuple((title, "") for title in table.header)
        self.numbers = [column for column in range(1, len(table.header)) if self._has_numbers(column)]
        self.endResetModel()

    def count(self) -> int:
        """The number of rows."""
        return len(self.table.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.rows[index.row()][index.column()]
        return self.side(index.column()) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _has_numbers(self, column: int) -> bool:
        """Whether no cell begins with a letter, as names do."""
        return not any(row[column][:1].isalpha() for row in self.table.rows)
