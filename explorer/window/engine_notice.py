"""What the window says of its engine process: that it ended, that it is silent, that it is there again."""

from PySide6.QtCore import QObject

from engine.errors import EngineError
from explorer.services.engine_process import EngineProcess
from explorer.widgets.notification_bar import NotificationBar


class EngineNotice(QObject):
    """Speaks in one bar, and takes back what is no longer so; a silent engine can be restarted there."""

    def __init__(self, engine: EngineProcess, bar: NotificationBar, parent: QObject) -> None:
        super().__init__(parent)
        self._engine = engine
        self._bar = bar
        self._error: EngineError | None = None  # why there is no engine just now
        self._silence: EngineError | None = None  # of an engine that was started
        self._passing = ""  # a message that goes with the next sentence
        engine.process_died.connect(self.show_error)
        engine.hello_overdue.connect(self._show_silence)
        engine.state_changed.connect(self._on_state)
        bar.action_requested.connect(self._restart)

    def show_error(self, error: EngineError) -> None:
        """Say why there is no engine."""
        self._error = error
        self._bar.show_error(error)

    def pass_on(self) -> None:
        """Something new was asked for: good news is news no longer."""
        if self._passing and self._bar.text() == self._passing:
            self._bar.hide()

    def _show_silence(self, error: EngineError) -> None:
        self._silence = error
        self._bar.show_error(error, self.tr("Restart the engine"))

    def _restart(self) -> None:
        if self._silence is not None and self._bar.text() == str(self._silence):
            self._bar.hide()
            self._engine.restart()

    def _on_state(self, state: str) -> None:
        if state != "ready":
            return
        error, self._error = self._error, None
        silence, self._silence = self._silence, None
        if silence is not None and self._bar.text() == str(silence):
            self._bar.hide()
        if error is not None and self._bar.text() == str(error):
            words = self.tr("{what} It was started again; nothing that you typed is lost.")
            self._passing = words.format(what=error.what)
            self._bar.show_message(self._passing)
