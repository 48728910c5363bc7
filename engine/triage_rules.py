"""Rules of thumb that point at a place of a translation: hints with a name and a threshold, never proofs."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import source_groups, target_groups
from engine.triage import AttentionMeasures, Measures, word_places, words_of_target

LONGEST_REPEAT = 4  # words of a phrase that is looked for right behind itself
REPEATED_ANYWHERE = 3  # words of a phrase that is looked for anywhere before


class Rule(Enum):
    """The name of each rule and its threshold."""

    SHORT = ("short translation", 0.5)  # target words to source words, below
    LONG = ("long translation", 2.0)  # above
    CUT = ("translation cut at the limit", 0.0)  # no end of sentence was written
    LOW_COVERAGE = ("low coverage", 0.2)  # below
    HIGH_COVERAGE = ("high coverage", 2.0)  # above
    SPREAD = ("spread attention", 0.8)  # entropy over its maximum, above
    ON_END = ("attention on end of sentence", 0.3)  # mean weight, above
    REPEATED = ("repeated words", 0.0)  # more of them than this
    COPIED = ("sentence copied", 0.6)  # share of the target words, from
    UNLIKELY = ("unlikely word", 0.1)  # probability of a token, below
    UNKNOWN = ("unknown word", 0.0)  # more of them than this

    @property
    def title(self) -> str:
        """Its name."""
        return self.value[0]

    @property
    def threshold(self) -> float:
        """The number that is passed where the rule speaks."""
        return self.value[1]


@dataclass(frozen=True)
class Finding:
    """A rule has spoken: with which number, and at which step or source position, if at a single one."""

    rule: Rule
    number: float
    step: int | None = None
    position: int | None = None


def findings(trace: DecodingTrace, hypothesis: Hypothesis, measures: Measures) -> tuple[Finding, ...]:
    """What the rules say of a hypothesis, the rules in their order, of each the gravest case first."""
    found = [*_whole(hypothesis, measures), *_tokens(trace, hypothesis, measures)]
    found += _repeated(hypothesis)
    if measures.attention is not None:
        found += _coverage(trace, measures.attention)
        found += _weights(trace, hypothesis, measures.attention)
    order = list(Rule)
    falling = (Rule.HIGH_COVERAGE, Rule.SPREAD, Rule.REPEATED)
    return tuple(
        sorted(
            found,
            key=lambda one: (order.index(one.rule), -one.number if one.rule in falling else one.number),
        )
    )


def _whole(hypothesis: Hypothesis, measures: Measures) -> Iterator[Finding]:
    ratio, copied = measures.length_ratio, measures.copied
    if ratio is not None and ratio < Rule.SHORT.threshold:
        yield Finding(Rule.SHORT, ratio)
    if ratio is not None and ratio > Rule.LONG.threshold:
        yield Finding(Rule.LONG, ratio)
    if not hypothesis.finished:
        yield Finding(Rule.CUT, len(hypothesis.tokens), step=max(len(hypothesis.tokens) - 1, 0))
    if copied is not None and copied >= Rule.COPIED.threshold:
        yield Finding(Rule.COPIED, copied)


def _tokens(trace: DecodingTrace, hypothesis: Hypothesis, measures: Measures) -> Iterator[Finding]:
    if hypothesis.tokens:
        for step, probability in enumerate(np.exp(trace.along(trace.log_probs, hypothesis)).tolist()):
            if probability < Rule.UNLIKELY.threshold:
                yield Finding(Rule.UNLIKELY, probability, step=step)
    for position in measures.unknown_positions:
        yield Finding(Rule.UNKNOWN, 1, position=position)
    for step in measures.unknown_steps:
        yield Finding(Rule.UNKNOWN, 1, step=step)


def _repeated(hypothesis: Hypothesis) -> Iterator[Finding]:
    """The number is how many words in a row have stood before; the step is that of the first of them."""
    words = words_of_target(hypothesis)
    places = word_places(target_groups(hypothesis), hypothesis.token_ids)
    again = sorted(repeated_words(words))
    for place in again:
        if place - 1 not in again:
            count = next(length for length in range(1, len(words) + 1) if place + length not in again)
            yield Finding(Rule.REPEATED, count, step=places[place][0])


def repeated_words(words: tuple[str, ...]) -> set[int]:
    """The places of words that stand again: in a phrase of up to four words right behind itself, or in one
    of three words that has stood anywhere before. Marks alone are no phrase.
    """
    again: set[int] = set()
    for length in range(1, LONGEST_REPEAT + 1):
        for place in range(length, len(words) - length + 1):
            phrase = words[place : place + length]
            if phrase == words[place - length : place] and _has_text(phrase):
                again.update(range(place, place + length))
    seen: set[tuple[str, ...]] = set()
    for place in range(len(words) - REPEATED_ANYWHERE + 1):
        phrase = words[place : place + REPEATED_ANYWHERE]
        if phrase in seen and _has_text(phrase):
            again.update(range(place, place + REPEATED_ANYWHERE))
        seen.add(phrase)
    return again


def _has_text(phrase: tuple[str, ...]) -> bool:
    return any(letter.isalnum() for word in phrase for letter in word)


def _coverage(trace: DecodingTrace, attention: AttentionMeasures) -> Iterator[Finding]:
    ids = trace.source_ids.tolist()
    for (begin, _), covered in zip(source_groups(trace), attention.coverage.tolist(), strict=True):
        if ids[begin] == EOS_ID:
            continue
        if covered < Rule.LOW_COVERAGE.threshold:
            yield Finding(Rule.LOW_COVERAGE, covered, position=begin)
        if covered > Rule.HIGH_COVERAGE.threshold:
            yield Finding(Rule.HIGH_COVERAGE, covered, position=begin)


def _weights(trace: DecodingTrace, hypothesis: Hypothesis, attention: AttentionMeasures) -> Iterator[Finding]:
    for step, bits in enumerate(attention.entropies.tolist()):
        if bits > Rule.SPREAD.threshold * attention.most_bits > 0:
            yield Finding(Rule.SPREAD, bits, step=step)
    if attention.on_end is not None and attention.on_end > Rule.ON_END.threshold:
        yield Finding(Rule.ON_END, attention.on_end, position=len(trace.source_ids) - 1)
