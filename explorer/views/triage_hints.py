"""What the rules of thumb say of a translation, in sentences with the rule's name and threshold."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.triage_rules import LONGEST_REPEAT, REPEATED_ANYWHERE, Finding, Rule
from explorer.number_text import number
from explorer.rule_titles import rule_title
from explorer.views.triage_rows import TriageText
from explorer.views.triage_words import POSITION, STEP, TriageWords

SENTENCES = {
    Rule.SHORT: QT_TRANSLATE_NOOP(
        "Triage", "Fewer than {limit} target words to a source word: something may be missing."
    ),
    Rule.LONG: QT_TRANSLATE_NOOP(
        "Triage", "More than {limit} target words to a source word: something may be said twice or made up."
    ),
    Rule.CUT: QT_TRANSLATE_NOOP(
        "Triage", "No end of sentence was written before the limit of length: it may be unfinished."
    ),
    Rule.LOW_COVERAGE: QT_TRANSLATE_NOOP(
        "Triage", "Coverage below {limit}: hardly looked at, perhaps not translated (under-translation)."
    ),
    Rule.HIGH_COVERAGE: QT_TRANSLATE_NOOP(
        "Triage", "Coverage above {limit}: perhaps translated more than once (over-translation)."
    ),
    Rule.SPREAD: QT_TRANSLATE_NOOP(
        "Triage", "Entropy above {limit} of its maximum: the model looked at no word in particular. In bits:"
    ),
    Rule.ON_END: QT_TRANSLATE_NOOP(
        "Triage", "More than {limit} of the weight on average: the model often looked at no source word."
    ),
    Rule.REPEATED: QT_TRANSLATE_NOOP(
        "Triage",
        "A phrase of up to {near} words stands right behind itself, or one of {far} words has stood before.",
    ),
    Rule.COPIED: QT_TRANSLATE_NOOP(
        "Triage", "{limit} of the target words or more stand in the source: perhaps copied, not translated."
    ),
    Rule.UNLIKELY: QT_TRANSLATE_NOOP("Triage", "Probability below {limit}: the model was unsure."),
    Rule.UNKNOWN: QT_TRANSLATE_NOOP("Triage", "Not in the vocabulary: the model cannot tell what it is."),
}
_COUNTED = (Rule.CUT, Rule.REPEATED, Rule.UNKNOWN)  # a number behind each word would tell nothing


def hint_texts(found: Sequence[Finding], words: TriageWords) -> list[TriageText]:
    """A text for each rule that has spoken; the findings of a rule stand together."""
    return [_hint(rule, list(group), words) for rule, group in groupby(found, key=lambda one: one.rule)]


def _hint(rule: Rule, found: list[Finding], words: TriageWords) -> TriageText:
    sentence = _told(SENTENCES[rule]).format(
        limit=f"{rule.threshold:g}", near=LONGEST_REPEAT, far=REPEATED_ANYWHERE
    )
    places = []
    for finding in found:
        value = None if rule in _COUNTED else finding.number
        if finding.step is not None:
            places.append(((STEP, finding.step), value))
        elif finding.position is not None:
            places.append(((POSITION, finding.position), value))
    value = str(len(places)) if places else number(found[0].number)
    links = words.links(places)
    formula = _told("A rule of thumb: what it points at is worth a look, and proves nothing.")
    return TriageText(rule_title(rule), value, f"{sentence} {links}".strip(), formula)


def _told(text: str) -> str:
    return QCoreApplication.translate("Triage", text)
