"""The window's truth: the models, the source text, the settings of decoding, and each translation on screen.

No widgets and no slow work here. Views read it and are told by signals; services write into it.
"""

from PySide6.QtCore import QObject, Signal

from explorer.gold_book import GoldBook
from explorer.growth import Growth
from explorer.model_info import ModelInfo, run_of
from explorer.reference import Reference
from explorer.sentence_list import SentenceList
from explorer.translation import Selection, Translation
from explorer.what_if import MOST_STATES, DecodingChoice, Question

__all__ = ["EXAMPLE_SENTENCE", "DecodingChoice", "ModelInfo", "Selection", "Translation", "Workspace"]

FEWEST_COMPARED, MOST_COMPARED = 2, 4
COMPARED_KINDS = ("rnnsearch", "rnnencdec", "lstm-seq2seq")  # one model of each, at first
EXAMPLE_SENTENCE = "The old man who lives next door gave me a red book yesterday."


class Workspace(QObject):
    """Everything that the window shows, apart from runs: models, source, choices, translations."""

    models_changed = Signal()
    source_changed = Signal()
    decoding_changed = Signal()
    words_changed = Signal()
    columns_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models: tuple[ModelInfo, ...] = ()
        self.source_text = EXAMPLE_SENTENCE
        self.decoding = DecodingChoice()
        self.whole_words = True  # in every view; else the raw pieces that the model reads and writes
        self.translation = Translation("translate", self, MOST_STATES)
        self._columns = [Translation(f"compare-{number}", self) for number in range(1, MOST_COMPARED + 1)]
        self.compared = tuple(self._columns[:FEWEST_COMPARED])  # A, with which the others are compared, first
        self.sentences = SentenceList(self)
        self.growth, self.reference = Growth(self), Reference(self)
        self.gold = GoldBook(self)

    @property
    def translations(self) -> tuple[Translation, ...]:
        """All translations on screen: that of Translate, and Compare's columns."""
        return (self.translation, *self.compared)

    @property
    def every_translation(self) -> tuple[Translation, ...]:
        """Those on screen, and those of columns that can be added."""
        return (self.translation, *self._columns)

    def set_models(self, models: tuple[ModelInfo, ...]) -> None:
        """Take the engine's list. A translation without a model gets the one that shows most.

        Columns without any model get one of each kind, and there are as many of them as kinds.
        """
        is_new, usual = models != self.models, _one_of_each_kind(models)
        has_none = all(translation.model is None for translation in self.compared)
        self.models = models
        searching = next((model for model in models if model.has_attention), None)
        self._give_model(self.translation, searching or next(iter(models), None))
        for number, translation in enumerate(self.compared):
            self._give_model(translation, usual[min(number, len(usual) - 1)] if usual else None)
        if has_none and models:
            self.set_column_count(len(usual))
        if is_new:
            self.models_changed.emit()

    def _give_model(self, translation: Translation, usual: ModelInfo | None) -> None:
        kept = self.model_at(translation.model.path) if translation.model else None
        if kept is None:
            translation.set_model(usual)
        else:
            translation.follow_model(kept)

    def add_column(self) -> Translation:
        """One more column of Compare, with a model that no other has where there is one.

        Raises ValueError where there are as many as there can be.
        """
        if len(self.compared) >= MOST_COMPARED:
            raise ValueError(f"there are {MOST_COMPARED} columns at most")
        new = next(column for column in self._columns if column not in self.compared)
        taken = [translation.model for translation in self.compared]
        usual = [*_one_of_each_kind(self.models), *self.models]
        new.set_model(next((model for model in usual if model not in taken), next(iter(usual), None)))
        self._set_columns((*self.compared, new))
        return new

    def close_column(self, translation: Translation) -> None:
        """Take a column of Compare away, unless there are as few as there can be."""
        if translation in self.compared and len(self.compared) > FEWEST_COMPARED:
            translation.set_model(None)
            self._set_columns(tuple(column for column in self.compared if column is not translation))

    def pin_column(self, translation: Translation) -> None:
        """Make this column A, with which the others are compared; they keep their order behind it."""
        others = tuple(column for column in self.compared if column is not translation)
        self._set_columns((translation, *others))

    def set_column_count(self, count: int) -> None:
        """As many columns as this, within what there can be."""
        count = min(max(count, FEWEST_COMPARED), MOST_COMPARED)
        while len(self.compared) > count:
            self.close_column(self.compared[-1])
        while len(self.compared) < count:
            self.add_column()

    def _set_columns(self, columns: tuple[Translation, ...]) -> None:
        if columns != self.compared:
            self.compared = columns
            self.columns_changed.emit()

    def model_at(self, path: str) -> ModelInfo | None:
        """The model with this path, else the checkpoint that now stands for the run of this one, or None.

        A run keeps but a few checkpoints, so that one which was chosen may be gone a little later.
        """
        run = run_of(path)
        exact = (model for model in self.models if model.path == path)
        later = (model for model in self.models if run is not None and model.run == run)
        return next(exact, None) or next(later, None)

    def set_source_text(self, text: str) -> None:
        """Note what is typed in the source line; a typed translation of another sentence is dropped."""
        if text != self.source_text:
            self.source_text = text
            for translation in self.every_translation:
                translation.set_source(text)
            self.source_changed.emit()

    def set_decoding(self, choice: DecodingChoice) -> None:
        """Note another beam size or number of hypotheses."""
        if choice != self.decoding:
            self.decoding = choice
            self.decoding_changed.emit()

    def set_whole_words(self, *, is_whole: bool) -> None:
        """Show whole words in every view, or the raw pieces."""
        if is_whole != self.whole_words:
            self.whole_words = is_whole
            self.words_changed.emit()

    @property
    def can_undo(self) -> bool:
        """Whether there is a state of Translate before the one on screen."""
        history = self.translation.history
        return history.index > 0 or (history.current is not None and self.translation.trace is None)

    @property
    def can_redo(self) -> bool:
        """Whether a state of Translate was undone."""
        history = self.translation.history
        return history.index + 1 < len(history.states)

    def undo(self) -> None:
        """Back to the state before; where nothing is on screen, to the last one that was."""
        if self.can_undo:
            index = self.translation.history.index
            self.go_to(index - 1 if self.translation.trace is not None else index)

    def redo(self) -> None:
        """Forward to the state that was undone last."""
        if self.can_redo:
            self.go_to(self.translation.history.index + 1)

    def go_to(self, index: int) -> None:
        """Show this state of Translate as it was: its source, its settings, its trace."""
        question = self.translation.history.at(index).states[index].question
        self.set_source_text(question.source_text)
        self.set_decoding(question.decoding)
        self.translation.show_state(index)

    def wish(self, question: Question) -> None:
        """Note what Translate is to be asked next."""
        self.set_source_text(question.source_text)
        self.set_decoding(question.decoding)
        self.translation.constraints = question.constraints
        self.translation.set_target(question.target_text)


def _one_of_each_kind(models: tuple[ModelInfo, ...]) -> tuple[ModelInfo, ...]:
    """The first model of each kind that there is, those with attention before the others."""
    firsts = (next((model for model in models if model.kind == kind), None) for kind in COMPARED_KINDS)
    return tuple(model for model in firsts if model is not None)
