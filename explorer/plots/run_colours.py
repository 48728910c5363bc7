"""Colours of runs that are drawn over each other, told apart by lightness too, and by everyone's eyes.

The first is the accent colour of the palette; a search over hues chose the others, for the least distance in
CIELAB between any two as seen with normal eyes, protanopia, deuteranopia and tritanopia.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette

ON_LIGHT = ("#c28422", "#013116", "#9e1c70", "#d44f4c", "#554502")
ON_DARK = ("#bfffa8", "#098f49", "#feaab2", "#38ecfe", "#799f2e")
COUNT = 1 + len(ON_LIGHT)


def run_colour(number: int, palette: QPalette) -> QColor:
    """The colour of the run with this number, from 0 on; it comes again after COUNT runs."""
    others = ON_DARK if palette.window().color().lightness() < 128 else ON_LIGHT
    place = number % COUNT
    return palette.accent().color() if place == 0 else QColor(others[place - 1])


def run_line(number: int) -> Qt.PenStyle:
    """How its line is drawn, which tells two runs of one colour apart."""
    styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine)
    return styles[number // COUNT % len(styles)]
