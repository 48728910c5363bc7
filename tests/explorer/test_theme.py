"""Light and dark: readable contrasts, every name of the style sheet filled in, the system followed."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from explorer.icons import IconButton
from explorer.theme import DARK, LIGHT, Colours, Theme, readable_font, style_sheet


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
