"""The place Compare: one sentence in two to four models, under one source line and one player."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from engine.errors import EngineError
from explorer.views.base import TraceView
from explorer.views.column_letter import LETTERS
from explorer.views.compare_column import CompareColumn
from explorer.views.compare_differences import CompareDifferencesPage
from explorer.views.compare_growth import CompareGrowthPage
from explorer.views.compare_rows import CompareRows
from explorer.views.compare_words import CompareWordsPage
from explorer.views.notes import ATTENTION_CAVEAT, source_note
from explorer.views.player import Player
from explorer.views.reference_edit import ReferenceEdit
from explorer.views.source_bar import SourceBar
from explorer.views.stage import SHORT, TraceStage
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.pinned_columns import PinnedColumns
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import FEWEST_COMPARED, MOST_COMPARED, Translation, Workspace

LOWEST_PAGE = 160  # pixels: a page that is lower shows nothing; all of the place scrolls then


class CompareView(QWidget):
    """Columns of translations; wishes leave as signals that name the translations they are about.

    A page shows the columns' pictures, or something about all of them under their translations.
    """

    translate_requested = Signal(tuple)
    cancel_requested = Signal(tuple)
    stage_made = Signal(TraceStage)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._made: dict[str, CompareColumn] = {}  # by channel; a closed one waits to be added again
        self._engine_state = "stopped"
        self.source = SourceBar(workspace, lists_hypotheses=False)
        self.bar = NotificationBar()
        self.rows = CompareRows(self)
        self.tabs, self.pages, self.add_button = QTabBar(), QStackedWidget(), QPushButton()
        self.words = CompareWordsPage(workspace, self.rows)
        self.differences = CompareDifferencesPage(self.rows)
        self.growth = CompareGrowthPage(workspace)
        self._columns_area = PinnedColumns()
        self.reference, self.caveat = ReferenceEdit(workspace), QLabel()
        self.player = Player()
        self._lay_out()
        self._connect()
        self._on_columns()
        self._on_words()

    @property
    def columns(self) -> list[CompareColumn]:
        """The columns on screen, A first."""
        return [self._made[translation.channel] for translation in self._workspace.compared]

    def show_error(self, channel: str, error: EngineError) -> None:
        """Say an error in the column where it arose, or above all of them."""
        for column in self.columns:
            if column.translation.channel == channel:
                column.bar.show_error(error)
                return
        self.bar.show_error(error)

    def set_engine_state(self, state: str) -> None:
        """Note whether the engine is ready, for the words about waiting."""
        self._engine_state = state
        for column in self.columns:
            column.set_engine_state(state)

    def set_motion(self, *, is_reduced: bool) -> None:
        """Move nothing by itself, or move again."""
        self.player.set_motion(is_reduced=is_reduced)

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The pictures that show a translation, each with the letter and the name of its model.

        From a page that holds none it goes to the columns' own, for a picture has to be on screen.
        """
        if self.pages.currentWidget() is self.differences and self.pages.isVisible():
            return self.differences.seen_views()
        self.tabs.setCurrentIndex(0)
        stages = [(column.translation.model, column.picture.view) for column in self.columns]
        return [
            (f"{letter} {model.name}", view)
            for letter, (model, view) in zip(LETTERS, stages, strict=False)
            if model is not None and view is not None
        ]

    def focus_source(self) -> None:
        """Put the cursor into the source line, with all of it selected."""
        self.source.edit.setFocus()
        self.source.edit.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_busy = any(translation.is_busy for translation in self._workspace.compared)
        if event.key() == Qt.Key.Key_Escape and is_busy:
            self.cancel_requested.emit(self._workspace.compared)
        elif not self.player.handle_key(event):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_short = self.height() < SHORT
        self.source.edit.set_short(is_short=is_short)
        for column in self.columns:
            column.set_short(is_short=is_short)

    def _connect(self) -> None:
        self.source.translate_requested.connect(self._request)
        self.source.settings_changed.connect(self._request_again)
        self.source.cancel_requested.connect(lambda: self.cancel_requested.emit(self._workspace.compared))
        self.player.step_requested.connect(self.rows.go_to)
        self.tabs.currentChanged.connect(self._show_page)
        self.add_button.clicked.connect(self._add)
        self.growth.grown.connect(self._on_grown)
        self.growth.translate_requested.connect(
            lambda: self.translate_requested.emit(self._workspace.compared)
        )
        self.rows.rows_changed.connect(self._on_rows)
        self.rows.row_changed.connect(lambda: self.player.set_step(self.rows.row))
        self._workspace.words_changed.connect(self._on_words)
        self._workspace.reference.changed.connect(self._on_matches)
        self._workspace.reference.matched.connect(self._on_matches)
        self._workspace.source_changed.connect(self._show_caveat)
        self._workspace.columns_changed.connect(self._on_columns)

    def _request(self) -> None:
        self.source.show_note(source_note(self._workspace.source_text))
        for bar in (self.bar, *(column.bar for column in self.columns)):
            bar.hide()
        self.player.pause()
        if self._workspace.source_text.strip():
            self.player.setFocus()
        self.translate_requested.emit(self._workspace.compared)

    def _request_again(self) -> None:
        if self._is_in_use():
            self.translate_requested.emit(self._workspace.compared)

    def _is_in_use(self) -> bool:
        return any(t.trace is not None or t.is_busy for t in self._workspace.compared)

    # ---- columns

    def _add(self) -> None:
        is_in_use = self._is_in_use()
        new = self._workspace.add_column()
        if is_in_use:
            self.translate_requested.emit((new,))

    def _close(self, translation: Translation) -> None:
        self.cancel_requested.emit((translation,))
        self._workspace.close_column(translation)

    def _on_columns(self) -> None:
        for translation in self._workspace.compared:
            if translation.channel not in self._made:
                self._made[translation.channel] = self._make(translation)
        columns = self.columns
        for number, column in enumerate(columns):
            column.set_number(number, can_close=len(columns) > FEWEST_COMPARED)
            column.set_engine_state(self._engine_state)
        self._columns_area.set_columns(columns)
        self.add_button.setEnabled(len(columns) < MOST_COMPARED)
        self.rows.set_translations(self._workspace.compared)
        self._on_progress()
        self._show_page()

    def _make(self, translation: Translation) -> CompareColumn:
        column = CompareColumn(self._workspace, translation)
        column.model_chosen.connect(lambda chosen: self.translate_requested.emit((chosen,)))
        column.pin_requested.connect(self._workspace.pin_column)
        column.close_requested.connect(self._close)
        column.text.lines_changed.connect(self._share_lines)
        column.picture.show_words(whole=self._workspace.whole_words)
        translation.progress_changed.connect(self._on_progress)
        self.stage_made.emit(column.stage)
        return column

    def _share_lines(self) -> None:
        """Every translation has as many lines as the longest, so that the pictures stand side by side."""
        shown = [one for one in self._made.values() if one.translation in self._workspace.compared]
        lines = max((column.text.lines() for column in shown), default=1)
        for column in shown:
            column.text.set_fewest_lines(lines)

    # ---- what is shown

    def _show_page(self) -> None:
        page = self.tabs.currentIndex() - 1  # the first tab is that of the columns' own pictures
        self.pages.setVisible(page >= 0)
        self.pages.setCurrentIndex(max(page, 0))
        self._body.setStretch(0, int(page < 0))
        for column in self.columns:
            column.show_picture(is_shown=page < 0)
        self._show_caveat()
        self._fit()

    def _on_grown(self) -> None:
        """The sentence has another length: what is known of it is seen before it is translated again."""
        self.cancel_requested.emit(self._workspace.compared)
        texts = [self.growth.known_text(number) for number in range(len(self._workspace.compared))]
        for column, text in zip(self.columns, texts, strict=True):
            column.show_known(text)
        self._show_differences()

    def _show_differences(self) -> None:
        """Mark in the other texts on screen what that of A has not; nothing while A has none."""
        first, *others = self.columns
        first.show_differences(None)
        for column in others:
            column.show_differences(first.text.text() or None)

    def _on_rows(self) -> None:
        self._show_differences()
        self.player.set_tokens(self.rows.labels())
        self.player.set_step(self.rows.row)
        self._on_matches()

    def _on_matches(self) -> None:
        """How each translation meets the reference of its sentence, where it has one."""
        reference = self._workspace.reference
        for column in self.columns:
            trace, hypothesis = column.translation.trace, column.translation.hypothesis
            is_meant = trace is not None and bool(reference.of(trace.source_text))
            is_shown = hypothesis is not None and hypothesis.text == column.text.text()
            column.show_match(reference.match(hypothesis.text) if is_meant and is_shown else None)
        self._show_caveat()

    def _show_caveat(self) -> None:
        """How weights are to be read, where they are drawn; what the marks mean, with a reference."""
        traces = [translation.trace for translation in self._workspace.compared]
        has_weights = any(trace is not None and trace.weights is not None for trace in traces)
        words = [ATTENTION_CAVEAT] if has_weights and self.tabs.currentIndex() in (0, 2) else []
        if self._workspace.reference.of(self._workspace.source_text):
            words.append(
                self.tr(
                    "Shaded: n-grams that the reference has, the longer the darker. Underlined: other than A."
                )
            )
        self.caveat.setText(" ".join(words))
        self.caveat.setVisible(bool(words))

    def _on_words(self) -> None:
        self.rows.set_whole_words(is_whole=self._workspace.whole_words)
        for column in self._made.values():
            column.picture.show_words(whole=self._workspace.whole_words)

    def _on_progress(self) -> None:
        self.source.set_busy(is_busy=any(translation.is_busy for translation in self._workspace.compared))

    def _lay_out(self) -> None:
        self.caveat.setProperty("rank", "second")
        self.caveat.setWordWrap(True)
        self.setFocusProxy(self.source.edit)
        self.tabs.addTab(self.tr("Pictures"))
        for title, page in (
            (self.tr("Words"), self.words),
            (self.tr("Difference of attention"), self.differences),
            (self.tr("Longer and longer"), self.growth),
        ):
            self.tabs.addTab(title)
            self.pages.addWidget(page)
        self.tabs.setAccessibleName(self.tr("What is shown of the translations"))
        self.add_button.setText(self.tr("Add a model"))
        self.add_button.setToolTip(self.tr("One more column, with another model; four at most"))
        self.pages.setMinimumHeight(LOWEST_PAGE)
        head = QHBoxLayout()
        head.addWidget(self.tabs)
        head.addWidget(self.reference, 1)
        head.addWidget(self.add_button)
        content = QWidget()
        self._body = QVBoxLayout(content)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(4)
        self._body.addWidget(self._columns_area, 1)
        self._body.addWidget(self.pages, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 0)
        layout.setSpacing(4)
        layout.addWidget(self.source)
        layout.addWidget(self.bar)
        layout.addLayout(head)
        layout.addWidget(UprightArea(content), 1)
        layout.addWidget(self.caveat)
        layout.addWidget(self.player)
