"""Where the fields of the form of a new run stand: three questions, the folded settings, and what follows."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
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
        form.addWidget(dialog.place.machine)
        self._add(self.tr("&Corpus"), dialog.corpus, dialog.corpus_note)
        self._add(self.tr("&Preset"), dialog.preset, dialog.preset_note)
        self._add(self.tr("&Folder"), dialog.folder, dialog.folder_note)
        folds = QVBoxLayout()
        folds.setSpacing(0)
        folds.addWidget(dialog.settings)
        self.takes = Fold(self.tr("What it takes"), dialog.takes)
        self.command = Fold(self.tr("Command line"), dialog.command)
        for fold in (self.takes, self.command):
            fold.toggled.connect(self.show_fold)
            folds.addWidget(fold)
        form.addLayout(folds)
        form.addStretch()
        self._fields.setWidget(self._page)
        self._fields.setWidgetResizable(True)
        self._fields.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a field that gets the focus is scrolled to
        dialog.setMinimumWidth(WIDTH)
        set_frame(dialog, dialog.bar, self._fields, (dialog.cancel, dialog.start))

    def show_fold(self, fold: Fold) -> None:
        """Make room for what was unfolded, and scroll to it where that was not enough."""
        self.make_room()
        if fold.button.isChecked():
            QTimer.singleShot(0, fold, lambda: self._scroll_to(fold))  # when it has its new size

    def _scroll_to(self, fold: Fold) -> None:
        top = fold.mapTo(self._page, QPoint(0, 0)).y()
        bar, height = self._fields.verticalScrollBar(), self._fields.viewport().height()
        if top + fold.height() > bar.value() + height:
            bar.setValue(min(top, top + fold.height() - height))

    def make_room(self) -> None:
        """Grow so that all is seen; where the screen is too small for that the fields scroll."""
        self._page.layout().activate()
        view, screen = self._fields.viewport(), self._dialog.screen().availableGeometry()
        missing = self._page.minimumSizeHint().width() - view.width()
        width = self._grown(self._dialog.width(), missing, screen.width())
        missing = self._page.heightForWidth(view.width() + width - self._dialog.width()) - view.height()
        self._dialog.resize(width, self._grown(self._dialog.height(), missing, screen.height()))

    def _grown(self, size: int, missing: int, available: int) -> int:
        """A width or a height with what is missing, but no more than there is."""
        most = round(MOST_OF_SCREEN * available)
        return max(size, min(size + missing, most)) if missing > 0 else size

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
