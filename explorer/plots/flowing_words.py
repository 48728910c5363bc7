"""Where the words of a text stand that flows over lines, in either direction of writing."""

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QRectF

GAP = 3.0  # pixels between two boxes, across and down

LEFT, RIGHT = "L", "R"  # the side from which a word is read


def flowing_words(
    widths: Sequence[float], directions: Sequence[str], room: tuple[float, float], *, from_right: bool
) -> tuple[QRectF, ...]:
    """The box of each word, wrapped at the width of the room; none is wider than it.

    widths: of the boxes. room: the width of the text and the height of a box. from_right: whether the text
    is read from the right. Words of the other direction that stand together keep their own order.
    """
    width, height = room
    boxes: list[QRectF] = []
    for number, line in enumerate(_lines(widths, width)):
        turned = _visual_order(line, directions, from_right=from_right)
        used = sum(min(widths[place], width) + GAP for place in turned) - GAP
        left = max(width - used, 0.0) if from_right else 0.0
        placed = {}
        for place in turned:
            wide = min(widths[place], width)
            placed[place] = QRectF(left, number * (height + GAP), wide, height)
            left += wide + GAP
        boxes += [placed[place] for place in line]
    return tuple(boxes)


def word_directions(words: Sequence[str], *, from_right: bool) -> tuple[str, ...]:
    """LEFT or RIGHT for each word: that of its first letter; one without letters goes with its neighbours.

    A number goes with the word before it, a mark with both neighbours if they agree, else with the text
    (a coarse form of the Unicode bidirectional algorithm, rules W7, N1 and N2).
    """
    base = RIGHT if from_right else LEFT
    own = [_own_direction(word) for word in words]
    found = []
    for place, direction in enumerate(own):
        before = found[-1] if found else base
        if direction is None:
            after = next((other for other in own[place + 1 :] if other), base)
            is_number = any(letter.isdigit() for letter in words[place])
            direction = before if is_number or before == after else base
        found.append(direction)
    return tuple(found)


def _own_direction(word: str) -> str | None:
    for letter in word:
        kind = unicodedata.bidirectional(letter)
        if kind in ("L", "R", "AL"):
            return LEFT if kind == "L" else RIGHT
    return None


def _lines(widths: Sequence[float], room: float) -> list[list[int]]:
    lines: list[list[int]] = []
    used = 0.0
    for place, width in enumerate(widths):
        if not lines or used + width > room:
            lines.append([])
            used = 0.0
        lines[-1].append(place)
        used += width + GAP
    return lines


def _visual_order(line: Sequence[int], directions: Sequence[str], *, from_right: bool) -> list[int]:
    """The words of a line from left to right."""
    runs = [(way, list(places)) for way, places in groupby(line, key=lambda place: directions[place])]
    ordered = reversed(runs) if from_right else iter(runs)
    return [place for way, places in ordered for place in (places if way == LEFT else places[::-1])]
