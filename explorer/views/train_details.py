"""One run in detail: how it is, what can be done with it, its curves, its film, the end of its log."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.services.run_snapshot import RunSnapshot
from explorer.views.film import FilmView
from explorer.views.run_actions import RunActions, fits
from explorer.views.train_curves import RunCurvesPanel
from explorer.views.train_log import LogTail
from explorer.widgets.flow_layout import FlowLayout

LOWEST_PAGE = 14  # lines of text: a plot and what is above it; the smallest window has room for the table


class RunDetails(QWidget):
    """Draws snapshots; what its buttons do is for the actions that it was given."""

    table_requested = Signal(bool)  # whether the table of runs is to be seen beside the details

    def __init__(self, actions: RunActions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._drawn: Path | None = None  # the run whose curves are seen
        self._name, self._sentence = QLabel(), QLabel()
        self._name.setProperty("rank", "title")
        for label in (self._name, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setWordWrap(True)
        self.pause, self.stop = QPushButton(), QPushButton(self.tr("Stop"))
        self.validate = QPushButton(self.tr("Validate now"))
        self.open, self.more = QPushButton(self.tr("Open in Translate")), QPushButton(self.tr("More"))
        self.curves, self.log, self.film = RunCurvesPanel(), LogTail(), FilmView()
        self.tabs, self._pages, self.table_switch = QTabBar(), QStackedWidget(), QToolButton()
        self._lay_out()
        self._connect()

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw the first of these, and offer what can be done with it now."""
        run = runs[0]
        self._name.setText(run.name)
        self._name.setToolTip(str(run.path))
        self._sentence.setText(" ".join((run.sentence, *run.damage)))
        if run.is_whole or run.path != self._drawn:
            self._drawn = run.path
            self.curves.show_runs([run, *(other for other in runs[1:] if other.is_whole)])
            self.log.show_lines(run.log_lines)
            self.film.show_run(run)
        self._offer(run)

    def _offer(self, run: RunSnapshot) -> None:
        is_running = fits("pause", run)
        self.pause.setText(self.tr("Pause") if is_running else self.tr("Resume"))
        self.pause.setToolTip(self._actions.actions["pause" if is_running else "resume"].toolTip())
        self.pause.setEnabled(is_running or fits("resume", run))
        for name, button in self._buttons().items():
            button.setEnabled(fits(name, run))
        self.open.setToolTip("" if run.has_checkpoint else self.tr("The run has kept no checkpoint yet."))

    def _buttons(self) -> dict[str, QPushButton]:
        return {"stop": self.stop, "validate": self.validate, "open": self.open}

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_part)
        self.table_switch.toggled.connect(self._name_switch)
        self.table_switch.toggled.connect(self.table_requested)
        self.pause.clicked.connect(self._pause_or_resume)
        for name, button in self._buttons().items():
            button.clicked.connect(lambda _, name=name: self._actions.act(name))
            button.setToolTip(self._actions.actions[name].toolTip())
        self.more.clicked.connect(self._open_menu)

    def _pause_or_resume(self) -> None:
        self._actions.act("pause" if self.pause.text() == self.tr("Pause") else "resume")

    def _open_menu(self) -> None:
        self._actions.menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _show_part(self, index: int) -> None:
        """The film is given all the room there is; the table of runs can be called back beside it."""
        self._pages.setCurrentIndex(index)
        self.table_switch.setChecked(self._pages.currentWidget() is not self.film)

    def _name_switch(self) -> None:
        is_seen = self.table_switch.isChecked()
        self.table_switch.setText(self.tr("Hide the other runs") if is_seen else self.tr("Show all runs"))

    def _fit(self) -> None:
        self._pages.setMinimumHeight(LOWEST_PAGE * self.fontMetrics().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _lay_out(self) -> None:
        head = FlowLayout()
        self._name.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for widget in (self._name, self.pause, self.stop, self.validate, self.open, self.more):
            head.addWidget(widget)
        for title, page in (
            (self.tr("Curves"), self.curves),
            (self.tr("Film of the alignment"), self.film),
            (self.tr("Log"), self.log),
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
        layout.addWidget(self._sentence)
        layout.addLayout(bar)
        self._fit()
        layout.addWidget(self._pages, 1)
