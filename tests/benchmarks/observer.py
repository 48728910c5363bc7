"""The real program in a process of its own with an observer inside, who prints what was seen as JSON.

`python -m tests.benchmarks.observer '{"task": …}'`. Nothing of the program is changed: the observer hears its
signals, sees its paint events, types its sentences and presses Enter.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

TICK = 5  # milliseconds between two ticks of the clock that finds gaps in the event loop


class Painting(QObject):
    """Calls back once, when the first paint since it was made is through. within: "" for anything painted,
    else the class of a widget that it has to be in."""

    def __init__(self, application: QApplication, within: str, seen: Callable[[QMainWindow], None]) -> None:
        super().__init__(application)
        self._within = within
        self._seen = seen
        self._is_over = False
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._is_over and event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            window = watched.window()
            if isinstance(window, QMainWindow) and self._is_within(watched):
                self._is_over = True
                QTimer.singleShot(0, self, lambda: self._end(window))
        return False

    def _is_within(self, widget: QWidget | None) -> bool:
        while self._within and widget is not None and type(widget).__name__ != self._within:
            widget = widget.parentWidget()
        return widget is not None

    def _end(self, window: QMainWindow) -> None:
        QApplication.instance().removeEventFilter(self)
        self._seen(window)
        self.deleteLater()


class Gaps(QObject):
    """How late each tick of a clock came, in milliseconds: what kept the event loop from its work."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.late: list[float] = []
        self._due = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin anew."""
        self.late.clear()
        self._due = time.perf_counter() + TICK / 1000
        self._timer.start()

    def stop(self) -> list[float]:
        """The gaps since the start."""
        self._timer.stop()
        return list(self.late)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.late.append(max(0.0, 1000 * (now - self._due)))
        self._due = now + TICK / 1000


class Observer(QObject):
    """Sees the first frame and the engine that is ready; then, where sentences were given, watches these."""

    def __init__(self, application: QApplication, given: dict[str, Any]) -> None:
        super().__init__(application)
        self._application = application
        self._given = given
        self._window: Any = None
        self._gaps = Gaps(self)
        self._waiting: list[str] = []
        self._entered = 0.0
        self.seen: dict[str, Any] = {}
        Painting(application, "", self._on_first_frame)

    # ---- start-up

    def _on_first_frame(self, window: QMainWindow) -> None:
        self.seen["first frame"] = time.time() - self._given["spawned"]
        self._window = window
        self._window.engine.state_changed.connect(self._on_engine_state)

    def _on_engine_state(self, state: str) -> None:
        if state != "ready":
            return
        self.seen["engine ready"] = time.time() - self._given["spawned"]
        if self._given["sentences"]:
            self._window.workspace.models_changed.connect(lambda: QTimer.singleShot(0, self, self._warm_up))
        else:
            self._window.close()

    # ---- translating

    def _warm_up(self) -> None:
        """The model is loaded with the first sentence, which does not count."""
        self._window.go("translate")  # the place that was left last is opened
        self._window.workspace.translation.progress_changed.connect(self._on_progress)
        self._after = self._begin
        self._waiting = [self._given["sentences"][0]]
        self._enter_next()

    def _begin(self) -> None:
        self._waiting = list(self._given["sentences"])
        self.seen["visible"], self._after = [], self._watch
        self._gaps.start()
        self._enter_next()

    def _enter_next(self) -> None:
        edit = self._window.view("translate").source.edit
        edit.setPlainText(self._waiting.pop(0))
        self._entered = time.perf_counter()
        QTest.keyClick(edit, Qt.Key.Key_Return)

    def _on_progress(self) -> None:
        if self._window.workspace.translation.progress == "done":
            Painting(self._application, "TraceStage", lambda window: self._on_visible())
            self._window.view("translate").stage.update()  # where the last step showed all of it already

    def _on_visible(self) -> None:
        if "visible" in self.seen:
            self.seen["visible"].append(1000 * (time.perf_counter() - self._entered))
        if self._waiting:
            QTimer.singleShot(self._given["pause"], self, self._enter_next)
        else:
            self._after()

    # ---- looking at Train

    def _watch(self) -> None:
        self.seen["gaps translating"] = self._gaps.stop()
        self._window.go("train")
        QTimer.singleShot(500, self, self._gaps.start)  # the place is built once
        QTimer.singleShot(500 + self._given["watch"], self, self._end)

    def _end(self) -> None:
        self.seen["gaps watching"] = self._gaps.stop()
        self._window.close()


def main(arguments: Sequence[str]) -> None:
    """Run the program until the observer has seen enough, or for two minutes."""
    from main import main as program

    application = QApplication(sys.argv[:1])
    observer = Observer(application, json.loads(arguments[0]))
    QTimer.singleShot(120_000, application, lambda: application.exit(9))
    code = program([])
    print(json.dumps({"code": code, **observer.seen}))


if __name__ == "__main__":
    main(sys.argv[1:])
