"""The command that starts a run elsewhere, to be looked at and copied."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from engine.command_lines import python_line, slurm_script, torchrun_line
from explorer.new_run import NewRun

LINES = 6  # of text that are seen at once
KINDS = {
    "python": QT_TRANSLATE_NOOP("CommandField", "One process"),
    "torchrun": QT_TRANSLATE_NOOP("CommandField", "Several processes (torchrun)"),
    "slurm": QT_TRANSLATE_NOOP("CommandField", "Cluster (Slurm)"),
}


class CommandField(QWidget):
    """Shows the line that starts a run in one process, in several, or as a job of a cluster."""

    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.copy, self.text = QComboBox(), QPushButton(self.tr("Copy")), QPlainTextEdit()
        self._run: NewRun | None = None
        for kind, words in KINDS.items():
            self.kind.addItem(QCoreApplication.translate("CommandField", words), kind)
        self.kind.setAccessibleName(self.tr("Where the command is run"))
        self.text.setAccessibleName(self.tr("Command"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * LINES + 16)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.kind)
        row.addStretch()
        row.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self.text)
        self.kind.currentIndexChanged.connect(self._write)
        self.copy.clicked.connect(self._copy)

    def show_run(self, run: NewRun | None) -> None:
        """Show the commands for this run; None where the form describes none yet."""
        self._run = run
        self._write()

    def _write(self) -> None:
        self.copy.setEnabled(self._run is not None)
        self.text.setPlainText("" if self._run is None else self._command(self._run))

    def _command(self, run: NewRun) -> str:
        arguments = run.arguments()
        match self.kind.currentData():
            case "python":
                return python_line(arguments)
            case "torchrun":
                return torchrun_line(arguments, max(2, run.processes))
            case _:
                return slurm_script(arguments, run.processes)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copied.emit()
