"""The rule of normalisation and its way back, against examples made by hand and the rule applied directly."""

import random
import unicodedata
from itertools import pairwise

import pytest

from engine.text.normalization import normalize, normalize_with_spans


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("un  chat\t noir ", "un chat noir"),
        ("25.\u00a0septembre  2003 ", "25. septembre 2003"),
        ("Pourquoi\u202f?", "Pourquoi ?"),
        ("ligne A\u2028suite\r\nfin", "ligne A suite fin"),
        ("l’eau, lʼeau, l'eau", "l'eau, l'eau, l'eau"),
        ("e\u0301te\u0301", "été"),
        ("\ufeffle\u200bs mo\u00adts", "les mots"),
        ("… ŉ ½ ①", "… ŉ ½ ①"),
        ("İSTANBUL ẞ", "İSTANBUL ẞ"),
        ("a\u2581b", "a_b"),
        ("\x00a\x85b\ud800", "a b\ufffd"),
        ("\u2028 \u3000", ""),
        ("", ""),
    ],
)
def test_rule(typed: str, read: str) -> None:
    assert normalize(typed) == read
    assert normalize_with_spans(typed).text == read


def test_spans_by_hand() -> None:
    typed = " e\u0301t  l’\ufeffa"
    #         0 12     3 45 67      8   places in the typed text
    normalized = normalize_with_spans(typed)
    assert normalized.text == "ét l'a"
    assert normalized.spans == ((1, 3), (3, 4), (4, 5), (6, 7), (7, 8), (9, 10))
    assert normalized.origin(0, 2) == (1, 4)
    assert typed[slice(*normalized.origin(3, 6))] == "l’\ufeffa"


def test_hangul_letters_compose_into_one_syllable() -> None:
    normalized = normalize_with_spans("\u1112\u1161\u11abx")
    assert normalized.text == "한x"
    assert normalized.spans == ((0, 3), (3, 4))


def _random_text(draw: random.Random) -> str:
    alphabet = "aAé e東İ🎉’ʼ\u0301\u0327\u0300\u0344\u0308\u1112\u1161\u11ab\u09c7\u09be"
    alphabet += "\u00a0\u2028\u2581\ufeff\u200b\x07\n"
    return "".join(draw.choice(alphabet) for _ in range(draw.randint(0, 24)))


def test_the_two_ways_agree_on_random_text() -> None:
    draw = random.Random(4)
    changed = 0
    for _ in range(3000):
        typed = _random_text(draw)
        normalized = normalize_with_spans(typed)
        assert normalized.text == normalize(typed), ascii(typed)
        assert len(normalized.spans) == len(normalized.text)
        assert _forward(normalized.spans), ascii(typed)
        assert all(0 <= begin < end <= len(typed) for begin, end in normalized.spans)
        assert normalize(normalized.text) == normalized.text
        assert unicodedata.is_normalized("NFC", normalized.text)
        changed += normalized.text != typed
    assert changed > 2000


def _forward(spans: tuple[tuple[int, int], ...]) -> bool:
    """Whether spans follow each other, where characters that NFC made from one cluster share its span."""
    neighbours = pairwise(spans)
    return all(left == right or left[1] <= right[0] for left, right in neighbours)
