"""Texts from elsewhere that are to stand on one line, on screen or in a terminal."""

import unicodedata

_STEERING = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of a surrogate pair, separators of lines


def printable(text: str, instead: str = "\N{REPLACEMENT CHARACTER}") -> str:
    """The text with something else for each character that would break the line or steer a terminal."""
    return "".join(instead if unicodedata.category(letter) in _STEERING else letter for letter in text)
