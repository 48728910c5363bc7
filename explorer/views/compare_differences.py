"""The page of Compare with the difference maps: the attention of each other column minus that of A."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from explorer.views.base import TraceView
from explorer.views.column_letter import LETTERS
from explorer.views.compare_rows import CompareRows
from explorer.views.difference_panel import DifferencePanel
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.pinned_columns import GAP


class CompareDifferencesPage(QWidget):
    """A panel for each column with attention but A; drawn while it is seen."""

    def __init__(self, rows: CompareRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.panels = [DifferencePanel() for _ in LETTERS[1:]]
        self.empty = EmptyState(
            self.tr("A difference map needs two models with attention"),
            self.tr(
                "It shows where one of them looked more than A, and where less. Add a column, or choose "
                "another model, and make one with attention A by its pin."
            ),
            framed=True,
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(GAP)
        for widget in (self.empty, *self.panels):
            layout.addWidget(widget, 1)
        for number, panel in enumerate(self.panels, start=1):
            panel.step_pointed.connect(
                lambda step, number=number: rows.translations[number].select_step(step)
            )
        rows.rows_changed.connect(self._fill_if_seen)
        rows.row_changed.connect(self._mark)

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The maps that are drawn, with what they are."""
        panels = zip(LETTERS[1:], self.panels, strict=True)
        return [(f"{letter} minus A", panel) for letter, panel in panels if panel.picture.isVisible()]

    def showEvent(self, event: object) -> None:
        super().showEvent(event)
        self._fill()

    def _fill_if_seen(self) -> None:
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        translations = self._rows.translations
        attentive = [n for n, t in enumerate(translations) if t.model is not None and t.model.has_attention]
        shown = [number for number in attentive if number > 0 and 0 in attentive]
        self.empty.setVisible(not shown)
        for number, panel in enumerate(self.panels, start=1):
            panel.setVisible(number in shown)
            if number in shown:
                panel.whole_words = self._rows.whole_words
                panel.compare(LETTERS[number], translations[0], translations[number])

    def _mark(self) -> None:
        for panel, translation in zip(self.panels, self._rows.translations[1:], strict=False):
            if panel.isVisible():
                panel.show_selection(translation.selection)
