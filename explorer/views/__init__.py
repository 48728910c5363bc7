"""The views of a trace, in one table; each is imported when it is first needed."""

from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import QCoreApplication

from explorer.views.base import TraceView


@dataclass(frozen=True)
class ViewEntry:
    """A view: the name that is shown, where its class is, and whether it draws an alignment.

    A view that draws an alignment is never given the trace of a model without attention. A docked view
    stands beside the picture in Translate, in a dock of its own; one that is not docked is a picture of the
    centre: that of a model with attention if it draws an alignment, else that of a model without.
    """

    title: str
    module: str
    class_name: str
    draws_alignment: bool
    is_docked: bool = True
    is_open: bool = False  # at first; a person opens and closes it later

    def create(self) -> TraceView:
        """A new view of this kind, which a screen reader calls by its title."""
        view_class: type[TraceView] = getattr(import_module(self.module), self.class_name)
        view = view_class()
        view.setAccessibleName(QCoreApplication.translate("views", self.title))
        return view


VIEWS: dict[str, ViewEntry] = {
    "matrix": ViewEntry(
        "Matrix", "explorer.views.matrix", "MatrixView", draws_alignment=True, is_docked=False
    ),
    "fixed_vector": ViewEntry(
        "Fixed vector",
        "explorer.views.fixed_vector",
        "FixedVectorView",
        draws_alignment=False,
        is_docked=False,
    ),
    "step": ViewEntry("Step", "explorer.views.step", "StepView", draws_alignment=False, is_open=True),
    "n_best": ViewEntry("n-best", "explorer.views.n_best", "NBestView", draws_alignment=False),
    "words": ViewEntry("Words", "explorer.views.words", "WordsView", draws_alignment=False),
    "beam_graph": ViewEntry(
        "Beam graph", "explorer.views.beam_graph", "BeamGraphView", draws_alignment=False
    ),
    "importance": ViewEntry(
        "Importance", "explorer.views.importance", "ImportanceView", draws_alignment=False
    ),
    "attention_test": ViewEntry(
        "Does attention matter?",
        "explorer.views.attention_test",
        "AttentionTestView",
        draws_alignment=True,
    ),
    "lines": ViewEntry("Lines", "explorer.views.lines", "LinesView", draws_alignment=True),
    "states": ViewEntry("States and gates", "explorer.views.states", "StatesView", draws_alignment=False),
    "text": ViewEntry("Text", "explorer.views.text", "TextView", draws_alignment=True),
    "triage": ViewEntry("Triage", "explorer.views.triage", "TriageView", draws_alignment=False),
}
SENTENCES, SENTENCES_TITLE = "sentences", "Sentences"  # a dock as well, of a list and not of a trace
DOCKED = tuple(name for name, entry in VIEWS.items() if entry.is_docked)
