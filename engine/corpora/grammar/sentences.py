"""Sentences of about a wanted length: one clause, or several joined by conjunctions."""

from dataclasses import replace

from engine.corpora.grammar.clauses import action, statement, subject_of
from engine.corpora.grammar.lexicon import Adjective, Conjunction
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.predicates import Plan, Predicate, predicate
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
    if "coordination" in speaker.without:
        return _part(speaker, time, room)
    whole = _part(speaker, time, min(room, speaker.draw.between(6, _LONGEST_CLAUSE)))
    while room - whole.length > 6:
        left = room - whole.length - 2
        part = _part(speaker, time, min(left, speaker.draw.between(5, _LONGEST_CLAUSE)))
        kind = speaker.draw.weighted(kinds, (50, 30, 20)[: len(kinds)])
        kinds = _CALM if kind == "comma" else kinds  # one "but" is enough
        whole += _conjunction(speaker, kind) + part
    return whole


def _part(speaker: Speaker, time: str, room: int) -> Phrase:
    if room > 9 and "coordination" not in speaker.without:
        if speaker.draw.chance(0.15) and time != "future":
            return _with_reason(speaker, time, room)
        if speaker.draw.chance(0.12):
            return _with_condition(speaker, time, room)
    return statement(speaker, time, room)


def _with_reason(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The cook sleeps because he is tired", "the cook is tired, so he does not work"."""
    rows = [row for row in speaker.lexicon.reasons if row.done or "negation" not in speaker.without]
    reason = speaker.draw.choice(rows)
    mood = next(row for row in speaker.lexicon.adjectives if row.english == reason.adjective)
    verbs = [verb for verb in speaker.lexicon.verbs if verb.english.base in reason.verbs and verb.human]
    verb = speaker.draw.choice(verbs)
    subject = subject_of(speaker, verb, 4)
    pronoun = again(speaker, subject)
    plan = Plan(time, room - 6, direct=True, deed=reason.done)
    if speaker.draw.chance(0.5):
        so = speaker.linked(",", ",") + _conjunction(speaker, "result") + pronoun.phrase
        deed = predicate(speaker, verb, pronoun, plan)
        return subject.phrase + _feeling(speaker, subject, time, mood) + so + _said(deed)
    deed = predicate(speaker, verb, subject, plan)
    because = _conjunction(speaker, "reason") + pronoun.phrase
    return deed.of(subject) + because + _feeling(speaker, pronoun, time, mood)


def _said(deed: Predicate) -> Phrase:
    return Phrase(deed.auxiliary + deed.english, deed.french)


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
