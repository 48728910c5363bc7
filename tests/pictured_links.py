"""Gold links as tests.screenshots pictures them: over the matrix, while they are edited."""

from collections.abc import Iterator

from explorer.main_window import MainWindow


def gold_links(window: MainWindow) -> Iterator[str]:
    """The model's own links and one that is only possible; the name of the picture."""
    view = window.view("translate")
    view.gold.bar.start.trigger()
    view.stage.link_requested.emit(2, 0, False)
    yield "translate-gold-links"
    window.workspace.gold.set_shown(is_open=False)
