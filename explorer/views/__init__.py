"""The views of a trace, in one table; each is imported when it is first needed."""

from dataclasses import dataclass
from importlib import import_module

from explorer.views.base import TraceView


@dataclass(frozen=True)
class ViewEntry:
    """A view: the name that is shown, where its class is, and whether it draws an alignment.

    A view that draws an alignment is never given the trace of a model without attention, and one that
    does not is the picture of such a model.
    """

    title: str
    module: str
    class_name: str
    draws_alignment: bool

    def create(self) -> TraceView:
        """A new view of this kind."""
        view_class: type[TraceView] = getattr(import_module(self.module), self.class_name)
        return view_class()


VIEWS: dict[str, ViewEntry] = {
    "matrix": ViewEntry("Matrix", "explorer.views.matrix", "MatrixView", draws_alignment=True),
    "fixed_vector": ViewEntry(
        "Fixed vector", "explorer.views.fixed_vector", "FixedVectorView", draws_alignment=False
    ),
}
