"""Leaving out pairs that cannot be learned from, each counted by its reason."""

from collections.abc import Iterable, Iterator
from unicodedata import is_normalized

from engine.corpora.bitext import SentencePair
from engine.corpora.report import ImportReport
from engine.text.normalization import normalize

MAX_CHARACTERS = 5000


def clean(pairs: Iterable[SentencePair], report: ImportReport, max_characters: int) -> Iterator[SentencePair]:
    """The pairs that have text on both sides and at most `max_characters` on each."""
    same = decomposed = 0
    for pair in pairs:
        if reason := _fault(pair, max_characters):
            report.drop(reason, pair.file, pair.line)
            continue
        same += pair.source == pair.target
        decomposed += not is_normalized("NFC", pair.source + "\n" + pair.target)
        yield pair
    if same:
        report.note(f"Source and target are the same text in {same:,} of the pairs.")
    if decomposed:
        report.note(
            f"Letters and accents are apart (not NFC) in {decomposed:,} of the pairs; they are read as one."
        )


def _fault(pair: SentencePair, max_characters: int) -> str:
    if not normalize(pair.source):
        return "empty source"
    if not normalize(pair.target):
        return "empty target"
    if max(len(pair.source), len(pair.target)) > max_characters:
        return f"longer than {max_characters:,} characters"
    return ""
