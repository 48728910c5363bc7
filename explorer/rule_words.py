"""The rules of thumb in words: the name of each, and a sentence with its threshold."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.triage_rules import LONGEST_REPEAT, REPEATED_ANYWHERE, Rule

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


def rule_sentence(rule: Rule) -> str:
    """What it says where it speaks, and from which number on."""
    words = QCoreApplication.translate("Triage", SENTENCES[rule])
    return words.format(limit=f"{rule.threshold:g}", near=LONGEST_REPEAT, far=REPEATED_ANYWHERE)
