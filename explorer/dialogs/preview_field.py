"""The part of the form that looks ahead on a wish: what the run would train on, and how long that takes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from engine.errors import EngineError
from engine.preview import Preview, duration
from explorer.new_run import NewRun
from explorer.widgets.field_note import FieldNote


class PreviewField(QWidget):
    """A button and what came of it. What was found for other settings is told no longer."""

    look_requested = Signal(object)  # NewRun, or None to look no further

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: NewRun | None = None  # that the form describes
        self._looked_at: NewRun | None = None  # of which something is or will be known
        self._is_looking = False
        self.epoch = ""  # how long one takes, in words; empty where that is not known
        self.note, self.button = FieldNote(), QPushButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.button.clicked.connect(self._on_click)
        self._forget()

    def show_run(self, run: NewRun | None) -> None:
        """What the form describes now; None where it describes no run."""
        self._run = run
        if self._looked_at is not None and (run is None or run.experiment != self._looked_at.experiment):
            self.stop()
        self.button.setEnabled(run is not None)

    def show_progress(self, words: str) -> None:
        """What is being done."""
        if self._is_looking:
            self.note.say(words)

    def show_preview(self, found: Preview) -> None:
        """What was found."""
        self.epoch = duration(found.seconds)
        self._end("\n".join(found.lines()))

    def show_error(self, error: EngineError) -> None:
        """Why nothing was found."""
        self._end("")
        self.note.warn(str(error))

    def stop(self) -> None:
        """Look no further, and tell nothing."""
        if self._is_looking:
            self.look_requested.emit(None)
        self._forget()

    def _on_click(self) -> None:
        if self._is_looking:
            self.stop()
            return
        self._looked_at, self._is_looking = self._run, True
        self.button.setText(self.tr("Stop"))
        self.note.say(self.tr("Loading …"))
        self.look_requested.emit(self._run)

    def _end(self, words: str) -> None:
        self._is_looking = False
        self.button.setText(self.tr("Look again"))
        self.note.say(words)

    def _forget(self) -> None:
        self._looked_at, self._is_looking, self.epoch = None, False, ""
        self.button.setText(self.tr("Look ahead"))
        self.note.say(self.tr("Pairs, overlap and the time of an epoch are found by preparing the corpus."))
