"""What a picture will look like: the drawing as large as fits, on the ground of paper."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.plots.pictures import Drawing

MARGIN = 8.0


class ExportPreview(QWidget):
    """Draws anew only where the drawing, its size or the screen is another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing: Drawing | None = None
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 240)
        self.setAccessibleName(self.tr("Preview"))

    def set_drawing(self, drawing: Drawing) -> None:
        """Show another drawing."""
        self.drawing, self._image = drawing, None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().midlight())
        if self.drawing is None or self.drawing.size.isEmpty():
            return
        place = self._place(self.drawing)
        ratio = self.devicePixelRatioF()
        size = (place.size() * ratio).toSize().expandedTo(QSize(1, 1))
        if self._image is None or self._image.size() != size:
            self._image = _drawn(self.drawing, size)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self._image)

    def _place(self, drawing: Drawing) -> QRectF:
        room = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        size = drawing.size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if size.width() > drawing.size.width():
            size = drawing.size  # never larger than it is
        place = QRectF(room.topLeft(), size)
        place.moveCenter(room.center())
        return place


def _drawn(drawing: Drawing, size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size.width() / drawing.size.width(), size.height() / drawing.size.height())
    drawing.paint(painter)
    painter.end()
    return image
