"""The table of runs over the details of the chosen ones; or, where no run is shown, why, and what to do."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QStackedLayout, QStackedWidget, QVBoxLayout, QWidget

from explorer.itemmodels.run_table import COLUMNS
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.run_actions import RunActions
from explorer.views.run_list import RunList
from explorer.views.run_list_bar import RunListBar
from explorer.views.train_details import RunDetails
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.upright_area import UprightArea


class _Board(QWidget):
    """Asks for no more height than its parts need at the least: they share what there is."""

    def heightForWidth(self, width: int) -> int:
        return self.layout().totalMinimumHeightForWidth(width)


class RunBoard(QWidget):
    """Draws snapshots of runs. Its buttons are wishes; nothing here starts, reads or stops a run."""

    new_run_requested = Signal()
    selection_changed = Signal(tuple)  # of RunSnapshot: those that are chosen, the current one first

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.actions_of_runs = RunActions(self)
        self.table, self.details = RunList(), RunDetails(self.actions_of_runs)
        self.head = RunListBar(self.table)
        self.new_run = self.head.new_run
        self.empty, self.unseen = EmptyState("", ""), EmptyState("", "")
        self.tell_deleted(is_any=False)
        self._is_drawn = False  # the handle between table and details was moved
        self._lay_out()
        self.details.curves.colours_changed.connect(self.table.runs.set_colours)
        self.details.table_requested.connect(self._show_table)
        self.head.new_run_requested.connect(self.new_run_requested)
        self.head.filtered.connect(self._say_unseen)
        self.empty.action_requested.connect(self.new_run_requested)
        self.unseen.action_requested.connect(self._show_unseen)
        self.table.choice_changed.connect(self._show_details)
        self.table.menu_requested.connect(lambda place: self.actions_of_runs.menu().popup(place))
        self.actions_of_runs.edit_requested.connect(self._edit)

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw these. The wanted run stays chosen; until it is there, the newest one is."""
        self._pages.setCurrentIndex(1 if runs else 0)
        self.table.show_runs(runs)
        self.head.tell_count(len(runs))
        self._say_unseen()
        self._fit_table()

    def tell_deleted(self, *, is_any: bool) -> None:
        """Whether runs were deleted from here: where none is left, a person is told how they come back."""
        if is_any:
            title = self.tr("No runs any more")
            text = self.tr("Deleted runs lie in the bin. Run ▸ Restore a deleted run … brings them back.")
        else:
            title = self.tr("No runs yet")
            text = self.tr(
                "A run trains a model on the built-in corpus or on sentence pairs of your own. "
                "Its state, curves and log will stand here."
            )
        self.empty.set_texts(title, text, self.tr("New run …"))

    def select(self, path: Path) -> None:
        """Choose a run now, or as soon as it is there."""
        self.table.choose(path)

    def selected(self) -> RunSnapshot | None:
        """The run whose details are shown."""
        return self.table.current_run()

    def selected_runs(self) -> tuple[RunSnapshot, ...]:
        """All runs that are chosen, the one whose details are shown first."""
        current = self.selected()
        if current is None:
            return ()
        return (current, *(run for run in self.table.chosen_runs() if run.path != current.path))

    def act(self, name: str) -> bool:
        """Have the chosen runs do it, or take it back where it is done. Whether that is possible."""
        actions = self.actions_of_runs.actions
        for wish in {"pause": ("pause", "resume"), "archive": ("archive", "unarchive")}.get(name, (name,)):
            if actions[wish].isEnabled():
                actions[wish].trigger()
                return True
        return False

    def _edit(self, column: str) -> None:
        self._show_table(is_wanted=True)
        self.table.edit_cell(COLUMNS.index(column))

    def _show_table(self, is_wanted: bool) -> None:
        self.table.setVisible(is_wanted)
        self.head.setVisible(is_wanted or self._is_unseen())

    def _is_unseen(self) -> bool:
        """Whether there are runs, and all of them are left out."""
        return self.table.runs.rowCount() > 0 and self.table.filter.rowCount() == 0

    def _fit_table(self) -> None:
        """The table is as high as its rows, up to a few, unless a person has drawn the handle below it."""
        height = self.table.usual_height()
        if self._is_drawn or self.table.isHidden() or height == self.table.height():
            return
        whole = sum(self._splitter.sizes())
        if whole:
            self._splitter.setSizes([height, whole - height])

    def _note_drawn(self) -> None:
        self._is_drawn = True

    def _say_unseen(self) -> None:
        """Where runs are left out until none is seen: why, and the way back."""
        page = 1 if self._is_unseen() else 0
        if page != self._parts.currentIndex():
            self._parts.setCurrentIndex(page)
            self._show_table(self.details.table_switch.isChecked())
        if page == 0:
            return
        archived, count = self.table.filter.archived_that_fit(), self.table.runs.rowCount()
        if archived == count:
            title = self.tr("All runs are archived")
            text = self.tr("They keep all that they have, and are only left out of this list.")
        elif archived:
            title = self.tr("Only archived runs fit")
            text = self.tr("Archived runs with these words and this state: {archived}.")
        else:
            title = self.tr("No run fits the filter")
            text = self.tr("Runs that there are: {count}. None has these words and this state.")
        button = self.tr("Show archived runs") if archived else self.tr("Take the filter away")
        self.unseen.set_texts(title, text.format(count=count, archived=archived), button)

    def _show_unseen(self) -> None:
        if self.table.filter.archived_that_fit():
            self.head.archived.setChecked(True)
        else:
            self.head.show_all()

    def _show_details(self) -> None:
        runs = self.selected_runs()
        self.actions_of_runs.set_runs(runs)
        self.details.setEnabled(bool(runs))
        if runs:
            self.details.show_runs(runs)
        self.selection_changed.emit(runs)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Runs"))
        title.setProperty("rank", "title")
        self.head.insert_title(title)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(16)
        parts.addWidget(self.table)
        parts.addWidget(self.details)
        parts.setStretchFactor(1, 1)
        parts.splitterMoved.connect(self._note_drawn)
        self._splitter = parts
        board = _Board()
        layout = QVBoxLayout(board)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(self.head)
        self._parts = QStackedWidget()
        self._parts.addWidget(parts)
        self._parts.addWidget(self.unseen)
        layout.addWidget(self._parts, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(UprightArea(board))
