"""The program's icons: small SVG drawings in the colour of the text beside them, in either theme."""

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QToolButton, QWidget

from explorer.theme import RESOURCES

SIZE = 20  # pixels, before the screen's scale
SCALES = (1, 2, 3)


def icon(name: str, palette: QPalette) -> QIcon:
    """The drawing in resources/icons of this name; the accent's colour where it is checked."""
    drawing = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    colours = (
        (QIcon.Mode.Normal, QIcon.State.Off, palette.color(QPalette.ColorRole.WindowText)),
        (QIcon.Mode.Disabled, QIcon.State.Off, palette.color(QPalette.ColorRole.Mid)),
        (QIcon.Mode.Normal, QIcon.State.On, palette.color(QPalette.ColorRole.Accent)),
    )
    result = QIcon()
    for mode, state, colour in colours:
        for scale in SCALES:
            result.addPixmap(_pixmap(drawing, colour, scale), mode, state)
    return result


def _pixmap(drawing: str, colour: QColor, scale: int) -> QPixmap:
    pixmap = QPixmap(QSize(SIZE, SIZE) * scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", colour.name()).encode()))
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap


class IconButton(QToolButton):
    """A button with one of the program's icons; `words` are its tooltip and its name for a screen reader."""

    def __init__(self, name: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setIconSize(QSize(SIZE, SIZE))
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
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._name, self.palette()))
