"""The search behind a translation: a hypothesis is a path through the slots of the beam (S, section 3.2)."""

from dataclasses import replace

from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.trace import DecodingTrace
from explorer.plots.beam_graph import BeamGraph
from explorer.plots.beam_nodes import NO_RANK
from explorer.plots.pictures import Drawing
from explorer.views.base import TraceView
from explorer.views.beam_content import beam_nodes
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.flow_layout import FlowLayout
from explorer.workspace import Selection


class BeamGraphView(TraceView):
    """Draws the beam of the trace. A click on a node selects a hypothesis that goes through it.

    A click on a node that the search gave up wishes that the translation be decoded on from there:
    `prefix_requested` with the token ids of the path to it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: tuple[DecodingTrace, bool, int] | None = None
        self.graph = BeamGraph()
        self.pruned = QCheckBox(self.tr("Pruned words"))
        self.pruned.setToolTip(self.tr("Show the candidates that got no slot, under those that did"))
        self._waiting = EmptyState(
            self.tr("The beam will stand here"),
            self.tr("Each step gets a column: the hypotheses that were kept, and where they came from."),
        )
        self._pages = QStackedLayout(self)
        self._picture = self._with_bar()
        for page in (self._waiting, self._picture):
            self._pages.addWidget(page)
        self.setFocusProxy(self.graph)
        self.pruned.toggled.connect(self._draw)
        self.graph.node_hovered.connect(self._point)
        self.graph.node_clicked.connect(self._click)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the beam of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the step; the path of another hypothesis is drawn in the accent's colour."""
        super().show_selection(selection)
        self._draw()

    def drawing(self, *, whole: bool) -> Drawing:
        """The graph as it is seen, or every node of it."""
        if whole and self._drawn is not None:
            return self.graph.paper().drawing()
        return super().drawing(whole=whole)

    def _with_bar(self) -> QWidget:
        page = QWidget()
        self.note = QLabel()
        self.note.setProperty("rank", "second")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.graph, 1)  # first for Tab: a focus proxy hides what is before it from the keys
        bar = FlowLayout()
        bar.setContentsMargins(8, 8, 8, 0)
        bar.addWidget(self.pruned)
        bar.addWidget(self.note)
        layout.insertLayout(0, bar)
        return page

    def _draw(self) -> None:
        if self.trace is None or not len(self.trace.token_ids):
            self._drawn = None
            self._pages.setCurrentWidget(self._waiting)
            return
        self.pruned.setEnabled(self.trace.candidate_ids is not None)
        wanted = (self.trace, self.pruned.isChecked(), self.selection.hypothesis)
        drawn = self._drawn
        if drawn is None or drawn[0] is not wanted[0] or drawn[1] != wanted[1]:
            self.graph.set_nodes(beam_nodes(self.trace, with_pruned=wanted[1]), wanted[2])
            self.note.setText(self._summary())
            self.note.setToolTip(self.note.text())
        elif drawn[2] != wanted[2]:
            self.graph.set_nodes(self.graph.nodes, wanted[2])
        self._drawn = wanted
        self.graph.set_marked_step(self.selection.step)
        self._pages.setCurrentWidget(self._picture)

    def _summary(self) -> str:
        nodes = self.graph.nodes
        slots = int((~nodes.pruned).sum())
        text = self.tr("{kept} words kept").format(kept=slots)
        lost = len(nodes) - slots
        return text + (self.tr(", {lost} pruned").format(lost=lost) if lost else "")

    def _point(self, node: int) -> None:
        self.selection_requested.emit(replace(self.selection, step=int(self.graph.nodes.steps[node])))

    def _click(self, node: int) -> None:
        nodes = self.graph.nodes
        step = int(nodes.steps[node])
        if nodes.ranks[node] != NO_RANK:
            rank = self.selection.hypothesis
            if not nodes.path_mask(rank)[node]:
                rank = int(nodes.ranks[node])
            self.selection_requested.emit(replace(self.selection, step=step, hypothesis=rank))
        elif nodes.is_open(node):
            self.prefix_requested.emit(nodes.path_to(node))
