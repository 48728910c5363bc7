"""One line over the picture: what is changed in it, the translation before and now, the change in score."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from engine.trace import DecodingTrace
from explorer.number_text import number
from explorer.score_names import nats
from explorer.views.marked_line import MarkedLine
from explorer.views.what_if_chips import ChangeChips
from explorer.views.what_if_words import Change, changes, signed
from explorer.views.word_difference import differing, is_edit
from explorer.what_if import History, Question, State
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.notification_bar import PROBLEM_COLOUR


class WhatIfStrip(QWidget):
    """Hidden where nothing is changed and there is nothing to compare with.

    `question_requested` where a change is taken away by its button, with what is to be asked then.
    """

    question_requested = Signal(Question)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.changes: tuple[Change, ...] = ()
        self._question: Question | None = None
        self._history = History()
        self.chips = ChangeChips()
        self.before, self.now = MarkedLine(self.tr("Before")), MarkedLine(self.tr("Now"))
        self._arrow, self.same, self.score = QLabel("→"), QLabel(self.tr("Same words")), QLabel()
        self.chips.removal_requested.connect(self._take_away)
        self.chips.all_removal_requested.connect(self._take_all_away)
        self._lay_out()
        self.show_changes(None, None)
        self.show_history(History())

    def show_changes(self, question: Question | None, trace: DecodingTrace | None) -> None:
        """Say what is changed in the picture that answers this question."""
        is_own = question is None or trace is None or question.is_own
        self._question = question
        self.changes = () if is_own else changes(question, trace)
        self.chips.set_changes(self.changes)
        self._show_if_needed()

    def show_history(self, history: History) -> None:
        """Compare the state on screen with the one before it, unless that is of another sentence."""
        self._history = history
        before, now = _compared(history), history.current
        if before is None or now is None:
            for widget in (self.before, self._arrow, self.now, self.same, self.score):
                widget.hide()
        else:
            self._compare(before, now)
        self._show_if_needed()

    def changeEvent(self, event: QEvent) -> None:
        """The colours of differing words follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_history(self._history)

    def _compare(self, before: State, now: State) -> None:
        old, new = before.trace.best(), now.trace.best()
        is_same = old.text == new.text
        for widget in (self.before, self._arrow, self.now):
            widget.setVisible(not is_same)
        self.same.setVisible(is_same)
        gone, come = differing(old.text, new.text)
        self.before.set_text(old.text, gone, PROBLEM_COLOUR)
        self.now.set_text(new.text, come, self.palette().color(QPalette.ColorRole.Accent))
        change = signed(new.score - old.score)
        self.score.setText(self.tr("Δ log-prob. {change}").format(change=change))
        words = self.tr(
            "Log-probability of the best translation: {before} before, {now} now, a change of {change} {unit}"
        )
        scores = {"before": number(old.score, 2), "now": number(new.score, 2)}
        words = words.format_map({**scores, "change": change, "unit": nats()})
        self.score.setToolTip(words)
        self.score.setAccessibleName(words)
        self.score.show()

    def _take_away(self, index: int) -> None:
        self.question_requested.emit(self.changes[index].without)

    def _take_all_away(self) -> None:
        if self._question is not None:
            self.question_requested.emit(self._question.own())

    def _show_if_needed(self) -> None:
        self.setVisible(bool(self.changes) or _compared(self._history) is not None)

    def _lay_out(self) -> None:
        for label in (self._arrow, self.same):
            label.setProperty("rank", "second")
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.before, self._arrow, self.now, self.same):
            row.addWidget(widget)
        row.addStretch(1)
        both.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = FlowLayout(self)
        for widget in (self.chips, both, self.score):
            layout.addWidget(widget)


def _compared(history: History) -> State | None:
    """The state before, where it is of the same sentence or of one that was edited into this one."""
    before, now = history.before, history.current
    if before is None or now is None:
        return None
    return before if is_edit(before.question.source_text, now.question.source_text) else None
