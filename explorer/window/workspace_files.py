"""Opens and saves workspace files, and lists the recent ones.

What was not saved is never asked about: all that the window shows can be worked out again, gold links that no
file has are kept for the next start, and a workspace that is replaced by another can be had back by a button.
"""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from engine.errors import EngineError
from explorer.model_info import ModelInfo
from explorer.services.replay import Replay
from explorer.settings import Settings
from explorer.window.frame import Frame
from explorer.window.recent_menu import RecentMenu
from explorer.workspace import Selection, Translation
from explorer.workspace_file import (
    SUFFIX,
    SavedModel,
    SavedWorkspace,
    WorkspaceError,
    load_workspace,
    save_workspace,
)


class WorkspaceFiles(QObject):
    """The file of one window's workspace. Errors stand in the window's bar, and change nothing."""

    def __init__(self, window: Frame, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self.path: Path | None = None
        self._opening: SavedWorkspace | None = None  # waits for the list of models
        self._opened = SavedWorkspace()
        self._added: list[str] = []  # paths of models that the list lacked
        self._before: SavedWorkspace | None = None  # what another file has taken the place of
        self._offer = ""  # the message with the button that brings it back
        self._replay = Replay(window.service, window.workspace)
        self._replay.finished.connect(self._on_replayed)
        self.recent = RecentMenu(window, settings)
        self.recent.open_requested.connect(lambda path: self.open(Path(path)))
        actions = window.actions_by_name
        actions["open_workspace"].triggered.connect(self._ask_to_open)
        actions["save_workspace"].triggered.connect(self.save)
        actions["save_workspace_as"].triggered.connect(self._ask_to_save)
        window.engine.models_received.connect(lambda _: self._on_models())
        window.bar.action_requested.connect(self._on_bar_action)

    def open(self, path: Path) -> None:
        """Show what this file holds; what was there can be had back."""
        try:
            saved = load_workspace(path)
        except WorkspaceError as error:
            self._window.bar.show_error(error)
            return
        self._before = self.gathered()
        self._take_path(path)
        self._show(saved)

    def save(self) -> None:
        """Write the file that was opened or saved last; without one, ask where."""
        if self.path is None:
            self._ask_to_save()
        else:
            self.save_to(self.path)

    def save_to(self, path: Path) -> None:
        """Write all that is open into this file."""
        try:
            save_workspace(path, self.gathered())
        except WorkspaceError as error:
            self._window.bar.show_error(error)
            return
        self._take_path(path)
        self._window.bar.show_message(self.tr("Saved as {path}.").format(path=path))

    def gathered(self) -> SavedWorkspace:
        """What is open now."""
        workspace = self._window.workspace
        translation, selection = workspace.translation, workspace.translation.selection
        return SavedWorkspace(
            models=tuple(map(_saved_model, workspace.translations)),
            source_text=workspace.source_text,
            decoding=workspace.decoding,
            questions=tuple(state.question for state in translation.history.states),
            current=translation.history.index,
            place=self._settings["place"],
            views=self._window.view("translate").docks.open_sides(),
            selection=(selection.step, selection.position, selection.hypothesis),
            listed=workspace.sentences.texts,
            pinned=tuple(sorted(workspace.sentences.pinned)),
            whole_words=workspace.whole_words,
            reference=(workspace.reference.text, workspace.reference.source_text),
            links=workspace.gold.all(),
        )

    def _take_path(self, path: Path) -> None:
        self.path = path
        self._window.setWindowTitle(f"{path.stem} – Alignment Explorer")
        self.recent.note(path)

    def _show(self, saved: SavedWorkspace) -> None:
        """Ask for the models first, those of the file among them."""
        models = tuple(map(_at_its_place, saved.models))
        self._opening = replace(saved, models=models)
        lacking = [model.path for model in models if model is not None and self._info(model) is None]
        self._added = list(dict.fromkeys(lacking))
        self._window.service.list_models([*self._settings["opened_models"], *self._added])

    def _on_models(self) -> None:
        if self._opening is None:
            return
        opening, self._opening = self._opening, None
        self._opened = opening
        self._remember_models(opening)
        self._tell_opened([model.name for model in opening.models if model and self._info(model) is None])
        window, workspace = self._window, self._window.workspace
        self._replay.stop()
        window.service.cancel(workspace.translations)
        workspace.set_column_count(len(opening.models) - 1)
        for translation, model in zip(workspace.translations, opening.models, strict=False):
            kept = (None if model is None else self._info(model)) or translation.model
            translation.set_model(None)
            translation.set_model(kept)
        workspace.set_source_text(opening.source_text)
        workspace.set_decoding(opening.decoding)
        if opening.listed:  # the table is not emptied by a workspace that has none
            workspace.sentences.set_texts(opening.listed, opening.pinned)
        workspace.set_whole_words(is_whole=opening.whole_words)
        workspace.reference.set(*opening.reference)
        workspace.gold.take(opening.links, self.tr("Links of the workspace"))
        window.view("translate").docks.show_sides(opening.views)
        window.go(opening.place)
        questions, asked = opening.questions, opening.models[0] if opening.models else None
        if asked is None or self._info(asked) is None:  # what was changed belongs to the model that is gone
            questions = tuple(question.own() for question in questions)
        self._replay.start(questions, opening.current)

    def _remember_models(self, opening: SavedWorkspace) -> None:
        """Models of the file that are neither bundled nor in a run stay in the list at the next start too."""
        listed = self._settings["opened_models"]
        found = [model.path for model in opening.models if model is not None and Path(model.path).is_dir()]
        new = [path for path in dict.fromkeys(found) if path in self._added and path not in listed]
        self._settings["opened_models"] = [*listed, *new]
        self._settings.save()

    def _on_replayed(self) -> None:
        """The wanted sentence is on screen: select in it, and say where the model is another one."""
        translation, opened = self._window.workspace.translation, self._opened
        step, position, hypothesis = opened.selection
        translation.select(Selection(step, position, hypothesis))
        saved = opened.models[0] if opened.models else None
        if saved is None or translation.trace is None or not saved.fingerprint:
            return
        if translation.trace.meta.get("fingerprint") != saved.fingerprint:
            what = f"The model {saved.name} has other weights than when the workspace was saved."
            self._window.bar.show_error(EngineError(what, "Its translations may differ from those of then."))

    def _tell_opened(self, missing: list[str]) -> None:
        """Say that it was opened, and which models were not found; what was there can be had back."""
        bar, action = self._window.bar, self.tr("Back to what was open")
        name = "" if self.path is None else self.path.name
        if missing:
            names = ", ".join(dict.fromkeys(missing))
            what = f"{name} was opened without its model {names}, which is not found."
            bar.show_error(
                EngineError(what, "Put it back and open the file again, or choose another model."), action
            )
        elif name:
            bar.show_message(self.tr("{name} was opened.").format(name=name), action)
        self._offer = bar.text()

    def _info(self, model: SavedModel) -> ModelInfo | None:
        """The line of the list that this model is."""
        workspace, place = self._window.workspace, Path(model.path).resolve()
        inside = (info for info in workspace.models if place in Path(info.path).resolve().parents)
        return workspace.model_at(model.path) or next(inside, None)

    def _on_bar_action(self) -> None:
        if self._before is not None and self._window.bar.text() == self._offer:
            self._window.bar.hide()
            before, self._before, self.path = self._before, None, None
            self._window.setWindowTitle("Alignment Explorer")
            self._show(before)

    def _ask_to_open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open workspace"), self._folder(), self._filter()
        )
        if path:
            self.open(Path(path))

    def _ask_to_save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Save workspace"), self._folder(), self._filter()
        )
        if path:
            self.save_to(Path(path) if Path(path).suffix else Path(path + SUFFIX))

    def _folder(self) -> str:
        recent = self._settings["recent_workspaces"]
        return str(self.path or (Path(recent[0]).parent if recent else ""))

    def _filter(self) -> str:
        return self.tr("Workspaces (*{suffix})").format(suffix=SUFFIX)


def _saved_model(translation: Translation) -> SavedModel | None:
    if translation.model is None:
        return None
    meta = {} if translation.trace is None else translation.trace.meta
    return SavedModel(translation.model.name, translation.model.path, str(meta.get("fingerprint", "")))


def _at_its_place(model: SavedModel | None) -> SavedModel | None:
    """The model where it was found; where it was not, as it was saved: the engine may be elsewhere."""
    return None if model is None else replace(model, path=model.found() or model.path)
