"""The choice of the machine on which a new run trains: this one, or one that a line leads to."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from explorer.services.machine_state import Machine


class MachineChoice(QWidget):
    """Offers the machines that are connected now; hidden while there is none but this one."""

    machine_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QComboBox()
        self.box.setAccessibleName(self.tr("Machine"))
        self.box.addItem(self.tr("This machine"), None)
        self.box.currentIndexChanged.connect(self.machine_changed)
        self.setFocusProxy(self.box)
        label = QLabel(self.tr("&Machine"))
        label.setBuddy(self.box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(8)
        layout.addWidget(label)
        layout.addWidget(self.box)
        self.hide()

    def machine(self) -> Machine | None:
        """The chosen machine; None for this one."""
        machine: Machine | None = self.box.currentData()
        return machine

    def show_machines(self, machines: Sequence[Machine]) -> None:
        """Offer these; one that is chosen stays offered although its line has broken."""
        chosen = self.machine()
        names = {machine.name for machine in machines if machine.line.state == "connected"}
        offered = [it for it in machines if it.name in names or (chosen and it.name == chosen.name)]
        self.box.blockSignals(True)
        while self.box.count() > 1:
            self.box.removeItem(1)
        for machine in offered:
            self.box.addItem(machine.name, machine)
        if chosen is not None:
            self.box.setCurrentIndex(max(0, self.box.findText(chosen.name)))
        self.box.blockSignals(False)
        self.setVisible(bool(offered))
        now = self.machine()
        if (now and now.name) != (chosen and chosen.name):
            self.machine_changed.emit()
