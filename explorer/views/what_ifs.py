"""The what-ifs of Translate: it turns wishes into questions, and shows what was changed and what it did."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from engine.constraints import UNCHANGED, Constraints
from explorer.pair_links import WordPair
from explorer.views.target_bar import TargetBar
from explorer.views.what_if_menu import WhatIfButtons
from explorer.views.what_if_offers import offers, with_weights
from explorer.views.what_if_strip import WhatIfStrip
from explorer.what_if import Question
from explorer.workspace import Workspace


class WhatIfs(QObject):
    """Holds the `strip` and the `target` line over the picture, and the `buttons`.

    `translate_requested` when the wish is noted.
    """

    translate_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._translation = workspace.translation
        self.buttons = WhatIfButtons()
        self.strip, self.target = WhatIfStrip(), TargetBar()
        self._connect()
        self._on_history()

    def undo(self) -> None:
        """Back one step; while an answer is awaited, its step is not taken."""
        if self._translation.is_busy:
            self.cancel_requested.emit()
        else:
            self._workspace.undo()

    def redo(self) -> None:
        """Forward to the step that was undone last."""
        self._cancel()
        self._workspace.redo()

    def decode_on(self, prefix: tuple[int, ...]) -> None:
        """Translate what is on screen anew, with these token ids as the beginning of every hypothesis."""
        shown = self._translation.shown
        if shown is not None and not self._translation.is_live:
            constraints = replace(shown.constraints, prefix=prefix)
            self._ask(replace(shown, target_text=None, constraints=constraints))

    def set_weights(self, step: int, weights: tuple[float, ...]) -> None:
        """Translate what is on screen anew, with these J weights at the step."""
        if (base := self._base()) is not None:
            self._ask(replace(base, constraints=with_weights(base.constraints, step, weights)))

    def offer(self, menu: QMenu, step: int | None, position: int | None) -> None:
        """Add what can be changed at this step and this source position."""
        base, trace = self._base(), self._translation.trace
        if base is None or trace is None or not trace.hypotheses:
            return
        for offered in offers(base, trace, self._translation.selection, step, position):
            action = menu.addAction(offered.text.replace("&", "&&"))
            action.triggered.connect(partial(self._take, offered.question))

    def open_target(self) -> None:
        """Let a person type a translation; what is on screen is there to begin with."""
        hypothesis = self._translation.hypothesis
        self.target.open("" if hypothesis is None else hypothesis.text)

    def lead_along(self, pair: WordPair) -> None:
        """Score these words as the translation of those, with nothing changed in the model."""
        source, target = " ".join(pair.source), " ".join(pair.target)
        self._ask(Question(source, target, decoding=self._workspace.decoding))

    def _force(self, target: str) -> None:
        """A given translation has no forced beginning beside it."""
        wished = self._wished()
        constraints = replace(wished.constraints, prefix=())
        self._ask(replace(wished, target_text=target, constraints=constraints))

    def _take(self, question: Question) -> None:
        self._ask(question)

    def _base(self) -> Question | None:
        """What a change of the picture on screen is added to: what is wished for, unless of other text."""
        shown, wished = self._translation.shown, self._wished()
        if shown is None or self._translation.is_live:
            return None
        return wished if wished.source_text == shown.source_text else shown

    def _offer_selected(self) -> None:
        selection = self._translation.selection
        self.buttons.word_menu.clear()
        self.offer(self.buttons.word_menu, selection.step, selection.position)
        self.buttons.word_menu.setEnabled(bool(self.buttons.word_menu.actions()))

    def _connect(self) -> None:
        buttons = self.buttons
        buttons.menu.aboutToShow.connect(self._offer_selected)
        buttons.attention_requested.connect(self._set_attention)
        buttons.temperature_requested.connect(self._set_temperature)
        buttons.target_requested.connect(self.open_target)
        self.target.target_requested.connect(self._force)
        buttons.own_requested.connect(lambda: self._ask(self._wished().own()))
        buttons.state_requested.connect(self._go_to)
        buttons.undo_requested.connect(self.undo)
        buttons.redo_requested.connect(self.redo)
        self.strip.question_requested.connect(self._ask)
        self._translation.trace_changed.connect(self._on_trace)
        for signal in (
            self._translation.model_changed,
            self._translation.history_changed,
            self._translation.progress_changed,
        ):
            signal.connect(self._on_history)

    def _wished(self) -> Question:
        return self._translation.question(self._workspace.source_text, self._workspace.decoding)

    def _set_attention(self, attention: str) -> None:
        """Shuffled attention that is chosen once more is shuffled otherwise."""
        asked = self._wished().constraints
        is_again = attention == asked.attention == "shuffled"
        seed = asked.seed + 1 if is_again else UNCHANGED.seed
        self._constrain(replace(asked, attention=attention, seed=seed))

    def _set_temperature(self, temperature: float) -> None:
        self._constrain(replace(self._wished().constraints, temperature=temperature))

    def _constrain(self, constraints: Constraints) -> None:
        self._ask(replace(self._wished(), constraints=constraints))

    def _ask(self, question: Question) -> None:
        self._workspace.wish(question)
        self.translate_requested.emit()

    def _go_to(self, index: int) -> None:
        self._cancel()
        self._workspace.go_to(index)

    def _cancel(self) -> None:
        if self._translation.is_busy:
            self.cancel_requested.emit()

    def _on_trace(self) -> None:
        self.strip.show_changes(self._translation.shown, self._translation.trace)

    def _on_history(self) -> None:
        """The menu marks what is wished; the strip tells what the picture on screen was asked with."""
        translation, wished = self._translation, self._wished()
        has_attention = translation.model is not None and translation.model.has_attention
        self.buttons.set_constraints(
            wished.constraints,
            is_own=wished.is_own,
            has_attention=has_attention,
            can_change=translation.history.current is not None,
        )
        can_undo = self._workspace.can_undo or translation.is_busy
        self.buttons.set_history(translation.history, can_undo=can_undo)
        self.strip.show_history(translation.history)
        self._on_trace()
