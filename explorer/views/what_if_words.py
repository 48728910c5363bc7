"""What-ifs in words: the name of each step of the history, and what is forced or changed in a picture."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from engine.constraints import UNCHANGED, Constraints
from engine.trace import DecodingTrace
from engine.trace_words import source_groups, word_groups
from explorer.number_text import number
from explorer.views.tokens import candidate_label, isolated, source_words
from explorer.what_if import History, Question, State

WORDS_IN_NAME = 3  # of a fixed beginning; the first ones of a longer one are left out


@dataclass(frozen=True)
class Change:
    """One thing that is forced or changed, in words, and the same question without it."""

    text: str
    without: Question


def attention_name(attention: str) -> str:
    """How attention is changed for the whole sentence, in words."""
    return {
        "": _tr("The model's own attention"),
        "uniform": _tr("Uniform attention"),
        "shuffled": _tr("Shuffled attention"),
        "hard": _tr("Hard attention"),
        "shifted": _tr("Shifted attention"),
    }[attention]


def temperature_name(temperature: float) -> str:
    """The temperature of attention, in words."""
    return _tr("Temperature {value}").format(value=f"{temperature:g}")


def step_names(history: History) -> tuple[str, ...]:
    """A name for each state: that of the step that led to it; the first one's is the model's first answer."""
    if not history.states:
        return ()
    first = history.states[0].question.source_text
    pairs = zip(history.states, history.states[1:], strict=False)
    named = (step_name(before, after) for before, after in pairs)
    return (_tr("Translate {sentence}").format(sentence=_quoted(_shortened(first))), *named)


def step_name(before: State, after: State) -> str:
    """What was done between the two."""
    asked, question = before.question, after.question
    if question.source_text != asked.source_text:
        return _source_name(asked.source_text, question.source_text)
    if question.is_own and not asked.is_own:
        return _tr("The model's own translation")
    if question.target_text != asked.target_text:
        return _tr("The model's own words") if question.target_text is None else _tr("Typed translation")
    if question.constraints != asked.constraints:
        return _constraints_name(before, after)
    if question.decoding.beam_size != asked.decoding.beam_size:
        return _tr("Beam size {size}").format(size=question.decoding.beam_size)
    if question.decoding != asked.decoding:
        return _tr("{count} hypotheses").format(count=question.decoding.n_best)
    return _tr("Newer checkpoint")


def changes(question: Question, trace: DecodingTrace) -> tuple[Change, ...]:
    """All that is forced or changed in this trace; nothing where it is the model's own translation."""
    found = []
    if question.target_text is not None:
        found.append(Change(_tr("Your translation is forced"), replace(question, target_text=None)))
    constraints = question.constraints
    for text, rest in _constraint_changes(constraints, trace):
        found.append(Change(text, replace(question, constraints=rest)))
    return tuple(found)


def _constraint_changes(constraints: Constraints, trace: DecodingTrace) -> list[tuple[str, Constraints]]:
    found = []
    if constraints.prefix:
        text = _tr("Begins with {words}").format(words=_prefix_words(constraints.prefix, trace))
        found.append((text, replace(constraints, prefix=())))
    for word, places in _masked_words(trace, constraints.masked):
        text = _tr("{word} is masked").format(word=word)
        rest = tuple(other for other in constraints.masked if other not in places)
        found.append((text, replace(constraints, masked=rest)))
    if constraints.attention:
        text = attention_name(constraints.attention)
        found.append((text, replace(constraints, attention="", seed=UNCHANGED.seed)))
    if constraints.temperature != 1.0:
        found.append((temperature_name(constraints.temperature), replace(constraints, temperature=1.0)))
    for row in constraints.weights:
        text = _tr("Weights of step {step}").format(step=row.step + 1)
        rest = tuple(other for other in constraints.weights if other != row)
        found.append((text, replace(constraints, weights=rest)))
    return found


def _constraints_name(before: State, after: State) -> str:
    asked, constraints = before.question.constraints, after.question.constraints
    if constraints.prefix != asked.prefix:
        return _prefix_name(before, after)
    if added := set(constraints.masked) - set(asked.masked):
        return _tr("Mask {word}").format(word=_masked_words(before.trace, added)[0][0])
    if removed := set(asked.masked) - set(constraints.masked):
        return _tr("Unmask {word}").format(word=_masked_words(before.trace, removed)[0][0])
    if (constraints.attention, constraints.seed) != (asked.attention, asked.seed):
        return attention_name(constraints.attention)
    if constraints.temperature != asked.temperature:
        return temperature_name(constraints.temperature)
    return _weights_name(asked, constraints)


def _weights_name(asked: Constraints, constraints: Constraints) -> str:
    if changed := set(constraints.weights) - set(asked.weights):
        return _tr("Weights of step {step}").format(step=min(row.step for row in changed) + 1)
    removed = set(asked.weights) - set(constraints.weights)
    return _tr("Own weights at step {step}").format(step=min(row.step for row in removed) + 1)


def _prefix_name(before: State, after: State) -> str:
    """Fix, where one of the translations on screen begins so; else Force, for the last word is another."""
    prefix = after.question.constraints.prefix
    if not prefix:
        return _tr("Beginning free again")
    if any(hypothesis.token_ids[: len(prefix)] == prefix for hypothesis in before.trace.hypotheses):
        return _tr("Fix {words}").format(words=_prefix_words(prefix, after.trace))
    word = _quoted(_target_word(after.trace, prefix[-1]))
    return _tr("Force {word} at step {step}").format(word=word, step=len(prefix))


def _source_name(before: str, after: str) -> str:
    """Delete, where nothing but a run of words is gone; else Edit."""
    old, new = before.split(), after.split()
    gone = len(old) - len(new)
    for begin in range(len(new) + 1 if gone > 0 else 0):
        if old[:begin] + old[begin + gone :] == new:
            deleted = " ".join(old[begin : begin + gone])
            return _tr("Delete {words}").format(words=_quoted(_shortened(deleted)))
    return _tr("Edit source")


def _prefix_words(prefix: tuple[int, ...], trace: DecodingTrace) -> str:
    tokens = [trace.candidate_tokens.get(token_id, f"#{token_id}") for token_id in prefix]
    words = [
        candidate_label(prefix[begin], "".join(tokens[begin:end]))
        for begin, end in word_groups(tokens, prefix)
    ]
    left_out = "… " if len(words) > WORDS_IN_NAME else ""
    return _quoted(left_out + " ".join(words[-WORDS_IN_NAME:]))


def _target_word(trace: DecodingTrace, token_id: int) -> str:
    return candidate_label(token_id, trace.candidate_tokens.get(token_id, f"#{token_id}"))


def _masked_words(trace: DecodingTrace, positions: Collection[int]) -> list[tuple[str, frozenset[int]]]:
    """The source words that hold any of these positions, each with its own of them, in their order."""
    groups = source_groups(trace)
    found = []
    for word, (begin, end) in zip(source_words(trace, groups), groups, strict=True):
        if places := frozenset(range(begin, end)) & frozenset(positions):
            found.append((_quoted(word), places))
    return found


def _quoted(text: str) -> str:
    return f"‘{isolated(text)}’"


def _shortened(text: str, most: int = 24) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def signed(value: float) -> str:
    """A change with its sign, two digits."""
    return ("+" if round(value, 2) > 0 else "") + number(value, 2)


def _tr(text: str) -> str:
    return QCoreApplication.translate("what_if", text)
