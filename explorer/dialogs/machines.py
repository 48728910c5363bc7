"""The other machines: which there are, how their lines are, and the form for one more."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.errors import EngineError
from explorer.dialogs.frame import set_frame
from explorer.itemmodels.machine_words import line_words, trouble
from explorer.services.machine_state import Machine
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.upright_area import UprightArea

EXAMPLE = "ssh gpu1 cd alignment-explorer '&&' .venv/bin/python"
LETTERS, LINES = 84, 28  # what there is room for


class MachineRow(QWidget):
    """One machine with what can be done with it."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self._name, self.note = QLabel(), FieldNote()
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setWordWrap(True)
        self.try_now, self.remove = QPushButton(self.tr("Try now")), QPushButton(self.tr("Remove"))
        for button in (self.try_now, self.remove):
            button.setAutoDefault(False)
            button.setAccessibleDescription(machine.name)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._name, 1)
        head.addWidget(self.try_now)
        head.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.note)
        self.show_machine(machine)

    def show_machine(self, machine: Machine) -> None:
        """Draw it as it is now."""
        self._name.setText(f"{machine.name} – {line_words(machine.line)}")
        self._name.setToolTip(machine.command)
        self.try_now.setVisible(machine.line.state in ("broken", "refused", "closed"))
        if trouble(machine):
            self.note.warn(trouble(machine))
        else:
            place = self.tr("Runs are kept there in {home}.").format(home=machine.line.home)
            self.note.say(place if machine.line.home else "")

    def text(self) -> str:
        """The line with the machine's name and state."""
        return self._name.text()


class MachinesDialog(QDialog):
    """Lists them and asks for one more; whoever hears its wishes answers with `show_machines`."""

    add_requested = Signal(str, str)  # name, command
    remove_requested = Signal(str)
    try_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[str, MachineRow] = {}
        self.bar = NotificationBar()
        self.name, self.command, self.note = QLineEdit(), QLineEdit(), FieldNote()
        self.connect_button, self.close_button = (
            QPushButton(self.tr("Connect")),
            QPushButton(self.tr("Close")),
        )
        self._list = QVBoxLayout()
        self.setWindowTitle(self.tr("Machines"))
        self._prepare()
        self._lay_out()
        self._check()

    def sizeHint(self) -> QSize:
        letters = self.fontMetrics()
        return QSize(letters.averageCharWidth() * LETTERS, letters.height() * LINES)

    def show_machines(self, machines: Sequence[Machine]) -> None:
        """Draw these."""
        names = [machine.name for machine in machines]
        for name in [name for name in self.rows if name not in names]:
            self.rows.pop(name).deleteLater()
        for machine in machines:
            if machine.name in self.rows:
                self.rows[machine.name].show_machine(machine)
            else:
                self._add_row(machine)

    def show_added(self) -> None:
        """The machine of the form is in the list now."""
        self.bar.hide()
        self.name.clear()
        self.command.clear()

    def show_error(self, error: EngineError) -> None:
        """Say why the machine of the form cannot be added; everything typed stays."""
        self.bar.show_error(error)

    def _add_row(self, machine: Machine) -> None:
        row = self.rows[machine.name] = MachineRow(machine)
        row.try_now.clicked.connect(lambda: self.try_requested.emit(machine.name))
        row.remove.clicked.connect(lambda: self.remove_requested.emit(machine.name))
        self._list.addWidget(row)

    def _check(self) -> None:
        self.connect_button.setEnabled(bool(self.name.text().strip() and self.command.text().strip()))

    def _prepare(self) -> None:
        self.command.setPlaceholderText(EXAMPLE)
        self.note.say(
            self.tr(
                "The words that start Python in the program's folder there, as in a terminal. What the shell "
                "there is to read stands in quotation marks. The line needs a key, or an agent that holds "
                "it: no password can be typed here, and none is kept."
            )
        )
        self.name.textChanged.connect(self._check)
        self.command.textChanged.connect(self._check)
        self.connect_button.clicked.connect(
            lambda: self.add_requested.emit(self.name.text().strip(), self.command.text().strip())
        )
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        about = QLabel(
            self.tr(
                "Runs on these machines stand in the table beside those of this one. They need neither "
                "this window nor the line to go on."
            )
        )
        about.setWordWrap(True)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(24, 16, 24, 8)
        layout.setSpacing(8)
        layout.addWidget(about)
        layout.addSpacing(8)
        layout.addLayout(self._list)
        for words, field in ((self.tr("&Name"), self.name), (self.tr("&Command"), self.command)):
            label = QLabel(words)
            label.setBuddy(field)
            field.setAccessibleName(words.replace("&", ""))
            layout.addWidget(label)
            layout.addWidget(field)
        layout.addWidget(self.note)
        layout.addStretch()
        set_frame(self, self.bar, UprightArea(page), (self.close_button, self.connect_button))
