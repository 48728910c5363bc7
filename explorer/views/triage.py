"""Is this translation worth a second look: its numbers, and hints of rules of thumb that name themselves."""

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from engine.trace import DecodingTrace, Hypothesis
from engine.triage import measure, of_pieces
from engine.triage_rules import findings
from explorer.views.base import TraceView
from explorer.views.tokens import from_left
from explorer.views.triage_hints import hint_texts
from explorer.views.triage_numbers import number_texts, selected_text
from explorer.views.triage_rows import TriageRows
from explorer.views.triage_words import STEP, TriageWords, place_of
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Selection

FLAT = 2.0  # a place so many times as wide as high has hints and numbers beside one another


class TriageView(TraceView):
    """Hints, then numbers. A word that is named there is a link: pointing at it selects it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[DecodingTrace, Hypothesis, bool] | None = None
        self._waiting = EmptyState(
            self.tr("Numbers of the translation will stand here"),
            self.tr("Length, probability, coverage, entropy, repeated and unknown words, once it is whole."),
        )
        self.hints = TriageRows(self.tr("Hints"))
        self.numbers = TriageRows(self.tr("Numbers"))
        for rows in (self.hints, self.numbers):
            rows.link_pointed.connect(self._request)
        self.selected = QLabel()
        self._lay_out()

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Judge the selected hypothesis; one that is still being made is not judged."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Tell the numbers of the step and of the position; another hypothesis is judged anew."""
        super().show_selection(selection)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_flat = self.width() > FLAT * self.height()
        direction = QBoxLayout.Direction.LeftToRight if is_flat else QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(direction)
        self._parts.setStretch(0, int(is_flat))  # over one another, the numbers take what is left

    def _draw(self) -> None:
        trace, hypothesis = self.trace, self.hypothesis
        if trace is None or hypothesis is None or (trace.candidate_ids is None and not hypothesis.finished):
            self._shown = None
            self._pages.setCurrentWidget(self._waiting)
            return
        shown = self._shown
        is_same = shown is not None and shown[0] is trace and shown[1] is hypothesis
        if shown is None or not is_same or shown[2] != self.whole_words:
            self._judge(trace, hypothesis)
        self.selected.setText(
            from_left(selected_text(trace, hypothesis, self._measures, self._words, self.selection))
        )
        self.selected.setVisible(bool(hypothesis.tokens))
        self._pages.setCurrentWidget(self._page)

    def _judge(self, trace: DecodingTrace, hypothesis: Hypothesis) -> None:
        self._shown = (trace, hypothesis, self.whole_words)
        self._measures = measure(trace, hypothesis)
        self._words = TriageWords(trace, hypothesis, whole_words=self.whole_words)
        hints = hint_texts(findings(trace, hypothesis, self._measures), self._words)
        if not self.whole_words:
            self._measures = of_pieces(self._measures, trace, hypothesis)
        self.hints.set_texts(hints)
        self.hints.set_note(
            self.tr("Each is worth a look; none is a proof that something is wrong.")
            if hints
            else self.tr("Nothing unusual was found. That is no proof that the translation is right.")
        )
        self.numbers.set_texts(number_texts(trace, hypothesis, self._measures, self._words))
        linked = [row.text for rows in (self.hints, self.numbers) for row in rows.rows if row.has_links]
        for before, after in pairwise([self._area, *linked]):  # made late, they would be the window's last
            QWidget.setTabOrder(before, after)

    def _request(self, link: str) -> None:
        side, token = place_of(link)
        if side == STEP and token != self.selection.step:
            self.selection_requested.emit(replace(self.selection, step=token))
        elif side != STEP and token != self.selection.position:
            self.selection_requested.emit(replace(self.selection, position=token))

    def _lay_out(self) -> None:
        content = QWidget()
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, content)
        self._parts.setContentsMargins(0, 0, 8, 0)
        self._parts.setSpacing(24)
        self._parts.addWidget(self.hints)
        self._parts.addWidget(self.numbers, 1)
        self._area = UprightArea(content)
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._area.setAccessibleName(self.tr("Triage"))
        self.selected.setTextFormat(Qt.TextFormat.PlainText)
        self.selected.setWordWrap(True)
        self.selected.setProperty("rank", "second")
        self._page = QWidget()
        column = QVBoxLayout(self._page)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self._area, 1)
        column.addWidget(self.selected)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._waiting)
        self._pages.addWidget(self._page)
        self.setFocusProxy(self._area)
