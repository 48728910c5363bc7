"""Elision, contraction, forms before vowels and the spacing of both languages, by hand."""

import pytest

from engine.corpora.grammar.loading import lexicon
from engine.corpora.grammar.surface import spell_english, spell_french, written
from engine.corpora.grammar.words import article, english, french


def spelled(text: str) -> str:
    """The words with every le, la and les an article."""
    return " ".join(word.text for word in spell_french(article(french(text)), lexicon()))


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("le ami", "l' ami"),
        ("la eau", "l' eau"),
        ("le homme", "l' homme"),
        ("le *héros", "le héros"),
        ("la *hache", "la hache"),
        ("de le pain", "du pain"),
        ("de le eau", "de l' eau"),
        ("de les amis", "des amis"),
        ("à le marché", "au marché"),
        ("à les enfants", "aux enfants"),
        ("à la école", "à l' école"),
        ("à le hôpital", "à l' hôpital"),
        ("de le *héros", "du héros"),
        ("je ne aime pas", "je n' aime pas"),
        ("je ai", "j' ai"),
        ("il ne a pas de œufs", "il n' a pas d' œufs"),
        ("parce que elle", "parce qu' elle"),
        ("ce homme", "cet homme"),
        ("ma école", "mon école"),
        ("sa *hache", "sa hache"),
        ("si il pleut", "s' il pleut"),
        ("si elle", "si elle"),
        ("*huit ans", "huit ans"),
        ("de *huit", "de huit"),
    ],
)
def test_neighbours_change_each_other(words: str, right: str) -> None:
    assert spelled(words) == right


def test_a_pronoun_is_not_swallowed() -> None:
    words = french("essaie de le voir")
    assert [word.text for word in spell_french(words, lexicon())] == ["essaie", "de", "le", "voir"]


def test_a_swallowed_word_gives_its_links_to_the_one_that_stays() -> None:
    (both,) = spell_french(french("de", (1,)) + article(french("le", (2,), (3,))), lexicon())
    assert (both.text, both.sure, both.possible) == ("du", {1, 2}, {3})


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("a apple", "an apple"),
        ("a cat", "a cat"),
        ("a *useful tool", "a useful tool"),
        ("a ^honest man", "an honest man"),
        ("a *uniform", "a uniform"),
        ("a old uniform", "an old uniform"),
    ],
)
def test_a_or_an(words: str, right: str) -> None:
    assert " ".join(word.text for word in spell_english(english(words))) == right


@pytest.mark.parametrize(
    ("tokens", "language", "right"),
    [
        ("est-ce qu' il mange ?", "fr", "Est-ce qu'il mange ?"),
        ("l' ami dort ; elle rit .", "fr", "L'ami dort ; elle rit."),
        ("the cook 's dog , is it ?", "en", "The cook's dog, is it?"),
        ("he eats ; she sleeps .", "en", "He eats; she sleeps."),
    ],
)
def test_texts_are_spaced_as_each_language_is(tokens: str, language: str, right: str) -> None:
    text, places = written(tokens.split(), language)
    assert text == right
    assert [text[begin:end].lower() for begin, end in places] == tokens.lower().split()
