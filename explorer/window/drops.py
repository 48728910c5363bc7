"""Takes what is dropped on the window to where it belongs; what cannot be used is told in two sentences."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from engine.errors import EngineError
from engine.runs.layout import RunLayout
from explorer.window.dropped import Dropped, look_at
from explorer.window.frame import Frame


class WindowDrops(QObject):
    """Watches one window. Only files of this machine are taken; the drop itself changes none of them."""

    def __init__(self, window: Frame) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            event.acceptProposedAction()
            self.take(_paths(event))
            return True
        if isinstance(event, QDragEnterEvent) and _paths(event):
            event.acceptProposedAction()
            return True
        return super().eventFilter(watched, event)

    def take(self, paths: list[Path]) -> None:
        """Open what these files are."""
        try:
            dropped = look_at(paths)
        except EngineError as error:
            self._window.bar.show_error(error)
            return
        window = self._window
        match dropped.kind:
            case "workspace":
                window.files.open(dropped.paths[0])
            case "model" if window.runs.are_seen() and RunLayout(dropped.paths[0]).holds_run():
                window.runs.open_run(dropped.paths[0])
            case "model":
                window.open_model(str(dropped.paths[0]))
            case "evaluation":
                window.go("evaluate")
                window.view("evaluate").open_results(dropped.paths[0])
            case "corpus":
                window.go("train")
                window.view("train").open_new_run()
                window.view("train").dialog.corpus.set_files(dropped.paths)
            case _:
                self._take_text(dropped)

    def _take_text(self, dropped: Dropped) -> None:
        """The first sentence becomes the source; several of them come into the table of sentences as well."""
        window = self._window
        window.go("translate")
        window.workspace.set_source_text(dropped.sentence)
        window.view("translate").focus_source()
        if dropped.sentences > 1:
            window.sentences.open_file(dropped.paths[0])


def _paths(event: QDropEvent) -> list[Path]:
    """The files that are dragged; none where anything else is among them."""
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls] if all(url.isLocalFile() for url in urls) else []
