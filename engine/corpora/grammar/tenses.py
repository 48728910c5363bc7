"""Which tense says it: English has more of them, and French chooses by what the verb means."""

from engine.corpora.grammar.lexicon import Modal, Negation, Verb
from engine.corpora.grammar.speaker import Speaker

Tenses = tuple[str, str]  # English, French; see engine.corpora.grammar.verb_groups


def tenses_of(speaker: Speaker, verb: Verb, time: str, negation: Negation | None, frequent: bool) -> Tenses:
    """Past events are compound in French ("a mangé"), states, habits and what went on are imperfect."""
    if time == "future":
        return "future", "future"
    plain = negation is None or negation.kind == "plain"
    goes_on = verb.aspect == "event" and plain and not frequent
    if time == "present":
        return ("progressive" if goes_on and speaker.draw.chance(0.4) else "present"), "present"
    if verb.aspect == "state" or frequent or (negation and negation.english == "no longer"):
        return "past", "imperfect"
    if goes_on and speaker.draw.chance(0.25):
        return "past progressive", "imperfect"
    if negation is None and speaker.draw.chance(0.1):
        return "perfect", "compound"
    return "past", "compound"


def tenses_of_modal(modal: Modal, time: str) -> Tenses:
    """Those of a verb that an infinitive follows; it is an event where it takes "à" or "de"."""
    if time == "past":
        return "past", ("compound" if modal.preposition else "imperfect")
    return time, time


def tenses_of_being(time: str) -> Tenses:
    """Those of "to be"."""
    return ("past", "imperfect") if time == "past" else (time, time)
