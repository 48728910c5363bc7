"""One row of a table to one record of the lexicon; ValueError, in words, where a row makes none."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.corpora.grammar import morphology
from engine.corpora.grammar.lexicon import (
    FRAMES,
    Adjective,
    Adverb,
    Conjunction,
    Determiner,
    EnglishVerb,
    Fixed,
    Modal,
    Negation,
    Noun,
    Pronoun,
    Reason,
    Verb,
)
from engine.corpora.grammar.morphology import FrenchVerb, regular_verb
from engine.corpora.grammar.tables import Row
from engine.corpora.grammar.words import plain

Choose = Callable[[str], tuple[Noun, ...]]
Conjugate = Callable[[str], FrenchVerb]
_COUNTABLE = {"-": "mass", "=": "unique"}
_LINK = re.compile(r"(\d)([-p])(\d)")


def noun(row: Row) -> Noun:
    """A noun; "-" as its plural says that it has no number, "=" that there is one only."""
    english, plural, french = row["english"], row["english plural"], row["french"]
    regular = morphology.french_plural(french)
    return Noun(
        name=plain(english).replace(" ", "_"),
        english=english,
        english_plural=plural or morphology.english_plural(english),
        french=french,
        french_plural=row["french plural"] or regular,
        feminine=_one_of(row["gender"], ("m", "f")) == "f",
        classes=frozenset(row["classes"].split()),
        countable=_COUNTABLE.get(plural, "count"),
    )


def name(row: Row) -> Noun:
    """The name of a person, which is the same in both languages."""
    text, feminine = row["name"], _one_of(row["gender"], ("m", "f")) == "f"
    return Noun(text, text, text, text, text, feminine, frozenset(("person", "name")), "name")


def adjective(row: Row, choose: Choose) -> Adjective:
    """An adjective with its four French forms."""
    masculine, feminine = row["french"], row["feminine"]
    plural = row["plural"] or morphology.french_plural(masculine)
    return Adjective(
        english=row["english"],
        comparative=row["comparative"],
        forms=(masculine, feminine, plural, morphology.french_plural(feminine)),
        before_vowel=row["before a vowel"],
        place=_one_of(row["place"], ("before", "only before", "after", "never")),
        lasting=_one_of(row["lasting"], ("passing", "")),
        nouns=frozenset(choose(row["classes"])),
    )


def french_verb(row: Row) -> FrenchVerb:
    """A conjugated verb; what is empty follows the rule."""
    infinitive, present = row["infinitive"], tuple(row["present"].split())
    if len(present) not in (0, 6):
        raise ValueError(f"{len(present)} forms of the present instead of 6")
    regular = regular_verb(infinitive) if infinitive.endswith(("er", "ir")) else None
    given = (present, row["participle"], row["future stem"])
    if regular is None and not all(given):
        raise ValueError(f"'{infinitive}' follows no rule, so every form is needed")
    return FrenchVerb(
        infinitive,
        present or (regular.present if regular else ()),
        row["participle"] or (regular.participle if regular else ""),
        row["future stem"] or infinitive,
        _one_of(row["auxiliary"], ("", "être")) == "être",
    )


def reflexive(verb: FrenchVerb) -> FrenchVerb:
    """The same verb with "se"."""
    return replace(verb, reflexive=True, with_etre=True)


def verb(row: Row, conjugate: Conjugate, choose: Choose) -> Verb:
    """A verb with the nouns that may be its subject and its object."""
    aspect, *rest = row["aspect"].split()
    for word in rest:
        _one_of(word, ("unwilled", "any", "together"))
    return Verb(
        english=_english_verb(row),
        french=conjugate(row["french"]),
        preposition=_one_of(row["preposition"], ("", "à", "de")),
        frame=_one_of(row["frame"], FRAMES),
        subjects=choose(row["subject"]),
        objects=choose(row["object"]),
        aspect=_one_of(aspect, ("event", "instant", "state")),
        where=choose(row["where"]),
        willed="unwilled" not in rest and aspect != "state",
        together="together" in rest,
        known=aspect == "state" and "any" not in rest,
    )


def modal(row: Row, conjugate: Conjugate) -> Modal:
    """A verb that an infinitive follows."""
    english = _english_verb({**row, "participle": row["past"]})
    return Modal(english, conjugate(row["french"]), row["preposition"], tuple(row["tenses"].split()))


def report(row: Row, conjugate: Conjugate) -> Modal:
    """A verb that a clause with "that" follows."""
    empty = dict.fromkeys(("past", "participle", "present participle", "particle"), "")
    about = _one_of(row["about"], ("any", "future"))
    return Modal(_english_verb({**row, **empty}), conjugate(row["french"]), "", (about,))


def reason(row: Row) -> Reason:
    """How somebody is and what he does, or does not do, for that reason."""
    done = _one_of(row["deed"], ("yes", "no")) == "yes"
    return Reason(row["adjective"], done, frozenset(row["verbs"].split()))


def determiner(row: Row) -> Determiner:
    """A determiner; an empty cell says that it has no such form."""
    forms = (row["masculine"], row["feminine"], row["masculine plural"], row["feminine plural"])
    kinds = ("definite", "indefinite", "possessive", "demonstrative", "quantity", "universal")
    kind = _one_of(row["kind"], kinds)
    of = _one_of(row["of"], ("count", "mass", "any"))
    return Determiner(row["english"], row["english plural"], forms, kind, of, int(row["weight"]))


def pronoun(row: Row) -> Pronoun:
    """A personal pronoun."""
    person = int(_one_of(row["person"], ("1", "2", "3"))) - 1
    person += 3 * (_one_of(row["number"], ("singular", "plural")) == "plural")
    names = ("english", "object", "possessive", "french", "object clitic", "reflexive")
    english, english_object, possessive, french, clitic, own = (row[name] for name in names)
    feminine = _one_of(row["gender"], ("m", "f")) == "f"
    return Pronoun(english, english_object, possessive, french, clitic, own, person, feminine)


def negation(row: Row) -> Negation:
    """A way to say no."""
    return Negation(
        row["english"], row["french"], _one_of(row["kind"], ("plain", "adverb", "thing", "person"))
    )


def adverb(row: Row) -> Adverb:
    """An adverb of one word."""
    kind = _one_of(row["kind"], ("frequency", "manner"))
    return Adverb(row["english"], row["french"], kind, frozenset(row["verbs"].split()))


def fixed(row: Row) -> Fixed:
    """An expression with its links, by the table or word for word."""
    return Fixed(row["english"], row["french"], _links(row), "")


def time(row: Row) -> Fixed:
    """An expression of time with the tenses that it goes with."""
    for tense in row["tense"].split():
        _one_of(tense, ("past", "present", "progressive", "future"))
    return replace(fixed(row), use=row["tense"])


def preposition(row: Row, choose: Choose) -> tuple[Fixed, tuple[Noun, ...]]:
    """A preposition of place, and the nouns that it may stand before."""
    return fixed(row), choose(row["nouns"])


def conjunction(row: Row) -> Conjunction:
    """A conjunction of clauses."""
    kinds = ("plain", "pause", "comma", "reason", "result", "while", "when", "if")
    return Conjunction(row["english"], row["french"], _one_of(row["kind"], kinds))


def relation(row: Row, nouns: Mapping[str, Noun], choose: Choose) -> tuple[Noun, tuple[Noun, ...]]:
    """A noun with those that it may belong to: "the roof of the house"."""
    if row["noun"] not in nouns:
        raise ValueError(f"there is no noun '{row['noun']}'")
    return nouns[row["noun"]], choose(row["of"])


def elision(row: Row) -> tuple[str, str]:
    """A French word and its form before a vowel."""
    return row["word"], row["before a vowel"]


def contraction(row: Row) -> tuple[tuple[str, str], str]:
    """A preposition and an article, and the one word that they become."""
    return (row["preposition"], row["article"]), row["contracted"]


def _english_verb(row: Row) -> EnglishVerb:
    base = row["english"]
    past = row["past"] or morphology.english_past(base)
    return EnglishVerb(
        base,
        "has" if base == "have" else morphology.english_third_person(base),
        past,
        row["participle"] or past,
        row["present participle"] or morphology.english_present_participle(base),
        row["particle"],
    )


def _links(row: Row) -> tuple[tuple[int, int, bool], ...]:
    counts = len(row["english"].split()), len(row["french"].split())
    given = row.get("links", "").split()
    if not given:
        return tuple((i, j, True) for i, j in _word_for_word(*counts))
    links = []
    for link in given:
        match = _LINK.fullmatch(link)
        if not match or int(match[1]) >= counts[0] or int(match[3]) >= counts[1]:
            raise ValueError(f"'{link}' is no link of its words")
        links.append((int(match[1]), int(match[3]), match[2] == "-"))
    return tuple(links)


def _word_for_word(source: int, target: int) -> list[tuple[int, int]]:
    if source == target:
        return [(place, place) for place in range(source)]
    if 1 in (source, target):
        return [(i, j) for i in range(source) for j in range(target)]
    raise ValueError(f"{source} English and {target} French words need links")


def _one_of(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"'{value}' is not one of: {', '.join(text or 'nothing' for text in allowed)}")
    return value
