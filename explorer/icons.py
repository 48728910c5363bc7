"""The program's icons: small SVG drawings in the colour of the text beside them, in either theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QToolButton

from explorer.theme import RESOURCES, text_scale

SIZE = 20  # pixels beside the smallest text, before the screen's scale
SCALES = (1, 2)


def icon(name: str, palette: QPalette, size: int = SIZE) -> QIcon:
    """The drawing in resources/icons of this name in this size; the accent's colour where it is checked."""
    colours = (
        (QIcon.Mode.Normal, QIcon.State.Off, QPalette.ColorRole.WindowText),
        (QIcon.Mode.Disabled, QIcon.State.Off, QPalette.ColorRole.Mid),
        (QIcon.Mode.Normal, QIcon.State.On, QPalette.ColorRole.Accent),
    )
    result = QIcon()
    for mode, state, role in colours:
        for scale in SCALES:
            pixmap = QPixmap.fromImage(_image(name, palette.color(role).name(), size, scale))
            result.addPixmap(pixmap, mode, state)
    return result


@cache  # of images, not pixmaps: an image may outlive the application
def _image(name: str, colour: str, size: int, scale: int) -> QImage:
    drawing = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    image = QImage(QSize(size, size) * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", colour).encode()))
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(scale)
    return image


class IconButton(QToolButton):
    """A button with one of the program's icons; `words` are its tooltip and its name for a screen reader.

    size: pixels of the icon beside the smallest text; it grows with the text.
    """

    def __init__(self, name: str, words: str, *, size: int = SIZE) -> None:
        super().__init__()
        self._name = name
        self._size = size
        self.setAutoRaise(True)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self._draw()

    def set_icon_name(self, name: str) -> None:
        """Show another of the program's icons."""
        self._name = name
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def _draw(self) -> None:
        size = round(self._size * text_scale(self.font()))
        self.setIconSize(QSize(size, size))
        self.setIcon(icon(self._name, self.palette(), size))
