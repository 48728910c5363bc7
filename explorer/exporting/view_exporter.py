"""Exports of what is on screen: the dialog, what it asks for, and where that was last time."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from engine.errors import EngineError
from engine.exports.importance import ImportanceNumbers
from engine.exports.numbers import AlignmentNumbers
from engine.exports.states import StateNumbers
from explorer.dialogs.export_view import ExportViewDialog, ViewExport, ViewSource
from explorer.export_choice import STATES, SUFFIXES, ExportChoice
from explorer.exporting.files import (
    importance_files,
    number_files,
    picture_files,
    picture_of,
    publish,
    state_files,
    stem_of,
)
from explorer.settings import Settings
from explorer.views.base import TraceView


class ViewExporter(QObject):
    """Opens the dialog over a window and answers it."""

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self.dialog: ExportViewDialog | None = None

    def open(self, views: Sequence[tuple[str, TraceView]]) -> None:
        """Ask what is to be exported of these views, each with its title; at least one."""
        sources = [source for title, view in views if (source := _source(title, view)) is not None]
        folder = export_folder(self._settings)
        self.dialog = ExportViewDialog(sources, export_choice(self._settings), folder, self._window)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.export_requested.connect(self._export)
        self.dialog.folder_open_requested.connect(open_folder)
        self.dialog.open()

    def _export(self, wanted: ViewExport) -> None:
        assert self.dialog is not None
        try:
            files = publish(wanted.folder, _files(wanted))
        except EngineError as error:
            self.dialog.bar.show_error(error)
            return
        remember(self._settings, wanted.folder, wanted.choice)
        self.dialog.show_written(files)


def open_folder(folder: Path) -> None:
    """Show the folder in the system's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def export_folder(settings: Settings) -> Path:
    """Where exports went last time; at first the person's documents."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(settings["export_folder"] or documents or Path.home())


def export_choice(settings: Settings) -> ExportChoice:
    """What was exported last time."""
    formats = tuple(name for name in settings["export_formats"] if name in SUFFIXES)
    return ExportChoice(formats, settings["export_dpi"])


def remember(settings: Settings, folder: Path, choice: ExportChoice) -> None:
    """Keep where and what was exported for the next time."""
    settings["export_folder"] = str(folder)
    settings["export_formats"] = list(choice.formats)
    settings["export_dpi"] = choice.dpi
    settings.save()


def _source(title: str, view: TraceView) -> ViewSource | None:
    if view.trace is None or view.hypothesis is None:
        return None
    stem = f"{stem_of(view.trace.source_text)}-{stem_of(title)}"
    return ViewSource(
        title,
        stem,
        lambda whole: view.drawing(whole=whole),
        view.trace,
        view.hypothesis,
        numbers_of=view.numbers_of,
        importance=view.importance,
    )


def _files(wanted: ViewExport) -> dict[str, bytes]:
    """The bytes of each file by its name. Raises EngineError where a PNG would be too large."""
    source, files = wanted.source, {}
    if wanted.choice.pictures:
        picture = picture_of(source.draw(wanted.whole), source.trace, source.hypothesis)
        files |= picture_files(picture, wanted.choice)
    if wanted.choice.numbers and source.numbers_of == STATES:
        files |= state_files(StateNumbers(source.trace, source.hypothesis), wanted.choice)
    elif wanted.choice.numbers and source.importance is not None:
        found = ImportanceNumbers(source.trace, source.hypothesis, source.importance)
        files |= importance_files(found, wanted.choice)
    elif wanted.choice.numbers:
        files |= number_files(AlignmentNumbers(source.trace, source.hypothesis), wanted.choice)
    return {wanted.stem + suffix: data for suffix, data in files.items()}
