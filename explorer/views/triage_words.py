"""The words of a translation as links that name their step or source position, each with its number."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, groups_of
from explorer.number_text import number
from explorer.views.tokens import isolated, source_words, target_words

STEP, POSITION = "step", "position"
FEW, MANY = 12, 60  # links in a text; those beyond are counted, not shown

Place = tuple[str, int]  # STEP or POSITION, and which one


class TriageWords:
    """The words of both sides, or their raw pieces, found by the token that is asked for."""

    def __init__(self, trace: DecodingTrace, hypothesis: Hypothesis, *, whole_words: bool) -> None:
        source, target = groups_of(trace, hypothesis, whole_words=whole_words)
        self.groups: dict[str, tuple[Group, ...]] = {STEP: target, POSITION: source}
        self.labels = {
            STEP: target_words(hypothesis, self.groups[STEP]),
            POSITION: source_words(trace, self.groups[POSITION]),
        }
        self.ends_with_mark = bool(len(trace.source_ids)) and int(trace.source_ids[-1]) == EOS_ID

    def index(self, place: Place) -> int:
        """Which word of its side holds this step or position. Raises StopIteration where none does."""
        side, token = place
        return next(index for index, (begin, end) in enumerate(self.groups[side]) if begin <= token < end)

    def label(self, place: Place) -> str:
        """The word that holds this step or position."""
        return self.labels[place[0]][self.index(place)]

    def link(self, place: Place, value: float | None = None) -> str:
        """The word as a link, with a number behind it that stays on its line."""
        word = f'<a href="{place[0]}:{place[1]}">{isolated(escape(self.label(place)))}</a>'
        return word if value is None else f"{word}\N{NO-BREAK SPACE}{number(value)}"

    def links(self, places: Sequence[tuple[Place, float | None]], most: int = FEW) -> str:
        """Links in a row, the first `most` of them."""
        shown = [self.link(place, value) for place, value in places[:most]]
        rest = len(places) - len(shown)
        if rest:
            shown.append(QCoreApplication.translate("Triage", "and {count} more").format(count=rest))
        return "&nbsp;&nbsp; ".join(shown)  # a line breaks behind the gap, never before it


def place_of(link: str) -> Place:
    """What a link names."""
    side, token = link.split(":")
    return side, int(token)
