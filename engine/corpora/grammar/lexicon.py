"""The words of the built-in corpus as records, as the tables give them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.corpora.grammar.morphology import FrenchVerb

FRAMES = ("intransitive", "transitive", "oblique", "dative", "ditransitive", "placed", "motion")


@dataclass(frozen=True, eq=False)
class Noun:
    """A noun in both languages. countable: "count", "mass", "unique" (one of its kind) or "name"."""

    name: str
    english: str
    english_plural: str
    french: str
    french_plural: str
    feminine: bool
    classes: frozenset[str]
    countable: str


@dataclass(frozen=True, eq=False)
class Adjective:
    """An adjective; forms: masculine and feminine, then their plurals.

    place: before or after the French noun, never beside it, or only before it. lasting: "passing" for what
    may change soon, else nothing.
    """

    english: str
    comparative: str  # "bigger"; "more" where that word makes it; empty where it has none
    forms: tuple[str, str, str, str]
    before_vowel: str
    place: str
    lasting: str
    nouns: frozenset[Noun]


@dataclass(frozen=True)
class EnglishVerb:
    """The forms of an English verb; particle: what always follows it, as in "look at"."""

    base: str
    third: str
    past: str
    participle: str
    present_participle: str
    particle: str


@dataclass(frozen=True, eq=False)
class Verb:
    """A verb with what may stand beside it. preposition: of its French object ("parler à")."""

    english: EnglishVerb
    french: FrenchVerb
    preposition: str
    frame: str
    subjects: tuple[Noun, ...]
    objects: tuple[Noun, ...]
    aspect: str  # "event", "instant" or "state"
    willed: bool
    together: bool  # it goes well with somebody
    known: bool  # its object is known to the listener
    where: tuple[Noun, ...]  # the places that go with it

    @cached_property
    def human(self) -> bool:
        """Whether men and women may do this, and so every personal pronoun."""
        return {"man", "woman"} <= {noun.name for noun in self.subjects}


@dataclass(frozen=True)
class Modal:
    """A verb with an infinitive or a clause after it; tenses: those it is used in, or its clause is."""

    english: EnglishVerb
    french: FrenchVerb
    preposition: str
    tenses: tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """adjective: in English; done: whether the verbs are done for that reason, or not done."""

    adjective: str
    done: bool
    verbs: frozenset[str]


@dataclass(frozen=True)
class Determiner:
    """forms: French masculine and feminine, then their plurals; an empty form is not used."""

    english: str
    english_plural: str
    forms: tuple[str, str, str, str]
    kind: str  # definite, indefinite, possessive, demonstrative, quantity, universal
    of: str  # count, mass or any
    weight: int


@dataclass(frozen=True)
class Pronoun:
    """A personal pronoun as subject and as object, and the possessive that goes with it in English."""

    english: str
    english_object: str
    possessive: str
    french: str
    clitic: str
    reflexive: str
    person: int  # 0 to 5: je, tu, il, nous, vous, ils
    feminine: bool

    @property
    def plural(self) -> bool:
        """Whether it stands for several."""
        return self.person > 2


@dataclass(frozen=True)
class Negation:
    """kind: plain, adverb ("never"), thing ("nothing") or person ("nobody"). French has "ne" beside it."""

    english: str
    french: str
    kind: str


@dataclass(frozen=True)
class Fixed:
    """An expression that never changes. links: (English word, French word, sure); use: when it fits."""

    english: str
    french: str
    links: tuple[tuple[int, int, bool], ...]
    use: str

    @property
    def crosses(self) -> bool:
        """Whether its words stand in another order in French."""
        sure = sorted((source, target) for source, target, is_sure in self.links if is_sure)
        return any(first[1] > second[1] for first, second in pairwise(sure))


@dataclass(frozen=True)
class Adverb:
    """kind: frequency ("often") or manner; verbs: the English verbs that a manner goes with."""

    english: str
    french: str
    kind: str
    verbs: frozenset[str]


@dataclass(frozen=True)
class Conjunction:
    """kind: plain, pause, comma, reason, result, while, when or if."""

    english: str
    french: str
    kind: str


@dataclass(frozen=True, eq=False)
class Lexicon:
    """All words, and who goes with whom."""

    nouns: Mapping[str, Noun]
    classes: Mapping[str, tuple[Noun, ...]]
    adjectives: Sequence[Adjective]
    determiners: Sequence[Determiner]
    pronouns: Sequence[Pronoun]
    verbs: Sequence[Verb]
    auxiliaries: Mapping[str, FrenchVerb]  # être, avoir and aller
    modals: Sequence[Modal]
    reports: Sequence[Modal]
    reasons: Sequence[Reason]
    negations: Sequence[Negation]
    adverbs: Sequence[Adverb]
    times: Sequence[Fixed]
    places: Sequence[Fixed]
    prepositions: Sequence[tuple[Fixed, tuple[Noun, ...]]]
    questions: Sequence[Fixed]
    conjunctions: Sequence[Conjunction]
    relations: Mapping[Noun, tuple[Noun, ...]]
    elisions: Mapping[str, str]
    contractions: Mapping[tuple[str, str], str]

    @cached_property
    def adjectives_of(self) -> dict[Noun, tuple[Adjective, ...]]:
        """The adjectives that a noun may have."""
        return {noun: tuple(a for a in self.adjectives if noun in a.nouns) for noun in self.nouns.values()}

    @cached_property
    def verbs_of(self) -> dict[Noun, tuple[Verb, ...]]:
        """What a noun may do."""
        return {noun: tuple(v for v in self.verbs if noun in v.subjects) for noun in self.nouns.values()}

    @cached_property
    def verbs_on(self) -> dict[Noun, tuple[Verb, ...]]:
        """What may be done to a noun, directly."""
        direct = [verb for verb in self.verbs if verb.frame == "transitive"]
        return {noun: tuple(v for v in direct if noun in v.objects) for noun in self.nouns.values()}
