"""Each rule speaks on its side of the threshold and is silent on the other."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.triage import measure
from engine.triage_rules import Finding, Rule, findings, repeated_words
from tests.engine.made_sentences import made


def found(source: str, target: str, weights=None, *, finished: bool = True) -> tuple[Finding, ...]:
    """What the rules say; every token is as likely as a fair coin."""
    trace, hypothesis = made(source, target, weights, finished=finished)
    return findings(trace, hypothesis, measure(trace, hypothesis))


def of(rule: Rule, all_found: tuple[Finding, ...]) -> list[Finding]:
    return [finding for finding in all_found if finding.rule is rule]


def test_a_sound_translation_raises_nothing() -> None:
    assert found("a b c", "d e f", np.eye(4).tolist()) == ()


def test_length() -> None:
    assert of(Rule.SHORT, found("a b c d e", "f g")) == [Finding(Rule.SHORT, 0.4)]
    assert of(Rule.SHORT, found("a b c d", "f g")) == []
    assert of(Rule.LONG, found("a b", "c d e f g")) == [Finding(Rule.LONG, 2.5)]
    assert of(Rule.LONG, found("a b", "c d e f")) == []


def test_a_cut_translation() -> None:
    assert of(Rule.CUT, found("a b", "c d", finished=False)) == [Finding(Rule.CUT, 2, step=1)]


@pytest.mark.parametrize(("target", "share"), [("a b z", 2 / 3), ("a b c", 1.0)])
def test_a_copy(target: str, share: float) -> None:
    assert of(Rule.COPIED, found("a b c", target)) == [Finding(Rule.COPIED, pytest.approx(share))]
    assert of(Rule.COPIED, found("a b c", "a y z")) == []


def test_coverage_names_the_first_token_of_a_word_and_never_the_end() -> None:
    weights = [[0.05, 0.85, 0.1], [0.05, 0.9, 0.05], [0.05, 0.9, 0.05]]
    everything = found("a b", "c d", weights)
    assert of(Rule.LOW_COVERAGE, everything) == [Finding(Rule.LOW_COVERAGE, pytest.approx(0.15), position=0)]
    assert of(Rule.HIGH_COVERAGE, everything) == [
        Finding(Rule.HIGH_COVERAGE, pytest.approx(2.65), position=1)
    ]


def test_spread_attention_is_measured_against_its_maximum() -> None:
    weights = [[0.4, 0.3, 0.3], [0.9, 0.05, 0.05], [0.0, 0.0, 1.0]]
    (finding,) = of(Rule.SPREAD, found("a b", "c d", weights))
    bits = -(0.4 * math.log2(0.4) + 0.6 * math.log2(0.3))
    assert (finding.step, finding.number) == (0, pytest.approx(bits, abs=1e-6))


def test_attention_on_the_end() -> None:
    half = [[0.5, 0.0, 0.5], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]
    assert of(Rule.ON_END, found("a b", "c d", half)) == [Finding(Rule.ON_END, 0.5, position=2)]
    assert of(Rule.ON_END, found("a b", "c d", np.eye(3).tolist())) == []


def test_unlikely_words_the_least_likely_first() -> None:
    trace, hypothesis = made("a b c", "d e f")
    unlikely = np.log(np.array([[0.05], [0.5], [0.01], [0.2]], np.float32))
    trace = replace(trace, log_probs=unlikely)
    steps = [
        finding.step for finding in of(Rule.UNLIKELY, findings(trace, hypothesis, measure(trace, hypothesis)))
    ]
    assert steps == [2, 0]


def test_unknown_words_of_both_sides() -> None:
    assert of(Rule.UNKNOWN, found("a <unk>", "b <unk>")) == [
        Finding(Rule.UNKNOWN, 1, position=1),
        Finding(Rule.UNKNOWN, 1, step=1),
    ]


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("a b c", []),
        ("a a a b", [1, 2]),
        ("a b a", []),
        ("a b a b c", [2, 3]),
        ("a b c x a b c y", [4, 5, 6]),
        ("a b c d a b c d", [4, 5, 6, 7]),
        (". . . .", []),
        ("a . . b", []),
    ],
)
def test_repeated_words(words: str, again: list[int]) -> None:
    assert sorted(repeated_words(tuple(words.split()))) == again


def test_a_run_of_repeated_words_is_one_finding_at_its_first_step() -> None:
    assert of(Rule.REPEATED, found("p q r s", "▁ye s ▁yes ▁yes")) == [Finding(Rule.REPEATED, 2, step=2)]


def test_without_attention_the_rules_about_it_are_silent() -> None:
    about = {Rule.LOW_COVERAGE, Rule.HIGH_COVERAGE, Rule.SPREAD, Rule.ON_END}
    assert not about & {finding.rule for finding in found("a b", "c d")}
