"""Asks for the update at which a run is to end; nothing waits for the answer."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QPushButton, QWidget

from explorer.dialogs.frame import set_frame
from explorer.services.run_snapshot import RunSnapshot
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.number_box import NumberBox

MOST = 1_000_000_000


class RaiseLimitDialog(QDialog):
    """Offers half as many updates again as the run has now."""

    limit_chosen = Signal(Path, int)

    def __init__(self, run: RunSnapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Raise the limit"))
        self._path = run.path
        status = run.seen.status
        done, limit = (status.update, status.max_updates) if status else (0, 0)
        self.updates = NumberBox(self.tr("Last update"))
        self.updates.setGroupSeparatorShown(True)
        self.updates.setRange(done + 1, MOST)
        self.updates.setValue(max(done + 1, limit + limit // 2))
        self.accept_button = QPushButton(self.tr("Train longer"))
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        self.accept_button.clicked.connect(self._choose)
        fields = QWidget()
        form = QFormLayout(fields)
        form.setContentsMargins(24, 24, 24, 16)
        form.setSpacing(16)
        words = self.tr("{name} is at update {done} of {limit}.")
        form.addRow(QLabel(words.format(name=run.name, done=f"{done:,}", limit=f"{limit:,}")))
        form.addRow(self.tr("Let it end at update"), self.updates)
        set_frame(self, NotificationBar(), fields, (cancel, self.accept_button))

    def _choose(self) -> None:
        self.limit_chosen.emit(self._path, self.updates.value())
        self.accept()
