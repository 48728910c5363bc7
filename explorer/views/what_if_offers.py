"""The what-ifs of one word: all that can be changed at a source position and a target step, by name."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from engine.constraints import Constraints, StepWeights
from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace
from engine.trace_words import Group, source_groups, target_groups
from explorer.translation import Selection
from explorer.views.tokens import isolated, source_labels, source_words, target_words
from explorer.weight_edit import with_weight
from explorer.what_if import Question


@dataclass(frozen=True)
class Offer:
    """What a menu offers, and what is asked where it is chosen."""

    text: str
    question: Question


def offers(
    question: Question, trace: DecodingTrace, selection: Selection, step: int | None, position: int | None
) -> tuple[Offer, ...]:
    """The changes at this step and this source position of the selected hypothesis; None: at no such word."""
    found: list[Offer] = []
    if position is not None and position < len(trace.source_tokens):
        found += _of_source(question, trace, position)
    hypothesis = trace.hypotheses[min(selection.hypothesis, len(trace.hypotheses) - 1)]
    if step is None or step >= len(hypothesis.tokens):
        return tuple(found)
    if trace.weights is not None:
        weights = trace.weights[step, int(trace.path(hypothesis)[step])].tolist()
        found += _of_weights(question, trace, StepWeights(step, tuple(weights)), position)
    groups = target_groups(hypothesis)
    index = next(index for index, (_, end) in enumerate(groups) if step < end)
    if hypothesis.token_ids[groups[index][0]] != EOS_ID:
        prefix = replace(question.constraints, prefix=hypothesis.token_ids[: groups[index][1]])
        word = _quoted(target_words(hypothesis, groups)[index])
        text = _tr("Fix the beginning, up to {word}").format(word=word)
        found.append(Offer(text, replace(question, target_text=None, constraints=prefix)))
    return tuple(found)


def with_weights(constraints: Constraints, step: int, weights: tuple[float, ...]) -> Constraints:
    """The same with these weights at the step; without any the model has its own ones there."""
    rows = [row for row in constraints.weights if row.step != step]
    if weights:
        rows.append(StepWeights(step, weights))
    return replace(constraints, weights=tuple(sorted(rows, key=lambda row: row.step)))


def _of_source(question: Question, trace: DecodingTrace, position: int) -> list[Offer]:
    groups = source_groups(trace)
    index = next(index for index, (_, end) in enumerate(groups) if position < end)
    word, found = _quoted(source_words(trace, groups)[index]), []
    if trace.weights is not None:
        found.append(_masking(question, groups[index], word))
    if int(trace.source_ids[groups[index][0]]) != EOS_ID:
        text = _tr("Delete {word} from the source").format(word=word)
        found.append(Offer(text, question.about(_without_word(trace, groups[index]))))
    return found


def _masking(question: Question, group: Group, word: str) -> Offer:
    masked, places = set(question.constraints.masked), set(range(*group))
    is_masked = places <= masked
    rest = masked - places if is_masked else masked | places
    text = (_tr("Unmask {word}") if is_masked else _tr("Mask {word}")).format(word=word)
    constraints = replace(question.constraints, masked=tuple(sorted(rest)))
    return Offer(text, replace(question, constraints=constraints))


def _of_weights(
    question: Question, trace: DecodingTrace, row: StepWeights, position: int | None
) -> list[Offer]:
    found = []
    if position is not None and position < len(row.weights):
        word = _quoted(source_labels(trace)[position])
        for text, value in (
            (_tr("No weight on {word} at step {step}"), 0.0),
            (_tr("All weight on {word} at step {step}"), 1.0),
        ):
            weights = with_weight(row.weights, position, value)
            constraints = with_weights(question.constraints, row.step, weights)
            words = text.format(word=word, step=row.step + 1)
            found.append(Offer(words, replace(question, constraints=constraints)))
    if any(other.step == row.step for other in question.constraints.weights):
        constraints = with_weights(question.constraints, row.step, ())
        text = _tr("The model's own weights at step {step}").format(step=row.step + 1)
        found.append(Offer(text, replace(question, constraints=constraints)))
    return found


def _without_word(trace: DecodingTrace, group: Group) -> str:
    spans = trace.source_spans[group[0] : group[1]]
    begin, end = min(a for a, _ in spans), max(b for _, b in spans)
    return " ".join((trace.source_text[:begin] + " " + trace.source_text[end:]).split())


def _quoted(text: str) -> str:
    return f"‘{isolated(text)}’"


def _tr(text: str) -> str:
    return QCoreApplication.translate("what_if", text)
