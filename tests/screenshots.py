"""Draws every view with the bundled models off screen: `python -m tests.screenshots DIR [RUN …]`.

A file is named by view, sentence, size and theme. The pictures are looked at by a person.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is imported

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QTableView, QWidget

from engine.presets import preset
from engine.runs.layout import RUNS_VARIABLE, runs_home
from engine.runs.records import TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter
from engine.trace import FORCED, DecodingTrace
from engine.trace_words import merge, source_groups, target_groups
from explorer.dialogs.close_choice import CloseChoiceDialog
from explorer.main_window import MainWindow
from explorer.settings import PATH_VARIABLE, Settings, settings_path
from explorer.theme import Theme
from explorer.views import DOCKED
from explorer.widgets.fold import Fold
from explorer.window.place import SMALLEST
from tests.engine.evaluation.made_evaluation import made_evaluation
from tests.explorer.run_states import every_state
from tests.pictured_comparisons import comparisons
from tests.pictured_links import gold_links
from tests.pictured_runs import make_runs

SIZES = (SMALLEST, (1280, 720))
PROJECTOR = ((1280, 720),)
DOCK_WIDTH = 520  # pixels
Scene = tuple[str, tuple[tuple[int, int], ...]]
THEMES = ("light", "dark")
SENTENCES = {
    "one-word": "Hello",
    "short": "The old man gave me a red book.",
    "long": "When we came home late in the evening, the children had already eaten everything that my mother "
    "had prepared, and the dog was sleeping in front of the fire while my father was reading the newspaper, "
    "because the old man who lives next door had given him a red book and a letter from the city yesterday.",
    "right-to-left": "הילד הקטן קורא ספר גדול בגן",
    "japanese": "老人は昨日赤い本をくれました。",
}
MANY_SENTENCES = [*SENTENCES.values(), "", "no no no no no no", "I do not want to go home.", "word " * 600]
PLACE_OF_SENTENCES = ("translate", "compare", "dock", "sentences", "raw", "larger")
DOCKED_SENTENCES = ("short", "long", "right-to-left")
PATIENCE = 180  # seconds for one translation on a busy machine


def wait(application: QApplication, is_done: Callable[[], bool]) -> None:
    """Run the event loop until this holds. Raises TimeoutError."""
    end = time.monotonic() + PATIENCE
    while not is_done():
        if time.monotonic() > end:
            raise TimeoutError("the window did not come so far in time")
        application.processEvents()
        time.sleep(0.005)


class Camera:
    """Takes the pictures of one window in all sizes and themes."""

    def __init__(self, application: QApplication, window: MainWindow, theme: Theme, folder: Path) -> None:
        self._application = application
        self._window = window
        self._theme = theme
        self._folder = folder

    def take(self, name: str, sizes: tuple[tuple[int, int], ...]) -> None:
        """Picture what the window shows now in these sizes; or the form that is open over it."""
        if name.startswith(PLACE_OF_SENTENCES):
            self._window.bar.hide()  # it tells of the made-up runs
        for choice in THEMES:
            self._theme.choose(choice)
            forms = [form for form in self._window.findChildren(QDialog) if form.isVisible()]
            for form in forms:
                self._save(form, f"{name}-{choice}")
            for width, height in () if forms else sizes:
                self._window.resize(width, height)
                self._save(self._window, f"{name}-{width}x{height}-{choice}")

    def _save(self, widget: QWidget, name: str) -> None:
        for _ in range(10):  # layouts settle over a few rounds
            self._application.processEvents()
        path = self._folder / f"{name}.png"
        if not widget.grab().save(str(path)):
            raise OSError(f"{path} cannot be written")
        print(path)


def docks(application: QApplication, window: MainWindow, name: str) -> Iterator[Scene]:
    """Each docked view of the translation that is on screen, and the larger text."""
    views = window.view("translate").docks
    for dock in DOCKED:
        views.show_sides({dock: "right"})
        views.resizeDocks([views.docks[dock]], [DOCK_WIDTH], Qt.Orientation.Horizontal)
        wait(application, lambda dock=dock: views.docks[dock].is_seen)
        wait(application, lambda dock=dock: not getattr(views.docks[dock].view, "is_waiting", False))
        yield f"dock-{dock}-{name}", PROJECTOR
    views.arrange()
    if name == "short":
        window.workspace.set_whole_words(is_whole=False)
        yield "raw-pieces", PROJECTOR
        window.workspace.set_whole_words(is_whole=True)
        window.actions_by_name["about"].trigger()
        yield "about", PROJECTOR
        window.dialogs.about.close()
        window.actions_by_name["text_larger"].trigger()
        window.actions_by_name["text_larger"].trigger()
        yield "larger-text", PROJECTOR
        window.actions_by_name["text_normal"].trigger()


def sentences(application: QApplication, window: MainWindow) -> Iterator[Scene]:
    """The table of sentences, empty and filled."""
    docks, table = window.view("translate").docks, window.workspace.sentences
    docks.show_sides({"step": "right", "sentences": "bottom"})
    yield "sentences-empty", SIZES
    window.sentences.take(MANY_SENTENCES)
    wait(application, lambda: table.is_whole)
    table.pin([2], is_pinned=True)
    yield "sentences", SIZES
    table.set_texts([])
    docks.arrange()


def scenes(application: QApplication, window: MainWindow) -> Iterator[Scene]:
    """Bring the window into each state that is pictured; the name of the state, and its sizes."""
    workspace = window.workspace
    wait(application, lambda: bool(workspace.models))
    yield "translate-empty", SIZES
    for name, sentence in SENTENCES.items():
        window.go("translate")
        workspace.set_source_text(sentence)
        window.service.request((workspace.translation,))
        wait(application, lambda: not workspace.translation.is_busy)
        workspace.translation.select_step(3)
        yield f"translate-{name}", SIZES
        if name in DOCKED_SENTENCES:
            yield from docks(application, window, name)
        if name == "short":
            film_run(runs_home() / "made-up-film", workspace.translation.trace)
            yield from sentences(application, window)
            yield from ((page, SIZES) for page in gold_links(window))
        for page in comparisons(window, name, lambda is_done: wait(application, is_done)):
            yield page, SIZES
    window.go("translate")
    workspace.translation.set_model(next(model for model in workspace.models if not model.has_attention))
    window.service.request((workspace.translation,))
    wait(application, lambda: not workspace.translation.is_busy)
    yield "translate-without-attention", SIZES
    window.go("train")
    table = window.view("train").findChild(QTableView)
    wait(application, lambda: table.model().rowCount() > 0)
    yield "train", SIZES
    yield from curves(application, window, table)
    yield from film(application, window, table)
    yield from states(application, window)
    window.view("train").open_new_run()
    yield "train-new-run", SIZES
    for fold in window.view("train").dialog.findChildren(Fold):
        fold.open()
    yield "train-new-run-unfolded", SIZES
    window.view("train").dialog.reject()
    window.actions_by_name["machines"].trigger()
    dialog = window.runs.machines.dialog
    dialog.add_requested.emit("gpu1", "sh -c 'echo Connection refused >&2; exit 255' --")
    wait(application, lambda: "broken" in dialog.rows["gpu1"].text())
    yield "train-machines", SIZES
    dialog.remove_requested.emit("gpu1")
    dialog.reject()
    yield from evaluation(application, window)


def evaluation(application: QApplication, window: MainWindow) -> Iterator[Scene]:
    """An empty place, systems with their sentences, the figure by length, and the form."""
    window.go("evaluate")
    view = window.view("evaluate")
    yield "evaluate-empty", PROJECTOR
    with tempfile.TemporaryDirectory() as folder:
        view.show_evaluation(made_evaluation(Path(folder)), Path("evaluations", "made"))
    yield "evaluate", SIZES
    view.tables.setCurrentWidget(view.tables.widget(3))
    view.tables.chart.mark(1)
    view.tables.chart.chosen.emit(1)
    yield "evaluate-lengths", SIZES
    view.open_new()
    yield "evaluate-new", PROJECTOR
    view.dialog.reject()
    view.pages.setCurrentWidget(view.vectors)
    view.vectors.draw.click()
    wait(application, lambda: len(view.vectors.map.points) > 0)
    yield "evaluate-vectors", SIZES


def curves(application: QApplication, window: MainWindow, table: QTableView) -> Iterator[Scene]:
    """The curves of several runs over each other."""
    table.selectAll()
    panel = window.view("train").board.details.curves
    wait(application, lambda: len(panel.run_paths()) >= 3)
    yield "curves", SIZES


def film_run(folder: Path, trace: DecodingTrace) -> None:
    """A run whose watched sentence becomes a real one; gold is where each word looks in the end."""
    with RunWriter.create(folder, preset("rnnsearch-minute"), {}) as writer:
        for number, update in enumerate((10, 20, 50, 100, 200, 300, 400, 500, 600, 700, 800)):
            share = number / 10
            weights = share * trace.weights + (1 - share) / len(trace.source_tokens)
            made = replace(trace, weights=weights, energies=np.log(weights + 1e-9), contexts=None)
            writer.save_trace(update, 0, made)
            writer.save_trace(update, 0, replace(made, meta={**made.meta, "search": FORCED}))
            writer.record(TrainRecord(update, 1, 3.0, 20.0, 1.0, 0.002, 2400.0))
            writer.record(ValidationRecord(update, 1, 3.0, 20.0, 30 * share, "made up", 2.0))
        writer.set_status("finished")
    best = merge(trace.weights_of(trace.best()), source_groups(trace), target_groups(trace.best()))
    links = " ".join(f"{row.argmax()}-{word}" for word, row in enumerate(best[:-1]))
    (folder / "watched.links").write_text(links + "\n", encoding="utf-8")


def film(application: QApplication, window: MainWindow, table: QTableView) -> Iterator[Scene]:
    """The film of the alignment, with gold links and as a difference."""
    board = window.view("train").board
    board.select(runs_home() / "made-up-film")
    wait(application, lambda: board.selected() is not None and board.selected().name == "made-up-film")
    board.details.tabs.setCurrentIndex(1)
    view = board.details.film
    wait(application, view.picture.matrix.isVisible)
    yield "film", SIZES
    view.side.target.setCurrentIndex(1)
    view.side.gold.setChecked(True)
    view.player.first()
    view.side.compare.click()
    view.player.last()
    wait(application, view.picture.difference.isVisible)
    yield "film-difference", SIZES
    board.details.tabs.setCurrentIndex(0)
    board.select(runs_home() / "made-up-curves")


def states(application: QApplication, window: MainWindow) -> Iterator[Scene]:
    """A run in each state that it can be in; one with large text; the question at closing."""
    board = window.view("train").board
    board.head.archived.setChecked(True)
    for run in every_state(runs_home()):
        board.select(run)
        wait(application, lambda run=run: board.selected() is not None and board.selected().path == run)
        wait(application, lambda: board.selected().is_whole)
        yield f"run-{run.name.replace(' ', '-')}", PROJECTOR
    board.head.archived.setChecked(False)
    for _ in range(6):
        window.actions_by_name["text_larger"].trigger()
    yield "run-larger-text", PROJECTOR
    window.actions_by_name["text_normal"].trigger()
    window.actions_by_name["close_ask"].trigger()
    window.close()
    yield "train-close", PROJECTOR
    for dialog in window.findChildren(CloseChoiceDialog):
        dialog.reject()
    window.actions_by_name["close_leave"].trigger()


def main(arguments: list[str]) -> int:
    """Take all pictures; the exit code."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as own:
        os.environ[PATH_VARIABLE] = str(Path(own) / "settings.json")
        os.environ[RUNS_VARIABLE] = str(Path(own) / "runs")
        make_runs(Path(own) / "runs")
        application = QApplication([])
        settings = Settings(settings_path())
        settings["opened_models"] = arguments[1:]
        settings["runs_at_close"] = "leave"
        theme = Theme(application, "light")
        window = MainWindow(settings, theme)
        window.show()
        camera = Camera(application, window, theme, folder)
        for scene, sizes in scenes(application, window):
            camera.take(scene, sizes)
        window.close()
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Usage: python -m tests.screenshots DIR [RUN …]")
    sys.exit(main(sys.argv[1:]))
