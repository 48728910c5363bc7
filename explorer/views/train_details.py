"""One run in detail: how it is, what can be done with it, its curves with the end of its log, its film."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.services.run_snapshot import RunSnapshot
from explorer.views.film import FilmView
from explorer.views.train_curves import RunCurvesPanel
from explorer.views.train_log import LogTail

LOWEST_PAGE = 224  # pixels: the smallest window still has room for the table above


class RunDetails(QWidget):
    """Draws a snapshot; its buttons are wishes about that run."""

    request_made = Signal(Path, str)  # pause, resume, stop or validate, to the process of the run
    go_on_requested = Signal(Path)  # a process for a run that has none
    model_open_requested = Signal(str)
    table_requested = Signal(bool)  # whether the table of runs is to be seen beside the details

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: RunSnapshot | None = None
        self._name, self._sentence = QLabel(), QLabel()
        self._name.setProperty("rank", "title")
        for label in (self._name, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setWordWrap(True)
        self.pause, self.stop = QPushButton(), QPushButton(self.tr("Stop"))
        self.validate = QPushButton(self.tr("Validate now"))
        self.open = QPushButton(self.tr("Open in Translate"))
        self.curves, self.log, self.film = RunCurvesPanel(), LogTail(), FilmView()
        self.tabs, self._pages, self.table_switch = QTabBar(), QStackedWidget(), QToolButton()
        self._lay_out()
        self._connect()

    def show_run(self, run: RunSnapshot) -> None:
        """Draw this run and offer what can be done with it now."""
        self._run = run
        self._name.setText(run.name)
        broken = self.tr(" {count} lines of its metrics cannot be read.").format(count=run.broken_lines)
        self._sentence.setText(run.sentence + (broken if run.broken_lines else ""))
        self.curves.show_runs((run,))
        self.log.show_lines(run.log_lines)
        self.film.show_run(run)
        self._offer(run)

    def _offer(self, run: RunSnapshot) -> None:
        condition = run.seen.condition
        is_running = condition in ("running", "stalled")
        self.pause.setText(self.tr("Pause") if is_running else self.tr("Resume"))
        can_go_on = condition in ("paused", "stopped", "lost", "failed", "diverged")
        self.pause.setEnabled(is_running or can_go_on)
        self.stop.setEnabled(run.is_live)
        self.validate.setEnabled(condition == "running")
        self.open.setEnabled(run.has_checkpoint)
        self.open.setToolTip("" if run.has_checkpoint else self.tr("The run has kept no checkpoint yet."))

    def _pause_or_resume(self) -> None:
        if self._run is None:
            return
        if self._run.is_live:
            word = "resume" if self._run.seen.condition == "paused" else "pause"
            self.request_made.emit(self._run.path, word)
        else:
            self.go_on_requested.emit(self._run.path)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_part)
        self.table_switch.toggled.connect(self._name_switch)
        self.table_switch.toggled.connect(self.table_requested)
        self.pause.clicked.connect(self._pause_or_resume)
        self.stop.clicked.connect(lambda: self._ask("stop"))
        self.validate.clicked.connect(lambda: self._ask("validate"))
        self.open.clicked.connect(self._open_model)
        self.stop.setToolTip(self.tr("End the run after this update and keep a checkpoint"))
        self.validate.setToolTip(self.tr("Measure loss and BLEU on the dev pairs, and keep a checkpoint"))

    def _show_part(self, index: int) -> None:
        """The film is given all the room there is; the table of runs can be called back beside it."""
        self._pages.setCurrentIndex(index)
        self.table_switch.setChecked(self._pages.currentWidget() is not self.film)

    def _name_switch(self) -> None:
        is_seen = self.table_switch.isChecked()
        self.table_switch.setText(self.tr("Hide the other runs") if is_seen else self.tr("Show all runs"))

    def _ask(self, word: str) -> None:
        if self._run is not None:
            self.request_made.emit(self._run.path, word)

    def _open_model(self) -> None:
        if self._run is not None:
            self.model_open_requested.emit(str(self._run.path))

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._name)
        words.addWidget(self._sentence)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addLayout(words, 1)
        for button in (self.pause, self.stop, self.validate, self.open):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(16)
        parts.addWidget(self.curves)
        parts.addWidget(self.log)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 1)
        parts.setSizes([360, 120])
        for title, page in (
            (self.tr("Curves and log"), parts),
            (self.tr("Film of the alignment"), self.film),
        ):
            self.tabs.addTab(title)
            self._pages.addWidget(page)
        self.tabs.setAccessibleName(self.tr("Parts of the run"))
        self.tabs.setExpanding(False)
        self.table_switch.setCheckable(True)
        self.table_switch.setChecked(True)
        self._name_switch()
        self.table_switch.setAutoRaise(True)
        bar = QHBoxLayout()
        bar.addWidget(self.tabs, 1)
        bar.addWidget(self.table_switch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(bar)
        self._pages.setMinimumHeight(LOWEST_PAGE)
        layout.addWidget(self._pages, 1)
