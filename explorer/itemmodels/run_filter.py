"""Which runs are shown and in which order: by words, by state, archived ones where they are asked for."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt

from engine.runs.condition import LIVE, Condition
from explorer.itemmodels.run_table import COLUMNS, RUN_ROLE, SORT_ROLE
from explorer.itemmodels.run_words import TROUBLED, state_words
from explorer.keys import has_words
from explorer.services.run_snapshot import RunSnapshot

ENDED: tuple[Condition, ...] = ("stopped", "finished")
STATES: dict[str, frozenset[Condition] | None] = {
    "all": None,
    "live": frozenset(LIVE),
    "ended": frozenset(ENDED),
    "troubled": TROUBLED,
}


class RunFilter(QSortFilterProxyModel):
    """Stands between the table of all runs and the one that is seen."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self._states: frozenset[Condition] | None = None
        self._with_archived = False
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(True)

    def set_words(self, words: str) -> None:
        """Show runs in whose texts all of these words stand."""
        self._words = words
        self.invalidate()

    def set_states(self, name: str) -> None:
        """Show runs in these states; the names are those of STATES."""
        self._states = STATES[name]
        self.invalidate()

    def set_with_archived(self, with_archived: bool) -> None:
        """Whether archived runs are shown too."""
        self._with_archived = with_archived
        self.invalidate()

    def archived_that_fit(self) -> int:
        """How many runs are not shown for no other reason than that they are archived."""
        if self._with_archived:
            return 0
        source = self.sourceModel()
        runs = [source.index(row, 0).data(RUN_ROLE) for row in range(source.rowCount())]
        return sum(run.notes.archived and self._fits(run) for run in runs)

    def order(self) -> tuple[str, bool]:
        """The column by which the runs are sorted, empty for the newest first; whether it rises."""
        column = self.sortColumn()
        return COLUMNS[column] if column >= 0 else "", self.sortOrder() == Qt.SortOrder.AscendingOrder

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        run: RunSnapshot = self.sourceModel().index(row, 0, parent).data(RUN_ROLE)
        return (self._with_archived or not run.notes.archived) and self._fits(run)

    def _fits(self, run: RunSnapshot) -> bool:
        if self._states is not None and run.seen.condition not in self._states:
            return False
        return has_words(_said(run), self._words)


def _said(run: RunSnapshot) -> str:
    """What can be searched in."""
    parts = (
        run.name,
        run.path.name,
        state_words(run.seen),
        *run.notes.tags,
        run.preset,
        run.corpus,
        run.host,
    )
    return "\n".join(parts)
