"""The states of Compare that are pictured: each sentence, all pages of one of them, a sentence that grows."""

from collections.abc import Callable, Iterator

from explorer.main_window import MainWindow

PAGES = ("pictures", "words", "difference")
Wait = Callable[[Callable[[], bool]], None]


def comparisons(window: MainWindow, sentence: str, wait: Wait) -> Iterator[str]:
    """Bring Compare into each state for the sentence of this name, that of the source line; their names."""
    workspace = window.workspace
    window.go("compare")
    _translate(window, wait)
    window.view("compare").rows.go_to(3)
    yield f"compare-{sentence}"
    if sentence == "short":
        columns = len(workspace.compared)
        yield from _four_columns(window, wait)
        workspace.set_column_count(columns)
        yield from _growth(window, wait)


def _four_columns(window: MainWindow, wait: Wait) -> Iterator[str]:
    workspace, view = window.workspace, window.view("compare")
    workspace.set_column_count(4)
    workspace.reference.set("Le vieil homme m'a offert un livre rouge.", workspace.source_text)
    _translate(window, wait)
    wait(lambda: all(column.match_line.isVisible() for column in view.columns))
    for tab, page in enumerate(PAGES):
        view.tabs.setCurrentIndex(tab)
        yield f"compare-four-{page}"


def _growth(window: MainWindow, wait: Wait) -> Iterator[str]:
    workspace, view = window.workspace, window.view("compare")
    view.tabs.setCurrentIndex(len(PAGES))
    view.growth.slider.setValue(6)
    models = [translation.model.path for translation in workspace.compared]
    beam = workspace.decoding.beam_size
    wait(lambda: not any(workspace.growth.missing(model, beam) for model in models))
    wait(lambda: not any(translation.is_busy for translation in workspace.compared))
    yield "compare-longer-and-longer"
    view.tabs.setCurrentIndex(0)


def _translate(window: MainWindow, wait: Wait) -> None:
    compared = window.workspace.compared
    window.service.request(compared)
    wait(lambda: not any(translation.is_busy for translation in compared))
