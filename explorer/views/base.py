"""What every view of a trace is: a widget that is given a record and a selection and draws them."""

from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget

from engine.evaluation.alignment import GoldLinks
from engine.probes import Importance
from engine.trace import DecodingTrace, Hypothesis
from explorer.export_choice import ALIGNMENT
from explorer.plots.pictures import Drawing
from explorer.plots.widget_drawing import whole_drawing, widget_drawing
from explorer.probes import ProbeQuestion, Probes
from explorer.views.copy_menu import CopyMenu
from explorer.workspace import Selection


class TraceView(QWidget):
    """A view of one DecodingTrace. It holds no truth: it keeps what it was given last, only to draw it again.

    numbers_of: what the numbers of its export are of: the alignment, the states of the networks, importance.

    A subclass extends `show_trace` and `show_selection`. `show_trace` is called for each step while a
    translation is being decoded, with a trace of one slot, and a last time with the whole trace; whoever
    calls it has checked the trace. What a person points at is a wish, sent as `selection_requested`.

    whole_words: set by whoever calls `show_trace`, before that. Words sum what belongs to their source pieces
    and average over their target pieces; else each raw piece stands alone, as the model reads and writes it.
    What is selected is a piece either way.

    menu_requested: the context menu that is about to open, with the step and the source position under the
    pointer, each None where the pointer is at no such word. Whoever hears it may put entries for that word
    on top of the menu ("Mask 'word'"). The view's own entries follow; the menu deletes itself when closed.
    """

    numbers_of = ALIGNMENT
    selection_requested = Signal(Selection)
    menu_requested = Signal(QMenu, object, object)
    probe_requested = Signal(ProbeQuestion)  # to be worked out for what is shown; see `show_probes`
    prefix_requested = Signal(tuple)  # token ids that the translation is to begin with; decode on from there
    weights_requested = Signal(int, tuple)  # step, and the J weights that it is to have instead of its own
    link_requested = Signal(int, int, bool)  # step, source position, sure: link these two, or no longer
    drawing_changed = Signal(dict)  # how it is drawn was chosen otherwise: plain values, to be remembered

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trace: DecodingTrace | None = None
        self.selection = Selection()
        self.whole_words = True

    @property
    def importance(self) -> Importance | None:
        """The importance that is shown; None where none is."""
        return None

    @property
    def hypothesis(self) -> Hypothesis | None:
        """The hypothesis that the selection names; None without a trace."""
        if self.trace is None or not self.trace.hypotheses:
            return None
        return self.trace.hypotheses[min(self.selection.hypothesis, len(self.trace.hypotheses) - 1)]

    def show_drawing(self, drawing: dict[str, Any]) -> None:
        """Draw as was chosen elsewhere or earlier; a view without such choices does nothing."""

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw this trace; None empties the view."""
        self.trace = trace
        self.selection = selection

    def show_selection(self, selection: Selection) -> None:
        """Mark another step, source position or hypothesis of the trace that is shown."""
        self.selection = selection

    def show_links(self, links: GoldLinks | None, *, is_editable: bool) -> None:
        """Lay these gold links over the alignment; None: no links. A view without an alignment does nothing.

        is_editable: whether cells can be clicked to link words; see `link_requested`.
        """

    def show_probes(self, probes: Probes) -> None:
        """Show what has come of the view's questions; most views ask none."""

    def numbers_text(self) -> str:
        """The numbers that it shows as a spreadsheet takes them, tabs between cells; empty where none are."""
        return ""

    def open_copy_menu(self, where: QPoint) -> None:
        """Offer the picture and the table of what is shown; where is a place on the screen."""
        if self.hypothesis is not None:
            CopyMenu(self, lambda: self.drawing(whole=False), self.numbers_text).popup(where)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Reaches the view where nothing in it has a menu of its own."""
        self.open_copy_menu(event.globalPos())

    def menus(self) -> list[tuple[str, QMenu]]:
        """What a person can choose in the view, with the name of each menu."""
        return []

    def drawing(self, *, whole: bool) -> Drawing:
        """What the view shows, for a file: the part of it that is on screen, or all that it holds.

        The view has to be on screen, there and when the drawing is painted.
        """
        return whole_drawing(self) if whole else widget_drawing(self)
