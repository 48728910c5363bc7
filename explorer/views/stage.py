"""Where the picture of a translation stands: the view that suits its trace, or what will be there.

A picture of another sentence than the one in the source line says so, under a veil.
"""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from engine.evaluation.alignment import GoldLinks
from engine.trace import DecodingTrace
from explorer.views import VIEWS
from explorer.views.base import TraceView
from explorer.views.other_sentence import OtherSentence
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.one_line import OneLine
from explorer.widgets.veil import Veil
from explorer.workspace import Selection, Translation

LOWEST, LOWEST_OF_LINKS = 120, 320  # pixels: what a picture needs to be one, and to have cells to click on
SHORT = 600  # pixels: where a place is lower than that, all around the picture takes less room


class TraceStage(QWidget):
    """Shows one translation; views are made when first needed. `action_requested` wishes the place filled."""

    selection_requested = Signal(Selection)
    action_requested = Signal()
    drawing_changed = Signal(dict)
    link_requested = Signal(int, int, bool)  # step, source position, whether the link is sure
    menu_requested = Signal(QMenu, object, object)  # that of the matrix, for entries about the word there

    def __init__(self, translation: Translation, *, offers_action: bool) -> None:
        super().__init__()
        self._translation = translation
        self._views: dict[str, TraceView] = {}
        self._drawing: dict[str, Any] = {}
        self._whole_words = True
        self._links: tuple[GoldLinks | None, bool] = (None, False)
        self._action = self.tr("Translate") if offers_action else ""
        self.empty = EmptyState("", "")
        self.empty.action_requested.connect(self.action_requested)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self.other = OneLine()
        self.veil = Veil(self._pages, self)
        self._lay_out()
        self._other_sentence = OtherSentence(translation, self)
        self._other_sentence.found.connect(self._on_other_sentence)
        self.setMinimumHeight(LOWEST)
        translation.model_changed.connect(self._on_model)
        translation.trace_changed.connect(self._on_trace)
        translation.selection_changed.connect(self._on_selection)
        self._on_model()

    @property
    def view(self) -> TraceView | None:
        """The view on screen; None while there is nothing to show."""
        widget = self._pages.currentWidget()
        return widget if isinstance(widget, TraceView) else None

    def set_drawing(self, drawing: dict[str, Any]) -> None:
        """Draw as was chosen at another stage, or earlier: plain values of a view's `drawing_changed`."""
        self._drawing = drawing
        for view in self._views.values():
            view.show_drawing(drawing)

    def show_words(self, *, whole: bool) -> None:
        """Show whole words in the picture, or raw pieces."""
        self._whole_words = whole
        self._on_trace()

    def show_links(self, links: GoldLinks | None, *, is_editable: bool) -> None:
        """Lay gold links over the picture, and let them be edited in it."""
        self._links = links, is_editable
        self.setMinimumHeight(LOWEST if links is None else LOWEST_OF_LINKS)
        for view in self._views.values():
            view.show_links(links, is_editable=is_editable)

    @property
    def title(self) -> str:
        """The name of the view on screen; empty while there is none."""
        shown = [name for name, view in self._views.items() if view is self.view]
        return VIEWS[shown[0]].title if shown else ""

    def _lay_out(self) -> None:
        self.other.setProperty("rank", "title")
        self.other.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.other)
        layout.addWidget(self._pages, 1)

    def _on_other_sentence(self) -> None:
        words = self._other_sentence.words()
        self.other.say(words)
        self.veil.set_drawn(is_drawn=bool(words))

    def _on_model(self) -> None:
        model = self._translation.model
        if model is None or model.has_attention:
            title = self.tr("The alignment will stand here")
            text = self.tr("Each translated word gets a row that shows where in the source the model looked.")
        else:
            title = self.tr("No alignment will stand here")
            text = self.tr("This model has no attention. You will see its one vector and how sure it was.")
        self.empty.set_texts(title, text, self._action)

    def _on_trace(self) -> None:
        trace = self._translation.trace
        if trace is None or not self._translation.steps:
            self._pages.setCurrentWidget(self.empty)
            for view in self._views.values():
                view.show_trace(None, Selection())
            return
        view = self._view(_suitable(trace))
        view.whole_words = self._whole_words
        view.show_trace(trace, self._translation.selection)
        self._pages.setCurrentWidget(view)

    def _on_selection(self) -> None:
        if self.view is not None:
            self.view.show_selection(self._translation.selection)

    def _view(self, name: str) -> TraceView:
        if name not in self._views:
            view = VIEWS[name].create()
            view.selection_requested.connect(self.selection_requested)
            view.drawing_changed.connect(self.drawing_changed)
            view.menu_requested.connect(self.menu_requested)
            view.link_requested.connect(self.link_requested)
            view.show_drawing(self._drawing)
            view.show_links(self._links[0], is_editable=self._links[1])
            self._views[name] = view
            self._pages.addWidget(view)
            self._order_tabs(view)
        return self._views[name]

    def _order_tabs(self, view: TraceView) -> None:
        """The Tab key comes to what is in the picture where it stands, however late it was made."""
        last: QWidget = self.empty.button
        for child in view.findChildren(QWidget):
            if child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                self.setTabOrder(last, child)
                last = child


def _suitable(trace: DecodingTrace) -> str:
    """A matrix for a model with attention, and never for one without."""
    pictures = ((name, entry.draws_alignment) for name, entry in VIEWS.items() if not entry.is_docked)
    return next(name for name, draws_alignment in pictures if draws_alignment == (trace.weights is not None))
