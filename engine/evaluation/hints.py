"""Hints at files that would be scored unlike what their owner means: tokenised text, other quotes."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

_SHARE = 0.1  # of the lines; fewer are taken for accidents
_NO_BREAK_SPACES = "\u00a0\u202f"
_HIGH_PUNCTUATION = ";:!?»"


def hints(hypotheses: Sequence[str], reference: Sequence[str]) -> tuple[str, ...]:
    """Whole sentences about what looks wrong in hypotheses and their reference; none where nothing does.

    The two have the same number of lines. Nothing is changed or left out because of a hint.
    """
    found = [*_tokenised("hypotheses", hypotheses), *_tokenised("reference", reference)]
    if any(hypotheses) and list(hypotheses) == list(reference):
        found.append("The hypotheses are identical to the reference: this measures no translation.")
    empty = [number for number, line in enumerate(reference, start=1) if not line.strip()]
    if empty:
        found.append(
            f"{len(empty)} reference lines are empty, first line {empty[0]}; they were scored as they are."
        )
    for name, count in _STYLES.items():
        ours, theirs = _usual(count, hypotheses), _usual(count, reference)
        if ours and theirs and ours != theirs:
            found.append(f"The usual {name} differ: {ours} in the hypotheses, {theirs} in the reference.")
    return tuple(found)


def _tokenised(name: str, lines: Sequence[str]) -> list[str]:
    found = []
    if _often(lines, lambda line: line.endswith(" .")):
        found.append(
            f"Many lines of the {name} end in a space and a full stop: score plain text, not tokens."
        )
    if _often(lines, lambda line: "@@ " in line or "▁" in line):
        found.append(f"Many lines of the {name} hold subword marks ('@@ ', '▁'): join the pieces first.")
    return found


def _often(lines: Sequence[str], test: Callable[[str], bool]) -> bool:
    return sum(map(test, lines)) > _SHARE * len(lines)


def _usual(count: Callable[[str], Counter[str]], lines: Sequence[str]) -> str:
    """The style that a text uses most; empty where it shows none."""
    total: Counter[str] = Counter()
    for line in lines:
        total += count(line)
    return max(sorted(total), key=lambda style: total[style], default="")


def _apostrophes(line: str) -> Counter[str]:
    return Counter({mark: line.count(mark) for mark in "'’"})


def _quotation_marks(line: str) -> Counter[str]:
    return Counter({"straight": line.count('"'), "curly": line.count("“"), "guillemets": line.count("«")})


def _accents(line: str) -> Counter[str]:
    composed = not unicodedata.is_normalized("NFD", line)
    decomposed = not unicodedata.is_normalized("NFC", line)
    return Counter({"composed (NFC)": int(composed), "decomposed (NFD)": int(decomposed)})


def _punctuation_spaces(line: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for before, mark in pairwise(line):
        if mark in _HIGH_PUNCTUATION and before not in _HIGH_PUNCTUATION:
            found["no-break" if before in _NO_BREAK_SPACES else "plain" if before == " " else "none"] += 1
    return found


_STYLES: dict[str, Callable[[str], Counter[str]]] = {
    "apostrophes": _apostrophes,
    "quotation marks": _quotation_marks,
    "accents": _accents,
    "spaces before ; : ! ? »": _punctuation_spaces,
}
