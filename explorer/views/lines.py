"""The soft alignment as lines between words: the overview, and which word goes with which."""

from PySide6.QtCore import QEvent, QObject, QSize, QSizeF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QDoubleSpinBox, QFrame, QLabel, QScrollArea, QWidget

from explorer.plots.alignment_lines import THICKEST, AlignmentLines
from explorer.plots.weight_legend import ThicknessLegend
from explorer.views.matrix_content import MatrixContent
from explorer.views.word_alignment import WordAlignmentView, is_read_from_right
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.number_box import MARGIN

FINEST = 0.01  # thinner lines than a tenth of a pixel are not seen, and are tens of thousands
BESIDE = 80  # average characters: in a place so wide the note stands beside the threshold, else under it
LEAST_LINES = 8  # of text: room for lines worth looking at
LEAST_WEIGHT = 0.05  # of a line that is drawn, until a person says otherwise


class _Area(QScrollArea):
    """Scrolls both ways where the words have no room."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, LEAST_LINES * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        return QSize(240, self.minimumSizeHint().height())


class LinesView(WordAlignmentView):
    """Lines as thick as their weights; pointing at a word shows its lines alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.waiting.set_texts(
            self.tr("Lines between words will stand here"),
            self.tr("A line is as thick as the weight with which a target word looked at a source word."),
        )
        self.lines = AlignmentLines()
        self.lines.source_pointed.connect(self.point_at_source)
        self.lines.target_pointed.connect(self.point_at_target)
        self.threshold = QDoubleSpinBox()
        self.threshold.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
        self.threshold.setRange(FINEST, 1.0)
        self.threshold.setSingleStep(0.01)
        self.threshold.setDecimals(2)
        self.threshold.setValue(LEAST_WEIGHT)
        self.threshold.setAccessibleName(self.tr("Least weight of a line that is drawn"))
        self.threshold.valueChanged.connect(self._on_threshold)
        self.note = QLabel()
        self._lay_out()
        self._on_threshold()

    def draw_content(self, content: MatrixContent) -> None:
        """Draw other words and lines."""
        self.lines.set_directions(
            source_from_right=is_read_from_right(content.source_labels),
            target_from_right=is_read_from_right(content.target_labels),
        )
        self.lines.set_alignment(content.weights, content.source_labels, content.target_labels)
        self._tell_hidden()

    def mark_words(self, row: int | None, column: int | None) -> None:
        """Mark the words of the selection, and scroll to the target word of the step."""
        self.lines.set_marked(row, column)
        self._see_step()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() > BESIDE * self.fontMetrics().averageCharWidth()
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        self._foot.setDirection(direction)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lay the words out anew for another size of the window over them."""
        if event.type() == QEvent.Type.Resize and watched is self._area.viewport():
            self.lines.set_room(QSizeF(self._area.viewport().size()))
        return super().eventFilter(watched, event)

    def _see_step(self) -> None:
        """Scroll to the word of the step; never under a pointer, which would then be at another word."""
        box = self.lines.marked_box()
        if box is not None and not self.lines.underMouse():
            middle = box.center().toPoint()
            self._area.ensureVisible(middle.x(), middle.y(), 64, 64)

    def _on_threshold(self) -> None:
        self.lines.set_threshold(self.threshold.value())
        self._tell_hidden()

    def _tell_hidden(self) -> None:
        text = self.tr(
            "Lines under {least} are not drawn: together {mass} of a target word's weight, on average."
        )
        least, mass = f"{self.threshold.value():.2f}", f"{self.lines.hidden_mass():.3f}"
        self.note.setText(text.format(least=least, mass=mass))

    def _lay_out(self) -> None:
        self.column.addWidget(ThicknessLegend(self.tr("Thickness of a line: weight from 0 to 1"), THICKEST))
        self.setFocusProxy(self.threshold)
        self._area = _Area()
        self._area.setWidget(self.lines)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to the step, and keys move that
        self._area.setAccessibleName(self.tr("Lines"))
        self._area.viewport().installEventFilter(self)
        for bar in (self._area.horizontalScrollBar(), self._area.verticalScrollBar()):
            bar.rangeChanged.connect(self._see_step)
        self.column.addWidget(self._area, 1)
        self.note.setWordWrap(True)
        self.note.setProperty("rank", "second")
        label = QLabel(self.tr("Draw from"))
        label.setBuddy(self.threshold)
        chosen = FlowLayout()
        chosen.addWidget(label)
        chosen.addWidget(self.threshold)
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setSpacing(8)
        self._foot.addLayout(chosen)
        self._foot.addWidget(self.note, 1)
        self.column.addLayout(self._foot)
