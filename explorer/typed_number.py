"""Numbers as a person types them: thousands may be parted, and a decimal comma is never taken for that."""

import re

_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[ ,_'’\u00a0\u202f]\d{3})+")
_WHOLE = re.compile(r"[+-]?\d+")
_LONGEST = 18  # digits; more are no number that anything here could have


def typed_whole_number(text: str) -> int | None:
    """The number, or None where the text is none."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        text = re.sub(r"[^\d+-]", "", text)
    return int(text) if _WHOLE.fullmatch(text) and len(text) <= _LONGEST else None


def typed_number(text: str) -> float | None:
    """The number, with a point before its decimals, or None where the text is none."""
    try:
        return float(text.strip().replace("\N{MINUS SIGN}", "-")) if "_" not in text else None
    except ValueError:
        return None
