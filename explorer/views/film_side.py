"""Beside the picture of a film: which sentence, led along what, and its translation at this update."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from explorer.film import Frame, Watched
from explorer.number_text import number
from explorer.views.film_text import marked_html
from explorer.widgets.flow_layout import FlowLayout

MOST_ROWS = 5  # sentences that are seen without scrolling
OWN, REFERENCE = 0, 1  # rows of the choice of a target


class SentenceList(QListWidget):
    """As high as its sentences, up to a few."""

    def sizeHint(self) -> QSize:
        line = round(QFontMetricsF(self.font()).height())
        rows = [self.sizeHintForRow(row) for row in range(min(self.count(), MOST_ROWS))] or [line]
        return QSize(200, sum(rows) + 2 * self.spacing() * len(rows) + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())


class FilmSide(QWidget):
    """What is chosen here is told by `changed`; the rest is drawn as it is given."""

    changed = Signal()
    compare_toggled = Signal(bool)  # whether the frame on screen is to be kept, to compare others with it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._watched: tuple[Watched, ...] = ()
        self._texts: tuple[str | None, str] = (None, "")
        self.list = SentenceList()
        self.list.setSpacing(2)
        self.list.setAccessibleName(self.tr("Watched sentences"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.target = QComboBox()
        self.target.addItems([self.tr("Its own translation"), self.tr("The reference (forced decoding)")])
        self.target.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.target.setAccessibleName(self.tr("Target"))
        self.gold, self.compare = QCheckBox(self.tr("Gold links")), QPushButton()
        self.gold.setToolTip(self.tr("Lay rings over the cells of the links that are known to be right"))
        self.compare.setCheckable(True)
        self.open = QPushButton(self.tr("Open in Translate"))
        self.heading, self.measures, self.text, self.note = (QLabel() for _ in range(4))
        self._lay_out()
        self.list.currentRowChanged.connect(self._on_sentence)
        self.target.currentIndexChanged.connect(self.changed)
        self.gold.toggled.connect(self.changed)
        self.compare.toggled.connect(self.compare_toggled)
        self.show_base(None)

    @property
    def sentence(self) -> int:
        """The number of the chosen sentence."""
        return max(self.list.currentRow(), 0)

    @property
    def is_forced(self) -> bool:
        """Whether the reference is shown, and not the model's own translation."""
        return self.target.currentIndex() == REFERENCE

    def show_reference(self) -> None:
        """Show the model led along the reference."""
        self.target.setCurrentIndex(REFERENCE)

    @property
    def watched(self) -> Watched | None:
        """The chosen sentence; None where there is none."""
        return self._watched[self.sentence] if self._watched else None

    def show_base(self, base: int | None) -> None:
        """Say which update the frames are compared with."""
        with QSignalBlocker(self.compare):
            self.compare.setChecked(base is not None)
        if base is None:
            self.compare.setText(self.tr("Compare with this frame"))
            self.compare.setToolTip(self.tr("Keep this frame, and see what is different in the others"))
        else:
            self.compare.setText(self.tr("End the comparison"))
            self.compare.setToolTip(self.tr("See the frames themselves again"))

    def offer_checkpoint(self, *, is_kept: bool) -> None:
        """Whether the model of the shown update can be opened."""
        self.open.setEnabled(is_kept)
        self.open.setToolTip(
            self.tr("Translate this sentence with the model as it was at this update")
            if is_kept
            else self.tr("The run keeps no checkpoint of this update. The picture can be exported.")
        )

    def set_sentences(self, sentences: Sequence[Watched]) -> None:
        """Offer these; the chosen one stays."""
        if tuple(sentences) == self._watched:
            return
        row = self.sentence
        self._watched = tuple(sentences)
        with QSignalBlocker(self.list):
            self.list.clear()
            for index, watched in enumerate(self._watched):
                self.list.addItem(watched.source or self.tr("Sentence {number}").format(number=index + 1))
                self.list.item(index).setToolTip(watched.source)
            self.list.setCurrentRow(min(row, len(self._watched) - 1))
        self.list.updateGeometry()
        self._offer()

    def show_update(self, update: int, base: int | None, bleu: float, aer: float) -> None:
        """Say which update is shown, what it is compared with, and how good the model was, in percent."""
        text = self.tr("Update {update:,}") if base is None else self.tr("Update {update:,} minus {base:,}")
        self.heading.setText(text.format(update=update, base=base))
        told = [self.tr("dev BLEU {value:.1f}").format(value=bleu)] if math.isfinite(bleu) else []
        told += [self.tr("AER {value:.1f}%").format(value=aer)] if math.isfinite(aer) else []
        self.measures.setText("   ".join(told))

    def show_text(self, frame: Frame, before: Frame | None) -> None:
        """Write the target of a frame; words that `before` did not have are marked."""
        self._texts = (_text(before), _text(frame) or "")
        self.note.setText(self._told(frame, before))
        self._write()

    def _told(self, frame: Frame, before: Frame | None) -> str:
        if frame.trace is None or not frame.trace.hypotheses:
            return ""
        hypothesis, words = frame.trace.best(), []
        if self.is_forced:
            words.append(self.tr("The model is led along the reference."))
        elif not hypothesis.text:
            words.append(self.tr("The model writes no words here."))
        elif before is not None and _text(before) not in (None, hypothesis.text):
            since = self.tr("Marked: not in the translation at update {update:,}.")
            words.append(since.format(update=before.key.update))
        mean = number(hypothesis.score / max(len(hypothesis.tokens), 1))
        return " ".join([*words, self.tr("Log-probability a token: {mean}").format(mean=mean)])

    def _on_sentence(self) -> None:
        self._offer()
        self.changed.emit()

    def _offer(self) -> None:
        """The reference can be chosen only where it is known, and gold links only where they are."""
        watched = self.watched
        has_reference = watched is not None and watched.reference is not None
        self.target.setEnabled(has_reference)
        self.target.setToolTip(
            self.tr("Along the reference the rows are the same words at each update.")
            if has_reference
            else self.tr("No reference of this sentence is known.")
        )
        self.gold.setVisible(any(watched.gold for watched in self._watched))
        self.gold.setEnabled(watched is not None and watched.gold is not None)
        if not has_reference:
            with QSignalBlocker(self.target):
                self.target.setCurrentIndex(OWN)

    def _write(self) -> None:
        self.text.setText(marked_html(*self._texts, self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._write()

    def _lay_out(self) -> None:
        self.heading.setProperty("rank", "title")
        for label in (self.measures, self.note):
            label.setProperty("rank", "second")
        for label in (self.text, self.note):
            label.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        title = FlowLayout()
        title.setSpacing(16)
        title.addWidget(self.heading)
        title.addWidget(self.measures)
        layout.addLayout(title)
        layout.addWidget(self.list)
        layout.addWidget(self.target)
        choices = FlowLayout()
        choices.addWidget(self.compare)
        choices.addWidget(self.gold)
        layout.addLayout(choices)
        layout.addSpacing(8)
        layout.addWidget(self.text)
        layout.addWidget(self.note)
        layout.addSpacing(8)
        layout.addWidget(self.open, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)


def _text(frame: Frame | None) -> str | None:
    """The words of a frame; None where there are none to be read."""
    trace = frame.trace if frame is not None else None
    return trace.best().text if trace is not None and trace.hypotheses else None
