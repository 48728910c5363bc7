"""What agrees, stands in its place and is linked: built phrase by phrase, compared with French by hand."""

from dataclasses import dataclass

import pytest

from engine.corpora.grammar.corpus import GrammarPair
from engine.corpora.grammar.draw import Draw
from engine.corpora.grammar.lexicon import Verb
from engine.corpora.grammar.loading import lexicon
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.surface import spell_english, spell_french
from engine.corpora.grammar.verb_groups import BE, Around, Head, verb_group
from engine.corpora.grammar.words import Phrase, article, english, french

WORDS = lexicon()
SPEAKER = Speaker(WORDS, Draw(1, 1), frozenset())


def verb(base: str, infinitive: str) -> Verb:
    return next(v for v in WORDS.verbs if (v.english.base, v.french.infinitive) == (base, infinitive))


def subject(source: str, target: str, person: int, feminine: bool) -> NounPhrase:
    phrase = Phrase(english(source, (900,)), article(french(target, (900,))))
    return NounPhrase(phrase, person, feminine, WORDS.nouns["man"])


HE, THEY = subject("he", "il", 2, False), subject("they", "elles", 5, True)
NOT, NEVER, NO_LONGER, NOTHING, NOBODY = WORDS.negations


@dataclass(frozen=True)
class Case:
    who: NounPhrase
    head: Head
    around: Around
    right: tuple[str, str]


def head(base: str, infinitive: str, source: str, target: str) -> Head:
    found = verb(base, infinitive)
    return Head(found.english, found.french, source, target)


CASES = [
    Case(HE, head("eat", "manger", "present", "present"), Around(), ("he eats", "il mange")),
    Case(HE, head("eat", "manger", "progressive", "present"), Around(NOT),
         ("he is not eating", "il ne mange pas")),
    Case(THEY, head("eat", "manger", "past", "compound"), Around(NOT),
         ("they did not eat", "elles n' ont pas mangé")),
    Case(THEY, head("leave", "partir", "past", "compound"), Around(), ("they left", "elles sont parties")),
    Case(THEY, head("stop", "arrêter", "past", "compound"), Around(NEVER),
         ("they never stopped", "elles ne se sont jamais arrêtées")),
    Case(HE, head("see", "voir", "past", "compound"), Around(NOBODY), ("he saw", "il n' a vu personne")),
    Case(HE, head("see", "voir", "past", "compound"), Around(NOTHING), ("he saw", "il n' a rien vu")),
    Case(HE, head("see", "voir", "past", "compound"), Around(clitics=french("la"), preceding=(True, False)),
         ("he saw", "il l' a vue")),
    Case(HE, head("see", "voir", "future", "future"), Around(NO_LONGER, clitics=french("les")),
         ("he will no longer see", "il ne les verra plus")),
    Case(THEY, Head(BE, WORDS.auxiliaries["être"], "past", "imperfect"), Around(NOT),
         ("they were not", "elles n' étaient pas")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.right[1] for case in CASES])
def test_the_verb_with_what_stands_around_it(case: Case) -> None:
    group = verb_group(SPEAKER, case.head, case.who, case.around)
    source = spell_english(case.who.phrase.english + group.auxiliary + group.english)
    target = spell_french(case.who.phrase.french + group.french, WORDS)
    assert (" ".join(w.text for w in source), " ".join(w.text for w in target)) == case.right


def test_links_of_a_negated_verb() -> None:
    """did–ont, not–n', not–pas, eat–mangé are sure."""
    case = CASES[2]
    group = verb_group(SPEAKER, case.head, case.who, case.around)
    source = spell_english(case.who.phrase.english + group.auxiliary + group.english)
    target = spell_french(case.who.phrase.french + group.french, WORDS)
    sure, possible = GrammarPair(1, source, target).links()
    assert sure == {(0, 0), (1, 2), (2, 1), (2, 3), (3, 4)}
    assert not possible
