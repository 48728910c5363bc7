"""The runs of the window: watched wherever a person is, told of when they break, asked about at the end."""

import socket
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.errors import EngineError
from engine.runs.control import request
from engine.runs.layout import runs_home
from explorer.actions import RUN_ACTIONS
from explorer.dialogs.close_choice import PAUSE, CloseChoiceDialog
from explorer.itemmodels.run_words import state_words
from explorer.services.run_notices import RunNotices
from explorer.services.run_snapshot import RunSnapshot
from explorer.services.run_watcher import RunWatcher
from explorer.settings import Settings
from explorer.window.frame import Frame
from explorer.window.tray import Tray

AT_CLOSE = {"close_ask": "", "close_leave": "leave", "close_pause": "pause"}


class WindowRuns(QObject):
    """Of one window. The place Train is made when it is first visited; the runs are watched before."""

    def __init__(self, window: Frame, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._told: Path | None = None  # the run that the window's bar speaks of
        self._told_text = ""
        self._dialog: CloseChoiceDialog | None = None
        self.watcher = RunWatcher(runs_home(), self)
        self.notices = RunNotices(self)
        self.tray = Tray(window)
        self.watcher.runs_changed.connect(self.notices.look)
        self.notices.noticed.connect(self._tell)
        self.tray.opened.connect(self._open_told)
        window.bar.action_requested.connect(self._on_bar_action)
        for name in RUN_ACTIONS.keys() - AT_CLOSE.keys():
            wish = name.removeprefix("run_")
            window.actions_by_name[name].triggered.connect(lambda _, wish=wish: self._act(wish))
        for name, value in AT_CLOSE.items():
            window.actions_by_name[name].setChecked(settings["runs_at_close"] == value)
            window.actions_by_name[name].triggered.connect(lambda _, value=value: self._set_at_close(value))

    def start(self) -> None:
        """Watch, at leisure unless the runs are seen."""
        if not self.are_seen():
            self.watcher.rest()
            self.watcher.look_again()

    def make_view(self) -> QWidget:
        """The place Train."""
        from explorer.window.train_machines import TrainMachines
        from explorer.window.train_place import TrainPlace

        place = TrainPlace(runs_home(), self.watcher)
        self.machines = TrainMachines(place, self._settings)
        view = place.view
        table = view.board.table
        table.restore_layout(self._settings["run_table"])
        table.layout_changed.connect(lambda: self._remember("run_table", table.layout_to_plain()))
        curves = view.board.details.curves.choice
        curves.restore_layout(self._settings["curves"])
        curves.layout_changed.connect(lambda: self._remember("curves", curves.layout_to_plain()))
        workspace, picture = self._window.workspace, view.board.details.film.picture
        picture.show_pieces(whole=workspace.whole_words)
        workspace.words_changed.connect(lambda: picture.show_pieces(whole=workspace.whole_words))
        place.model_open_requested.connect(self._window.open_model)
        return view

    def are_seen(self) -> bool:
        """Whether the place Train is on screen."""
        return self._settings["place"] == "train"

    def open_run(self, folder: Path) -> None:
        """Watch the run in this folder, and show it."""
        self._window.go("train")
        self._window.view("train").watch_requested.emit(folder)

    def may_close(self) -> bool:
        """Whether the window may close now. Else a person is asked, once, and their answer closes it."""
        running = self._running_here()
        answer = self._settings["runs_at_close"]
        if running and not answer:
            self._ask(running)
            return False
        if answer == PAUSE:
            for run in running:
                self._pause(run)
        self.watcher.stop()
        return True

    def _running_here(self) -> list[RunSnapshot]:
        here = socket.gethostname()
        running = [run for run in self.watcher.runs if run.seen.condition == "running"]
        return [run for run in running if run.host == here and not run.machine]

    def _ask(self, running: list[RunSnapshot]) -> None:
        if self._dialog is None:
            self._dialog = CloseChoiceDialog([run.name for run in running], self._window)
            self._dialog.chosen.connect(self._on_close_choice)
            self._dialog.finished.connect(self._forget_dialog)
        self._dialog.show()
        self._dialog.activateWindow()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _on_close_choice(self, answer: str) -> None:
        self._set_at_close(answer)
        self._window.close()

    def _set_at_close(self, answer: str) -> None:
        self._remember("runs_at_close", answer)
        for name, value in AT_CLOSE.items():
            self._window.actions_by_name[name].setChecked(value == answer)

    def _pause(self, run: RunSnapshot) -> None:
        try:
            request(run.path, "pause")
        except EngineError as error:
            self._window.bar.show_error(error)

    def _tell(self, run: RunSnapshot) -> None:
        words = f"{run.name}: {run.sentence}"
        self._told, self._told_text = run.path, words
        show = self.tr("Show the run")
        if run.seen.condition == "finished":
            self._window.bar.show_message(words, show)
        else:
            self._window.bar.show_error(EngineError(words, ""), show)
        self.tray.tell(f"{run.name}: {state_words(run.seen)}", run.sentence)

    def _on_bar_action(self) -> None:
        if self._window.bar.text() == self._told_text:
            self._window.bar.hide()
            self._open_told()

    def _open_told(self) -> None:
        self._window.go("train")
        self._window.activateWindow()
        if self._told is not None:
            self._window.view("train").board.select(self._told)

    def _act(self, name: str) -> None:
        """Do it where the runs are seen; from elsewhere a person is brought there first."""
        is_seen = self.are_seen()
        self._window.go("train")
        if is_seen or name in ("new", "watch", "bin"):
            self._window.view("train").act(name)

    def _remember(self, name: str, value: object) -> None:
        self._settings[name] = value
        self._settings.save()
