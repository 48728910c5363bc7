"""The runs as a Qt item model: a row a run, the newest first; name and tags can be written into it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon

from engine.runs.notes import RunNotes, clean_tags
from explorer.itemmodels.run_dot import dot
from explorer.itemmodels.run_line import line_sample
from explorer.itemmodels.run_words import duration, progress, size_words, state_words
from explorer.services.run_snapshot import RunSnapshot

Index = QModelIndex | QPersistentModelIndex
COLUMNS = (
    "name", "state", "tags", "preset", "corpus", "update", "bleu", "best", "aer", "speed", "left", "host",
    "size",
)  # fmt: skip
NAME, STATE, TAGS, PRESET, CORPUS, UPDATE, BLEU, BEST, AER, SPEED, LEFT, HOST, SIZE = range(len(COLUMNS))
NUMBERS = (UPDATE, BLEU, BEST, AER, SPEED, LEFT, SIZE)
WRITABLE = (NAME, TAGS)
NOTHING = "–"
SORT_ROLE = Qt.ItemDataRole.UserRole
RUN_ROLE = Qt.ItemDataRole.UserRole + 1


class RunTable(QAbstractTableModel):
    """What is known of each run. An order of its own is for a model in front of it."""

    notes_changed = Signal(Path, RunNotes)  # a person wrote a name or tags

    def __init__(self) -> None:
        super().__init__()
        self._runs: tuple[RunSnapshot, ...] = ()
        self._colours: Mapping[Path, int] = {}
        self._heads = (
            (self.tr("Run"), self.tr("Its name: F2 changes the one shown, the folder keeps its own")),
            (self.tr("State"), ""),
            (self.tr("Tags"), self.tr("Words of your own, with commas between them; F2 changes them")),
            (self.tr("Preset"), ""),
            (self.tr("Corpus"), self.tr("The files of the training pairs")),
            (self.tr("Update"), self.tr("Training updates done, of how many")),
            (self.tr("Dev BLEU"), self.tr("BLEU on the dev pairs at the last validation; higher is better")),
            (self.tr("Best"), self.tr("The best dev BLEU so far; its checkpoint is kept")),
            (
                self.tr("AER"),
                self.tr(
                    "Alignment error rate at the last validation, percent, where the right links are known; "
                    "lower is better"
                ),
            ),
            (self.tr("Tokens/s"), self.tr("Target tokens a second, the median of the last updates")),
            (self.tr("Time left"), self.tr("At the pace of the last updates, validations included")),
            (self.tr("Host"), self.tr("The machine on which it was trained last")),
            (self.tr("Size"), self.tr("All its files on the disk")),
        )

    def set_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Show these; rows that stay keep their place in a selection."""
        runs = tuple(runs)
        if [run.path for run in runs] == [run.path for run in self._runs]:
            self._runs = runs
            if runs:
                self.dataChanged.emit(self.index(0, 0), self.index(len(runs) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self._runs = runs
        self.endResetModel()

    def set_colours(self, colours: Mapping[Path, int]) -> None:
        """The numbers of the colours in which the curves of some runs are drawn."""
        if colours != self._colours:
            self._colours = dict(colours)
            self.dataChanged.emit(self.index(0, NAME), self.index(len(self._runs) - 1, NAME))

    def head(self, column: int) -> str:
        """The title of a column."""
        return self._heads[column][0]

    def run_at(self, row: int) -> RunSnapshot | None:
        """The run in this row; None where there is no such row."""
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def row_of(self, path: Path) -> int | None:
        """The row of the run in this folder; None where it is not shown."""
        return next((row for row, run in enumerate(self._runs) if run.path == path), None)

    def has(self, column: int) -> bool:
        """Whether some run has tags, or a number in this column."""
        known = _VALUES.get(column)
        return any(run.notes.tags if known is None else known(run) is not None for run in self._runs)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._runs)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in WRITABLE else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column) | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DecorationRole:
            return self._decoration(run, column)
        asked = {
            Qt.ItemDataRole.DisplayRole: _text,
            Qt.ItemDataRole.EditRole: lambda run, column: run.name if column == NAME else _text(run, column),
            Qt.ItemDataRole.ToolTipRole: _tooltip,
            SORT_ROLE: _rank,
            RUN_ROLE: lambda run, column: run,
        }.get(role)
        return asked(run, column) if asked else None

    def _decoration(self, run: RunSnapshot, column: int) -> QIcon | None:
        if column == NAME:
            return line_sample(self._colours.get(run.path))
        return dot(run.seen.condition) if column == STATE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        run = self._runs[index.row()]
        notes = run.notes
        if index.column() == NAME:
            name = str(value).strip()
            notes = replace(notes, name="" if name == run.path.name else name)
        elif index.column() == TAGS:
            notes = replace(notes, tags=clean_tags(str(value).split(",")))
        if notes == run.notes:
            return False
        self.notes_changed.emit(run.path, notes)
        return True

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


_TEXTS: dict[int, Callable[[RunSnapshot], str]] = {
    NAME: lambda run: f"{run.name} @ {run.machine}" if run.machine else run.name,
    STATE: lambda run: state_words(run.seen),
    TAGS: lambda run: ", ".join(run.notes.tags),
    PRESET: lambda run: run.preset,
    CORPUS: lambda run: run.corpus,
    HOST: lambda run: run.host,
}
_VALUES: dict[int, Callable[[RunSnapshot], float | None]] = {
    UPDATE: lambda run: run.seen.status.update if run.seen.status else None,
    BLEU: lambda run: run.bleu,
    BEST: lambda run: run.best_bleu,
    AER: lambda run: run.aer,
    SPEED: lambda run: run.speed,
    LEFT: lambda run: run.seconds_left,
    SIZE: lambda run: run.size,
}
_FORMATS: dict[int, Callable[[float], str]] = {
    BLEU: "{:.1f}".format,
    BEST: "{:.1f}".format,
    AER: "{:.1f}".format,
    SPEED: "{:,.0f}".format,
    LEFT: duration,
    SIZE: size_words,
}


def _text(run: RunSnapshot, column: int) -> str:
    if column in _TEXTS:
        return _TEXTS[column](run)
    status = run.seen.status
    if column == UPDATE:
        return progress(status.update, status.max_updates) if status else NOTHING
    value = _VALUES[column](run)
    return NOTHING if value is None else _FORMATS[column](value)


def _rank(run: RunSnapshot, column: int) -> str | float:
    """What a column is sorted by; what is not known comes before all else."""
    if column in _TEXTS:
        return _TEXTS[column](run).casefold()
    value = _VALUES[column](run)
    return float("-inf") if value is None or value != value else float(value)


def _tooltip(run: RunSnapshot, column: int) -> str:
    if column == NAME:
        return str(run.path)
    return run.sentence if column == STATE else _text(run, column)
