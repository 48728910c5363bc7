"""One column of Compare: a model, its translation, its picture, and the candidates of the step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.number_text import number
from explorer.score_names import log_prob_formula
from explorer.views.growing_edit import GrowingEdit
from explorer.views.model_box import ModelBox
from explorer.views.notes import progress_words, trace_note
from explorer.views.stage import TraceStage
from explorer.views.step_numbers import step_numbers
from explorer.views.word_bars import WordBars, WordRow
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.notification_bar import NotificationBar
from explorer.workspace import ModelInfo, Translation, Workspace

CANDIDATES = 3  # shown of each step; Translate shows all


class CompareColumn(QWidget):
    """Shows one translation; `model_chosen` where another model was chosen for a sentence on screen."""

    model_chosen = Signal(Translation)

    def __init__(self, workspace: Workspace, translation: Translation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.translation = translation
        self._engine_state = "stopped"
        self._is_short = False
        self.models = ModelBox(workspace)
        self.status, self.note, self.step_line = (QLabel() for _ in range(3))
        self.text = GrowingEdit(self.tr("Translation"))
        self.text.setReadOnly(True)
        self.bar = NotificationBar()
        self.stage = TraceStage(translation, offers_action=False)
        self.candidates = WordBars(self.tr("Candidates for the next word"))
        self._lay_out()
        self.stage.selection_requested.connect(translation.select)
        self.models.model_requested.connect(self._choose_model)
        workspace.models_changed.connect(self._on_model)
        translation.model_changed.connect(self._on_model)
        translation.source_changed.connect(self._on_progress)
        translation.trace_changed.connect(self._on_trace)
        translation.selection_changed.connect(self._on_selection)
        translation.progress_changed.connect(self._on_progress)
        self._on_model()
        self._on_trace()

    def set_engine_state(self, state: str) -> None:
        """Note whether the engine is ready, for the words about waiting."""
        self._engine_state = state
        self._on_progress()

    def set_short(self, *, is_short: bool) -> None:
        """Leave the room to the picture where the window is short; Translate shows the candidates too."""
        self._is_short = is_short
        self.text.set_short(is_short=is_short)
        self._on_selection()

    def _choose_model(self, model: ModelInfo) -> None:
        on_screen = self.translation.trace is not None or self.translation.is_busy
        self.translation.set_model(model)
        if on_screen:
            self.model_chosen.emit(self.translation)

    def _on_model(self) -> None:
        self.models.show_model(self.translation.model)

    def _on_trace(self) -> None:
        trace, hypothesis = self.translation.trace, self.translation.hypothesis
        self.text.set_text("" if hypothesis is None else hypothesis.text)
        if not self.translation.is_live:
            self.text.show_start()
        is_whole = trace is not None and hypothesis is not None and not self.translation.is_live
        note = trace_note(trace, hypothesis) if is_whole else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._on_progress()
        self._on_selection()

    def _on_selection(self) -> None:
        trace, hypothesis = self.translation.trace, self.translation.hypothesis
        has_step = trace is not None and hypothesis is not None and bool(hypothesis.tokens)
        self.step_line.setVisible(has_step)
        self.candidates.setVisible(has_step and not self._is_short)
        self.candidates.setFixedHeight(CANDIDATES * self.candidates.row_height())
        if not has_step:
            return
        numbers = step_numbers(trace, hypothesis, self.translation.selection.step)
        words = self.tr("Step {step} of {steps}: log-probability {log_prob}, together so far {score}")
        self.step_line.setText(
            words.format(
                step=numbers.step + 1,
                steps=numbers.steps,
                log_prob=number(numbers.log_prob),
                score=number(numbers.score),
            )
        )
        self.step_line.setToolTip(log_prob_formula())
        self.candidates.set_rows(
            [
                WordRow(c.label, c.probability, number(c.probability), c.is_chosen)
                for c in numbers.likeliest(CANDIDATES)
            ]
        )

    def _on_progress(self) -> None:
        self.status.setText(progress_words(self.translation, self._engine_state))

    def _lay_out(self) -> None:
        for label in (self.note, self.step_line):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.status, self.note, self.step_line):
            label.setProperty("rank", "second")
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        top = FlowLayout()
        top.addWidget(self.models)
        top.addWidget(self.status)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        for widget in (self.bar, self.text, self.note):
            layout.addWidget(widget)
        layout.addWidget(self.stage, 1)
        layout.addWidget(self.step_line)
        layout.addWidget(self.candidates)
