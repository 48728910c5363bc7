"""The sentences behind a number of an evaluation: of a bin, or that a count counts, or the worst first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation, SystemResult


@dataclass(frozen=True)
class SentencesBehind:
    """Numbers of sentences, 0-based, in the order to show them; what they are, in words, for a heading."""

    words: str
    sentences: tuple[int, ...]


def behind_system(evaluation: "Evaluation", name: str, column: str) -> SentencesBehind:
    """Behind a cell of the table of systems; `column` is its heading."""
    result = result_of(evaluation, name)
    every = range(len(evaluation.test_set))
    pairs = result.pairs
    if column == "with repeats":
        chosen = [number for number in every if pairs[number].report.repeated]
        return SentencesBehind(f"{name}: translations that say something again", tuple(chosen))
    if column == "UNK written":
        chosen = [number for number in every if pairs[number].report.unknown_target]
        return SentencesBehind(f"{name}: translations with an unknown word", tuple(chosen))
    if column == "BLEU, No UNK":
        known = [n for n in every if all(one.pairs[n].known_text is not None for one in evaluation.results)]
        return SentencesBehind("Sentences without a word unknown to any system", tuple(known))
    if column in ("perplexity", "NLL a sentence"):
        surprise = [-(pair.reference_log_prob or 0.0) / max(1, pair.reference_tokens) for pair in pairs]
        return SentencesBehind(f"{name}: references that surprise it most, first", _falling(every, surprise))
    if column == "length ratio":
        ratios = [pair.report.length_ratio or 0.0 for pair in pairs]
        return SentencesBehind(
            f"{name}: shortest translations for their source first", _rising(every, ratios)
        )
    return SentencesBehind(f"{name}: worst by chrF first", _rising(every, result.sentence_chrf))


def behind_difference(evaluation: "Evaluation", first: str, second: str) -> SentencesBehind:
    """Behind the difference of two systems: where the first is ahead the most, by the sentence's chrF."""
    ours, theirs = (result_of(evaluation, name).sentence_chrf for name in (first, second))
    ahead = [a - b for a, b in zip(ours, theirs, strict=True)]
    words = f"Where {first} is ahead of {second} first, and behind it last (by chrF)"
    return SentencesBehind(words, _falling(range(len(ahead)), ahead))


def behind_alignment(evaluation: "Evaluation", name: str, rule: str) -> SentencesBehind:
    """Behind an alignment error rate: the sentences with most wrong and missing links first."""
    gold = evaluation.test_set.gold or ()
    found = [pair.links[rule] for pair in result_of(evaluation, name).pairs]
    wrong = [float(len(a - g.possible) + len(g.sure - a)) for a, g in zip(found, gold, strict=True)]
    words = f"{name}, {rule}: most wrong and missing links first"
    return SentencesBehind(words, _falling(range(len(wrong)), wrong))


def behind_length(evaluation: "Evaluation", number: int) -> SentencesBehind:
    """In a bin of the figure of BLEU by length."""
    curves = evaluation.comparison.by_length
    assert curves is not None
    one = curves.bins[number]
    words = f"{one.low} words and more" if one.high is None else f"{one.low} to {one.high} words"
    return SentencesBehind(f"Sources of {words}", one.sentences)


def behind_frequency(evaluation: "Evaluation", number: int) -> SentencesBehind:
    """With a word of this frequency in the reference."""
    one = evaluation.by_frequency.bins[number]
    if one.low == one.high:
        times = f"{one.low} time" if one.low == 1 else f"{one.low} times"
    else:
        times = f"{one.low} times or more" if one.high is None else f"{one.low} to {one.high} times"
    return SentencesBehind(f"References with a word that occurs {times}", one.sentences)


def result_of(evaluation: "Evaluation", name: str) -> "SystemResult":
    """The result of the system of this name."""
    return next(result for result in evaluation.results if result.system.name == name)


def _rising(numbers: Sequence[int], values: Sequence[float]) -> tuple[int, ...]:
    return tuple(sorted(numbers, key=lambda number: values[number]))


def _falling(numbers: Sequence[int], values: Sequence[float]) -> tuple[int, ...]:
    return tuple(sorted(numbers, key=lambda number: -values[number]))
