"""Start-up of the window, and the one place for what nobody expected: a log entry and one honest dialog."""

import logging
import logging.handlers
import signal
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.errors import EngineError
from explorer.garbage import GarbageCollector
from explorer.main_window import MainWindow
from explorer.settings import Settings, log_path, settings_path
from explorer.theme import Theme

LOG_SIZE = 1_000_000  # bytes; one older file is kept
_log = logging.getLogger("explorer")


def run() -> int:
    """Show the window until it is closed; the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the window
    application = QApplication.instance() or QApplication(sys.argv[:1])
    application.setApplicationName("Alignment Explorer")
    log = start_log(log_path())
    reporter = FailureReporter(log)
    reporter.install()
    settings = Settings(settings_path())
    window = MainWindow(settings, Theme(application, settings["theme"]))
    window.show()
    collector = GarbageCollector()
    collector.start()
    code = application.exec()
    collector.stop()
    reporter.uninstall()
    return code


def start_log(path: Path) -> Path | None:
    """Log into this file; None where it cannot be written, then the terminal has to do."""
    handler: logging.Handler
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=LOG_SIZE, backupCount=1, encoding="utf-8"
        )
        written: Path | None = path
    except OSError:
        handler, written = logging.StreamHandler(), None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    return written


class FailureReporter(QObject):
    """Takes the exceptions that reach the top: an EngineError in its own words, all else as a defect."""

    _happened = Signal(object)

    def __init__(self, log: Path | None) -> None:
        super().__init__()
        self._log_path = log
        self._dialog: QMessageBox | None = None
        self._happened.connect(self._show)

    def install(self) -> None:
        """Become the hook of this process, for every thread."""
        sys.excepthook = self.report
        threading.excepthook = lambda args: self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def report(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Log the exception and show it on the UI thread, whatever thread it comes from."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error or kind(), trace)
            return
        _log.error("unexpected", exc_info=(kind, error or kind(), trace))
        self._happened.emit(error or kind())

    def _show(self, error: BaseException) -> None:
        """One dialog at a time: a defect in a timer must not bury the screen."""
        if self._dialog is not None:
            return
        self._dialog = QMessageBox(QMessageBox.Icon.Warning, "Alignment Explorer", self._words(error))
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not isinstance(error, EngineError):
            self._dialog.setDetailedText("".join(traceback.format_exception(error)))
        self._dialog.finished.connect(self._forget)
        self._dialog.setModal(False)
        self._dialog.show()

    def _words(self, error: BaseException) -> str:
        if isinstance(error, EngineError):
            return str(error)
        where = (
            f"The log has the details: {self._log_path}"
            if self._log_path
            else "The terminal has the details."
        )
        return (
            "Something went wrong inside the program; this is a defect, not something you did. "
            f"Your text and your runs are untouched, and you can go on.\n\n{where}"
        )

    def _forget(self) -> None:
        self._dialog = None
