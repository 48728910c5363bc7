"""What stands above the table of runs: its filter, what is shown of it, and the way to a new run."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from explorer.views.run_list import RunList
from explorer.widgets.flow_layout import FlowLayout

FILTER_WIDTH = 160  # pixels, at least


class RunListBar(QWidget):
    """Filters one table. How many of the runs are shown is said while some are not."""

    new_run_requested = Signal()
    machines_requested = Signal()
    open_requested = Signal()  # a run that is kept somewhere else
    filtered = Signal()  # other runs may be shown than before

    def __init__(self, table: RunList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._count = 0
        self.words, self.states = QLineEdit(), QComboBox()
        self.archived, self.shown = QCheckBox(self.tr("Archived")), QLabel()
        self.columns, self.open_run = QPushButton(self.tr("Columns")), QPushButton(self.tr("Open run …"))
        self.machines, self.new_run = QPushButton(self.tr("Machines …")), QPushButton(self.tr("New run …"))
        self._name_parts()
        self._flow = FlowLayout(self)
        for widget in (self.words, self.states, self.archived, self.shown):
            self._flow.addWidget(widget)
        for button in (self.columns, self.machines, self.open_run, self.new_run):
            self._flow.addWidget(button)
        self._connect()

    def insert_title(self, title: QLabel) -> None:
        """Put the title at the left."""
        self._flow.insertWidget(0, title)

    def show_all(self) -> None:
        """Filter by nothing; archived runs stay where they are."""
        self.words.clear()
        self.states.setCurrentIndex(0)

    def tell_count(self, count: int) -> None:
        """How many runs there are, shown or not."""
        self._count = count
        seen = self._table.filter.rowCount()
        text = self.tr("{seen} of {count}").format(seen=seen, count=count)
        self.shown.setText(text if seen < count else "")
        self.shown.setVisible(seen < count)

    def _name_parts(self) -> None:
        self.words.setPlaceholderText(self.tr("Filter: name, tag, preset …"))
        self.words.setAccessibleName(self.tr("Filter the runs"))
        self.words.setClearButtonEnabled(True)
        self.words.setMinimumWidth(FILTER_WIDTH)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for text, name in (
            (self.tr("All states"), "all"),
            (self.tr("Training or paused"), "live"),
            (self.tr("Ended"), "ended"),
            (self.tr("In trouble"), "troubled"),
        ):
            self.states.addItem(text, name)
        self.states.setAccessibleName(self.tr("States that are shown"))
        self.archived.setToolTip(self.tr("Show archived runs too"))
        self.columns.setToolTip(self.tr("Choose which columns are shown"))
        self.open_run.setToolTip(self.tr("Watch a run in any folder, on this disk or a mounted one"))
        self.new_run.setProperty("primary", True)

    def _connect(self) -> None:
        shown = self._table.filter
        self.words.textChanged.connect(shown.set_words)
        self.states.currentIndexChanged.connect(lambda: shown.set_states(self.states.currentData()))
        self.archived.toggled.connect(shown.set_with_archived)
        for changed in (self.words.textChanged, self.states.currentIndexChanged, self.archived.toggled):
            changed.connect(self._table.choose_again)
            changed.connect(lambda: self.tell_count(self._count))
            changed.connect(self.filtered)
        self.columns.clicked.connect(self._open_columns)
        self.machines.clicked.connect(self.machines_requested)
        self.open_run.clicked.connect(self.open_requested)
        self.new_run.clicked.connect(self.new_run_requested)

    def _open_columns(self) -> None:
        below = self.columns.mapToGlobal(self.columns.rect().bottomLeft())
        self._table.column_menu().popup(below)
