"""The dock of many sentences: its table is made when it is first seen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from explorer.views import SENTENCES, SENTENCES_TITLE
from explorer.views.dock import Dock
from explorer.workspace import Workspace

if TYPE_CHECKING:
    from explorer.views.sentences import SentencesView

FIRST_SIZE = QSize(720, 240)  # pixels, of what is in it


class _Page(QWidget):
    """Begins with a size of its own."""

    def sizeHint(self) -> QSize:
        return FIRST_SIZE


class SentenceDock(Dock):
    """Wide, under the picture. `made` with the view, once."""

    made = Signal(QWidget)

    def __init__(self, workspace: Workspace) -> None:
        title = QCoreApplication.translate("views", SENTENCES_TITLE)
        super().__init__(SENTENCES, title, Qt.DockWidgetArea.BottomDockWidgetArea, is_open=False)
        self._workspace = workspace
        self._view: SentencesView | None = None
        page = _Page()
        page.setObjectName("side")
        QVBoxLayout(page).setContentsMargins(0, 0, 0, 0)
        self.setWidget(page)

    def fill(self) -> None:
        """Make the view when it is first seen."""
        if self.is_seen:
            self.view()

    def menus(self) -> list[tuple[str, QMenu]]:
        """What can be chosen for the list, once its view is made."""
        return [] if self._view is None else [(self.windowTitle(), self._view.menu)]

    def view(self) -> "SentencesView":
        """What is in the dock; made now if it was never seen."""
        if self._view is None:
            from explorer.views.sentences import SentencesView

            self._view = SentencesView(self._workspace)
            self.widget().layout().addWidget(self._view)
            self.widget().setFocusProxy(self._view)
            self.made.emit(self._view)
        return self._view
