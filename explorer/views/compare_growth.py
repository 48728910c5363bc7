"""The page of Compare on which a sentence grows: a slider, and each model's chrF by length."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSlider, QVBoxLayout, QWidget

from explorer.growth import ALONE, LEAST_CHRF, OWN_TITLE, REFERENCE, Clauses, breaking_place, clauses_of
from explorer.plots.growth_chart import GrowthChart, Series
from explorer.views.column_letter import LETTERS
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.notification_bar import NotificationBar
from explorer.workspace import Workspace

REST_MS = 150  # a slider that is drawn on is translated when it rests for so long


class CompareGrowthPage(QWidget):
    """`grown` when the sentence has another length, at once; `translate_requested` when it rests."""

    grown = Signal()
    translate_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._growth = workspace, workspace.growth
        self.texts, self.measure, self.own_button = QComboBox(), QComboBox(), QPushButton()
        self.slider, self.place, self.rule = QSlider(Qt.Orientation.Horizontal), QLabel(), QLabel()
        self.chart, self.bar = GrowthChart(), NotificationBar()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.translate_requested)
        self._lay_out()
        self._connect()
        self._on_clauses()

    def known_text(self, column: int) -> str | None:
        """What the model of a column made of the sentence as it is now, where that is known."""
        model = self._workspace.compared[column].model
        if model is None:
            return None
        found = self._growth.answer(model.path, self._workspace.decoding.beam_size, self._growth.count)
        return None if found is None else found.text

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._growth.set_wanted(is_wanted=True)
        self._growth.keep_own(self._workspace.source_text)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._growth.set_wanted(is_wanted=False)
        if self._rest.isActive():  # a place that is left, or a window that closes, leaves nothing for later
            self._rest.stop()
            self.translate_requested.emit()

    def _connect(self) -> None:
        self.texts.activated.connect(lambda index: self._growth.set_clauses(self.texts.itemData(index)))
        self.own_button.clicked.connect(self._grow_own)
        self.measure.currentIndexChanged.connect(self._draw)
        self.slider.valueChanged.connect(self._growth.set_count)
        self.chart.place_pressed.connect(lambda place: self._growth.set_count(place + 1))
        self._growth.clauses_changed.connect(self._on_clauses)
        self._growth.own_changed.connect(self._list_texts)
        self._growth.count_changed.connect(self._on_count)
        self._workspace.source_changed.connect(self._tell_place)
        self._growth.answered.connect(self._draw)
        self._workspace.decoding_changed.connect(self._draw)
        self._workspace.columns_changed.connect(self._draw)
        for translation in self._workspace.every_translation:
            translation.model_changed.connect(self._draw)

    def _grow_own(self) -> None:
        """The sentence in the source line, from its first clause on; one that cannot grow says why."""
        clauses = clauses_of(self._workspace.source_text)
        if len(clauses) < 2:
            self.bar.show_message(
                self.tr(
                    "The sentence in the source line has one clause only. Type a longer one, with commas or "
                    "words such as “and”, “because”, “who” between its clauses."
                )
            )
            return
        self.bar.hide()
        self._growth.set_clauses(Clauses(OWN_TITLE, clauses))

    def _list_texts(self) -> None:
        growth = self._growth
        shown = [*growth.examples, *([growth.own] if growth.own is not None else [])]
        self.texts.clear()
        for clauses in shown:
            self.texts.addItem(clauses.title, clauses)
        self.texts.setCurrentIndex(shown.index(growth.clauses) if growth.clauses in shown else -1)

    def _on_clauses(self) -> None:
        growth = self._growth
        self._list_texts()
        self.measure.blockSignals(True)
        self.measure.clear()
        if growth.clauses.references:
            self.measure.addItem(self.tr("chrF against the reference"), REFERENCE)
        self.measure.addItem(self.tr("chrF against its own clauses"), ALONE)
        self.measure.blockSignals(False)
        self.slider.blockSignals(True)
        self.slider.setRange(min(1, len(growth.clauses.sources)), len(growth.clauses.sources))
        self.slider.blockSignals(False)
        self._on_count()
        self._draw()

    def _on_count(self) -> None:
        growth = self._growth
        self.slider.setValue(growth.count)
        self.chart.set_current(growth.count - 1)
        if self.isVisible() and growth.source:
            self._grow()
        self._tell_place()

    def _tell_place(self) -> None:
        """How long the sentence is; where another one is in the source line, that the slider brings it."""
        growth = self._growth
        is_there = self._workspace.source_text == growth.source
        words = self.tr("{count} of {all} clauses, {words} words") if is_there else self.tr("Move the slider")
        self.place.setText(
            words.format(
                count=growth.count, all=len(growth.clauses.sources), words=growth.clauses.words(growth.count)
            )
        )

    def _grow(self) -> None:
        growth = self._growth
        self._workspace.set_source_text(growth.source)
        if growth.clauses.references:
            self._workspace.reference.set(growth.clauses.reference(growth.count), growth.source)
        self.grown.emit()
        self._rest.start()

    def _draw(self) -> None:
        growth, beam_size = self._growth, self._workspace.decoding.beam_size
        lengths = [growth.clauses.words(count + 1) for count in range(len(growth.clauses.sources))]
        series, told = [], []
        for number, translation in enumerate(self._workspace.compared):
            path = "" if translation.model is None else translation.model.path
            values = growth.curve(path, beam_size, self.measure.currentData() or ALONE)
            place = breaking_place(values)
            series.append(Series(LETTERS[number], number, values, place))
            told.append(self._told(LETTERS[number], lengths, series[-1]))
        self.chart.set_names(self.tr("words in the source"), self.measure.currentText())
        self.chart.set_series(lengths, series)
        rule = self.tr(
            "A model breaks (✕) at the first of two lengths in a row with under half of its best chrF before."
        )
        self.rule.setText(f"{'  '.join(filter(None, told))}  {rule}")

    def _told(self, letter: str, lengths: list[int], one: Series) -> str:
        known = [value for value in one.values if value is not None]
        if one.breaks_at is not None:
            return self.tr("{letter} breaks at {words} words.").format(
                letter=letter, words=lengths[one.breaks_at]
            )
        if known and len(known) == len(lengths) and max(known) < LEAST_CHRF:
            words = self.tr("{letter} never has a chrF of {least:.0f}.")
            return words.format(letter=letter, least=LEAST_CHRF)
        if known and len(known) == len(lengths):
            return self.tr("{letter} holds to {words} words.").format(letter=letter, words=lengths[-1])
        words = self.tr("{letter}: {known} of {all} lengths translated …")
        return words.format(letter=letter, known=len(known), all=len(lengths))

    def _lay_out(self) -> None:
        self.texts.setAccessibleName(self.tr("The sentence that grows"))
        self.own_button.setText(self.tr("Grow the sentence in the source line"))
        self.own_button.setToolTip(self.tr("Cut at its punctuation and before its conjunctions"))
        self.measure.setAccessibleName(self.tr("What is measured"))
        self.measure.setToolTip(
            self.tr(
                "chrF (characters, 0 to 100) of the whole translation: against the reference that came with "
                "the clauses, or against what the same model makes of the clauses one by one"
            )
        )
        self.slider.setAccessibleName(self.tr("Length of the sentence, in clauses"))
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(1)
        self.slider.setPageStep(3)
        self.rule.setProperty("rank", "second")
        self.rule.setWordWrap(True)
        choices = FlowLayout()
        for widget in (self.texts, self.own_button, self.measure):
            choices.addWidget(widget)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.slider, 1)
        row.addWidget(self.place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(choices)
        layout.addWidget(self.bar)
        layout.addLayout(row)
        layout.addWidget(self.chart, 1)
        layout.addWidget(self.rule)
