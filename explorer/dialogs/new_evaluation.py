"""The form of a new evaluation: a test set, perhaps links by hand, models, beams, and a folder."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.dialogs.frame import set_frame
from explorer.new_evaluation import BASES, NewEvaluation, beam_sizes, has_file
from explorer.widgets.field_note import FieldNote
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.path_line import FileLine, FolderLine
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import ModelInfo

WIDTH, LINES = 600, 38  # pixels at least, and the height in lines of text
MODEL_LINES = 6


class NewEvaluationDialog(QDialog):
    """`evaluation_requested` with what a person asked for; the dialog closes itself then."""

    evaluation_requested = Signal(NewEvaluation)

    def __init__(self, models: Sequence[ModelInfo], folder: Path, parent: QWidget | None = None) -> None:
        """folder: below it stand the results, in a folder named after the test set."""
        super().__init__(parent)
        self._home = folder
        self._is_own_folder = False  # until a person names one
        one_a_line = self.tr("a sentence a line; plain, .gz or .xz")
        self.source = FileLine(self.tr("Source sentences"), one_a_line)
        self.reference = FileLine(self.tr("Their translations by people"), one_a_line)
        self.gold = FileLine(
            self.tr("Links made by hand"), self.tr("for the alignment error rate; may stay empty")
        )
        self.base, self.models, self.beams = QComboBox(), QListWidget(), QLineEdit("5")
        self.importance = QCheckBox(self.tr("Links of importance too (about a second a sentence)"))
        self.importance.setToolTip(
            self.tr("By gradient and by occlusion; models without attention have these links as well")
        )
        self.folder, self.note = FolderLine(self.tr("Folder")), FieldNote()
        self.start, self.cancel = QPushButton(self.tr("Evaluate")), QPushButton(self.tr("Cancel"))
        self.setWindowTitle(self.tr("New evaluation"))
        self.setMinimumWidth(WIDTH)
        self.base.addItems(
            [
                self.tr("numbered from 0 or 1: from the file"),
                self.tr("numbered from 0"),
                self.tr("numbered from 1"),
            ]
        )
        self.folder.set_path(folder)
        self._lay_out()
        self._connect()
        self.show_models(models)

    def sizeHint(self) -> QSize:
        letters = self.fontMetrics()
        return QSize(max(WIDTH, 60 * letters.averageCharWidth()), LINES * letters.height())

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """Offer these; those that were ticked stay so, at first all."""
        is_first = self.models.count() == 0
        ticked = set(self._ticked())
        self.models.clear()
        for model in models:
            item = QListWidgetItem(model.name)
            item.setData(Qt.ItemDataRole.UserRole, model.path)
            item.setToolTip(model.path)
            is_on = is_first or model.path in ticked
            item.setCheckState(Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
            self.models.addItem(item)
        self._check()

    def asked_for(self) -> NewEvaluation:
        """The evaluation that the form describes."""
        return NewEvaluation(
            self.source.path(),
            self.reference.path(),
            None if self.gold.is_empty() else self.gold.path(),
            BASES[self.base.currentIndex()],
            tuple(self._ticked()),
            self.beams.text(),
            self.folder.path(),
            self.importance.isChecked(),
        )

    def _ticked(self) -> list[str]:
        items = [self.models.item(row) for row in range(self.models.count())]
        return [i.data(Qt.ItemDataRole.UserRole) for i in items if i.checkState() == Qt.CheckState.Checked]

    def _check(self) -> None:
        problem = self._problem(self.asked_for())
        self.note.warn(problem)
        self.start.setEnabled(not problem)
        for widget in (self.base, self.importance):
            widget.setEnabled(not self.gold.is_empty())

    def _problem(self, wanted: NewEvaluation) -> str:
        for line, words in (
            (self.source, self.tr("the source sentences")),
            (self.reference, self.tr("their translations")),
        ):
            if line.is_empty():
                return self.tr("Choose the file with {what}.").format(what=words)
        for path in (wanted.source, wanted.reference, wanted.gold):
            if not has_file(path):
                return self.tr("There is no file {file}.").format(file=path)
        if not wanted.models:
            return self.tr("Tick at least one model.")
        if not beam_sizes(wanted.beams):
            return self.tr("Write the beam sizes as whole numbers from 1 to 1000, as 1 5 12.")
        return "" if wanted.folder.is_absolute() else self.tr("Name the folder with its whole path.")

    def _name_folder(self) -> None:
        """After the test set, until a person has typed a folder."""
        if not self.source.is_empty() and not self._is_own_folder:
            self.folder.path_changed.disconnect(self._on_folder)
            self.folder.set_path(self._home / self.source.path().name.split(".")[0])
            self.folder.path_changed.connect(self._on_folder)
        self._check()

    def _on_folder(self) -> None:
        self._is_own_folder = True
        self._check()

    def _start(self) -> None:
        self.evaluation_requested.emit(self.asked_for())
        self.accept()

    def _connect(self) -> None:
        self.source.edit.textChanged.connect(self._name_folder)
        for edit in (self.reference.edit, self.gold.edit, self.beams):
            edit.textChanged.connect(self._check)
        self.folder.path_changed.connect(self._on_folder)
        self.models.itemChanged.connect(self._check)
        self.start.clicked.connect(self._start)
        self.cancel.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        self.models.setAccessibleName(self.tr("Models"))
        self.beams.setAccessibleName(self.tr("Beam sizes"))
        self.base.setAccessibleName(self.tr("How the links count words"))
        self.models.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.models.setMinimumHeight(MODEL_LINES * self.fontMetrics().height())
        page = QWidget()
        form = QVBoxLayout(page)
        form.setContentsMargins(24, 16, 24, 8)
        form.setSpacing(4)
        rows = [
            (self.tr("Source sentences"), self.source),
            (self.tr("Their translations by people"), self.reference),
            (self.tr("Links between their words, made by hand (Pharaoh or NAACL 2003)"), self.gold),
            ("", self.base),
            ("", self.importance),
            (self.tr("Models"), self.models),
            (self.tr("Beam sizes"), self.beams),
            (self.tr("Folder for results and reports"), self.folder),
        ]
        for words, widget in rows:
            if words:
                form.addSpacing(4)
                form.addWidget(QLabel(words))
            form.addWidget(widget, 1 if widget is self.models else 0)
        form.addWidget(self.note)
        set_frame(self, NotificationBar(), UprightArea(page), (self.cancel, self.start))
