"""Pictures on paper: no pixels in SVG and PDF, the asked size in PNG, provenance in all."""

import json
import math
import re
import zlib
from collections import defaultdict
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.colour_map import ANCHORS
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.measured_labels import measured
from explorer.plots.pictures import Picture, image_of, paper_font, pdf_bytes, pixel_size, png_bytes, svg_bytes
from explorer.plots.token_axis import slanted_labels

PLAIN = MatrixStyle()
SVG = "{http://www.w3.org/2000/svg}"
PROVENANCE = json.dumps({"source_text": "the <zone> & end", "model": "made"})
SOURCE, TARGET = ("the", "European", "zone", "⟨end⟩"), ("la", "zone", "européenne", "شهر", "⟨end⟩")


def paper(rows=TARGET, columns=SOURCE, style=PLAIN) -> AlignmentPaper:
    draw = np.random.default_rng(5).random((len(rows), len(columns)))
    weights = draw / draw.sum(axis=1, keepdims=True)
    figure = AlignmentFigure(weights, tuple(columns), tuple(rows), style, 1, 2, 0, 0)
    return AlignmentPaper(figure, QFont())


def picture(rows=TARGET, columns=SOURCE) -> Picture:
    return Picture(paper(rows, columns).drawing(), "the <zone> & end", PROVENANCE)


@pytest.fixture(scope="module")
def drawing(qapp) -> ElementTree.Element:
    return ElementTree.fromstring(svg_bytes(picture()))


def cells(drawing: ElementTree.Element, edge: float) -> list[tuple[float, float, str]]:
    """Left, top and colour of every square of this edge without a line round it."""
    return [
        (float(rect.get("x")), float(rect.get("y")), group.get("fill"))
        for group in drawing.iter(f"{SVG}g")
        for rect in group.findall(f"{SVG}rect")
        if group.get("stroke") == "none" and {float(rect.get("width")), float(rect.get("height"))} == {edge}
    ]


def test_svg_has_a_rectangle_a_cell_of_its_grey_and_no_image(drawing) -> None:
    shown, geometry = paper(), paper().geometry()
    found = cells(drawing, geometry.cell)
    expected = []
    for row in range(len(TARGET)):
        for column in range(len(SOURCE)):
            grey = round(255 * shown.figure.weights[row, column])
            corner = geometry.cell_rect(row, column)
            expected.append((corner.x(), corner.y(), "#" + 3 * f"{grey:02x}"))
    assert sorted(found) == sorted(expected)
    assert len(found) == len(TARGET) * len(SOURCE)
    assert list(drawing.iter(f"{SVG}image")) == []


@pytest.mark.parametrize("style", [MatrixStyle("viridis", "root", 0.2), MatrixStyle("cividis", "logarithm")])
@pytest.mark.parametrize("is_transposed", [False, True])
def test_cells_have_the_style_of_the_screen(qapp, style: MatrixStyle, is_transposed: bool) -> None:
    """A cell's colour lies on the anchors of its map where the formula of its scale puts the weight."""
    style = replace(style, is_transposed=is_transposed)
    shown = paper(style=style)
    root = ElementTree.fromstring(svg_bytes(Picture(shown.drawing(), "title", "{}")))
    weights = shown.figure.weights.T if is_transposed else shown.figure.weights
    expected = []
    for (row, column), weight in np.ndenumerate(weights):
        kept = 0.0 if weight < style.threshold else weight
        share = math.sqrt(kept) if style.scale == "root" else 1 + math.log10(max(kept, 1e-4)) / 4
        corner = shown.geometry().cell_rect(row, column)
        expected.append((corner.x(), corner.y(), "#" + on_anchors(style.colours, share).hex()))
    assert sorted(cells(root, shown.geometry().cell)) == sorted(expected)
    assert not list(root.iter(f"{SVG}image"))


def on_anchors(name: str, share: float) -> bytes:
    anchors = [tuple(bytes.fromhex(text)) for text in ANCHORS[name].split()]
    place = share * (len(anchors) - 1)
    low = min(int(place), len(anchors) - 2)
    part = place - low
    return bytes(round(a + part * (b - a)) for a, b in zip(anchors[low], anchors[low + 1], strict=True))


