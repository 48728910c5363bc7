"""What each target word depends on, without a look at attention: for every kind of model."""

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QLabel, QStackedLayout, QVBoxLayout, QWidget

from engine.constraints import from_plain
from engine.exports.numbers import cells_text
from engine.probes import Importance
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, group_of, groups_of, merged_sums
from explorer.export_choice import IMPORTANCE
from explorer.plots.pictures import Drawing
from explorer.plots.signed_matrix import SignedMatrix
from explorer.probes import ProbeQuestion, Probes
from explorer.views.probe_view import ProbeView
from explorer.views.tokens import source_words, target_words
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.one_line import OneLine

RADIUS = 8.0  # of the frame's corners


class ImportanceView(ProbeView):
    """Signed numbers in a dashed frame: other colours and another edge than a picture of attention has.

    A word sums the numbers of its pieces, on both sides: the log-probability of a word is the sum of theirs.
    """

    numbers_of = IMPORTANCE

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.meaning, self.note = QLabel(), QLabel(), QLabel()
        self.title.setProperty("rank", "title")
        self.method = QComboBox()
        self.method.addItem(self.tr("Occlusion"), "occlusion")
        self.method.addItem(self.tr("Gradient"), "gradient")
        self.method.setAccessibleName(self.tr("How importance is found"))
        self.bar = NotificationBar()
        self.matrix = SignedMatrix()
        self.matrix.setAccessibleName(self.tr("Importance of source words for target words"))
        self.read_out = OneLine()
        self._source: tuple[Group, ...] = ()
        self._target: tuple[Group, ...] = ()
        self._found: Importance | None = None
        self._drawn: tuple[object, ...] = ()
        self._lay_out()
        self.method.currentIndexChanged.connect(self._on_method)
        self.matrix.pointed.connect(self._request_place)
        self.matrix.menu_requested.connect(lambda where, *_: self.open_copy_menu(where))
        self._on_method()

    @property
    def importance(self) -> Importance | None:
        """What was found; None while it is worked out."""
        return self._found

    @property
    def question(self) -> ProbeQuestion | None:
        """What is to be worked out; None while a translation is being made, or where there is none."""
        return self.question_of(self.method.currentData())

    def show_probes(self, probes: Probes) -> None:
        """Draw the answer to the question of what is on screen, once it is there."""
        question = self.question
        if question is None:
            return
        found, error = probes.answer(question), probes.error(question)
        if isinstance(found, Importance):
            self._found = found
            self._draw()
        elif error is not None:
            self.waiting.set_texts(self.tr("No importance"), "")
            self.bar.show_error(error)

    def numbers_text(self) -> str:
        """The importance with its tokens."""
        if self.trace is None or self.hypothesis is None or self._found is None:
            return ""
        return cells_text(self.trace.source_tokens, self.hypothesis.tokens, self._found.values)

    def drawing(self, *, whole: bool) -> Drawing:
        """The picture as it is seen, or every cell of it on paper."""
        if whole and self._found is not None:
            return self.matrix.paper().drawing()
        return super().drawing(whole=whole)

    def _on_method(self) -> None:
        if self.method.currentData() == "occlusion":
            self.title.setText(self.tr("Importance (occlusion)"))
            meaning = self.tr(
                "How much log-probability a target word loses, in nats (natural log), where the embedding of "
                "the source word is zero. It is not attention."
            )
        else:
            self.title.setText(self.tr("Importance (gradient)"))
            meaning = self.tr(
                "The slope of a target word's log-probability along the source word's embedding "
                "(gradient \u00d7 embedding). It is not attention."
            )
        self.meaning.setText(meaning)
        self.ask()

    @property
    def is_waiting(self) -> bool:
        """Whether what was asked is not answered yet."""
        return self._found is None

    def ask(self) -> None:
        """Wish for the importance that was chosen."""
        self._found = None
        self.bar.hide()
        question = self.question
        if question is None:
            self.waiting.set_texts(
                self.tr("Importance will stand here"),
                self.tr("How much each target word depends on each source word, for every kind of model."),
            )
        else:
            count = len(question.target_ids)
            text = self.tr("{count} target tokens, each with and without every source token.")
            self.waiting.set_texts(self.tr("Working it out \u2026"), text.format(count=count))
        self._pages.setCurrentWidget(self.waiting)
        if question is not None:
            self.probe_requested.emit(question)

    def _draw(self) -> None:
        trace, hypothesis, found = self.trace, self.hypothesis, self._found
        if trace is None or hypothesis is None or found is None:
            return
        drawn = (trace, hypothesis, found, self.whole_words)
        if len(self._drawn) != len(drawn) or any(a is not b for a, b in zip(self._drawn, drawn, strict=True)):
            self._fill(trace, hypothesis, found)
            self._drawn = drawn
        self.mark()
        self._pages.setCurrentWidget(self.picture)

    def _fill(self, trace: DecodingTrace, hypothesis: Hypothesis, found: Importance) -> None:
        self._source, self._target = groups_of(trace, hypothesis, whole_words=self.whole_words)
        sums = merged_sums(found.values, self._source, self._target)
        self.matrix.set_numbers(
            sums, source_words(trace, self._source), target_words(hypothesis, self._target)
        )
        self.note.setVisible(from_plain(trace.constraints).changes_attention)

    def mark(self) -> None:
        """Mark the words of the step and the position."""
        selection = self.selection
        self.matrix.set_marked(
            group_of(self._target, selection.step), group_of(self._source, selection.position)
        )
        self._tell()

    def _tell(self) -> None:
        self.read_out.say(self.matrix.read_out())

    def _request_place(self, row: int | None, column: int | None) -> None:
        """Pointing is selecting; within a word the token stays."""
        self._tell()
        selection = self.selection
        if row is not None and row != group_of(self._target, selection.step):
            selection = replace(selection, step=self._target[row][0])
        if column is not None and column != group_of(self._source, selection.position):
            selection = replace(selection, position=self._source[column][0])
        if selection != self.selection:
            self.selection_requested.emit(selection)

    def _lay_out(self) -> None:
        self.note.setText(self.tr("The attention was changed here; importance is that of the model itself."))
        for label in (self.meaning, self.note):
            label.setProperty("rank", "second")
        for label in (self.title, self.meaning, self.note):
            label.setWordWrap(True)
        self.note.hide()
        self.read_out.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        room = self.read_out.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # the matrix keeps its size while it is pointed at
        self.read_out.setSizePolicy(room)
        self.waiting = EmptyState("", "")
        self.picture = QWidget()
        column = QVBoxLayout(self.picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.matrix, 1)
        column.addWidget(self.read_out)
        column.addWidget(self.note)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.waiting)
        self._pages.addWidget(self.picture)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.title)
        layout.addWidget(self.method, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.meaning)
        layout.addWidget(self.bar)
        layout.addLayout(self._pages, 1)
        self.setFocusProxy(self.method)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(4.5, 4.5, -4.5, -4.5), RADIUS, RADIUS)
