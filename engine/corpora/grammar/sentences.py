"""Sentences of about a wanted length: one clause, or several joined by conjunctions."""

from collections.abc import Sequence
from dataclasses import replace

from engine.corpora.grammar.clauses import action, statement, subject_of
from engine.corpora.grammar.lexicon import Adjective, Conjunction, Verb
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.predicates import Plan, predicate
from engine.corpora.grammar.pronouns import again
from engine.corpora.grammar.questions import question
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.states import being, quality
from engine.corpora.grammar.words import Phrase

_LONGEST_QUESTION = 20
_LONGEST_CLAUSE = 16
_CALM: tuple[str, ...] = ("plain", "pause")


def sentence(speaker: Speaker, aim: int) -> Phrase:
    """A sentence with its mark, of about so many words in the longer language."""
    time = speaker.time()
    if aim < _LONGEST_QUESTION and speaker.may("questions", 0.15):
        return question(speaker, time, aim - 1) + speaker.linked("?", "?")
    return _joined(speaker, time, aim - 1) + speaker.linked(".", ".")


def _joined(speaker: Speaker, time: str, room: int) -> Phrase:
    """Statements until the room is filled."""
    kinds = (*_CALM, "comma")
    whole = _part(speaker, time, min(room, speaker.draw.between(6, _LONGEST_CLAUSE)))
    while room - whole.length > 6 and "coordination" not in speaker.without:
        left = room - whole.length - 2
        part = _part(speaker, time, min(left, speaker.draw.between(5, _LONGEST_CLAUSE)))
        kind = speaker.draw.weighted(kinds, (50, 30, 20)[: len(kinds)])
        kinds = _CALM if kind == "comma" else kinds  # one "but" is enough
        whole += _conjunction(speaker, kind) + part
    return whole


def _part(speaker: Speaker, time: str, room: int) -> Phrase:
    if room > 9 and "coordination" not in speaker.without:
        if speaker.draw.chance(0.2) and time != "future":
            return _with_reason(speaker, time, room)
        if speaker.draw.chance(0.12):
            return _with_condition(speaker, time, room)
    return statement(speaker, time, room)


def _with_reason(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The cook sleeps because he is tired", "the cook is tired, so he sleeps"."""
    verbs = [verb for verb in speaker.lexicon.verbs if verb.willed and verb.aspect == "event"]
    if speaker.draw.chance(0.4):
        return _with_result(speaker, Plan(time, room - 6), verbs)
    subject, said = action(speaker, Plan(time, room - 5), verbs)
    moods = _moods(speaker, subject)
    if not moods:
        return said
    pronoun = again(speaker, subject)
    why = _feeling(speaker, pronoun, time, speaker.draw.choice(moods))
    return said + _conjunction(speaker, "reason") + pronoun.phrase + why


def _with_result(speaker: Speaker, plan: Plan, verbs: Sequence[Verb]) -> Phrase:
    verb = speaker.draw.choice(verbs)
    subject = subject_of(speaker, verb, 4)
    moods = _moods(speaker, subject)
    if not moods:
        return predicate(speaker, verb, subject, plan).of(subject)
    pronoun = again(speaker, subject)
    feeling = _feeling(speaker, subject, plan.time, speaker.draw.choice(moods))
    comma = speaker.linked(",", ",") + _conjunction(speaker, "result")
    return subject.phrase + feeling + comma + predicate(speaker, verb, pronoun, plan).of(pronoun)


def _moods(speaker: Speaker, subject: NounPhrase) -> list[Adjective]:
    rows = speaker.lexicon.adjectives
    return [row for row in rows if row.lasting == "mood" and subject.noun in row.nouns]


def _feeling(speaker: Speaker, subject: NounPhrase, time: str, mood: Adjective) -> Phrase:
    group = being(speaker, subject, time, negated=False)
    degree = speaker.draw.choice((("", ""), ("very", "très")))
    return Phrase(group.auxiliary + group.english, group.french) + quality(speaker, mood, subject, degree)


def _with_condition(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "If …, …" of the future, "when …, …" of the rest, with "while" of what goes on now."""
    verbs = [verb for verb in speaker.lexicon.verbs if verb.aspect != "state"]
    plan = Plan("present" if time == "future" else time, room // 2, bare=True, direct=True)
    first = action(speaker, plan, verbs)[1]
    second = action(speaker, replace(plan, time=time), verbs)[1]
    if time == "present" and speaker.draw.chance(0.5):
        return first + _conjunction(speaker, "while") + second
    comma = speaker.linked(",", ",")
    return _conjunction(speaker, "if" if time == "future" else "when") + first + comma + second


def _conjunction(speaker: Speaker, kind: str) -> Phrase:
    row: Conjunction = speaker.draw.choice([row for row in speaker.lexicon.conjunctions if row.kind == kind])
    said = speaker.linked(row.english, row.french)
    return speaker.linked(",", ",") + said if kind == "comma" else said
