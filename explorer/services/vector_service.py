"""The one vector of each of many sentences, laid into a plane, by a process of its own."""

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError
from explorer.sentence_plane import SentencePlane
from explorer.services.json_command import JsonCommand

MOST = 300  # sentences: a command line has an end, and so has what can be told apart


class VectorService(QObject):
    """The newest question wins and ends the one before."""

    found = Signal(object)  # SentencePlane
    failed = Signal(EngineError)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = JsonCommand(EngineError, self)
        self._command.answered.connect(self._on_answer)
        self._command.failed.connect(self.failed)

    def ask(self, model: str, texts: list[str]) -> None:
        """model: the path of one without attention. `found` or `failed` follows."""
        if len(texts) > MOST:
            self.failed.emit(EngineError(f"There are more than {MOST} sentences.", "Draw fewer at a time."))
            return
        self._command.run(["vectors", "--model", model, "--json", "--", *texts])

    def cancel(self) -> None:
        """Give up what is under way; nothing is told."""
        self._command.cancel()

    def _on_answer(self, values: object) -> None:
        try:
            points = tuple((p["text"], float(p["x"]), float(p["y"])) for p in values["points"])
            first, second = map(float, values["shares"])
            plane = SentencePlane(str(values["model"]), int(values["size"]), (first, second), points)
        except (KeyError, TypeError, ValueError):
            self.failed.emit(EngineError("What the model made of the sentences could not be read."))
            return
        self.found.emit(plane)
