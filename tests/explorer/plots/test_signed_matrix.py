"""Numbers with a sign as colours, read back from the screen, with the scale and the words beside them."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPalette

from explorer.plots.colour_map import ANCHORS, SIGNED, SIGNED_DARK, SIGNED_LIGHT, anchors
from explorer.plots.legend_item import bar_width, is_stacked
from explorer.plots.matrix_geometry import MARGIN
from explorer.plots.signed_matrix import SignedFigure, SignedMatrix

NUMBERS = np.array([[4.0, -4.0, 0.0], [2.0, -1.0, 0.5]])


@pytest.fixture
def matrix(qtbot, theme) -> SignedMatrix:
    widget = SignedMatrix()
    qtbot.addWidget(widget)
    widget.resize(480, 360)
    widget.set_numbers(NUMBERS, ["a", "b", "c"], ["X", "Y"])
    return widget


def middle_of(matrix: SignedMatrix, row: int, column: int) -> tuple[int, int, int]:
    image = matrix.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    colour = image.pixelColor(matrix.matrix_geometry().cell_rect(row, column).center().toPoint())
    return colour.red(), colour.green(), colour.blue()


def test_the_ends_and_the_middle_have_the_colours_of_the_scale(matrix: SignedMatrix) -> None:
    below, *_, above = anchors(SIGNED_LIGHT)
    assert middle_of(matrix, 0, 0) == above
    assert middle_of(matrix, 0, 1) == below
    assert middle_of(matrix, 0, 2) == anchors(SIGNED_LIGHT)[3]
    # 2 of 4 is half way from the middle to the end: half way between the first two of its three colours
    first, second = (np.array(colour) for colour in anchors(SIGNED_LIGHT)[4:6])
    assert np.abs(middle_of(matrix, 1, 0) - (first + second) / 2).max() <= 1
    assert matrix._figure.ticks() == ((0.0, "\u22124"), (0.5, "0"), (1.0, "+4"))


def test_a_dark_theme_has_a_dark_middle_and_paper_a_light_one(matrix: SignedMatrix) -> None:
    dark = QPalette(QColor(30, 30, 34))
    matrix.setPalette(dark)
    assert middle_of(matrix, 0, 2) == anchors(SIGNED_DARK)[3]
    assert matrix.paper().figure.style.colours == SIGNED_LIGHT


def test_no_colour_map_of_weights_is_one_of_signs() -> None:
    assert not set(ANCHORS) & set(SIGNED)
    for name in SIGNED:
        assert len(anchors(name)) % 2 == 1, "0 has a colour of its own"


def test_the_words_name_number_tokens_and_rank(matrix: SignedMatrix) -> None:
    matrix.set_marked(1, 1)
    plain = matrix.read_out().replace("\u2068", "").replace("\u2069", "")
    assert plain == "\u22121.000   Y \u2190 b   rank 3 of 3"
    matrix.set_marked(1, None)
    assert "+2.000" in matrix.read_out()


def test_a_figure_says_its_unit_and_its_signs(matrix: SignedMatrix) -> None:
    assert matrix.paper().figure.in_words() == "nats (natural log) + for it, \u2212 against it"


def test_where_nothing_depends_on_anything_all_is_drawn_as_nothing() -> None:
    figure = SignedFigure(np.zeros((2, 2)), ("a", "b"), ("X", "Y"))
    assert (figure.cells == 0.5).all()


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [200, 286, 300, 320, 480])
def test_what_the_signs_mean_is_read_whole_beside_the_legend_or_under_it(
    matrix: SignedMatrix, theme, width: int, scale: float
) -> None:
    theme.set_text_size(scale)
    matrix.resize(width, 400)
    metrics, words = QFontMetricsF(matrix.font()), matrix._figure.lasting_words()
    needed = max(metrics.horizontalAdvance(line) for line in words)
    over = metrics.horizontalAdvance(matrix._figure.ticks()[-1][1]) / 2
    beside = bar_width(metrics) + max(3 * MARGIN, over + 2 * MARGIN) + 1
    room = width - 2 * MARGIN - (0 if is_stacked(metrics, width, words) else beside)
    theme.set_text_size(1.0)
    assert needed <= room or width - 2 * MARGIN < needed  # no words of this size fit into this width
    assert matrix.tip_at(QPointF(width / 2, 395)) == "\n".join(words)
