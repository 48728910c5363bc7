"""The gold links that a person lays over alignments: those of each pair, with the steps that led to them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal

from engine.evaluation.alignment import GoldLinks, LinkRule
from explorer.pair_links import PairLinks, WordPair

NOTHING = GoldLinks()
_STEPS = {  # by whether a link is taken away, and whether it is sure
    (False, True): QT_TRANSLATE_NOOP("GoldBook", "Link {words}"),
    (False, False): QT_TRANSLATE_NOOP("GoldBook", "Possible link {words}"),
    (True, True): QT_TRANSLATE_NOOP("GoldBook", "Remove the link {words}"),
    (True, False): QT_TRANSLATE_NOOP("GoldBook", "Remove the possible link {words}"),
}


@dataclass(frozen=True)
class LinkPlace:
    """Where links stand in a file. line: counted from 1; lines: of how many pairs it has links.

    base: the number that it gives the first word; None where it is not of the kind that is written.
    """

    path: Path
    line: int
    lines: int
    base: int | None = 0


@dataclass(frozen=True)
class LinkSheet:
    """The links of one pair. steps: a name and what it led to; those after `index` were undone.

    saved: as the file has them.
    """

    steps: tuple[tuple[str, GoldLinks], ...] = (("", NOTHING),)
    index: int = 0
    saved: GoldLinks = NOTHING
    place: LinkPlace | None = None

    @property
    def links(self) -> GoldLinks:
        """The links now."""
        return self.steps[self.index][1]

    @property
    def is_unsaved(self) -> bool:
        """Whether no file has the links as they are now."""
        return self.links != self.saved

    @property
    def undo_name(self) -> str:
        """The step that can be taken back; empty where there is none."""
        return self.steps[self.index][0]

    @property
    def redo_name(self) -> str:
        """The step that can be taken again; empty where there is none."""
        return self.steps[self.index + 1][0] if self.index + 1 < len(self.steps) else ""

    def with_step(self, name: str, links: GoldLinks) -> "LinkSheet":
        """One step more; those that were undone are forgotten. Links that stay the same are no step."""
        if links == self.links:
            return self
        steps = (*self.steps[: self.index + 1], (name, links))
        return replace(self, steps=steps, index=len(steps) - 1)


class GoldBook(QObject):
    """A sheet for every pair that has been linked; `pair` is the one on screen, None where there is none.

    is_open: whether links are shown; is_editing: whether they can be changed. rule: of the model's own links.
    """

    changed = Signal()
    edited = Signal()  # links, or what is saved of them

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pair: WordPair | None = None
        self.is_open = self.is_editing = False
        self.rule = LinkRule()
        self._sheets: dict[WordPair, LinkSheet] = {}

    @property
    def sheet(self) -> LinkSheet:
        """The sheet of the pair on screen; an empty one where there is none."""
        return LinkSheet() if self.pair is None else self._sheets.get(self.pair, LinkSheet())

    def set_pair(self, pair: WordPair | None) -> None:
        """Show the links of this pair from now on; those of the others are kept."""
        if pair != self.pair:
            self.pair = pair
            self.changed.emit()

    def set_shown(self, *, is_open: bool, is_editing: bool = False) -> None:
        """Show links, and let them be changed."""
        self.is_open, self.is_editing = is_open, is_open and is_editing
        self.changed.emit()

    def set_rule(self, rule: LinkRule) -> None:
        """Make the model's own links by this rule."""
        if rule != self.rule:
            self.rule = rule
            self.changed.emit()

    def mark(self, source: int, target: int, *, is_sure: bool) -> None:
        """Link two words so; where they are linked so already, take the link away."""
        assert self.pair is not None
        links, link = self.sheet.links, (source, target)
        sure, possible = links.sure - {link}, links.possible - {link}
        is_taken = link in (links.sure if is_sure else links.possible - links.sure)
        if not is_taken:
            sure, possible = (sure | {link} if is_sure else sure), possible | {link}
        words = f"{self.pair.source[source]} – {self.pair.target[target]}"
        self.put(GoldLinks(sure, possible), _step_name(words, is_taken=is_taken, is_sure=is_sure))

    def put(self, links: GoldLinks, name: str) -> None:
        """Let these be the links of the pair on screen: one step, by this name."""
        assert self.pair is not None
        self._keep(self.pair, self.sheet.with_step(name, links))

    def put_saved(self, links: GoldLinks, name: str, place: LinkPlace) -> None:
        """Let these, which a file has, be the links of the pair on screen."""
        self._keep(self._known(), replace(self.sheet.with_step(name, links), saved=links, place=place))

    def note_saved(self, pair: WordPair, links: GoldLinks, place: LinkPlace) -> None:
        """These links of a pair stand in a file now."""
        self._keep(pair, replace(self._sheets.get(pair, LinkSheet()), saved=links, place=place))

    def undo(self) -> None:
        """Back by one step."""
        if self.sheet.undo_name:
            self._keep(self._known(), replace(self.sheet, index=self.sheet.index - 1))

    def redo(self) -> None:
        """Forward to the step that was undone last."""
        if self.sheet.redo_name:
            self._keep(self._known(), replace(self.sheet, index=self.sheet.index + 1))

    def unsaved(self) -> tuple[PairLinks, ...]:
        """The links that no file has."""
        return tuple(PairLinks(pair, one.links) for pair, one in self._sheets.items() if one.is_unsaved)

    def all(self) -> tuple[PairLinks, ...]:
        """The links of every pair that has some, or had some in its file."""
        kept = {pair: one for pair, one in self._sheets.items() if one.links != NOTHING or one.is_unsaved}
        return tuple(PairLinks(pair, one.links) for pair, one in kept.items())

    def take(self, found: Iterable[PairLinks], name: str) -> None:
        """Links from elsewhere, each a step over what its pair has, so that it can be taken back."""
        for one in found:
            self._sheets[one.pair] = self._sheets.get(one.pair, LinkSheet()).with_step(name, one.links)
        self.edited.emit()
        self.changed.emit()

    def _known(self) -> WordPair:
        assert self.pair is not None
        return self.pair

    def _keep(self, pair: WordPair, sheet: LinkSheet) -> None:
        if self._sheets.get(pair, LinkSheet()) != sheet:
            self._sheets[pair] = sheet
            self.edited.emit()
            self.changed.emit()


def _step_name(words: str, *, is_taken: bool, is_sure: bool) -> str:
    return QCoreApplication.translate("GoldBook", _STEPS[is_taken, is_sure]).format(words=words)
