"""The place Translate: one sentence, one model, the picture of the alignment, and each step taken apart."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from engine.constraints import UNCHANGED
from engine.errors import EngineError
from explorer.itemmodels.target_words import target_words_of
from explorer.views.base import TraceView
from explorer.views.docks import ViewDocks
from explorer.views.gold_panel import GoldPanel
from explorer.views.hypothesis_box import HypothesisBox
from explorer.views.model_box import ModelBox
from explorer.views.notes import ATTENTION_CAVEAT, progress_words, source_note, trace_note
from explorer.views.player import Player
from explorer.views.sentence_dock import SentenceDock
from explorer.views.source_bar import SourceBar
from explorer.views.stage import TraceStage
from explorer.views.tokens import target_labels
from explorer.views.what_ifs import WhatIfs
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.one_line import OneLine
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import ModelInfo, Workspace

TALL = 704  # pixels: where the place is lower, a long source scrolls sooner, for the picture's sake


class TranslateView(QWidget):
    """Shows the workspace's translation; wishes leave as signals."""

    translate_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._translation = workspace.translation
        self._engine_state = "stopped"
        self.source = SourceBar(workspace, lists_hypotheses=True)
        self.models = ModelBox(workspace)
        self.bar = NotificationBar()
        self.what_if = WhatIfs(workspace, self)
        self.hypotheses = HypothesisBox()
        self.stage = TraceStage(self._translation, offers_action=True)
        self.gold = GoldPanel(workspace, self.stage, self)
        self.hint = OneLine()
        self.player = Player()
        self.sentences = SentenceDock(workspace)
        self.docks = ViewDocks(self._translation, UprightArea(self._centre()), (self.sentences,))
        self._lay_out()
        self._connect()
        self._on_model()
        self._on_trace()
        self._on_words()

    def show_error(self, error: EngineError) -> None:
        """Say an error where it arose."""
        self.bar.show_error(error)

    def set_engine_state(self, state: str) -> None:
        """Note whether the engine is ready, for the words about waiting."""
        self._engine_state = state
        self._on_progress()

    def set_motion(self, *, is_reduced: bool) -> None:
        """Move nothing by itself, or move again."""
        self.player.set_motion(is_reduced=is_reduced)
        self.docks.setAnimated(not is_reduced)

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The views on screen that show a translation, with their titles; the picture first."""
        views = [] if self.stage.view is None else [(self.stage.title, self.stage.view)]
        return views + self.docks.seen_views()

    def menus(self) -> list[tuple[str, QMenu]]:
        """What can be changed in the model, in the picture, its links and the list of sentences."""
        of_picture = [] if self.stage.view is None else self.stage.view.menus()
        own = [(self.tr("What-if"), self.what_if.buttons.menu), *of_picture]
        return [*own, *self.gold.menus(), *self.sentences.menus()]

    def focus_source(self) -> None:
        """Put the cursor into the source line, with all of it selected."""
        self.source.edit.setFocus()
        self.source.edit.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._translation.is_busy:
            self.cancel_requested.emit()
        elif event.key() == Qt.Key.Key_Escape and self._workspace.gold.is_editing:
            self._workspace.gold.set_shown(is_open=True)
        elif not self.player.handle_key(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.source.edit.set_short(is_short=self.height() < TALL)

    def _connect(self) -> None:
        self.source.translate_requested.connect(self._request)
        self.stage.action_requested.connect(self._request)
        self.source.settings_changed.connect(self._request_again)
        self.source.cancel_requested.connect(self.cancel_requested)
        self.source.edit.lines_joined.connect(self._on_lines_joined)
        self.what_if.translate_requested.connect(self._send)
        self.what_if.cancel_requested.connect(self.cancel_requested)
        self.models.model_requested.connect(self._choose_model)
        self.hypotheses.hypothesis_requested.connect(self._choose_hypothesis)
        self.player.step_requested.connect(self._translation.select_step)
        for view in (self.stage, self.docks):
            view.selection_requested.connect(self._translation.select)
        self.docks.prefix_requested.connect(self.what_if.decode_on)
        self.docks.weights_requested.connect(self.what_if.set_weights)
        self.gold.bar.pair_requested.connect(self.what_if.lead_along)
        self.stage.menu_requested.connect(self.what_if.offer)
        self._workspace.models_changed.connect(self._on_model)
        self._workspace.words_changed.connect(self._on_words)
        self._translation.model_changed.connect(self._on_model)
        self._translation.source_changed.connect(self._on_progress)
        self._translation.trace_changed.connect(self._on_trace)
        self._translation.selection_changed.connect(self._on_selection)
        self._translation.progress_changed.connect(self._on_progress)

    def _request(self) -> None:
        """The model's own words, with what is changed in its attention."""
        self._translation.set_target(None)
        self._send()

    def _send(self) -> None:
        note = source_note(self._workspace.source_text)
        self.source.show_note(note)
        self.bar.hide()
        self.player.pause()
        if self._workspace.source_text.strip():
            self.player.setFocus()
        self.translate_requested.emit()

    def _request_again(self) -> None:
        """A setting was changed: what is on screen is translated anew; where nothing is, nothing happens."""
        if self._translation.trace is not None or self._translation.is_busy:
            self.translate_requested.emit()

    def _choose_model(self, model: ModelInfo) -> None:
        on_screen = self._translation.trace is not None or self._translation.is_busy
        is_changed = self._translation.constraints != UNCHANGED
        self._translation.set_model(model)
        if on_screen:
            self.translate_requested.emit()
        if is_changed:
            self.bar.show_message(self.tr("Another model: what was changed in the last one is left behind."))

    def _choose_hypothesis(self, rank: int) -> None:
        self._translation.select(replace(self._translation.selection, hypothesis=rank))

    def _on_lines_joined(self, lines: int) -> None:
        self.source.show_note(
            self.tr(
                "{count} lines were pasted; they are read as one sentence. Paste them into Sentences, "
                "in the View menu, to translate each."
            ).format(count=lines)
        )

    def _on_words(self) -> None:
        for views in (self.stage, self.docks):
            views.show_words(whole=self._workspace.whole_words)

    def _on_model(self) -> None:
        self.models.show_model(self._translation.model)

    def _on_trace(self) -> None:
        trace = self._translation.trace
        hypotheses = () if trace is None else trace.hypotheses
        self.hypotheses.set_hypotheses(hypotheses, is_live=self._translation.is_live)
        shown = self._translation.shown
        if shown is not None and shown.source_text == self.source.edit.text():
            self.source.edit.settle()  # from now on Ctrl+Z takes back steps; typing, where more is typed
        self._show_hypothesis()
        self._say_progress()

    def _on_selection(self) -> None:
        self.hypotheses.set_chosen(self._translation.selection.hypothesis)
        self._show_hypothesis()

    def _show_hypothesis(self) -> None:
        hypothesis = self._translation.hypothesis
        self.player.set_tokens(() if hypothesis is None else target_labels(hypothesis))
        self.player.set_step(self._translation.selection.step)
        self.player.strip.set_marked(self._otherwise())
        self.hint.say(" ".join(self._hints()))
        if self._translation.trace is not None and not self._translation.is_live:
            self.source.show_note("")  # what was said of the sentence is said under its picture now

    def _otherwise(self) -> tuple[int, ...]:
        """The steps of a typed translation at which the model would have chosen another word."""
        trace, hypothesis = self._translation.trace, self._translation.hypothesis
        if trace is None or hypothesis is None or not trace.is_forced:
            return ()
        words = target_words_of(trace, hypothesis)
        return tuple(step for step, word in enumerate(words) if word.is_otherwise)

    def _hints(self) -> list[str]:
        """What has to be known to read the picture rightly; what every picture needs comes last."""
        trace, hypothesis = self._translation.trace, self._translation.hypothesis
        if trace is None or hypothesis is None or not hypothesis.tokens:
            return []
        of_it = (
            []
            if self._translation.is_live
            else [source_note(trace.source_text), trace_note(trace, hypothesis)]
        )
        return [note for note in (*of_it, ATTENTION_CAVEAT if trace.weights is not None else "") if note]

    def _on_progress(self) -> None:
        if self._translation.progress == "waiting":
            self.bar.hide()  # what was said of the last request, whoever asked it
        self.source.set_busy(is_busy=self._translation.is_busy)
        self._say_progress()

    def _say_progress(self) -> None:
        self.source.status.say(progress_words(self._translation, self._engine_state))

    def _centre(self) -> QWidget:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(24, 8, 24, 0)
        column.setSpacing(4)
        over = (self.what_if.target, self.what_if.strip, self.hypotheses, self.gold.bar)
        for widget in (self.source, self.bar, *over):
            column.addWidget(widget)
        column.addWidget(self.stage, 1)
        foot = QVBoxLayout()
        foot.setSpacing(0)
        foot.addWidget(self.hint)
        foot.addWidget(self.player)
        column.addLayout(foot)
        return centre

    def _lay_out(self) -> None:
        self.source.settings_row.insertWidget(0, self.models)
        row = self.source.settings_row
        row.insertWidget(row.count() - 1, self.what_if.buttons)
        self.setTabOrder(self.source.button, self.models)
        self.setTabOrder(self.models, self.source.beam)
        self.hint.setProperty("rank", "second")
        self.setFocusProxy(self.source.edit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.docks)
