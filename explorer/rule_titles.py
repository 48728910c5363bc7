"""The names of the rules of thumb as they are shown."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.triage_rules import Rule

TITLES = {
    Rule.SHORT: QT_TRANSLATE_NOOP("Triage", "Short translation"),
    Rule.LONG: QT_TRANSLATE_NOOP("Triage", "Long translation"),
    Rule.CUT: QT_TRANSLATE_NOOP("Triage", "Translation cut at the limit"),
    Rule.LOW_COVERAGE: QT_TRANSLATE_NOOP("Triage", "Low coverage"),
    Rule.HIGH_COVERAGE: QT_TRANSLATE_NOOP("Triage", "High coverage"),
    Rule.SPREAD: QT_TRANSLATE_NOOP("Triage", "Spread attention"),
    Rule.ON_END: QT_TRANSLATE_NOOP("Triage", "Attention on end of sentence"),
    Rule.REPEATED: QT_TRANSLATE_NOOP("Triage", "Repeated words"),
    Rule.COPIED: QT_TRANSLATE_NOOP("Triage", "Sentence copied"),
    Rule.UNLIKELY: QT_TRANSLATE_NOOP("Triage", "Unlikely word"),
    Rule.UNKNOWN: QT_TRANSLATE_NOOP("Triage", "Unknown word"),
}


def rule_title(rule: Rule) -> str:
    """The name in the language of the window."""
    return QCoreApplication.translate("Triage", TITLES[rule])
