"""One column of Compare: a model, its translation beside A's, its picture, and the candidates of the step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.trace import DecodingTrace
from explorer.icons import IconButton
from explorer.number_text import number
from explorer.score_names import log_prob_formula, scores_in_words
from explorer.views.column_letter import ColumnLetter
from explorer.views.column_picture import ColumnPicture
from explorer.views.edit_alignment import edit_pairs
from explorer.views.marked_text import Mark, MarkedText
from explorer.views.model_box import ModelBox
from explorer.views.notes import progress_words, trace_note
from explorer.views.step_numbers import step_numbers
from explorer.views.word_bars import WordBars, WordRow
from explorer.views.word_difference import Span, words_of
from explorer.widgets.notification_bar import PROBLEM_COLOUR, NotificationBar
from explorer.widgets.one_line import OneLine
from explorer.workspace import ModelInfo, Translation, Workspace

if TYPE_CHECKING:
    from engine.evaluation.sentence_match import SentenceMatch

CANDIDATES = 3  # shown of each step; Translate shows all
RIGHT_COLOUR = QColor("#1a8f6a")
RIGHT_SHADES = (0.12, 0.25, 0.38, 0.52)  # of the ground, by the length of the longest right n-gram


class CompareColumn(QWidget):
    """Shows one translation; `model_chosen` where another model was chosen for a sentence on screen.

    The first column is A, which stays in its place; the others can be made A, or closed.
    """

    model_chosen = Signal(Translation)
    pin_requested = Signal(Translation)
    close_requested = Signal(Translation)

    def __init__(self, workspace: Workspace, translation: Translation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.translation = translation
        self._engine_state = "stopped"
        self._is_short, self._has_picture = False, True
        self._base: str | None = None  # A's text, where this is another column
        self._match: SentenceMatch | None = None
        self._known: str | None = None  # the translation, where it is known before its trace
        self.letter = ColumnLetter()
        self.pin_button = IconButton("pin", self.tr("Make this A, with which the others are compared"))
        self.close_button = IconButton("close", self.tr("Close this column"))
        self.models = ModelBox(workspace)
        self.facts, self.match_line, self.note, self.step_line = (QLabel() for _ in range(4))
        self.status = OneLine()
        self.text = MarkedText(self.tr("Translation"))
        self.bar = NotificationBar()
        self.picture = ColumnPicture(translation)
        self.stage = self.picture.stage
        self.candidates = WordBars(self.tr("Candidates for the next word"))
        self._lay_out()
        self.stage.selection_requested.connect(translation.select)
        self.picture.choice.currentIndexChanged.connect(self._on_selection)
        self.models.model_requested.connect(self._choose_model)
        self.pin_button.clicked.connect(lambda: self.pin_requested.emit(translation))
        self.close_button.clicked.connect(lambda: self.close_requested.emit(translation))
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

    def set_number(self, number: int, *, can_close: bool) -> None:
        """Be the column at this place, from 0 on; the first one is A."""
        self.letter.set_number(number)
        self.pin_button.setVisible(number > 0)
        self.close_button.setVisible(can_close)

    def show_picture(self, *, is_shown: bool) -> None:
        """Show the picture and the candidates, or the translation alone."""
        self._has_picture = is_shown
        self.picture.setVisible(is_shown)
        self._on_selection()

    def show_known(self, text: str | None) -> None:
        """Show the translation that the trace will have, while it is on its way; None: it is not known."""
        self._known = text
        if text is not None:
            self.text.set_text(text)
            self.show_match(None)
            self.facts.hide()
            self.note.hide()

    def show_differences(self, base: str | None) -> None:
        """Mark the words that another text does not have in their place; None marks nothing."""
        self._base = base
        self._mark()

    def show_match(self, match: "SentenceMatch | None") -> None:
        """Tell how the translation meets the reference, and shade its right n-grams; None: there is none."""
        if match is self._match:
            return
        self._match = match
        self.match_line.setVisible(match is not None)
        if match is not None:
            shares = "  ".join(
                f"{right}/{count}" for right, count in zip(match.right, match.all, strict=True)
            )
            words = self.tr("BLEU {bleu:.1f} \N{MIDDLE DOT} chrF {chrf:.1f} \N{MIDDLE DOT} right {shares}")
            self.match_line.setText(words.format(bleu=match.bleu, chrf=match.chrf, shares=shares))
            tip = self.tr("Sentence BLEU ({signature}), chrF, and how many 1-, 2-, 3- and 4-grams are right")
            told = tip.format(signature=match.signature)
            self.match_line.setToolTip(f"{told}\n{match.note}".strip())
        self._mark()

    def _mark(self) -> None:
        """Right n-grams have a ground, words other than A's a line; without a reference a ground too."""
        text, marks = self.text.text(), []
        if self._match is not None:
            shades = [(begin, end, RIGHT_SHADES[order - 1]) for begin, end, order in self._match.marks]
            marks += [Mark((begin, end), RIGHT_COLOUR, shade, has_line=False) for begin, end, shade in shades]
        if self._base is not None:
            strength = 0.25 if self._match is None else 0.0
            marks += [Mark(span, PROBLEM_COLOUR, strength) for span in other_words(text, self._base)]
        self.text.set_marks(marks)

    def _choose_model(self, model: ModelInfo) -> None:
        on_screen = self.translation.trace is not None or self.translation.is_busy
        self.translation.set_model(model)
        if on_screen:
            self.model_chosen.emit(self.translation)

    def _on_model(self) -> None:
        self.models.show_model(self.translation.model)

    def _on_trace(self) -> None:
        trace, hypothesis = self.translation.trace, self.translation.hypothesis
        if not self.translation.is_live:
            self._known = None
        if self._known is None:
            self.text.set_text("" if hypothesis is None else hypothesis.text)
        if not self.translation.is_live:
            self.text.show_start()
        is_whole = trace is not None and hypothesis is not None and not self.translation.is_live
        note = trace_note(trace, hypothesis) if is_whole else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._on_progress()
        self._tell_facts(trace if is_whole else None)
        self._on_selection()

    def _tell_facts(self, trace: DecodingTrace | None) -> None:
        hypothesis = self.translation.hypothesis
        self.facts.setVisible(trace is not None)
        if trace is None or hypothesis is None:
            return
        facts = [
            self.tr("{score} nats").format(score=number(hypothesis.score, 2)),
            self.tr("normalised {score}").format(score=number(hypothesis.normalised_score, 3)),
        ]
        if "seconds" in trace.meta:
            facts.append(self.tr("{seconds:.2f} s").format(seconds=trace.meta["seconds"]))
        self.facts.setText(" \N{MIDDLE DOT} ".join(facts))
        self.facts.setToolTip(scores_in_words(hypothesis))

    def _on_selection(self) -> None:
        trace, hypothesis = self.translation.trace, self.translation.hypothesis
        is_there = trace is not None and hypothesis is not None and bool(hypothesis.tokens)
        has_step = is_there and self._has_picture
        self.step_line.setVisible(has_step)
        has_room = not self._is_short and not self.picture.shows_importance
        self.candidates.setVisible(has_step and has_room)
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
        told = self.translation.progress == "done" and not self.translation.is_of_another_sentence
        words = "" if told else progress_words(self.translation, self._engine_state)
        self.status.setText(words)  # the time it took stands beside the scores

    def _lay_out(self) -> None:
        for label in (self.facts, self.match_line, self.note, self.step_line):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.status, self.facts, self.match_line, self.note, self.step_line):
            label.setProperty("rank", "second")
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addStrut(self.close_button.sizeHint().height())  # the same for all columns
        for widget in (self.letter, self.models):
            top.addWidget(widget)
        top.addWidget(self.status, 1)
        for button in (self.pin_button, self.close_button):
            top.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        self.match_line.hide()
        for widget in (self.bar, self.text, self.facts, self.match_line, self.note):
            layout.addWidget(widget)
        layout.addWidget(self.picture, 1)
        layout.addWidget(self.step_line)
        layout.addWidget(self.candidates)
        layout.addStretch()


def other_words(text: str, base: str) -> list[Span]:
    """The words of a text that do not stand beside their equals in another one, by the fewest edits."""
    own, other = words_of(text), words_of(base)
    own_words, base_words = [text[a:b] for a, b in own], [base[a:b] for a, b in other]
    pairs = edit_pairs(base_words, own_words)
    same = {j for i, j in pairs if i is not None and j is not None and base_words[i] == own_words[j]}
    return [span for place, span in enumerate(own) if place not in same]
