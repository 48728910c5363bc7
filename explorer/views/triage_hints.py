"""What the rules of thumb say of a translation, in sentences with the rule's name and threshold."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from engine.triage_rules import Finding, Rule
from explorer.number_text import number
from explorer.rule_words import rule_sentence, rule_title
from explorer.views.triage_rows import TriageText
from explorer.views.triage_words import POSITION, STEP, TriageWords

_COUNTED = (Rule.CUT, Rule.REPEATED, Rule.UNKNOWN)  # a number behind each word would tell nothing


def hint_texts(found: Sequence[Finding], words: TriageWords) -> list[TriageText]:
    """A text for each rule that has spoken; the findings of a rule stand together."""
    return [_hint(rule, list(group), words) for rule, group in groupby(found, key=lambda one: one.rule)]


def _hint(rule: Rule, found: list[Finding], words: TriageWords) -> TriageText:
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
    return TriageText(rule_title(rule), value, f"{rule_sentence(rule)} {links}".strip(), formula)


def _told(text: str) -> str:
    return QCoreApplication.translate("Triage", text)
