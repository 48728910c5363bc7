"""The frame: rail, places, menus; it wires wishes of views to services, and the workspace to the views."""

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from engine.errors import EngineError
from explorer.actions import dock_action, make_actions, place_words
from explorer.services.engine_process import EngineProcess
from explorer.services.probe_service import ProbeService
from explorer.services.tasks import finish_tasks
from explorer.services.translation_service import NO_MODELS, TranslationService
from explorer.settings import Settings
from explorer.theme import Theme
from explorer.views import DOCKED, SENTENCES
from explorer.views.translate import TranslateView
from explorer.widgets.notification_bar import NotificationBar
from explorer.window.appearance import Appearance
from explorer.window.dialogs import WindowDialogs
from explorer.window.drops import WindowDrops
from explorer.window.engine_notice import EngineNotice
from explorer.window.gold_files import GoldFiles
from explorer.window.layout import WindowLayout
from explorer.window.matrix_memory import MatrixMemory
from explorer.window.place import SMALLEST
from explorer.window.rail import Rail
from explorer.window.sentences import WindowSentences
from explorer.window.undo_actions import UndoActions
from explorer.window.window_runs import WindowRuns
from explorer.window.workspace_files import WorkspaceFiles
from explorer.window.workspace_memory import WorkspaceMemory
from explorer.workspace import Translation, Workspace

if TYPE_CHECKING:
    from explorer.exporting.window_exports import WindowExports
    from explorer.views.compare import CompareView
    from explorer.views.train import TrainView

OWN_ENGINE = (sys.executable, "-m", "engine.serve")
PLACES = ("translate", "compare", "train", "evaluate")
WITHOUT_SOURCE = ("train", "evaluate")  # places without a line for a sentence


