"""One quiet line about the other machines whose runs are in the table; empty where there are none."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.itemmodels.machine_words import line_words, trouble
from explorer.services.machine_state import Machine
from explorer.widgets.field_note import FieldNote
from explorer.widgets.one_line import OneLine


class MachinesStrip(QWidget):
    """Says how each machine is; offers to try a broken line at once."""

    try_requested = Signal(str)  # a machine's name

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.note = OneLine(), FieldNote()
        self.try_now = QPushButton(self.tr("Try now"))
        self._broken: tuple[str, ...] = ()
        self.try_now.clicked.connect(self._try)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(self.words, 1)
        head.addWidget(self.try_now)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.note)
        self.show_machines(())

    def show_machines(self, machines: Sequence[Machine]) -> None:
        """Draw these."""
        self._broken = tuple(it.name for it in machines if it.line.state in ("broken", "refused"))
        self.words.say("   ·   ".join(f"{it.name} – {line_words(it.line)}" for it in machines))
        self.note.warn("\n".join(trouble(it) for it in machines if trouble(it)))
        self.try_now.setVisible(bool(self._broken))
        self.setVisible(bool(machines))

    def _try(self) -> None:
        for name in self._broken:
            self.try_requested.emit(name)
