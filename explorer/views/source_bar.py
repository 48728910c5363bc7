"""The source line with its button, and under it the settings of decoding and what goes on."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from explorer.views.source_edit import SourceEdit
from explorer.what_if import DecodingChoice
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.number_box import NumberBox
from explorer.widgets.one_line import OneLine
from explorer.workspace import Workspace

PATIENCE_MS = 300  # a spinning number is translated when it rests
WIDEST_BEAM = 100


class SourceBar(QWidget):
    """One source sentence. `translate_requested` by Enter, the button, or a setting that came to rest."""

    translate_requested = Signal()
    cancel_requested = Signal()
    settings_changed = Signal()

    def __init__(self, workspace: Workspace, *, lists_hypotheses: bool) -> None:
        super().__init__()
        self._workspace = workspace
        self._is_busy = False
        self.edit = SourceEdit()
        self.button = QPushButton()
        self.beam, self.n_best = NumberBox(self.tr("Beam size")), NumberBox(self.tr("Hypotheses"))
        self.note, self.status = QLabel(), OneLine()
        self.settings_row = FlowLayout()
        self._rest = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._rest.timeout.connect(self.settings_changed)
        self._set_up()
        self._lay_out(lists_hypotheses=lists_hypotheses)
        self._show_source()
        self._show_decoding()

    def set_busy(self, *, is_busy: bool) -> None:
        """While an answer is awaited the button cancels."""
        self._is_busy = is_busy
        self.button.setText(self.tr("Cancel") if is_busy else self.tr("Translate"))
        self.button.setProperty("primary", not is_busy)
        self.button.style().polish(self.button)

    def _set_up(self) -> None:
        self.set_busy(is_busy=False)
        self.button.setMinimumWidth(112)
        self.button.clicked.connect(self._on_button)
        self.edit.translate_requested.connect(self.translate_requested)
        self.edit.textChanged.connect(lambda: self._workspace.set_source_text(self.edit.text()))
        for box in (self.beam, self.n_best):
            box.setRange(1, WIDEST_BEAM)
            box.setKeyboardTracking(False)
            box.setMinimumWidth(72)
        self.beam.setToolTip(self.tr("How many hypotheses are kept at each step; 1 is greedy search"))
        self.n_best.setToolTip(self.tr("How many of the best translations are listed"))
        self.beam.valueChanged.connect(
            lambda value: self._choose(self._workspace.decoding.with_beam_size(value))
        )
        self.n_best.valueChanged.connect(
            lambda value: self._choose(self._workspace.decoding.with_n_best(value))
        )
        self._workspace.decoding_changed.connect(self._show_decoding)
        self._workspace.source_changed.connect(self._show_source)
        for label in (self.note, self.status):
            label.setProperty("rank", "second")
        self.note.setWordWrap(True)
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setRetainSizeWhenHidden(True)  # what stands beside it does not move
        self.status.setSizePolicy(policy)

    def _lay_out(self, *, lists_hypotheses: bool) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.edit, 1)
        boxes = [(self.tr("Beam"), self.beam), (self.tr("n-best"), self.n_best)]
        if lists_hypotheses:
            for words, box in boxes:
                self.settings_row.addWidget(_named(words, box))
            self.settings_row.addWidget(self.status)
        else:  # one number needs no line of its own
            top.addWidget(_named(*boxes[0]))
        top.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        if lists_hypotheses:
            layout.addLayout(self.settings_row)
        else:
            self.setTabOrder(self.edit, self.beam)
            self.setTabOrder(self.beam, self.button)
        layout.addWidget(self.note)
        self.note.hide()

    def show_note(self, text: str) -> None:
        """Say something about the sentence; an empty text takes the line away."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _choose(self, choice: DecodingChoice) -> None:
        if choice != self._workspace.decoding:
            self._workspace.set_decoding(choice)
            self._rest.start()

    def _show_decoding(self) -> None:
        choice = self._workspace.decoding
        self.beam.setValue(choice.beam_size)
        self.n_best.setValue(choice.n_best)

    def _show_source(self) -> None:
        self.edit.set_text(self._workspace.source_text)

    def _on_button(self) -> None:
        (self.cancel_requested if self._is_busy else self.translate_requested).emit()


def _named(words: str, box: QWidget) -> QWidget:
    """A box behind its name, which stays with it."""
    pair, label = QWidget(), QLabel(words)
    label.setBuddy(box)
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 8, 0)
    row.setSpacing(8)
    row.addWidget(label)
    row.addWidget(box)
    return pair
