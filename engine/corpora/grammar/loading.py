"""From the tables in resources/grammar to the lexicon; every row is checked, errors name file and line."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from engine.corpora.grammar import records
from engine.corpora.grammar.lexicon import Lexicon, Noun
from engine.corpora.grammar.morphology import FrenchVerb, regular_verb
from engine.corpora.grammar.tables import FOLDER, Row, read_table, table_error

T = TypeVar("T")
_COLUMNS = {
    "nouns": "english, english plural, french, french plural, gender, classes",
    "names": "name, gender",
    "adjectives": "english, comparative, french, feminine, before a vowel, plural, place, classes, lasting",
    "determiners": "english, english plural, masculine, feminine, masculine plural, feminine plural, "
    "kind, of, weight",
    "pronouns": "english, object, possessive, french, object clitic, reflexive, person, number, gender",
    "verbs": "english, past, participle, present participle, particle, french, preposition, frame, "
    "subject, object, aspect, where",
    "french_verbs": "infinitive, present, participle, future stem, auxiliary",
    "modals": "english, past, present participle, particle, french, preposition, tenses",
    "reports": "english, french, about",
    "reasons": "adjective, deed, verbs",
    "negations": "english, french, kind",
    "adverbs": "english, french, kind, verbs",
    "times": "english, french, tense, links",
    "places": "english, french, links",
    "prepositions": "english, french, nouns, links",
    "questions": "english, french",
    "conjunctions": "english, french, kind",
    "relations": "noun, of",
    "elisions": "word, before a vowel",
    "contractions": "preposition, article, contracted",
}


@cache
def lexicon() -> Lexicon:
    """The words of the program's own tables, read once. Raises CorpusError where one is damaged."""
    return load_lexicon(FOLDER)


def load_lexicon(folder: Path) -> Lexicon:
    """The words of the tables in a folder. Raises CorpusError, with file and line, where one is wrong."""
    rows = _Reader(folder).rows
    nouns = {noun.name: noun for noun in (*rows("nouns", records.noun), *rows("names", records.name))}
    classes = _classes(nouns)
    choose = partial(_selection, classes)
    conjugated = {verb.infinitive: verb for verb in rows("french_verbs", records.french_verb)}
    conjugate = partial(_french_verb, conjugated)
    return Lexicon(
        nouns=nouns,
        classes=classes,
        adjectives=rows("adjectives", partial(records.adjective, choose=choose)),
        determiners=rows("determiners", records.determiner),
        pronouns=rows("pronouns", records.pronoun),
        verbs=rows("verbs", partial(records.verb, conjugate=conjugate, choose=choose)),
        auxiliaries={name: conjugate(name) for name in ("être", "avoir", "aller")},
        modals=rows("modals", partial(records.modal, conjugate=conjugate)),
        reports=rows("reports", partial(records.report, conjugate=conjugate)),
        reasons=rows("reasons", records.reason),
        negations=rows("negations", records.negation),
        adverbs=rows("adverbs", records.adverb),
        times=rows("times", records.time),
        places=rows("places", records.fixed),
        prepositions=rows("prepositions", partial(records.preposition, choose=choose)),
        questions=rows("questions", records.fixed),
        conjunctions=rows("conjunctions", records.conjunction),
        relations=dict(rows("relations", partial(records.relation, nouns=nouns, choose=choose))),
        elisions=dict(rows("elisions", records.elision)),
        contractions=dict(rows("contractions", records.contraction)),
    )


class _Reader:
    """Makes records of the rows of tables, and of what is wrong with a row an error with its place."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def rows(self, name: str, make: Callable[[Row], T]) -> tuple[T, ...]:
        """The record of each row of NAME.tsv; `make` raises ValueError where a row makes none."""
        made = []
        for line, row in enumerate(read_table(self._folder, name, _COLUMNS[name].split(", ")), start=2):
            try:
                made.append(make(row))
            except ValueError as error:
                raise table_error(self._folder / f"{name}.tsv", line, str(error)) from error
        return tuple(made)


def _classes(nouns: Mapping[str, Noun]) -> dict[str, tuple[Noun, ...]]:
    """Every class with its nouns, and every noun as a class of its own."""
    classes: dict[str, tuple[Noun, ...]] = {name: (noun,) for name, noun in nouns.items()}
    for name in sorted({name for noun in nouns.values() for name in noun.classes}):
        classes[name] = tuple(noun for noun in nouns.values() if name in noun.classes)
    return classes


def _selection(classes: Mapping[str, tuple[Noun, ...]], text: str) -> tuple[Noun, ...]:
    """The nouns that a cell names: classes or nouns, each with what is taken off: "person-young animal"."""
    chosen: dict[Noun, None] = {}
    for part in text.split():
        names = part.split("-")
        for name in names:
            if name not in classes:
                raise ValueError(f"there is no noun and no class of nouns '{name}'")
        without = {noun for name in names[1:] for noun in classes[name]}
        chosen.update(dict.fromkeys(noun for noun in classes[names[0]] if noun not in without))
    return tuple(chosen)


def _french_verb(table: Mapping[str, FrenchVerb], infinitive: str) -> FrenchVerb:
    """The conjugation of a verb: its row, or the rule for verbs in -er and -ir."""
    bare = infinitive.removeprefix("se ").removeprefix("s'")
    verb = table.get(bare) or regular_verb(bare)
    return verb if bare == infinitive else records.reflexive(verb)
