"""What pictures of numbered things share: one is pointed at, one is chosen, by pointer and by keys."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QToolTip, QWidget


class PointedPicture(QWidget):
    """A subclass says how many things there are, where they are, and what they are in words, and paints.

    `chosen` and `opened` with a thing's number: by a click or the arrow keys, by a double click or Enter.
    """

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """name: what the picture is, for a screen reader."""
        super().__init__(parent)
        self.pointed_at: int | None = None
        self.chosen_one: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    def count(self) -> int:
        """How many things there are."""
        raise NotImplementedError

    def number_at(self, at: QPointF) -> int | None:
        """The thing at this place."""
        raise NotImplementedError

    def words_of(self, number: int) -> str:
        """What is known of a thing."""
        raise NotImplementedError

    def choose(self, number: int) -> None:
        """Mark a thing, and tell it."""
        self.mark(number)
        self.setAccessibleDescription(self.words_of(number))
        self.chosen.emit(number)

    def mark(self, number: int | None) -> None:
        """Mark a thing as chosen, or none."""
        self.chosen_one = number
        self.update()

    def forget(self) -> None:
        """Nothing is pointed at or chosen: there are other things now."""
        self.pointed_at = self.chosen_one = None
        self.updateGeometry()
        self.update()

    # ---- Qt

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.number_at(event.position()))
        if self.pointed_at is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_of(self.pointed_at), self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position())
        if number is not None:
            self.opened.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if event.key() in moves and self.count():
            now = -1 if self.chosen_one is None else self.chosen_one
            self.choose(min(max(now + moves[event.key()], 0), self.count() - 1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.chosen_one is not None:
            self.opened.emit(self.chosen_one)
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _point(self, number: int | None) -> None:
        if number != self.pointed_at:
            self.pointed_at = number
            self.update()


def paint_titles(painter: QPainter, frame: QRectF, left: float, titles: tuple[str, str]) -> None:
    """The titles of both axes: below the frame of a picture, and upright beside it around x = left.

    What has no room is left out of their middle.
    """
    letters, line = painter.fontMetrics(), painter.fontMetrics().height()
    across, upright = (
        letters.elidedText(title, Qt.TextElideMode.ElideMiddle, int(room))
        for title, room in zip(titles, (frame.width(), frame.height()), strict=True)
    )
    below = QRectF(frame.left(), frame.bottom(), frame.width(), line)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, across)
    painter.save()
    painter.translate(left, frame.center().y())
    painter.rotate(-90)
    beside = QRectF(-frame.height() / 2, -line / 2, frame.height(), line)
    painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, upright)
    painter.restore()


def accent(picture: QWidget) -> QPalette.ColorRole:
    """The role of the colour of a frame: the accent where the keys go to this picture."""
    return QPalette.ColorRole.Accent if picture.hasFocus() else QPalette.ColorRole.PlaceholderText
