"""How plots share a place: under each other while each is high enough to be read, else side by side."""

import math

GOOD_LINES, LEAST_LINES = 12, 11  # heights of a plot, with its title and its axis, in lines of text
LEAST_CHARACTERS = 42  # the width of a plot beside another one, in digits


def columns_of(count: int, width: float, height: float, line: float, digit: float) -> int:
    """How many of the plots stand side by side in a place of this size, in pixels.

    line, digit: the height of a line of text and the width of a digit. As few as leave each plot a good
    height; where even as many as are wide enough do not, the place is scrolled, and its rows are filled.
    """
    most = max(1, min(count, int(width // (LEAST_CHARACTERS * digit))))
    for columns in range(1, most + 1):
        if math.ceil(count / columns) * GOOD_LINES * line <= height:
            return columns
    return math.ceil(count / math.ceil(count / most)) if count else 1


def least_height(line: float) -> int:
    """The height under which a plot cannot be read, in pixels."""
    return math.ceil(LEAST_LINES * line)
