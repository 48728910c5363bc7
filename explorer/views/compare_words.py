"""The page of Compare with the words in rows: a head with the letters, and the table under it."""

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.score_names import nats
from explorer.views.column_letter import ColumnLetter
from explorer.views.compare_rows import CompareRows
from explorer.views.compared_words import Cell, ComparedWords
from explorer.views.model_box import model_label
from explorer.widgets.one_line import OneLine
from explorer.widgets.pinned_columns import needed_width
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Workspace


class CompareWordsPage(QWidget):
    """Shows the rows of Compare; pointing at one goes there."""

    def __init__(self, workspace: Workspace, rows: CompareRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._rows = workspace, rows
        self.table, self.legend = ComparedWords(), QLabel()
        self._area = UprightArea(self.table)
        self._heads = [(ColumnLetter(), OneLine()) for _ in range(4)]
        self._boxes: list[QWidget] = []
        self.table.row_pressed.connect(rows.go_to)
        rows.rows_changed.connect(self._fill)
        rows.row_changed.connect(self._see)
        self._lay_out()
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        if not self.isVisible():
            return
        translations = self._rows.translations
        for number, ((_, name), box) in enumerate(zip(self._heads, self._boxes, strict=True)):
            box.setVisible(number < len(translations) and self._is_narrow())
            model = translations[number].model if number < len(translations) else None
            name.setText("" if model is None else model_label(model, self._workspace.models))
        self.table.set_rows(self._cells())
        self._see()

    def _is_narrow(self) -> bool:
        """Whether the columns above scroll, so that they do not name those of the table."""
        return self.width() < needed_width(len(self._rows.translations))

    def _cells(self) -> list[list[Cell | None]]:
        log_probs = [self._log_probs(column) for column in range(len(self._rows.translations))]
        cells: list[list[Cell | None]] = []
        for row in self._rows.rows:
            line: list[Cell | None] = []
            for column, place in enumerate(row.places):
                if place is None:
                    line.append(None)
                    continue
                sums = log_probs[column][place]
                word = self._rows.words[column][place]
                line.append(Cell(word, sums, math.exp(sums), not row.same[column]))
            cells.append(line)
        return cells

    def _log_probs(self, column: int) -> list[float]:
        """Of each word: the sum of those of its pieces."""
        translation = self._rows.translations[column]
        trace, hypothesis = translation.trace, translation.hypothesis
        if trace is None or hypothesis is None:
            return []
        tokens = trace.along(trace.log_probs, hypothesis).tolist()
        return [math.fsum(tokens[begin:end]) for begin, end in self._rows.groups[column]]

    def _see(self) -> None:
        if not self.isVisible():
            return
        self.table.set_current(self._rows.row)
        place = self.table.row_rect(self._rows.row).center().toPoint()
        self._area.ensureVisible(0, place.y(), 0, 2 * self.table.row_height())

    def _lay_out(self) -> None:
        text = self.tr(
            "Each word with its log-probability in {unit} and, as a bar, its probability. Underlined: not "
            "the word that A has there. Dotted: no word there. Rows are those of the fewest edits from A."
        )
        self.legend.setText(text.format(unit=nats()))
        self.legend.setWordWrap(True)
        self.legend.setProperty("rank", "second")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(0)
        for number, (letter, name) in enumerate(self._heads):
            letter.set_number(number)
            box = QWidget()
            row = QHBoxLayout(box)
            row.setContentsMargins(0, 0, 8, 0)
            row.setSpacing(8)
            row.addWidget(letter, 0, Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(name, 1)
            head.addWidget(box, 1)
            self._boxes.append(box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.legend)
