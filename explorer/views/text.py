"""The soft alignment as shades of flowing text: where the model looked for a word, or who looked at it."""

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.plots.shaded_words import ShadedWords
from explorer.plots.weight_legend import ShadeLegend
from explorer.views.matrix_content import MatrixContent
from explorer.views.tokens import from_left, isolated
from explorer.views.word_alignment import WordAlignmentView, is_read_from_right
from explorer.widgets.upright_area import UprightArea

FLAT = 2.0  # a place so many times as wide as high has the two texts beside one another
NAMED = 3  # the heaviest words, told with their weights
LARGEST = 16_777_215  # pixels: no limit, to Qt


class TextView(WordAlignmentView):
    """Source and target as text. One of them is shaded by its weights with a word of the other.

    That word is the one that was chosen last: a target word by its step, or a source word by its position.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.waiting.set_texts(
            self.tr("Source and translation will stand here as text"),
            self.tr("Point at a word, and the words that it is aligned with are shaded by their weights."),
        )
        self.source, self.target = ShadedWords(self.tr("Source")), ShadedWords(self.tr("Target"))
        self.source.word_pointed.connect(self._on_source)
        self.target.word_pointed.connect(self._on_target)
        self.told = QLabel()
        self._marked: tuple[int | None, int | None] = (None, None)
        self._of_source = False  # whether the shades are those of a source word
        self._lay_out()

    def draw_content(self, content: MatrixContent) -> None:
        """Write other words."""
        for text, words in ((self.source, content.source_labels), (self.target, content.target_labels)):
            text.set_words(words, from_right=is_read_from_right(words))
        self._fit()

    def mark_words(self, row: int | None, column: int | None) -> None:
        """Mark the words of the selection; the one that is new decides what is shaded."""
        before, self._marked = self._marked, (row, column)
        if row != before[0] or column is None:
            self._of_source = False
        elif column != before[1]:
            self._of_source = True
        self._shade()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_flat = self.width() > FLAT * self.height()
        direction = QBoxLayout.Direction.LeftToRight if is_flat else QBoxLayout.Direction.TopToBottom
        self._texts.setDirection(direction)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the height anew when the room for the texts has changed."""
        if event.type() == QEvent.Type.Resize and watched is self._room:
            self._fit()
        return super().eventFilter(watched, event)

    def _on_source(self, column: int) -> None:
        self._of_source = True
        self._shade()
        self.point_at_source(column)

    def _on_target(self, row: int) -> None:
        self._of_source = False
        self._shade()
        self.point_at_target(row)

    def _shade(self) -> None:
        content, (row, column) = self.content, self._marked
        if content is None:
            return
        self.source.set_weights(content.weights[row] if row is not None and not self._of_source else None)
        by_target = content.weights[:, column] if column is not None and self._of_source else None
        self.target.set_weights(by_target)
        self.source.set_marked(column)
        self.target.set_marked(row)
        self._tell(content)
        self._see()

    def _tell(self, content: MatrixContent) -> None:
        row, column = self._marked
        if self._of_source and column is not None:
            weights, words, other = content.weights[:, column], content.target_labels, row
            text = self.tr("Target words by the weight that each gave to {word}, {sum} in all: {links}")
            name = content.source_labels[column]
        elif row is not None:
            weights, words, other = content.weights[row], content.source_labels, column
            text = self.tr("Source words by the weight that {word} gave them: {links}")
            name = content.target_labels[row]
        else:
            self.told.setText(self.tr("Point at a word."))
            return
        best = np.argsort(-weights, kind="stable")[:NAMED].tolist()
        if other is not None and other not in best:
            best.append(other)  # the pair that is selected is always told
        links = "   ".join(f"{isolated(words[place])} {weights[place]:.3f}" for place in best)
        total = f"{weights.sum():.3f}"
        self.told.setText(from_left(text.format(word=isolated(name), sum=total, links=links)))

    def _see(self) -> None:
        """Scroll each text to its heaviest word, else to its marked one; never under the pointer."""
        for area, text in ((self._source_area, self.source), (self._target_area, self.target)):
            index = text.heaviest()
            index = text.marked() if index is None else index
            if index is not None and not text.underMouse():
                middle = text.boxes()[index].center().toPoint()
                area.ensureVisible(middle.x(), middle.y(), 16, 32)

    def _fit(self) -> None:
        """Over one another, the source takes the height that it needs; half of it where both need more."""
        is_flat = self._texts.direction() == QBoxLayout.Direction.LeftToRight
        self._texts.setStretch(0, int(is_flat))
        if is_flat:
            self._source_area.setMaximumHeight(LARGEST)
            self._source_area.setMinimumHeight(0)
            return
        around = self._source_area.size() - self._source_area.maximumViewportSize()  # its edge
        width = self._room.width() - around.width()
        source, target = (text.heightForWidth(width) + around.height() for text in (self.source, self.target))
        headings = 2 * self._heading_height() + 3 * self._texts.spacing()
        room = max(self._room.height() - headings, 2)
        self._source_area.setFixedHeight(min(source, max(room // 2, room - target)))

    def _heading_height(self) -> int:
        return self._headings[0].sizeHint().height()

    def _lay_out(self) -> None:
        self.column.addWidget(ShadeLegend(self.tr("Shade of a word: weight from 0 to 1")))
        self.setFocusProxy(self.source)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setProperty("rank", "second")
        self._headings = (QLabel(self.tr("Source")), QLabel(self.tr("Target")))
        self._source_area, self._target_area = UprightArea(self.source), UprightArea(self.target)
        for area in (self._source_area, self._target_area):
            area.verticalScrollBar().rangeChanged.connect(self._see)
        self._room = QWidget()
        self._room.installEventFilter(self)
        self._texts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._room)
        self._texts.setContentsMargins(0, 0, 0, 0)
        self._texts.setSpacing(8)
        for heading, area in zip(self._headings, (self._source_area, self._target_area), strict=True):
            heading.setProperty("rank", "title")
            side = QVBoxLayout()
            side.setSpacing(8)
            side.addWidget(heading)
            side.addWidget(area, 1)
            self._texts.addLayout(side, 1 if area is self._target_area else 0)
        self.column.addWidget(self._room, 1)
        self.column.addWidget(self.told)
