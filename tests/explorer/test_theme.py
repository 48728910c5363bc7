"""Light and dark: readable contrasts, every name of the style sheet filled in, the system followed."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QImage, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QTableView,
    QWidget,
)

from explorer.icons import IconButton
from explorer.theme import DARK, LIGHT, Colours, Theme, readable_font, style_sheet
from explorer.widgets.number_box import NumberBox


def luminance(colour: str) -> float:
    """Relative luminance as defined by WCAG 2."""
    parts = [QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(colours: Colours) -> None:
    for ground in (colours.ground, colours.surface, colours.rail, colours.accent_ground, colours.hover):
        assert contrast(colours.text, ground) >= 7
        assert contrast(colours.muted, ground) >= 4.5 or ground in (colours.accent_ground, colours.hover)
        assert contrast(colours.accent, ground) >= 4.0
    assert contrast(colours.accent_text, colours.accent) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_name_in_the_style_sheet_is_filled_in(colours: Colours) -> None:
    assert re.findall(r"@\w+", style_sheet(colours).split("*/", 1)[1]) == []


def test_the_choice_decides_and_the_system_decides_where_nothing_is_chosen(
    theme: Theme, qapp: QApplication
) -> None:
    theme.choose("dark")
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.ground)
    theme.choose("light")
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(LIGHT.ground)
    theme.choose("system")
    is_dark = qapp.styleHints().colorScheme() == Qt.ColorScheme.Dark
    assert theme.colours == (DARK if is_dark else LIGHT)
    theme.choose("light")


def test_icons_take_the_colour_of_the_theme(theme: Theme, qtbot) -> None:
    button = IconButton("pause", "Pause")
    qtbot.addWidget(button)

    def darkest() -> int:
        image = button.icon().pixmap(20, 20).toImage()
        inked = [image.pixelColor(x, y) for x in range(20) for y in range(20)]
        return min(colour.lightness() for colour in inked if colour.alpha() == 255)

    light = darkest()
    theme.choose("dark")
    assert darkest() > light + 100
    theme.choose("light")
    assert darkest() == light


def test_text_is_never_smaller_than_the_systems() -> None:
    small, large = QFont(), QFont()
    small.setPointSizeF(7)
    large.setPointSizeF(17)
    assert readable_font(small).pointSizeF() == 10
    assert readable_font(large).pointSizeF() == 17


def test_icons_and_boxes_to_tick_grow_with_the_text(theme: Theme, qtbot) -> None:
    """A box is as large with the thick edge of the focus, and a dot as far from each side."""
    button, box, radio = IconButton("pause", "Pause"), QCheckBox("log"), QRadioButton("log")
    for widget in (button, box, radio):
        qtbot.addWidget(widget)
        widget.show()
    sizes = []
    for scale in (1.0, 1.5, 2.0):
        theme.set_text_size(scale)
        option = QStyleOptionButton()
        indicator = QStyle.PixelMetric.PM_IndicatorWidth, QStyle.PixelMetric.PM_ExclusiveIndicatorWidth
        widths = [w.style().pixelMetric(m, option, w) for w, m in zip((box, radio), indicator, strict=True)]
        sizes.append((button.iconSize().width(), *widths))
        sheet = style_sheet(LIGHT, scale)
        rule = re.search(r"QRadioButton::indicator:checked { width: (\d+)px.*border: (\d+)px", sheet)
        dot, edge = rule.groups()
        assert int(dot) + 2 * int(edge) == widths[1]
    theme.set_text_size(1.0)
    assert sizes == [(20, 16, 16), (30, 24, 24), (40, 32, 32)]


@pytest.fixture(params=["light", "dark"])
def both(request: pytest.FixtureRequest, theme: Theme) -> Iterator[Theme]:
    theme.choose(request.param)
    yield theme
    theme.choose("light")


def corner_colour(widget: QWidget) -> QColor:
    """The colour inside the border, away from any text."""
    return widget.grab().toImage().pixelColor(6, widget.height() // 2)


def test_a_main_button_that_cannot_be_pressed_looks_so(both: Theme, qtbot) -> None:
    buttons = [QPushButton("Go"), QPushButton("Go")]
    for button in buttons:
        qtbot.addWidget(button)
        button.setProperty("primary", True)
        button.resize(120, 32)
        button.show()
    buttons[1].setEnabled(False)
    assert corner_colour(buttons[0]) == QColor(both.colours.accent)
    assert corner_colour(buttons[1]) == QColor(both.colours.hover)


def test_a_box_to_tick_is_seen_on_its_ground(both: Theme, qtbot) -> None:
    box = QCheckBox("log scale")
    qtbot.addWidget(box)
    box.show()
    outline = box.grab().toImage().pixelColor(0, box.height() // 2).name()
    assert contrast(outline, both.colours.ground) >= 3
    empty = box.grab().toImage()
    box.setChecked(True)
    assert box.grab().toImage() != empty


@pytest.mark.parametrize("side", [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight])
def test_the_head_of_a_column_stands_over_its_cells(theme: Theme, qtbot, side: Qt.AlignmentFlag) -> None:
    model = QStandardItemModel(1, 1)
    model.setHorizontalHeaderLabels(["H"])
    item = QStandardItem("H")
    for part in (item, model.horizontalHeaderItem(0)):
        part.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    model.setItem(0, 0, item)
    table = QTableView()
    qtbot.addWidget(table)
    table.setModel(model)
    table.setShowGrid(False)
    table.setColumnWidth(0, 160)
    table.show()
    head = ink_columns(table.horizontalHeader().viewport().grab().toImage(), 160)
    cell = ink_columns(table.viewport().grab().toImage(), 160)
    end = 0 if side == Qt.AlignmentFlag.AlignLeft else -1
    assert abs(head[end] - cell[end]) <= 1


def ink_columns(image: QImage, width: int) -> list[int]:
    """The columns of pixels in which something dark is drawn, leaving out lines that cross all."""
    rows = range(4, min(image.height() - 4, 24))
    grounds = image.pixelColor(width // 2, 8).lightness()
    return [x for x in range(width) if any(image.pixelColor(x, y).lightness() < grounds - 60 for y in rows)]


def test_a_number_stands_as_far_from_its_edge_as_other_text(theme: Theme, qtbot) -> None:
    box = NumberBox("Beam size")
    qtbot.addWidget(box)
    box.setValue(77)
    box.resize(96, 30)
    box.show()
    image = box.grab().toImage()
    inked = [x for x in range(2, 60) if any(image.pixelColor(x, y).lightness() < 120 for y in range(6, 24))]
    assert 7 <= inked[0] <= 12
