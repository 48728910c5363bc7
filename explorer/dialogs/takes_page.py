"""What a new run will take, as far as it is known before the start: parameters, memory, updates and time."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.config import ExperimentConfig
from engine.estimate import estimate_memory
from explorer.dialogs.new_run_estimate import MemoryNote, memory_in_words
from explorer.dialogs.parameter_note import ParameterNote, parameters_in_words
from explorer.dialogs.preview_field import PreviewField
from explorer.widgets.field_note import FieldNote


class TakesPage(QWidget):
    """Lines of text, and the button that looks ahead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameters, self.memory, self.length = ParameterNote(), MemoryNote(), FieldNote()
        self.preview = PreviewField()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.parameters, self.memory, self.length, self.preview):
            layout.addWidget(widget)

    def tell(self, experiment: ExperimentConfig, pairs: int, *, is_here: bool = True) -> None:
        """Say what training this experiment takes. pairs: of the corpus, 0 where it has not been read.

        is_here: whether it trains on this machine, so that it is known what there is.
        """
        self.parameters.tell(experiment)
        self.memory.tell(experiment, is_here=is_here)
        train = experiment.train
        words = self.tr("{updates} updates of {size} sentence pairs").format(
            updates=f"{train.max_updates:,}", size=f"{train.batch_size:,}"
        )
        if pairs:
            times = train.max_updates * train.batch_size / pairs
            words += self.tr(" go through the corpus {times} times").format(
                times=f"{times:,.0f}" if times >= 10 else f"{times:.1f}"
            )
        self.length.say(words + ".")

    def summary(self, experiment: ExperimentConfig) -> str:
        """The same in a few words."""
        words = self.tr("{parameters} parameters; about {memory} of memory").format(
            parameters=parameters_in_words(experiment),
            memory=memory_in_words(estimate_memory(experiment).total),
        )
        epoch = self.tr("; an epoch in {time}").format(time=self.preview.epoch)
        return words + (epoch if self.preview.epoch else "")

    def problem(self) -> str:
        """What this machine cannot give; an empty text where it can."""
        return self.memory.text() if self.memory.is_warning else ""
