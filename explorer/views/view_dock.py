"""A dock of one view of the translation."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget

from engine.trace import DecodingTrace
from explorer.probes import ProbeQuestion
from explorer.views import VIEWS
from explorer.views.base import TraceView
from explorer.views.dock import Dock
from explorer.views.other_sentence import OtherSentence
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.upright_area import UprightArea
from explorer.widgets.veil import Veil
from explorer.workspace import Selection, Translation

FIRST_SIZE = QSize(320, 240)  # pixels, of what is in a dock
NARROWEST = 280  # pixels


class _Pages(QStackedWidget):
    """Begins with the same size whatever view stands in it."""

    def sizeHint(self) -> QSize:
        return FIRST_SIZE


class ViewDock(Dock):
    """One docked view, made when it is first seen and given the trace while it is.

    It scrolls where the view needs more height than there is.
    """

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)

    def __init__(self, name: str, translation: Translation) -> None:
        title = QCoreApplication.translate("views", VIEWS[name].title)
        super().__init__(name, title, Qt.DockWidgetArea.RightDockWidgetArea, is_open=VIEWS[name].is_open)
        self.view: TraceView | None = None
        self._area: UprightArea | None = None  # around the view
        self._whole_words = True
        self._translation = translation
        self.without_attention = EmptyState(
            self.tr("This model has no attention"),
            self.tr("It reads the whole sentence into one vector, so there is no alignment to draw."),
            framed=True,
        )
        self._pages = _Pages()
        self._pages.setObjectName("side")
        self._pages.setMinimumWidth(NARROWEST)
        self._pages.addWidget(self.without_attention)
        self.setWidget(self._pages)
        self._veil = Veil(self._pages, self)
        self._other_sentence = OtherSentence(translation, self)
        self._other_sentence.found.connect(self._on_other_sentence)

    def fill(self) -> None:
        """Give the view what is on screen."""
        self.show_trace()

    def show_trace(self) -> None:
        """Give the view what is on screen; one that draws an alignment is given none without attention."""
        if not self.is_seen:
            return
        trace, view = self._translation.trace, self._made_view()
        view.whole_words = self._whole_words
        if VIEWS[self.name].draws_alignment and trace is not None and trace.weights is None:
            self._give(view, None, Selection())
            self._pages.setCurrentWidget(self.without_attention)
        else:
            self._give(view, trace, self._translation.selection)
            self._pages.setCurrentWidget(self._area)
            self.show_probes()

    def show_selection(self) -> None:
        """Mark what is selected now."""
        if self._shows_view() and self.view is not None:
            self.view.show_selection(self._translation.selection)

    def show_probes(self) -> None:
        """Give the view what has come of its questions."""
        if self._shows_view() and self.view is not None:
            self.view.show_probes(self._translation.probes)

    def show_words(self, *, whole: bool) -> None:
        """Show whole words in the view, or raw pieces."""
        self._whole_words = whole
        self.show_trace()

    def _on_other_sentence(self) -> None:
        """What stands in the source line is not what this view is of."""
        self._veil.set_drawn(is_drawn=self._other_sentence.text is not None)
        self.setToolTip(self._other_sentence.words())

    def _shows_view(self) -> bool:
        return self.is_seen and self.view is not None and self._pages.currentWidget() is self._area

    def _made_view(self) -> TraceView:
        if self.view is None:
            self.view = VIEWS[self.name].create()
            self.view.selection_requested.connect(self.selection_requested)
            self.view.prefix_requested.connect(self.prefix_requested)
            self.view.weights_requested.connect(self.weights_requested)
            self.view.probe_requested.connect(self._ask)
            self._area = UprightArea(self.view)
            self._pages.addWidget(self._area)
            self._pages.setFocusProxy(self.view)
        return self.view

    def _ask(self, question: ProbeQuestion) -> None:
        self._translation.probes.want(question)
        self.show_probes()

    def _give(self, view: TraceView, trace: DecodingTrace | None, selection: Selection) -> None:
        if trace is not None or view.trace is not None:
            view.show_trace(trace, selection)
