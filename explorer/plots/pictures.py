"""Pictures on paper: SVG and PDF, where text stays text and nothing is made of pixels, and PNG."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QImage,
    QPageLayout,
    QPageSize,
    QPaintEngine,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

DOTS = 96  # logical pixels an inch
PDF_DOTS = 1200
MOST_PIXELS = 100_000_000
CREATOR = "Alignment Explorer"
_NO_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")  # UTF-8 that XML forbids
_VECTORS = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


@dataclass(frozen=True)
class Drawing:
    """Something drawn: its size in logical pixels, and what draws it with its upper left corner at 0, 0."""

    size: QSizeF
    paint: Callable[[QPainter], None]


@dataclass(frozen=True)
class Picture:
    """A drawing for paper. title and provenance (a JSON text) go into the file's fields for them."""

    drawing: Drawing
    title: str
    provenance: str


def paper_font(font: QFont) -> QFont:
    """The font at its size in logical pixels, which is the same on every device."""
    found = QFont(font)
    found.setPixelSize(QFontInfo(font).pixelSize())
    return found


def is_vector(painter: QPainter) -> bool:
    """Whether the painter writes shapes into a file that has no pixels; a plot draws no image there."""
    return painter.paintEngine().type() in _VECTORS


def svg_bytes(picture: Picture) -> bytes:
    """An SVG; provenance stands in <desc>. Characters that XML forbids are shown as U+FFFD."""
    buffer, generator, size = _buffer(), QSvgGenerator(), _whole(picture)
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS)
    generator.setSize(size)
    generator.setViewBox(QRectF(QPointF(), QSizeF(size)))
    generator.setTitle(picture.title)
    generator.setDescription(picture.provenance)
    painter = QPainter(generator)
    picture.drawing.paint(painter)
    painter.end()
    return _NO_XML.sub("\ufffd".encode(), buffer.data().data())


def pdf_bytes(picture: Picture) -> bytes:
    """A PDF of one page as large as the picture; provenance is attached as provenance.json."""
    buffer = _buffer()
    writer, points = QPdfWriter(buffer), QSizeF(_whole(picture)) * 72 / DOTS
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setResolution(PDF_DOTS)
    writer.setCreator(CREATOR)
    writer.setTitle(picture.title)
    writer.addFileAttachment("provenance.json", QByteArray(picture.provenance.encode()), "application/json")
    painter = QPainter(writer)
    painter.scale(PDF_DOTS / DOTS, PDF_DOTS / DOTS)
    picture.drawing.paint(painter)
    painter.end()
    return buffer.data().data()


def pixel_size(picture: Picture, dpi: int) -> QSize:
    """How many pixels a PNG of the picture has with `dpi` of them an inch."""
    return (QSizeF(_whole(picture)) * (dpi / DOTS)).toSize()


def image_of(picture: Picture, dpi: int) -> QImage:
    """The picture in pixels, `dpi` of them an inch; provenance stands in the text field Description.

    Raises ValueError where it would have more than MOST_PIXELS.
    """
    pixels = pixel_size(picture, dpi)
    if pixels.width() * pixels.height() > MOST_PIXELS:
        raise ValueError(f"{pixels.width()} x {pixels.height()} pixels are more than {MOST_PIXELS}")
    image = QImage(pixels, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dpi / DOTS, dpi / DOTS)
    picture.drawing.paint(painter)
    painter.end()
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    image.setText("Title", picture.title)
    image.setText("Description", picture.provenance)
    return image


def png_bytes(image: QImage) -> bytes:
    """The image as a PNG with its text fields."""
    buffer = _buffer()
    image.save(buffer, "PNG")
    return buffer.data().data()


def _whole(picture: Picture) -> QSize:
    size = picture.drawing.size
    return QSize(math.ceil(size.width()), math.ceil(size.height()))


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
