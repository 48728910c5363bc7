"""One line with the translation that is looked at; the others drop down from it."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTableView,
    QWidget,
)

from engine.trace import Hypothesis
from explorer.itemmodels.hypotheses import RANK, SCORE, TEXT, HypothesisModel
from explorer.views.copy_action import CopyAction
from explorer.views.hypothesis_list import PLAYER_KEYS

GAP = 12  # pixels between rank, text and score
NARROWEST = 160  # pixels


class HypothesisBox(QComboBox):
    """Rank, text and score of the chosen hypothesis; `hypothesis_requested` with the rank of another one.

    The text is elided, whole as a tooltip, and can be copied. Keys that walk the words are left to whoever
    is around the box.
    """

    hypothesis_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._model = HypothesisModel()
        self.setModel(self._model)
        self.setModelColumn(TEXT)
        self.setView(self._table())
        self.setAccessibleName(self.tr("Translation"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.copy = CopyAction(self, self._chosen_text)
        self.activated.connect(self.hypothesis_requested)

    def set_hypotheses(self, hypotheses: tuple[Hypothesis, ...], *, is_live: bool) -> None:
        """Show the first of these; live ones are still growing. Without any the box is not there."""
        self._hypotheses = hypotheses
        self._model.set_hypotheses(hypotheses, is_live=is_live)
        self.set_chosen(0)
        self.setVisible(bool(hypotheses))

    def set_chosen(self, rank: int) -> None:
        """Show the hypothesis of this rank (from 0)."""
        self.setCurrentIndex(rank if rank < len(self._hypotheses) else -1)
        parts = (self._model.index(rank, column) for column in (TEXT, SCORE))
        told = [part.data(Qt.ItemDataRole.ToolTipRole) for part in parts if part.isValid()]
        self.setToolTip("<br><br>".join(text.replace("\n", "<br>") for text in told))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PLAYER_KEYS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        if self.currentIndex() < 0:
            return
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        rank, text, score = (self._shown(column) for column in (RANK, TEXT, SCORE))
        score = self.tr("log-prob. {score}").format(score=score)
        metrics = self.fontMetrics()
        left, right = metrics.horizontalAdvance(rank) + GAP, metrics.horizontalAdvance(score) + GAP
        middle = field.adjusted(left, 0, -right, 0)
        side = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(
            middle,
            side | Qt.AlignmentFlag.AlignLeft,
            metrics.elidedText(text, Qt.TextElideMode.ElideRight, middle.width()),
        )
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(field, side | Qt.AlignmentFlag.AlignLeft, rank)
        painter.drawText(_right_end(field, right), side | Qt.AlignmentFlag.AlignRight, score)

    def _shown(self, column: int) -> str:
        return str(self._model.index(self.currentIndex(), column).data())

    def _chosen_text(self) -> str:
        row = self.currentIndex()
        return self._hypotheses[row].text if row >= 0 else ""

    def _table(self) -> QTableView:
        table = QTableView(self)
        table.setShowGrid(False)
        table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height()) + 10)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        return table


def _right_end(field: QRect, width: int) -> QRect:
    return QRect(field.right() + 1 - width, field.top(), width, field.height())
