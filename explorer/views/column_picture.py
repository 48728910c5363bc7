"""The picture of a column of Compare: without attention the one vector, or the importance of the words."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QStackedLayout, QVBoxLayout, QWidget

from explorer.probes import ProbeQuestion
from explorer.views.base import TraceView
from explorer.views.importance import ImportanceView
from explorer.views.stage import TraceStage
from explorer.workspace import Translation


class ColumnPicture(QWidget):
    """The stage, and for a translation without attention a choice; importance is made when first wanted."""

    def __init__(self, translation: Translation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._translation = translation
        self._whole_words = True
        self.stage = TraceStage(translation, offers_action=False)
        self.importance: ImportanceView | None = None
        self.choice = QComboBox()
        self.choice.addItems([self.tr("The one vector"), self.tr("Importance of source words")])
        self.choice.setAccessibleName(self.tr("Picture of a model without attention"))
        self.choice.currentIndexChanged.connect(self._show)
        translation.trace_changed.connect(self._show)
        translation.selection_changed.connect(self._on_selection)
        translation.probes.changed.connect(self._on_probes)
        self._lay_out()
        self._show()

    @property
    def view(self) -> TraceView | None:
        """The view on screen; None while there is nothing to show."""
        return self.importance if self.shows_importance else self.stage.view

    @property
    def shows_importance(self) -> bool:
        """Whether importance is chosen where there is a choice."""
        return self.importance is not None and self._pages.currentWidget() is self.importance

    def show_words(self, *, whole: bool) -> None:
        """Show whole words in the picture, or raw pieces."""
        self._whole_words = whole
        self.stage.show_words(whole=whole)
        self._show()

    def _show(self) -> None:
        trace = self._translation.trace
        has_choice = trace is not None and trace.weights is None and self._translation.steps > 0
        self.choice.setVisible(has_choice)
        if not has_choice or self.choice.currentIndex() == 0:
            self._pages.setCurrentWidget(self.stage)
            return
        if self.importance is None:
            self.importance = self._make_importance()
        self._pages.setCurrentWidget(self.importance)
        self.importance.whole_words = self._whole_words
        self.importance.show_trace(trace, self._translation.selection)
        self._on_probes()

    def _make_importance(self) -> ImportanceView:
        view = ImportanceView()
        view.setAccessibleName(self.choice.itemText(1))
        view.probe_requested.connect(self._ask)
        view.selection_requested.connect(self._translation.select)
        self._pages.addWidget(view)
        return view

    def _ask(self, question: ProbeQuestion) -> None:
        self._translation.probes.want(question)
        self._on_probes()

    def _on_probes(self) -> None:
        if self.importance is not None and self.shows_importance:
            self.importance.show_probes(self._translation.probes)

    def _on_selection(self) -> None:
        if self.importance is not None and self.shows_importance:
            self.importance.show_selection(self._translation.selection)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        self._pages = QStackedLayout()
        layout.addLayout(self._pages, 1)
        self._pages.addWidget(self.stage)  # only now: a page without a place would be a window of its own
