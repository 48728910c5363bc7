"""The place Compare: the same sentence in two models side by side, under one source line and one player."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.errors import EngineError
from explorer.views.base import TraceView
from explorer.views.compare_column import CompareColumn
from explorer.views.notes import ATTENTION_CAVEAT, source_note
from explorer.views.player import Player
from explorer.views.source_bar import SourceBar
from explorer.views.stage import SHORT
from explorer.views.tokens import target_labels
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Translation, Workspace


class CompareView(QWidget):
    """Columns of translations; wishes leave as signals that name the translations they are about."""

    translate_requested = Signal(tuple)
    cancel_requested = Signal(tuple)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._translations = workspace.compared
        self.source = SourceBar(workspace, lists_hypotheses=False)
        self.bar = NotificationBar()
        self.columns = [CompareColumn(workspace, translation) for translation in self._translations]
        self.caveat = QLabel(ATTENTION_CAVEAT)
        self.player = Player()
        self._lay_out()
        self._connect()
        self._on_trace()
        self._on_words()

    def show_error(self, channel: str, error: EngineError) -> None:
        """Say an error in the column where it arose, or above all of them."""
        for column in self.columns:
            if column.translation.channel == channel:
                column.bar.show_error(error)
                return
        self.bar.show_error(error)

    def set_engine_state(self, state: str) -> None:
        """Note whether the engine is ready, for the words about waiting."""
        for column in self.columns:
            column.set_engine_state(state)

    def set_motion(self, *, is_reduced: bool) -> None:
        """Move nothing by itself, or move again."""
        self.player.set_motion(is_reduced=is_reduced)

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The pictures that show a translation, each with the name of its model."""
        stages = [(column.translation.model, column.stage.view) for column in self.columns]
        return [(model.name, view) for model, view in stages if model is not None and view is not None]

    def focus_source(self) -> None:
        """Put the cursor into the source line, with all of it selected."""
        self.source.edit.setFocus()
        self.source.edit.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and any(
            translation.is_busy for translation in self._translations
        ):
            self.cancel_requested.emit(self._translations)
        elif not self.player.handle_key(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_short = self.height() < SHORT
        self.source.edit.set_short(is_short=is_short)
        for column in self.columns:
            column.set_short(is_short=is_short)

    def _connect(self) -> None:
        self.source.translate_requested.connect(self._request)
        self.source.settings_changed.connect(self._request_again)
        self.source.cancel_requested.connect(lambda: self.cancel_requested.emit(self._translations))
        self.player.step_requested.connect(self._go_to)
        self._workspace.words_changed.connect(self._on_words)
        for column in self.columns:
            column.model_chosen.connect(lambda chosen: self.translate_requested.emit((chosen,)))
            column.translation.trace_changed.connect(self._on_trace)
            column.translation.selection_changed.connect(self._on_selection)
            column.translation.progress_changed.connect(self._on_progress)

    def _request(self) -> None:
        self.source.show_note(source_note(self._workspace.source_text))
        for bar in (self.bar, *(column.bar for column in self.columns)):
            bar.hide()
        self.player.pause()
        if self._workspace.source_text.strip():
            self.player.setFocus()
        self.translate_requested.emit(self._translations)

    def _request_again(self) -> None:
        if any(translation.trace is not None or translation.is_busy for translation in self._translations):
            self.translate_requested.emit(self._translations)

    def _longest(self) -> Translation:
        return max(self._translations, key=lambda translation: translation.steps)

    def _go_to(self, step: int) -> None:
        for translation in self._translations:
            translation.select_step(step)

    def _on_trace(self) -> None:
        longest = self._longest()
        self.player.set_tokens(() if longest.hypothesis is None else target_labels(longest.hypothesis))
        self.caveat.setVisible(
            any(t.trace is not None and t.trace.weights is not None for t in self._translations)
        )
        self._on_selection()

    def _on_selection(self) -> None:
        self.player.set_step(self._longest().selection.step)

    def _on_words(self) -> None:
        for column in self.columns:
            column.stage.show_words(whole=self._workspace.whole_words)

    def _on_progress(self) -> None:
        self.source.set_busy(is_busy=any(translation.is_busy for translation in self._translations))

    def _lay_out(self) -> None:
        self.caveat.setProperty("rank", "second")
        self.caveat.setWordWrap(True)
        self.setFocusProxy(self.source.edit)
        content = QWidget()
        columns = QHBoxLayout(content)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(24)
        for column in self.columns:
            columns.addWidget(column, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 0)
        layout.setSpacing(4)
        layout.addWidget(self.source)
        layout.addWidget(self.bar)
        layout.addWidget(UprightArea(content), 1)
        layout.addWidget(self.caveat)
        layout.addWidget(self.player)
