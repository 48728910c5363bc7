"""The runs as a Qt item model: a row a run, the newest first."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap

from explorer.itemmodels.run_words import TROUBLED, duration, progress, state_words
from explorer.services.run_snapshot import RunSnapshot
from explorer.widgets.notification_bar import PROBLEM_COLOUR

Index = QModelIndex | QPersistentModelIndex
NAME, STATE, PRESET, CORPUS, UPDATE, BLEU, SPEED, LEFT = range(8)
NUMBERS = (UPDATE, BLEU, SPEED, LEFT)
DOT = 8  # pixels
NOTHING = "–"


class RunTable(QAbstractTableModel):
    """Name, state in plain words, preset, corpus, update, dev BLEU, speed and time left of each run."""

    def __init__(self) -> None:
        super().__init__()
        self._runs: tuple[RunSnapshot, ...] = ()
        self._heads = (
            (self.tr("Run"), self.tr("The name of the run's folder")),
            (self.tr("State"), ""),
            (self.tr("Preset"), ""),
            (self.tr("Corpus"), self.tr("The files of the training pairs")),
            (self.tr("Update"), self.tr("Training updates done, of how many")),
            (self.tr("Dev BLEU"), self.tr("BLEU on the dev pairs at the last validation; higher is better")),
            (self.tr("Tokens/s"), self.tr("Target tokens a second, the median of the last updates")),
            (self.tr("Time left"), self.tr("At the pace of the last updates, validations included")),
        )

    def set_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Show these; rows that stay keep their place in a selection."""
        runs = tuple(runs)
        if [run.path for run in runs] == [run.path for run in self._runs]:
            self._runs = runs
            if runs:
                self.dataChanged.emit(self.index(0, 0), self.index(len(runs) - 1, len(self._heads) - 1))
            return
        self.beginResetModel()
        self._runs = runs
        self.endResetModel()

    def run_at(self, row: int) -> RunSnapshot | None:
        """The run in this row; None where there is no such row."""
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def row_of(self, path: Path) -> int | None:
        """The row of the run in this folder; None where it is not shown."""
        paths = [run.path for run in self._runs]
        return paths.index(path) if path in paths else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._runs)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(run, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tooltip(run, column)
        if role == Qt.ItemDataRole.DecorationRole and column == STATE:
            return _dot(run)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section][0]
        return self._heads[section][1] if role == Qt.ItemDataRole.ToolTipRole else None


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft


def _text(run: RunSnapshot, column: int) -> str:
    if column == NAME:
        return f"{run.name} @ {run.machine}" if run.machine else run.name
    if column == STATE:
        return state_words(run.seen)
    if column == PRESET:
        return run.preset
    if column == CORPUS:
        return run.corpus
    return _number(run, column)


def _number(run: RunSnapshot, column: int) -> str:
    status = run.seen.status
    if column == UPDATE:
        return progress(status.update, status.max_updates) if status else NOTHING
    if column == BLEU:
        return NOTHING if run.bleu is None else f"{run.bleu:.1f}"
    if column == SPEED:
        return NOTHING if run.speed is None else f"{run.speed:,.0f}"
    return NOTHING if run.seconds_left is None else duration(run.seconds_left)


def _tooltip(run: RunSnapshot, column: int) -> str:
    if column == NAME:
        return str(run.path)
    if column == STATE:
        return run.sentence
    if column == BLEU and run.best_bleu is not None:
        return f"best {run.best_bleu:.1f}"
    return _text(run, column)


def _dot(run: RunSnapshot) -> QIcon:
    """A dot before the state: full while it trains, in another colour for trouble, else an outline."""
    palette = QGuiApplication.palette()
    live, quiet = palette.color(QPalette.ColorRole.Accent), palette.color(QPalette.ColorRole.PlaceholderText)
    trouble = run.seen.condition in TROUBLED
    colour = PROBLEM_COLOUR if trouble else live if run.is_live else quiet
    scale = QGuiApplication.primaryScreen().devicePixelRatio()
    pixmap = QPixmap(round((DOT + 2) * scale), round((DOT + 2) * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour)
    painter.setBrush(colour if trouble or run.seen.condition == "running" else QColor(0, 0, 0, 0))
    painter.drawEllipse(1, 1, DOT - 1, DOT - 1)
    painter.end()
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)  # else the selection tints it
    return icon
