"""Where the fields of the form of a new run stand: three questions, the folded settings, and what follows."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from explorer.dialogs.frame import set_frame
from explorer.widgets.field_note import FieldNote
from explorer.widgets.fold import Fold

if TYPE_CHECKING:
    from explorer.dialogs.new_run import NewRunDialog

WIDTH = 680
MOST_OF_SCREEN = 0.9


class NewRunLayout(QObject):
    """Lays the form out in a page that scrolls where the screen is too small for it."""

    def __init__(self, dialog: "NewRunDialog") -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self._fields = QScrollArea()
        self._page = QWidget()
        form = QVBoxLayout(self._page)
        form.setContentsMargins(24, 16, 24, 8)
        form.setSpacing(8)
        self._add(self.tr("&Corpus"), dialog.corpus, dialog.corpus_note)
        self._add(self.tr("&Preset"), dialog.preset, dialog.preset_note)
        self._add(self.tr("&Folder"), dialog.folder, dialog.folder_note)
        folds = QVBoxLayout()
        folds.setSpacing(0)
        folds.addWidget(dialog.settings)
        self.takes = Fold(self.tr("What it takes"), dialog.takes)
        self.command = Fold(self.tr("Command line"), dialog.command)
        for fold in (self.takes, self.command):
            fold.toggled.connect(self.make_room)
            folds.addWidget(fold)
        form.addLayout(folds)
        form.addStretch()
        self._fields.setWidget(self._page)
        self._fields.setWidgetResizable(True)
        self._fields.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a field that gets the focus is scrolled to
        self._fields.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        dialog.setMinimumWidth(WIDTH)
        set_frame(dialog, dialog.bar, self._fields, (dialog.cancel, dialog.start))

    def make_room(self) -> None:
        """Grow so that all is seen; where the screen is too small for that the fields scroll."""
        self._page.layout().activate()
        view = self._fields.viewport()
        missing = self._page.heightForWidth(view.width()) - view.height()
        most = round(MOST_OF_SCREEN * self._dialog.screen().availableGeometry().height())
        if missing > 0:
            height = self._dialog.height()
            self._dialog.resize(self._dialog.width(), max(height, min(height + missing, most)))

    def _add(self, name: str, field: QWidget, note: FieldNote) -> None:
        """A name above, the field, and its note below."""
        label = QLabel(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(field)
        field.setAccessibleName(name.replace("&", ""))
        form = self._page.layout()
        for widget in (label, field, note):
            form.addWidget(widget)
        form.addSpacing(8)
