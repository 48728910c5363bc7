"""F1 of words by how often they occur: are rare words translated well? (As compare-mt, Neubig et al. 2019.)

Occurrences are those in the references. A word of a translation is right as often as its
reference has it too (counts clipped, as for BLEU); words are what sacreBLEU's tokenizer makes of a text.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.evaluation.metrics import words_of

EDGES = (1, 2, 5, 10, 100)  # occurrences


@dataclass(frozen=True)
class FrequencyBin:
    """Words that occur `low` to `high` times, both counted in; high is None in the last bin.

    occurrences: of such words in the references. sentences: of the test set with one of them, 0-based.
    """

    low: int
    high: int | None
    occurrences: int
    sentences: tuple[int, ...]


@dataclass(frozen=True)
class FrequencyScores:
    """f1: of each system by its name, 0 to 1, one for each bin; None where neither side has such a word."""

    bins: tuple[FrequencyBin, ...]
    f1: dict[str, tuple[float | None, ...]]


def frequency_scores(
    systems: Mapping[str, Sequence[str]], references: Sequence[str], target_language: str = ""
) -> FrequencyScores:
    """F1 = 2 · matches / (words written + words of the references), in each bin of the words' frequency."""
    wanted = [Counter(words_of(text, target_language)) for text in references]
    counts: Counter[str] = sum(wanted, Counter())
    places = {word: _place(count) for word, count in counts.items()}
    bins = tuple(
        FrequencyBin(
            low,
            high,
            sum(count for word, count in counts.items() if places[word] == place),
            tuple(n for n, words in enumerate(wanted) if any(places[word] == place for word in words)),
        )
        for place, (low, high) in enumerate(_limits())
    )
    scores = {
        name: _f1([Counter(words_of(text, target_language)) for text in texts], wanted, places)
        for name, texts in systems.items()
    }
    return FrequencyScores(bins, scores)


def _limits() -> Iterator[tuple[int, int | None]]:
    yield from ((low, high - 1) for low, high in pairwise(EDGES))
    yield EDGES[-1], None


def _place(count: int) -> int:
    return sum(count >= edge for edge in EDGES) - 1


def _f1(
    written: Sequence[Counter[str]], wanted: Sequence[Counter[str]], places: Mapping[str, int]
) -> tuple[float | None, ...]:
    """A written word that no reference has belongs to the rarest words: it was seen least of all."""
    both, either = [0] * len(EDGES), [0] * len(EDGES)
    for ours, theirs in zip(written, wanted, strict=True):
        for word, count in (ours & theirs).items():
            both[places[word]] += count
        for words in (ours, theirs):
            for word, count in words.items():
                either[places.get(word, 0)] += count
    return tuple(2 * b / e if e else None for b, e in zip(both, either, strict=True))
