"""Statements: who does what, with relative clauses and a second deed where there is room."""

from collections.abc import Sequence
from dataclasses import replace

from engine.corpora.grammar.lexicon import Verb
from engine.corpora.grammar.noun_phrases import KINDS, KNOWN, NounPhrase, Want, joined, noun_phrase
from engine.corpora.grammar.predicates import Plan, Predicate, predicate
from engine.corpora.grammar.pronouns import pronoun_subject
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.states import comparison, existence, state, whereabouts
from engine.corpora.grammar.verb_groups import Around, Head, verb_group
from engine.corpora.grammar.words import NOTHING, Phrase


def statement(speaker: Speaker, time: str, room: int) -> Phrase:
    """A statement of about so many words, without its mark."""
    if room < 7:
        return _deed(speaker, time, room) if speaker.draw.chance(0.8) else state(speaker, time, room)
    may_report = room > 9 and time == "present" and "tenses" not in speaker.without
    report = 8 if may_report else 0
    kinds = (_deed, state, comparison, existence, whereabouts, _report)
    return speaker.draw.weighted(kinds, (66, 12, 6, 6, 4, report))(speaker, time, room)


def subject_of(speaker: Speaker, verb: Verb, room: int, kinds: tuple[str, ...] = KINDS) -> NounPhrase:
    """Somebody or something that does this: a pronoun, a noun, two of them, or one with a relative clause."""
    noun = speaker.noun(verb.subjects)
    if verb.human and "person" in noun.classes and speaker.draw.chance(0.25):
        return pronoun_subject(speaker)
    found = noun_phrase(speaker, noun, Want(max(2, room // 2), kinds))
    if room > 6 and speaker.may("coordination", 0.1):
        other = noun_phrase(speaker, speaker.noun(verb.subjects), Want(2, kinds))
        if other.noun is not found.noun:
            return joined(speaker, found, other, ("and", "et"))
    return found


def with_relative(speaker: Speaker, found: NounPhrase, plan: Plan, but: Verb) -> NounPhrase:
    """The noun phrase with a relative clause: "who …" as its subject or "that …" as its object.

    but: the verb beside it, which is not said again.
    """
    doing = [verb for verb in speaker.lexicon.verbs_of[found.noun] if verb.english != but.english]
    done = [verb for verb in speaker.lexicon.verbs_on[found.noun] if verb.english != but.english]
    if not found.open or not (doing or done):
        return found
    if done and (not doing or speaker.draw.chance(0.5)):
        verb = speaker.draw.choice(done)
        who = _short_subject(speaker, verb, found)
        said = predicate(speaker, verb, who, Plan(plan.time, 4, gap=found, bare=True))
        clause = speaker.linked("that", "que") + said.of(who)
    else:
        verb = speaker.draw.choice(doing)
        said = predicate(speaker, verb, found, replace(plan, bare=True))
        relative = "who" if found.noun.classes & {"person", "infant"} else "that"
        empty = replace(found, phrase=speaker.linked(relative, "qui"))
        clause = said.of(empty)
    return replace(found, phrase=found.phrase + clause, open=False)


def action(speaker: Speaker, plan: Plan, verbs: Sequence[Verb]) -> tuple[NounPhrase, Phrase]:
    """A subject and what it does, with relative clauses where there is room; the subject without its own."""
    verb = speaker.draw.choice(verbs)
    subject = subject_of(speaker, verb, plan.room)
    said = predicate(speaker, verb, subject, replace(plan, room=plan.room - subject.phrase.length))
    left = plan.room - subject.phrase.length - len(said.french)
    if left > 4 and said.last and speaker.may("relative-clauses", 0.5):
        last = said.last
        longer = with_relative(speaker, last, Plan(plan.time, left), verb)
        more = Phrase(
            longer.phrase.english[len(last.phrase.english) :], longer.phrase.french[len(last.phrase.french) :]
        )
        said = said + more
    elif left > 4 and speaker.may("relative-clauses", 0.4):
        return subject, said.of(with_relative(speaker, subject, Plan(plan.time, left), verb))
    elif left > 4 and not plan.direct and speaker.may("coordination", 0.5):
        said = said + _second_deed(speaker, (subject, verb), said, Plan(plan.time, left, bare=True))
    return subject, said.of(subject)


def _second_deed(speaker: Speaker, before: tuple[NounPhrase, Verb], first: Predicate, plan: Plan) -> Phrase:
    """ "… and closes the door", "… and eats it": the same subject does something else."""
    subject, verb = before
    verbs = [one for one in speaker.lexicon.verbs_of[subject.noun] if one.english != verb.english]
    named = first.last
    if named and named.open and not first.denied and speaker.may("object-pronouns", 0.6):
        done = [one for one in speaker.lexicon.verbs_on[named.noun] if one in verbs]
        if done:
            verbs, plan = done, replace(plan, object=named)
    if not verbs:
        return NOTHING
    said = predicate(speaker, speaker.draw.choice(verbs), subject, plan)
    return speaker.linked("and", "et") + Phrase(said.auxiliary + said.english, said.french)


def _deed(speaker: Speaker, time: str, room: int) -> Phrase:
    return action(speaker, Plan(time, room), speaker.lexicon.verbs)[1]


def _short_subject(speaker: Speaker, verb: Verb, than: NounPhrase) -> NounPhrase:
    nouns = tuple(noun for noun in verb.subjects if noun is not than.noun) or verb.subjects
    noun = speaker.noun(nouns)
    if verb.human and "person" in noun.classes and speaker.draw.chance(0.3):
        return pronoun_subject(speaker)
    return noun_phrase(speaker, noun, Want(2, KNOWN))


def _report(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The teacher thinks that …"; affirmed, for a doubt would need the French subjunctive."""
    subject = pronoun_subject(speaker)
    if speaker.draw.chance(0.6):
        subject = noun_phrase(speaker, speaker.noun(speaker.nouns("person")), Want(2, KNOWN))
    row = speaker.draw.choice(speaker.lexicon.reports)
    group = verb_group(speaker, Head(row.english, row.french, "present", "present"), subject, Around())
    time = "future" if row.tenses == ("future",) else speaker.time()
    inner = statement(speaker, time, min(room - 4, 9))
    return subject.phrase + Phrase(group.english, group.french) + speaker.linked("that", "que") + inner
