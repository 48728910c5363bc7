"""The verb with its auxiliaries, its negation and its clitics, in each language by its own order."""

from dataclasses import dataclass

from engine.corpora.grammar.lexicon import EnglishVerb, Negation
from engine.corpora.grammar.morphology import FrenchVerb, agreed
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.words import NOTHING, Phrase, Words, english, french

BE = EnglishVerb("be", "is", "was", "been", "being", "")
_AM = ("am", "are", "is", "are", "are", "are")
_WAS = ("was", "were", "was", "were", "were", "were")
_MODALS = ("can", "must")
_REFLEXIVE = ("me", "te", "se", "nous", "vous", "se")


@dataclass(frozen=True)
class Head:
    """A verb that is to be said. english_tense: present, progressive, past, past progressive, perfect or
    future; french_tense: present, imperfect, compound or future."""

    english: EnglishVerb
    french: FrenchVerb
    english_tense: str
    french_tense: str


@dataclass(frozen=True)
class Around:
    """What stands around the verb. negation: None where it is affirmed; adverb: of frequency; clitics:
    French pronouns before the verb, with the gender and number of a direct one; asked: in a question."""

    negation: Negation | None = None
    adverb: Phrase = NOTHING
    clitics: Words = ()
    preceding: tuple[bool, bool] | None = None
    asked: bool = False


@dataclass(frozen=True)
class VerbGroup:
    """auxiliary: what changes places with the subject in an English question; key: of the verb."""

    auxiliary: Words
    english: Words
    french: Words
    finite: int  # where the verb that agrees stands in `french`
    key: int
    denial: int  # the key of the negation


def verb_group(speaker: Speaker, head: Head, subject: NounPhrase, around: Around) -> VerbGroup:
    """The group in both languages; "nothing" and "nobody" are left to the object."""
    key, helper, no = (speaker.draw.key() for _ in range(3))
    negation = around.negation
    plain = negation is not None and negation.kind == "plain"
    auxiliary, main = _english_forms(head, subject.person, plain or around.asked)
    own = auxiliary and not main  # "is", "can": the verb itself
    tied = head.french_tense == "compound" and auxiliary in ("did", "has", "have")
    if auxiliary == "can" and plain:
        helped = english("cannot", (key, no))
    elif own:
        helped = english(auxiliary, (key,))
    elif tied:
        helped = english(auxiliary, (helper,))
    else:
        helped = english(auxiliary, (), (key, no) if plain else (key,))
    denied: Words = ()
    if negation and negation.kind == "adverb":
        denied = _last_sure(negation.english, no)
    elif plain and auxiliary != "can":
        denied = english("not", (no,))
    spoken = english(main, (key,))
    before = denied + around.adverb.english
    target, finite = _french(speaker, head, subject, around, (key, helper if tied else key, no))
    return VerbGroup(helped, before + spoken, target, finite, key, no)


def reflexive_pronoun(person: int) -> str:
    """me, te, se, nous, vous, se."""
    return _REFLEXIVE[person]


def _last_sure(text: str, key: int) -> Words:
    *first, last = text.split()
    return english(" ".join(first), (), (key,)) + english(last, (key,))


def _english_forms(head: Head, person: int, needs_auxiliary: bool) -> tuple[str, str]:
    """The auxiliary, or nothing, and the verb; the verb is empty where the auxiliary is all of it."""
    verb, tense = head.english, head.english_tense
    third = person == 2
    if verb.base in _MODALS:
        return (verb.base if tense == "present" else verb.past), ""
    if tense == "future":
        return "will", verb.base
    if tense == "perfect":
        return ("has" if third else "have"), verb.participle
    be = (_WAS if tense.startswith("past") else _AM)[person]
    if tense.endswith("progressive"):
        return be, verb.present_participle
    if verb is BE:
        return be, ""
    if needs_auxiliary:
        return ("did" if tense == "past" else "does" if third else "do"), verb.base
    return "", verb.past if tense == "past" else verb.third if third else verb.base


def _french(
    speaker: Speaker, head: Head, subject: NounPhrase, around: Around, keys: tuple[int, int, int]
) -> tuple[Words, int]:
    key, helper, no = keys
    verb, negation = head.french, around.negation
    own = french(_REFLEXIVE[subject.person], (key,)) if verb.reflexive else ()
    begun = (french("ne", (no,)) if negation else ()) + own + around.clitics
    second = french(negation.french, (no,)) if negation else ()
    if head.french_tense != "compound":
        finite = french(verb.form(head.french_tense, subject.person), (key,))
        return begun + finite + second + around.adverb.french, len(begun)
    auxiliary = speaker.lexicon.auxiliaries["être" if verb.with_etre else "avoir"]
    helping = french(auxiliary.form("present", subject.person), (helper,))
    agreement = (subject.feminine, subject.plural) if verb.with_etre else around.preceding
    participle = french(agreed(verb.participle, *(agreement or (False, False))), (key,))
    late = negation is not None and negation.kind == "person"  # n'a vu personne, but n'a rien vu
    middle, end = ((), second) if late else (second, ())
    return begun + helping + middle + around.adverb.french + participle + end, len(begun)
