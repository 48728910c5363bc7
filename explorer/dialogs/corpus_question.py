"""The question for a corpus: the built-in one, which needs nothing, or files of one's own."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from engine.config import GrammarConfig
from explorer.dialogs.corpus_field import CorpusField
from explorer.dialogs.far_corpus_field import FarCorpusField
from explorer.dialogs.grammar_form import GrammarForm
from explorer.dialogs.new_run_checks import corpus_problem
from explorer.widgets.field_note import FieldNote
from explorer.widgets.fold import Fold

BUILT_IN, FILES = range(2)  # rows of the choice


class CorpusQuestion(QWidget):
    """`files_changed`: files were chosen, or the built-in corpus, which has none here, as files elsewhere."""

    files_changed = Signal(tuple)  # of Path
    changed = Signal()
    folded = Signal(QWidget)  # the part that was folded or unfolded

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.field, self.grammar = QComboBox(), CorpusField(), GrammarForm()
        self.far_field = FarCorpusField()  # in the place of `field` where another machine trains
        self._is_far = False
        self._warning = FieldNote()
        self.kind.addItems([self.tr("Built-in grammar, English–French"), self.tr("Files")])
        self.fold = Fold(self.tr("Sentences"), self.grammar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.kind, self.fold, self.field, self.far_field, self._warning):
            layout.addWidget(widget)
        self.setFocusProxy(self.kind)
        self.setAcceptDrops(True)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.field.files_changed.connect(self.files_changed)
        self.far_field.files_changed.connect(lambda: self.files_changed.emit(()))
        self.grammar.changed.connect(self._on_grammar)
        self.fold.toggled.connect(self.folded)
        self._show_kind()

    def warn(self, problem: str) -> None:
        """What does not go together with the choice; an empty text where nothing is."""
        self._warning.warn(problem)

    def set_files(self, files: Sequence[Path]) -> None:
        """Choose these files."""
        self.kind.setCurrentIndex(FILES)
        self.field.set_files(files)

    def set_far(self, is_far: bool) -> None:
        """Ask for files of another machine, or again of this one."""
        self._is_far = is_far
        self._show_kind()

    def set_far_files(self, files: Sequence[str]) -> None:
        """Choose these files of another machine."""
        self.kind.setCurrentIndex(FILES)
        self.far_field.set_files(files)

    def paths(self) -> tuple[str, ...]:
        """The files that are chosen, as paths on the machine that trains."""
        if self._is_far and not self.is_built_in():
            return self.far_field.files()
        return tuple(str(file.absolute()) for file in self.files())

    def set_sentences(self, config: GrammarConfig) -> None:
        """Choose the built-in corpus with these sentences."""
        self.grammar.show_config(config)
        self.kind.setCurrentIndex(BUILT_IN)

    def files(self) -> tuple[Path, ...]:
        """The files of this machine that are chosen, source before target; none of the built-in corpus."""
        return () if self.is_built_in() or self._is_far else self.field.files()

    def sentences(self) -> GrammarConfig | None:
        """Those of the built-in corpus; None where files are chosen, or a value is wrong."""
        return self.grammar.config() if self.is_built_in() else None

    def is_built_in(self) -> bool:
        """Whether the built-in corpus is chosen."""
        return self.kind.currentIndex() == BUILT_IN

    def problem(self) -> str:
        """What is wrong with the choice; an empty text where nothing is."""
        if not self.is_built_in():
            return "" if self._is_far and self.paths() else corpus_problem(self.files())
        return "" if self.grammar.config() else self.tr("Correct the sentences that are asked for.")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped on the built-in corpus too, in whose place they then stand."""
        urls = event.mimeData().urls()
        if urls and all(url.isLocalFile() for url in urls) and not self._is_far:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.set_files([Path(url.toLocalFile()) for url in event.mimeData().urls()])

    def _on_kind(self) -> None:
        self._show_kind()
        self.files_changed.emit(self.files())

    def _on_grammar(self) -> None:
        self._show_kind()
        self.changed.emit()

    def _show_kind(self) -> None:
        self.fold.setVisible(self.is_built_in())
        self.field.setVisible(not self.is_built_in() and not self._is_far)
        self.far_field.setVisible(not self.is_built_in() and self._is_far)
        self.fold.say(self.grammar.summary())
        self.fold.warn("" if self.grammar.config() else self.tr("There is a value to correct here."))
