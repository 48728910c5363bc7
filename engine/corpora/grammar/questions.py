"""Questions: with "est-ce que", by inversion, with a question word, and for the subject or the object."""

from dataclasses import replace

from engine.corpora.grammar.clauses import subject_of
from engine.corpora.grammar.lexicon import Verb
from engine.corpora.grammar.noun_phrases import KNOWN, NounPhrase
from engine.corpora.grammar.predicates import Plan, Predicate, predicate
from engine.corpora.grammar.pronouns import pronoun_subject
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.words import Phrase, Word, french


def question(speaker: Speaker, time: str, room: int) -> Phrase:
    """A question of about so many words, without its mark."""
    kinds = (_whether, _inverted, _asking_how, _asking_who, _asking_what)
    return speaker.draw.weighted(kinds, (40, 10, 24, 14, 12))(speaker, time, room)


def _whether(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "Does the teacher …", "est-ce que le professeur …"."""
    verb = speaker.draw.choice(speaker.lexicon.verbs)
    subject = subject_of(speaker, verb, room - 3)
    said = predicate(speaker, verb, subject, Plan(time, room - subject.phrase.length - 2, asked=True))
    return _asked(speaker, said, subject)


def _inverted(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "Does he …", "mange-t-il …"; never with je."""
    verb = speaker.draw.choice(_with_people(speaker))
    subject = pronoun_subject(speaker)
    while subject.person == 0:
        subject = pronoun_subject(speaker)
    said = predicate(speaker, verb, subject, Plan(time, room - 2, asked=True))
    (pronoun,) = subject.phrase.french
    finite = _with_pronoun(said.french[said.finite], pronoun)
    target = (*said.french[: said.finite], finite, *said.french[said.finite + 1 :])
    return Phrase(said.auxiliary + subject.phrase.english + said.english, target)


def _asking_how(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "Why does the teacher …", "pourquoi est-ce que le professeur …"."""
    asked = speaker.draw.choice(speaker.lexicon.questions)
    verbs = [verb for verb in speaker.lexicon.verbs if verb.aspect == "event" and verb.where]
    verb = speaker.draw.choice(verbs)
    subject = subject_of(speaker, verb, room - 4, KNOWN)
    plan = Plan(time, room - subject.phrase.length - 3, asked=True, bare=True)
    said = predicate(speaker, verb, subject, plan)
    return speaker.fixed(asked) + _asked(speaker, said, subject)


def _asking_who(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "Who eats the apple", "qui mange la pomme"."""
    who = replace(pronoun_subject(speaker), phrase=speaker.linked("who", "qui"), person=2, feminine=False)
    verb = speaker.draw.choice(_with_people(speaker))
    return predicate(speaker, verb, who, Plan(time, room - 1)).of(who)


def _asking_what(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "What does the boy eat", "qu'est-ce que le garçon mange"."""
    verbs = [
        verb
        for verb in _with_people(speaker)
        if verb.frame == "transitive" and not any("person" in noun.classes for noun in verb.objects)
    ]
    verb = speaker.draw.choice(verbs)
    subject = subject_of(speaker, verb, room - 4, KNOWN)
    what = replace(subject, person=2, feminine=False)
    said = predicate(speaker, verb, subject, Plan(time, room, gap=what, asked=True))
    return speaker.linked("what", "que") + _asked(speaker, said, subject)


def _asked(speaker: Speaker, said: Predicate, subject: NounPhrase) -> Phrase:
    """ "Does the teacher …", "est-ce que le professeur …"."""
    key = (speaker.draw.key(),)
    helped = tuple(word.linked(key) if not word.sure else word.linked((), key) for word in said.auxiliary)
    target = french("est-ce que", key) + subject.phrase.french + said.french
    return Phrase(helped + subject.phrase.english + said.english, target)


def _with_people(speaker: Speaker) -> tuple[Verb, ...]:
    return tuple(verb for verb in speaker.lexicon.verbs if verb.human)


def _with_pronoun(finite: Word, pronoun: Word) -> Word:
    """The verb with its subject behind it: "mange-t-il", "voit-elle"."""
    link = "-t-" if finite.text[-1] in "aec" and pronoun.text in ("il", "elle") else "-"
    both = finite.linked(pronoun.sure, pronoun.possible)
    return replace(both, text=finite.text + link + pronoun.text)
