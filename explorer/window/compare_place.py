"""The place Compare as a whole: its view with the services that only it needs."""

from PySide6.QtCore import QObject

from explorer.services.growing_examples import read_examples
from explorer.services.growth_service import GrowthService
from explorer.services.reference_service import ReferenceService
from explorer.views.compare import CompareView
from explorer.window.frame import Frame


class ComparePlace(QObject):
    """Lives as long as its view."""

    def __init__(self, window: Frame) -> None:
        workspace = window.workspace
        workspace.growth.set_examples(read_examples())
        view = CompareView(workspace)
        super().__init__(view)
        self.view = view
        self.growth = GrowthService(window.engine, workspace)
        self.references = ReferenceService(workspace)
        self.view.set_engine_state(window.engine.state)
        window.engine.state_changed.connect(self.view.set_engine_state)
        self.growth.error_received.connect(self.view.growth.bar.show_error)
