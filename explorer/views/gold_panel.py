"""Gold links in Translate: lays those of the pair on screen over its picture, and holds the model to them."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from engine.evaluation.alignment import (
    GoldLinks,
    LinkRule,
    alignment_scores,
    soft_links,
    trace_links,
)
from engine.probes import Importance
from engine.text.pharaoh import Links
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import group_of, source_groups, target_groups
from explorer.pair_links import pair_of
from explorer.probes import ProbeQuestion
from explorer.views.link_bar import LinkBar, rule_name
from explorer.views.stage import TraceStage
from explorer.workspace import Workspace


class GoldPanel(QObject):
    """Holds the `bar` over the picture of a stage, and turns its wishes and clicks into steps of the book."""

    def __init__(self, workspace: Workspace, stage: TraceStage, parent: QObject) -> None:
        super().__init__(parent)
        self._book, self._translation, self._stage = workspace.gold, workspace.translation, stage
        self._seen: tuple[DecodingTrace, Hypothesis] | None = None
        self.bar = LinkBar()
        self._connect()
        self._show()

    def menus(self) -> list[tuple[str, QMenu]]:
        """What can be done with links, for the palette."""
        return [(self.bar.button.text(), self.bar.menu)] if self._book.is_open else []

    def _connect(self) -> None:
        bar, book = self.bar, self._book
        bar.edit_toggled.connect(lambda is_on: book.set_shown(is_open=True, is_editing=is_on))
        bar.close_requested.connect(lambda: book.set_shown(is_open=False))
        bar.undo_requested.connect(book.undo)
        bar.redo_requested.connect(book.redo)
        bar.rule_chosen.connect(self._on_rule)
        bar.start_requested.connect(self._start)
        bar.removal_requested.connect(lambda: book.put(GoldLinks(), self.tr("Remove all links")))
        book.changed.connect(self._show)
        self._stage.link_requested.connect(self._mark)
        self._translation.probes.changed.connect(self._show)
        self._translation.trace_changed.connect(self._on_translation)
        self._translation.selection_changed.connect(self._on_translation)

    def _on_translation(self) -> None:
        """Only a whole alignment has links: words that are still being written may go on."""
        shown = self._shown()
        ids = tuple(map(id, shown or ()))  # a trace, kept by `_seen`, is itself and no other
        if ids != tuple(map(id, self._seen or ())):
            self._seen = shown
            self._book.set_pair(None if shown is None else pair_of(*shown))
            self._ask()
            self._show()  # the same words may have other weights

    def _shown(self) -> tuple[DecodingTrace, Hypothesis] | None:
        trace, hypothesis = self._translation.trace, self._translation.hypothesis
        if trace is None or hypothesis is None or trace.weights is None or self._translation.is_live:
            return None
        return trace, hypothesis

    def _own_links(self) -> Links | None:
        """The model's links by the rule; None where what they are made of is not worked out yet."""
        shown, rule = self._shown(), self._book.rule
        if shown is None:
            return frozenset()
        if rule.of == "attention":
            return trace_links(shown[0], rule, shown[1])
        found = self._translation.probes.answer(ProbeQuestion.about(*shown, rule.of))
        if not isinstance(found, Importance):
            return None
        return soft_links(*shown, found.shares(), rule)

    def _ask(self) -> None:
        """Have the importance of what is on screen worked out, where links are made of it."""
        shown, of = self._shown(), self._book.rule.of
        if shown is not None and self._book.is_open and of != "attention":
            self._translation.probes.want(ProbeQuestion.about(*shown, of))

    def _on_rule(self, rule: LinkRule) -> None:
        self._book.set_rule(rule)
        self._ask()

    def _start(self) -> None:
        if (links := self._own_links()) is not None:
            name = self.tr("The model's links {rule}").format(rule=rule_name(self._book.rule).lower())
            self._book.put(GoldLinks(links), name)
            self._book.set_shown(is_open=True, is_editing=True)

    def _mark(self, step: int, position: int, is_sure: bool) -> None:
        """End of sentence has no links: a click there says so."""
        shown = self._shown()
        if shown is None or self._book.pair is None or not self._book.is_editing:
            return
        source = group_of(source_groups(shown[0]), position)
        target = group_of(target_groups(shown[1]), step)
        sources, targets = self._book.pair.sizes
        if source is None or target is None or source >= sources or target >= targets:
            self.bar.summary.say(self.tr("End of sentence is no word: it is never linked."))
            return
        self._book.mark(source, target, is_sure=is_sure)

    def _show(self) -> None:
        book, bar = self._book, self.bar
        if book.is_open and bar.isHidden():
            self._ask()
        bar.setVisible(book.is_open)
        has_pair, sheet = book.pair is not None, book.sheet
        bar.show_sheet(sheet, is_editing=book.is_editing and has_pair, has_pair=has_pair)
        self._stage.show_links(
            sheet.links if book.is_open and has_pair else None, is_editable=book.is_editing and has_pair
        )
        if book.is_open:
            bar.list_unsaved([one.pair for one in book.unsaved()])
            bar.summary.say(self._summary())
            bar.scores.setText(self._scores(sheet.links))
            bar.scores.setVisible(bool(bar.scores.text()))

    def _scores(self, gold: GoldLinks) -> str:
        """The model's own links held to the gold ones; nothing where there are no gold ones."""
        own, shown = self._own_links(), self._shown()
        if shown is None or not gold.possible:
            return ""
        if own is None:
            error = self._translation.probes.error(ProbeQuestion.about(*shown, self._book.rule.of))
            return self.tr("AER is being worked out …") if error is None else error.what
        scores = alignment_scores([own], [gold])
        text = self.tr("AER {rate:.3f}, precision {precision:.2f}, recall {recall:.2f}")
        return text.format(rate=scores.error_rate, precision=scores.precision, recall=scores.recall)

    def _summary(self) -> str:
        """How many links there are, between which words, and whether a file has them."""
        shown, pair, sheet = self._shown(), self._book.pair, self._book.sheet
        if shown is None or pair is None:
            return self.tr("Links stand between the words of a whole translation by a model with attention.")
        sure, possible = len(sheet.links.sure), len(sheet.links.possible - sheet.links.sure)
        parts = [self.tr("{sure} sure, {possible} possible").format(sure=sure, possible=possible)]
        if sheet.is_unsaved:
            parts.append(self.tr("not saved"))
        by_spaces = pair.is_parted_by_spaces(shown[0].source_text, shown[1].text)
        text = (
            self.tr("{source} source × {target} target words, parted by spaces")
            if by_spaces
            else self.tr("{source} source × {target} target tokens, as the model parts them")
        )
        parts.append(text.format(source=pair.sizes[0], target=pair.sizes[1]))
        if sheet.place is not None:
            parts.append(sheet.place.path.name)
        return " · ".join(parts)