class MainWindow(QMainWindow):
    """One window on one workspace. Compare and Train are built when they are first visited."""

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self._settings = settings
        self.workspace = Workspace(self)
        self._matrices = MatrixMemory(settings, self)
        self.engine = EngineProcess(settings["engine_command"] or OWN_ENGINE, self)
        self.service = TranslationService(self.engine, self.workspace)
        ProbeService(self.engine, self.workspace)
        self.bar = NotificationBar()
        self._engine_notice = EngineNotice(self.engine, self.bar, self)
        self.actions_by_name = make_actions(self)
        self.appearance = Appearance(theme, settings, self.actions_by_name, self)
        self.dialogs = WindowDialogs(self, self.actions_by_name, self._place_menus)
        self.runs = WindowRuns(self, settings)
        self._exports: WindowExports | None = None  # once something was exported
        self.rail = Rail({name: place_words(name) for name in PLACES})
        self._stack = QStackedWidget()
        self._views: dict[str, QWidget] = {}
        self.setWindowTitle("Alignment Explorer")
        self.setMinimumSize(*SMALLEST)
        self._lay_out()
        self._layout = WindowLayout(self, settings)
        self._layout.restore()
        WorkspaceMemory(self.workspace, settings, self.actions_by_name["whole_words"])
        self._connect()
        self.files = WorkspaceFiles(self, settings)
        self.sentences = WindowSentences(self)
        self.gold = GoldFiles(self, settings)
        WindowDrops(self)
        self.go(settings["place"] if settings["place"] in PLACES else PLACES[0])
        if settings["place"] not in WITHOUT_SOURCE:
            self._edit_source()  # what is typed first takes the place of the example

    def view(self, place: str) -> QWidget:
        """The view of a place; made now if it was never visited."""
        if place not in self._views:
            self._views[place] = getattr(self, f"_make_{place}")()
            self._stack.addWidget(self._views[place])
        return self._views[place]

    def go(self, place: str) -> None:
        """Show a place."""
        self._stack.setCurrentWidget(self.view(place))
        self.rail.set_place(place)
        self.actions_by_name[f"go_{place}"].setChecked(True)
        self.view(place).setFocus()
        self._settings["place"] = place
        if place != "train" and self.engine.state == "ready":
            self.service.list_again()

    def open_model(self, path: str, sentence: str = "") -> None:
        """Open the model of a run or a checkpoint in Translate, with a sentence to translate."""
        if sentence:
            self.workspace.set_source_text(sentence)
        self.service.open_model(path)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.engine.state == "stopped":
            QTimer.singleShot(0, self, self._start)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.runs.may_close():
            event.ignore()
            return
        self._layout.remember()
        self._settings.save()
        self.hide()
        finish_tasks()
        self.engine.shutdown()
        super().closeEvent(event)

    def _start(self) -> None:
        """After the first frame: the engine takes the cores that the first frame needed."""
        if self.isHidden():  # closed before it was drawn
            return
        self._tell_notice()
        self.runs.start()
        self.service.list_models(self._settings["opened_models"])

    def _make_translate(self) -> QWidget:
        view = TranslateView(self.workspace)
        self._matrices.join(view.stage)
        view.translate_requested.connect(lambda: self._request((self.workspace.translation,)))
        view.cancel_requested.connect(lambda: self.service.cancel((self.workspace.translation,)))
        view.models.model_requested.connect(lambda model: self._set("model", model.path))
        view.player.set_speed(self._settings["player_speed"])
        self._follow_motion(view)
        view.player.speed_changed.connect(lambda speed: self._set("player_speed", speed))
        self.engine.state_changed.connect(view.set_engine_state)
        self.sentences.join(view.sentences)
        self.gold.join(view.gold.bar)
        self._layout.take_docks(view.docks)
        view.docks.open_changed.connect(self._mark_dock)
        return view

    def _make_compare(self) -> QWidget:
        from explorer.window.compare_place import ComparePlace

        view = ComparePlace(self).view
        self._matrices.join(*(column.stage for column in view.columns))
        view.stage_made.connect(self._matrices.join)
        view.translate_requested.connect(self._request)
        view.cancel_requested.connect(self.service.cancel)
        view.player.set_speed(self._settings["player_speed"])
        self._follow_motion(view)
        return view

    def _follow_motion(self, view: "TranslateView | CompareView | TrainView") -> None:
        def show_motion() -> None:
            view.set_motion(is_reduced=not self.appearance.has_motion)

        self.appearance.motion_changed.connect(show_motion)
        show_motion()

    def _make_train(self) -> QWidget:
        view = self.runs.make_view()
        self._follow_motion(view)
        return view

    def _make_evaluate(self) -> QWidget:
        from explorer.window.evaluate_place import EvaluatePlace

        return EvaluatePlace(self, self._settings).view

    def _connect(self) -> None:
        self.rail.place_requested.connect(self.go)
        for place in PLACES:
            self.actions_by_name[f"go_{place}"].triggered.connect(lambda _, place=place: self.go(place))
        self.appearance.choice_made.connect(self._set)
        for name in (*DOCKED, SENTENCES):
            self.actions_by_name[dock_action(name)].triggered.connect(lambda _, name=name: self._toggle(name))
        self.actions_by_name["quit"].triggered.connect(self.close)
        self.actions_by_name["open_model"].triggered.connect(self._ask_for_model)
        self.actions_by_name["export_view"].triggered.connect(self._export_view)
        self.actions_by_name["export_lines"].triggered.connect(lambda: self.exports.export_lines())
        self.actions_by_name["edit_source"].triggered.connect(self._edit_source)
        UndoActions(self)
        self.actions_by_name["type_target"].triggered.connect(self._type_target)
        self.actions_by_name["what_if"].triggered.connect(self._open_what_ifs)
        self.actions_by_name["reset_layout"].triggered.connect(self._layout.reset)
        self.bar.action_requested.connect(self._on_bar_action)
        self.service.error_received.connect(self._on_error)
        self.service.model_opened.connect(self._on_model_opened)
        self.workspace.models_changed.connect(self._choose_last_model, Qt.ConnectionType.SingleShotConnection)
        self.workspace.models_changed.connect(self._on_models)

    def _choose_last_model(self) -> None:
        """The model that was asked last time, if it is still there."""
        if (model := self.workspace.model_at(self._settings["model"])) is not None:
            self.workspace.translation.set_model(model)

    def _on_models(self) -> None:
        if self.workspace.models and self.bar.text() == str(NO_MODELS):
            self.bar.hide()

    def _on_bar_action(self) -> None:
        if self.bar.text() == str(NO_MODELS):
            self.go("train")

    def _request(self, translations: tuple[Translation, ...]) -> None:
        self._engine_notice.pass_on()
        self.service.request(translations)

    def _on_error(self, channel: str, error: EngineError) -> None:
        if channel == self.workspace.translation.channel:
            self.view("translate").show_error(error)
        elif channel in [column.channel for column in self.workspace.compared]:
            self.view("compare").show_error(channel, error)
        elif self.engine.state == "lost":
            self._engine_notice.show_error(error)
        else:
            self.bar.show_error(error, self.tr("Go to Train") if error is NO_MODELS else "")

    def _on_model_opened(self, path: str) -> None:
        opened = self._settings["opened_models"]
        if path not in opened:
            self._set("opened_models", [*opened, path])
        self.go("translate")

    def _ask_for_model(self) -> None:
        if path := QFileDialog.getExistingDirectory(self, self.tr("Open a run or a checkpoint")):
            self.open_model(path)

    @property
    def exports(self) -> "WindowExports":
        """What exports; made when it is first needed."""
        from explorer.exporting.window_exports import WindowExports

        if self._exports is None:
            self._exports = WindowExports(self._settings, self.workspace, self.bar, self)
        return self._exports

    def _place_menus(self) -> list:
        return self.view("translate").menus() if self._settings["place"] == "translate" else []

    def _export_view(self) -> None:
        self.exports.export_views(self.view(self._settings["place"]).seen_views())

    def _edit_source(self) -> None:
        if self._settings["place"] in WITHOUT_SOURCE:
            self.go("translate")
        self._stack.currentWidget().focus_source()

    def _type_target(self) -> None:
        self.go("translate")
        self.view("translate").what_if.open_target()

    def _open_what_ifs(self) -> None:
        self.go("translate")
        self.view("translate").what_if.buttons.open()

    def _toggle(self, name: str) -> None:
        """Open or close a dock of Translate; from another place, go there and have it open."""
        is_there = self._settings["place"] == "translate"
        if not is_there:
            self.go("translate")
        docks = self.view("translate").docks
        (docks.toggle if is_there else docks.open)(name)
        self._mark_dock(name)

    def _mark_dock(self, name: str) -> None:
        """Show in the menu whether a dock is open."""
        self.actions_by_name[dock_action(name)].setChecked(self.view("translate").docks.is_open(name))

    def _set(self, name: str, value: object) -> None:
        self._settings[name] = value
        self._settings.save()
        self._tell_notice()

    def _tell_notice(self) -> None:
        """Say what there is to say about the settings file, once."""
        notice, self._settings.notice = self._settings.notice, None
        if notice is not None:
            self.bar.show_error(notice)

    def _lay_out(self) -> None:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.bar)
        right.addWidget(self._stack, 1)
        centre = QWidget()
        layout = QHBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.rail)
        layout.addLayout(right, 1)
        self.setCentralWidget(centre)
