"""The sentences behind each number: those that it counts, and in the order that is told."""

import pytest

from engine.evaluation.report_rows import tables
from engine.evaluation.sentences_behind import (
    behind_alignment,
    behind_difference,
    behind_frequency,
    behind_length,
    behind_system,
    result_of,
)
from tests.engine.evaluation.made_evaluation import made_evaluation


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory):
    return made_evaluation(tmp_path_factory.mktemp("work"))


@pytest.mark.parametrize(
    "column", ["BLEU", "chrF", "perplexity", "NLL a sentence", "length ratio", "sentences/s"]
)
def test_a_score_of_all_sentences_has_all_of_them(evaluation, column):
    found = behind_system(evaluation, "second, greedy", column)
    assert sorted(found.sentences) == list(range(30))


def test_the_worst_come_first(evaluation):
    scores = result_of(evaluation, "second, greedy").sentence_chrf
    found = behind_system(evaluation, "second, greedy", "BLEU").sentences
    assert [scores[number] for number in found] == sorted(scores)


@pytest.mark.parametrize("column", ["with repeats", "UNK written", "BLEU, No UNK"])
def test_a_count_has_as_many_sentences_as_it_says(evaluation, column):
    table = tables(evaluation)[0]
    measures = evaluation.results[0].measures
    counts = {
        "with repeats": measures.repeated,
        "UNK written": measures.unknown,
        "BLEU, No UNK": measures.no_unknown.sentences,
    }
    assert column in table.header
    assert len(behind_system(evaluation, "first_one, greedy", column).sentences) == counts[column]


def test_a_difference_begins_where_the_first_is_ahead(evaluation):
    first, second = "first_one, greedy", "second, greedy"
    ahead = [
        a - b
        for a, b in zip(
            result_of(evaluation, first).sentence_chrf,
            result_of(evaluation, second).sentence_chrf,
            strict=True,
        )
    ]
    found = behind_difference(evaluation, first, second).sentences
    assert [ahead[number] for number in found] == sorted(ahead, reverse=True)


def test_alignment_begins_with_most_mistakes(evaluation):
    # Each word is linked to its own, and gold knows the first link alone: a long sentence has most mistakes.
    found = behind_alignment(evaluation, "first_one, greedy", "argmax").sentences
    lengths = [len(evaluation.test_set.sources[number].split()) for number in found]
    assert lengths == sorted(lengths, reverse=True)


def test_bins_have_their_own(evaluation):
    by_length = [behind_length(evaluation, number) for number in range(7)]
    assert sorted(n for found in by_length for n in found.sentences) == list(range(30))
    assert [found.words for found in by_length][::6] == [
        "Sources of 0 to 10 words",
        "Sources of 61 words and more",
    ]
    words = [
        behind_frequency(evaluation, number).words.removeprefix("References with a word that occurs ")
        for number in range(5)
    ]
    assert words == ["1 time", "2 to 4 times", "5 to 9 times", "10 to 99 times", "100 times or more"]