def test_slanted_labels_stay_on_the_paper(qapp) -> None:
    shown = paper(columns=("internationalisation",) * 5, style=MatrixStyle(is_slanted=True))
    metrics = QFontMetricsF(paper_font(shown.font))
    labels = slanted_labels(measured(shown.figure.across, metrics), shown.geometry())
    assert len(labels) == 5
    sheet = QRectF(QPointF(), shown.size())
    assert all(sheet.contains(label.outline.boundingRect()) for label in labels)


def test_svg_text_is_the_tokens_and_the_numbers_of_the_legend(drawing) -> None:
    lines = defaultdict(str)  # a font for each script: a token may stand in several pieces of one line
    for group in drawing.iter(f"{SVG}g"):
        for text in group.findall(f"{SVG}text"):
            turn = group.get("transform")
            lines[turn, text.get("y"), turn if turn.startswith("matrix(0") else ""] += text.text
    texts = list(lines.values())
    for token in (*SOURCE, *TARGET):
        assert token in texts, texts
    assert "".join(texts).endswith("00.51source across, translation down")


def test_svg_says_where_it_comes_from(drawing) -> None:
    assert drawing.findtext(f"{SVG}title") == "the <zone> & end"
    assert drawing.findtext(f"{SVG}desc") == PROVENANCE


def test_pdf_is_text_and_shapes_with_its_provenance(qapp) -> None:
    data = pdf_bytes(picture())
    assert not re.search(rb"/Subtype\s*/Image", data)
    assert b"/Font" in data
    size = paper().size()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [float(edge) for edge in box.groups()] == pytest.approx(
        [size.width() * 0.75, size.height() * 0.75], abs=1
    )
    streams = [inflated(stream) for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL)]
    assert any(json.loads(PROVENANCE) == parsed(stream) for stream in streams)
    page = next(stream for stream in streams if b" Tj" in stream)
    edge = int(paper().geometry().cell)
    assert len(re.findall(rb" %d %d re\n" % (edge, edge), page)) == len(TARGET) * len(SOURCE)
    assert b"BI\n" not in page  # an image inside the page


def inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def parsed(stream: bytes) -> object:
    try:
        return json.loads(stream)
    except ValueError:
        return None


@pytest.mark.parametrize("dpi", [96, 300])
def test_png_has_the_asked_size_dots_and_greys(qapp, dpi: int) -> None:
    shown = paper()
    image = QImage.fromData(png_bytes(image_of(picture(), dpi)))
    size, scale = shown.size(), dpi / 96
    assert image.size() == pixel_size(picture(), dpi)
    assert (image.width(), image.height()) == pytest.approx(
        (size.width() * scale, size.height() * scale), abs=scale
    )
    assert image.dotsPerMeterX() * 0.0254 == pytest.approx(dpi, abs=0.02)
    assert image.text("Description") == PROVENANCE
    for row in range(len(TARGET)):
        for column in range(len(SOURCE)):
            centre = shown.geometry().cell_rect(row, column).center() * scale
            assert image.pixelColor(centre.toPoint()).red() == round(255 * shown.figure.weights[row, column])


def test_marks_of_who_points_where_stay_off_the_paper(qapp) -> None:
    pixels = image_of(picture(), 96).convertToFormat(QImage.Format.Format_RGB32)
    values = np.frombuffer(pixels.constBits(), np.uint8).reshape(-1, 4)
    assert (values[:, 0] == values[:, 1]).all()
    assert (values[:, 1] == values[:, 2]).all()


def test_a_large_matrix_is_whole_and_one_too_large_for_memory_is_refused(qapp) -> None:
    many = [f"w{number}" for number in range(120)]
    drawing = ElementTree.fromstring(svg_bytes(picture(many, many)))
    assert len(cells(drawing, paper(many, many).geometry().cell)) == 120 * 120
    with pytest.raises(ValueError, match="pixels are more"):
        image_of(picture(many, many), 600)
