"""BLEU, chrF and perplexity: refusals with both numbers, empty lines kept, the choices shown."""

import math
import random
from collections import Counter

import numpy as np
import pytest

from engine.errors import CorpusError
from engine.evaluation.metrics import bleu, chrf, perplexity
from engine.trace import DecodingTrace, Hypothesis

HYPOTHESES = [
    "the little cat sleeps on the warm roof",
    "we will leave early tomorrow morning",
    "nobody knows where the old key is now",
]
REFERENCES = [
    "the little cat is sleeping on the warm roof",
    "we will leave very early tomorrow morning",
    "nobody knows where the old key might be",
]


def grams(line: str, n: int) -> Counter[tuple[str, ...]]:
    words = line.split()
    return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))


def bleu_by_formula(hypotheses: list[str], references: list[str]) -> float:
    """Papineni et al. 2002, for words without punctuation and with a match of every order."""
    logs = []
    for n in range(1, 5):
        matched = total = 0
        for hypothesis, reference in zip(hypotheses, references, strict=True):
            grams = [
                Counter(zip(*(line.split()[start:] for start in range(n)), strict=False))
                for line in (hypothesis, reference)
            ]
            matched += sum((grams[0] & grams[1]).values())
            total += sum(grams[0].values())
        logs.append(math.log(matched / total))
    length, wanted = (sum(len(line.split()) for line in lines) for lines in (hypotheses, references))
    penalty = math.exp(1 - wanted / length) if length < wanted else 1.0
    return 100 * penalty * math.exp(sum(logs) / 4)


def forced(score: float, tokens: int) -> DecodingTrace:
    hypothesis = Hypothesis(tokens - 1, 0, ("x",) * tokens, (2,) * tokens, "x", score, score, finished=True)
    numbers, reals = np.zeros((tokens, 1), np.int64), np.zeros((tokens, 1), np.float32)
    return DecodingTrace("", (), numbers, (), numbers, numbers, numbers, reals, reals, (hypothesis,))


def test_bleu_is_the_papers_formula() -> None:
    score = bleu(HYPOTHESES, [REFERENCES], "en")
    assert score.value == pytest.approx(bleu_by_formula(HYPOTHESES, REFERENCES), abs=1e-9)
    assert score.hypothesis_length == sum(len(line.split()) for line in HYPOTHESES)
    assert score.reference_length == sum(len(line.split()) for line in REFERENCES)
    assert score.note == ""


def test_swapped_roles_show_in_the_lengths_and_the_penalty() -> None:
    right, swapped = bleu(HYPOTHESES, [REFERENCES]), bleu(REFERENCES, [HYPOTHESES])
    assert right.brevity_penalty < 1 == swapped.brevity_penalty
    assert (right.hypothesis_length, right.reference_length) == (
        swapped.reference_length,
        swapped.hypothesis_length,
    )


def test_order_of_the_sentences_does_not_matter() -> None:
    pairs = list(zip(HYPOTHESES, REFERENCES, strict=True))
    random.Random(3).shuffle(pairs)
    ours, theirs = [h for h, _ in pairs], [r for _, r in pairs]
    assert bleu(ours, [theirs]).value == bleu(HYPOTHESES, [REFERENCES]).value
    assert chrf(ours, [theirs]).value == chrf(HYPOTHESES, [REFERENCES]).value


def test_identical_text_scores_100() -> None:
    assert bleu(REFERENCES, [REFERENCES]).value == pytest.approx(100)
    assert chrf(REFERENCES, [REFERENCES]).value == pytest.approx(100)


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("measure", [bleu, chrf])
def test_unequal_counts_are_refused_with_both_numbers(measure, count) -> None:
    with pytest.raises(CorpusError) as caught:
        measure(["a b c d"] * 3, [["a b c d"] * count])
    assert "3 hypotheses" in caught.value.what
    assert f"{count} sentences" in caught.value.what


def test_references_a_sentence_are_refused() -> None:
    with pytest.raises(CorpusError, match="3 hypotheses"):
        bleu(["a", "b", "c"], [["a"], ["b"], ["c"]])
    with pytest.raises(CorpusError, match="single text"):
        bleu(["a", "b", "c"], ["a", "b", "c"])


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(CorpusError, match="no sentence"):
        bleu([], [[]])


def test_empty_hypotheses_stay_and_score_nothing() -> None:
    score = bleu(["", ""], [["a small house", "the red car"], ["one house", "a car"]])
    assert score.value == 0.0
    assert score.hypothesis_length == 0
    assert bleu([""], [["a small house by the sea"]]).value == 0.0


def test_an_empty_hypothesis_keeps_the_lines_together() -> None:
    holed = [HYPOTHESES[0], "", HYPOTHESES[2]]
    score = bleu(holed, [REFERENCES])
    assert score.reference_length == sum(len(line.split()) for line in REFERENCES)
    matched = sum(
        (Counter(h.split()) & Counter(r.split())).total() for h, r in zip(holed, REFERENCES, strict=True)
    )
    assert score.precisions[0] == pytest.approx(100 * matched / sum(len(line.split()) for line in holed))


def test_zero_says_why() -> None:
    short = bleu(["the red car", "a small house"], [["the red bus", "a small flat"]])
    assert short.value == 0.0
    assert "4-gram" in short.note
    unknown = bleu(["<unk> <unk> <unk>"], [["the red bus"]])
    assert unknown.value == 0.0
    assert "No token" in unknown.note


def test_a_value_that_rests_on_smoothing_says_so() -> None:
    score = bleu(["the red car stands here"], [["the red bus stands there"]])
    assert 0 < score.value < 100
    assert "smoothing" in score.note
    assert "smooth:exp" in score.signature


@pytest.mark.parametrize(
    ("language", "tokenizer"),
    [("fr", "13a"), ("", "13a"), ("zh", "zh"), ("zh-CN", "zh"), ("ZH_Hant", "zh"), ("th", "char")],
)
def test_tokenizer_follows_the_target_language(language: str, tokenizer: str) -> None:
    score = bleu(["a b c d"], [["a b c d"]], language)
    assert score.tokenizer == tokenizer
    assert f"tok:{tokenizer}" in score.signature
    assert score.tokenizer_reason


@pytest.mark.parametrize("language", ["ja", "ko"])
def test_japanese_and_korean_are_never_cut_at_spaces_only(language: str) -> None:
    score = bleu(["これはペンです"], [["これは本です"]], language)
    assert score.tokenizer.startswith((language, "char"))
    assert score.hypothesis_length > 1
    assert language in score.tokenizer_reason


def test_chrf_is_not_chrf_plus_plus() -> None:
    score = chrf(HYPOTHESES, [REFERENCES])
    assert "nc:6" in score.signature
    assert "nw:0" in score.signature
    assert "tok" not in score.signature


def test_perplexity_is_exp_of_the_mean_over_tokens_not_sentences() -> None:
    result = perplexity([forced(-2.0, 1), forced(-4.0, 3), forced(0.0, 0)])
    assert result.value == pytest.approx(math.exp(6.0 / 4))
    assert (result.negative_log_probability, result.tokens) == (6.0, 4)


def test_a_uniform_model_has_the_vocabulary_as_its_perplexity() -> None:
    assert perplexity([forced(7 * math.log(1 / 50), 7)]).value == pytest.approx(50)


def test_perplexity_of_nothing_is_refused_and_a_huge_one_is_infinite() -> None:
    with pytest.raises(CorpusError, match="no target token"):
        perplexity([forced(0.0, 0)])
    assert perplexity([forced(-5000.0, 2)]).value == math.inf
