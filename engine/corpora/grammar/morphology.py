"""Forms of words that follow a rule: English and French plurals, English verbs, French conjugation."""

import re
from dataclasses import dataclass

_AVOIR_ENDINGS = ("ai", "as", "a", "ons", "ez", "ont")
_IMPERFECT_ENDINGS = ("ais", "ais", "ait", "ions", "iez", "aient")
_ER_ENDINGS = ("e", "es", "e", "ons", "ez", "ent")
_IR_ENDINGS = ("is", "is", "it", "issons", "issez", "issent")


def english_plural(noun: str) -> str:
    """The regular plural of an English noun."""
    if re.search("(s|sh|ch|x|z)$", noun):
        return noun + "es"
    return re.sub("(?<=[^aeiou])y$", "ie", noun) + "s"


def english_third_person(verb: str) -> str:
    """The regular third person singular: reads, watches, carries, goes."""
    return verb + "es" if re.search("[^aeiou]o$", verb) else english_plural(verb)


def english_past(verb: str) -> str:
    """The regular past: opened, shared, carried."""
    return re.sub("(?<=[^aeiou])y$", "i", verb).removesuffix("e") + "ed"


def english_present_participle(verb: str) -> str:
    """The regular form in -ing: opening, sharing."""
    return re.sub("(?<=[^eoy])e$", "", verb) + "ing"


def french_plural(word: str) -> str:
    """The regular plural of a French noun or masculine adjective."""
    if word.endswith(("s", "x", "z")):
        return word
    return word + ("x" if word.endswith(("au", "eu")) else "s")


@dataclass(frozen=True)
class FrenchVerb:
    """A conjugated verb. present: je, tu, il, nous, vous, ils; future: the stem; participle: masculine."""

    infinitive: str
    present: tuple[str, ...]
    participle: str
    future: str
    with_etre: bool
    reflexive: bool = False

    def form(self, tense: str, person: int) -> str:
        """The form of "present", "imperfect" or "future" for a person from 0, je, to 5, ils."""
        if tense == "present":
            return self.present[person]
        if tense == "future":
            return self.future + _AVOIR_ENDINGS[person]
        ending = _IMPERFECT_ENDINGS[person]
        stem = "ét" if self.infinitive == "être" else self.present[3].removesuffix("ons")
        if ending.startswith("i"):  # nous mangions, nous commencions
            stem = re.sub("(?<=g)e$", "", stem)
            stem = re.sub("ç$", "c", stem)
        return stem + ending


def agreed(participle: str, feminine: bool, plural: bool) -> str:
    """The participle with the endings of its gender and number."""
    singular = participle + ("e" if feminine else "")
    return singular if not plural or singular.endswith("s") else singular + "s"


def regular_verb(infinitive: str) -> FrenchVerb:
    """A verb like "chanter" or "finir"; raises ValueError for any other."""
    stem, ending = infinitive[:-2], infinitive[-2:]
    if ending not in ("er", "ir"):
        raise ValueError(f"'{infinitive}' has no regular conjugation")
    endings = _ER_ENDINGS if ending == "er" else _IR_ENDINGS
    participle = stem + ("é" if ending == "er" else "i")
    return FrenchVerb(infinitive, tuple(stem + end for end in endings), participle, infinitive, False)
