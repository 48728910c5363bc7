"""How a typed text is read before it is cut into tokens, with the way back to the typed characters.

The rule, named in every saved segmenter: control characters, line separators and all Unicode blanks become
plain spaces, runs of them fold into one and none stays at the ends; zero-width marks (U+FEFF, U+200B,
U+00AD) go; the apostrophes U+2019 and U+02BC are read as U+0027; U+2581, the sign for a blank inside
subwords, is read as U+005F; half a surrogate pair is read as U+FFFD; what remains is composed (NFC).
Nothing is folded beyond that: no lower-casing, no NFKC, so "½", "…" and "ŉ" stay what they are.
"""

import re
import unicodedata
from dataclasses import dataclass

RULE = "nfc-spaces-apostrophes-1"

Span = tuple[int, int]

_APOSTROPHES = "\u2019\u02bc"
_ZERO_WIDTH = "\ufeff\u200b\u00ad"


def _table() -> dict[int, str]:
    table = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " ")
    table.update({ord(mark): "" for mark in _ZERO_WIDTH})
    table.update({ord(apostrophe): "'" for apostrophe in _APOSTROPHES})
    table[0x2581] = "_"
    table.update(dict.fromkeys(range(0xD800, 0xE000), "\ufffd"))
    return table


_TABLE = _table()
_IN_TABLE = re.compile("[" + "".join(re.escape(chr(code)) for code in _TABLE) + "]")


@dataclass(frozen=True)
class Normalized:
    """A normalised text; character k of it was made from `spans[k]` of the typed text."""

    text: str
    spans: tuple[Span, ...]

    def origin(self, begin: int, end: int) -> Span:
        """The span of the typed text that the characters begin..end-1 were made from (end > begin)."""
        return self.spans[begin][0], self.spans[end - 1][1]


def normalize(text: str) -> str:
    """The normalised text alone, by the rule of this module."""
    if _IN_TABLE.search(text):  # few texts have such a character, and translate is slow
        text = text.translate(_TABLE)
    return " ".join(unicodedata.normalize("NFC", text).split())


def normalize_with_spans(text: str) -> Normalized:
    """The same text as `normalize` gives, with the typed span of each of its characters."""
    characters: list[str] = []
    spans: list[Span] = []
    for piece, span in _composed(_replaced(text)):
        for character in piece:
            if not character.isspace():
                characters.append(character)
                spans.append(span)
            elif characters and characters[-1] != " ":
                characters.append(" ")
                spans.append(span)
    if characters and characters[-1] == " ":
        characters.pop()
        spans.pop()
    return Normalized("".join(characters), tuple(spans))


def _replaced(text: str) -> list[tuple[str, Span]]:
    """Each character after the table, none where it is left out, with its place in the typed text."""
    pairs = ((_TABLE.get(ord(character), character), at) for at, character in enumerate(text))
    return [(character, (at, at + 1)) for character, at in pairs if character]


def _composed(characters: list[tuple[str, Span]]) -> list[tuple[str, Span]]:
    """Neighbours that NFC changes together, composed; all others alone.

    A character belongs to the cluster before it when it is a combining mark or when composing the two
    gives something else than composing each (as with the letters of a Hangul syllable).
    """
    clusters: list[tuple[str, Span]] = []
    for character, span in characters:
        if clusters and not character.isascii() and _joins(clusters[-1][0], character):
            before, (begin, _) = clusters[-1]
            clusters[-1] = (before + character, (begin, span[1]))
        else:
            clusters.append((character, span))
    return [(unicodedata.normalize("NFC", piece), span) for piece, span in clusters]


def _joins(before: str, character: str) -> bool:
    if unicodedata.combining(character):
        return True
    apart = unicodedata.normalize("NFC", before) + unicodedata.normalize("NFC", character)
    return unicodedata.normalize("NFC", before + character) != apart
