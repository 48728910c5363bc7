"""One choice for all matrices, and it is still there at the next start."""

from explorer.main_window import MainWindow
from explorer.settings import Settings
from explorer.views.matrix import MatrixView
from tests.explorer.made_traces import made_trace


def matrix_of(stage) -> MatrixView:
    assert isinstance(stage.view, MatrixView)
    return stage.view


def test_all_matrices_follow_one_and_the_next_start_too(window: MainWindow) -> None:
    """Translate has drawn already; Compare makes its view only after the choice."""
    settings = window._settings
    translate, compare = window.view("translate"), window.view("compare")
    searching = next(model for model in window.workspace.models if model.has_attention)
    for translation in (window.workspace.translation, window.workspace.compared[0]):
        translation.set_model(searching)
    window.workspace.translation.show_result(made_trace("le chat dort"))
    menu = matrix_of(translate.stage).menu
    menu.transposed.trigger()
    menu.colours.actions()[2].trigger()
    window.workspace.compared[0].show_result(made_trace("le chat dort"))
    followed = matrix_of(compare.columns[0].stage).menu
    assert followed.choice() == menu.choice()
    followed.threshold.actions()[3].trigger()
    assert menu.choice() == followed.choice()
    assert menu.choice().style.threshold == 0.05
    stored = Settings(settings.path)["matrix"]
    fresh = MatrixView()
    fresh.show_drawing(stored)
    assert fresh.menu.choice() == menu.choice()
    fresh.deleteLater()
