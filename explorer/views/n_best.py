"""The n-best list of a translation, each hypothesis with its scores."""

from dataclasses import replace

from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.trace import DecodingTrace
from explorer.views.base import TraceView
from explorer.views.hypothesis_list import HypothesisList
from explorer.widgets.empty_state import EmptyState
from explorer.workspace import Selection


class NBestView(TraceView):
    """Lists the hypotheses of a trace; one that is chosen is wished to be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = HypothesisList()
        self._waiting = EmptyState(
            self.tr("The best translations will be listed here"),
            self.tr("Each has its score. The one that you choose shows its own alignment."),
        )
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._waiting)
        self._pages.addWidget(self.list)
        self.list.hypothesis_requested.connect(self._request)
        self.setFocusProxy(self.list)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """List the hypotheses of this trace; without candidates it is of a translation being made."""
        if trace is not self.trace:
            is_live = trace is not None and trace.candidate_ids is None
            self.list.set_hypotheses(() if trace is None else trace.hypotheses, is_live=is_live)
        super().show_trace(trace, selection)
        self._pages.setCurrentWidget(self._waiting if trace is None else self.list)
        self.list.set_chosen(selection.hypothesis)

    def show_selection(self, selection: Selection) -> None:
        """Mark another hypothesis."""
        super().show_selection(selection)
        self.list.set_chosen(selection.hypothesis)

    def _request(self, rank: int) -> None:
        if rank != self.selection.hypothesis:
            self.selection_requested.emit(replace(self.selection, hypothesis=rank))
