"""What the networks hold while they read and write: annotations, decoder states and gates, unit by unit."""

from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QComboBox, QLabel, QStackedLayout, QVBoxLayout, QWidget

from engine.trace import DecodingTrace
from engine.trace_words import group_of
from explorer.export_choice import STATES
from explorer.plots.unit_figure import AS_THEY_ARE, BY_ACTIVITY, BY_SIMILARITY, UnitFigure, unit_order
from explorer.plots.unit_map import UnitMap
from explorer.views.base import TraceView
from explorer.views.states_content import QUANTITIES, Quantity, UnitContent, told, unit_content
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.flow_layout import FlowLayout
from explorer.workspace import Selection

NARROWEST_BOX = 120  # pixels; a longer name is cut off where there is no room for it


class StatesView(TraceView):
    """One kind of numbers at a time. Pointing at a word's column selects its step or source position."""

    numbers_of = STATES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content: UnitContent | None = None
        self._drawn: tuple[object, ...] = ()
        self.quantity, self.order, self.meaning = QComboBox(), QComboBox(), QLabel()
        self.quantity.setAccessibleName(self.tr("Which numbers"))
        for quantity in QUANTITIES:
            self.quantity.addItem(told(quantity.name), quantity.field)
        self.order.setAccessibleName(self.tr("Order of the units"))
        self.order.addItem(self.tr("As they are"), AS_THEY_ARE)
        self.order.addItem(self.tr("Most active first"), BY_ACTIVITY)
        self.order.addItem(self.tr("Like beside like"), BY_SIMILARITY)
        for box in (self.quantity, self.order):
            box.setMinimumWidth(NARROWEST_BOX)
        self.map = UnitMap(self)  # first for Tab: a focus proxy hides what stands before it from the keys
        self.waiting, self.without = EmptyState("", ""), EmptyState("", "")
        self.waiting.set_texts(
            self.tr("States and gates will stand here"),
            self.tr("Each row is a unit of the network, each column a word; colour is the unit's number."),
        )
        self._lay_out()
        self.setFocusProxy(self.map)
        self.quantity.currentIndexChanged.connect(self._draw)
        self.order.currentIndexChanged.connect(self._draw)
        self.map.column_pointed.connect(self._point)

    @property
    def chosen(self) -> Quantity:
        """Which numbers are looked at."""
        return QUANTITIES[self.quantity.currentIndex()]

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the numbers of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the word of the step or of the source position; another hypothesis has other states."""
        super().show_selection(selection)
        self._draw()

    def _draw(self) -> None:
        trace, hypothesis = self.trace, self.hypothesis
        if trace is None or hypothesis is None or not hypothesis.tokens:
            self._leave(self.waiting)
            return
        choice = (self.quantity.currentIndex(), self.order.currentData(), self.whole_words)
        wanted = (trace, hypothesis, *choice)
        is_same = len(self._drawn) == len(wanted) and all(
            old is new or old == new for old, new in zip(self._drawn[1:], wanted[1:], strict=True)
        )
        if not is_same or self._drawn[0] is not trace:
            content = unit_content(trace, hypothesis, self.chosen, whole_words=self.whole_words)
            problem = self._problem(trace, content)
            if content is None or problem[0]:
                self.without.set_texts(*problem)
                self._leave(self.without)
                return
            self.content, self._drawn = content, wanted
            self._show(content)
        self.map.set_marked(self._marked_column())
        self.pages.setCurrentWidget(self.map)

    def _show(self, content: UnitContent) -> None:
        counts = [count for _, count in content.parts]
        order = unit_order(content.values, counts, self.order.currentData())
        self.map.setAccessibleName(told(self.chosen.name))
        meaning = told(self.chosen.meaning)
        if any(end - begin > 1 for begin, end in content.words):
            meaning = self.tr("{meaning}; of a word of several pieces their mean").format(meaning=meaning)
        self.meaning.setText(meaning)
        self.map.set_figure(
            UnitFigure(content.values, content.columns, order, content.parts, self.chosen.is_signed)
        )

    def _problem(self, trace: DecodingTrace, content: UnitContent | None) -> tuple[str, str]:
        """A title and a sentence where there is nothing to draw; empty where there is."""
        self.meaning.clear()
        name = told(self.chosen.name)
        if content is None and trace.candidate_ids is None:
            return name, self.tr("These numbers come with the whole translation, not with its first words.")
        if content is None:
            return self.tr("{name}: none here").format(name=name), self.tr("This model has no such numbers.")
        bad = int(np.count_nonzero(~np.isfinite(content.values)))
        if bad:
            text = self.tr("{bad} of {count} are not numbers, so no picture is drawn.")
            return name, text.format(bad=bad, count=content.values.size)
        return "", ""

    def _marked_column(self) -> int | None:
        assert self.content is not None
        selected = self.selection.position if self.chosen.of_source else self.selection.step
        word = group_of(self.content.words, selected)
        return None if word is None else word + self.content.first

    def _point(self, column: int) -> None:
        if self.content is None or column < self.content.first or column == self._marked_column():
            return  # the state before the first word belongs to no step; within a word the piece stays
        token = self.content.words[column - self.content.first][0]
        if self.chosen.of_source:
            self.selection_requested.emit(replace(self.selection, position=token))
        else:
            self.selection_requested.emit(replace(self.selection, step=token))

    def _leave(self, page: QWidget) -> None:
        self.content, self._drawn = None, ()
        self.pages.setCurrentWidget(page)

    def _lay_out(self) -> None:
        bar = FlowLayout()
        bar.setContentsMargins(8, 8, 8, 0)
        bar.addWidget(self.quantity)
        bar.addWidget(self.order)
        self.meaning.setProperty("rank", "second")
        self.meaning.setWordWrap(True)
        self.meaning.setContentsMargins(8, 4, 8, 4)
        self.pages = QStackedLayout()
        for page in (self.waiting, self.without, self.map):
            self.pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.meaning)
        layout.addLayout(self.pages, 1)
