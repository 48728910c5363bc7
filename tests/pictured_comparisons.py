"""The states of Compare that are pictured: four columns with a reference, and the sentence that grows."""

from collections.abc import Callable, Iterator

from explorer.main_window import MainWindow

PAGES = ("pictures", "words", "difference")


def comparisons(window: MainWindow, wait: Callable[[Callable[[], bool]], None]) -> Iterator[str]:
    """Bring Compare into each of them, and back; the name of each."""
    workspace, view = window.workspace, window.view("compare")
    columns = len(workspace.compared)
    workspace.set_column_count(4)
    workspace.reference.set("Le vieil homme m'a offert un livre rouge.", workspace.source_text)
    window.service.request(workspace.compared)
    wait(lambda: not any(translation.is_busy for translation in workspace.compared))
    wait(lambda: all(column.match_line.isVisible() for column in view.columns))
    for tab, page in enumerate(PAGES):
        view.tabs.setCurrentIndex(tab)
        yield f"compare-four-{page}"
    workspace.set_column_count(columns)
    view.tabs.setCurrentIndex(len(PAGES))
    view.growth.slider.setValue(6)
    models = [translation.model.path for translation in workspace.compared]
    beam = workspace.decoding.beam_size
    wait(lambda: not any(workspace.growth.missing(model, beam) for model in models))
    wait(lambda: not any(translation.is_busy for translation in workspace.compared))
    yield "compare-longer-and-longer"
    view.tabs.setCurrentIndex(0)
