"""The box of models: each can be told from the others, and the choice outlives a new list."""

from explorer.views.model_box import ModelBox, model_label
from explorer.workspace import ModelInfo, Workspace

BUNDLED = ModelInfo("search", "rnnsearch", "/resources/models/search")
RUN = ModelInfo("search", "rnnsearch", "/runs/search/checkpoints/update-00012000")
OTHER = ModelInfo("encdec", "rnnencdec", "/runs/encdec/checkpoints/update-00000500")


def test_models_of_one_name_are_told_apart() -> None:
    models = (BUNDLED, RUN, OTHER)
    labels = [model_label(model, models) for model in models]
    assert labels == ["search", "search, update 12,000", "encdec"]


def test_two_runs_of_one_given_name_are_told_apart_by_their_folders() -> None:
    first, second = (ModelInfo("ours", "rnnsearch", f"/runs/{x}/checkpoints/update-00000500") for x in "ab")
    models = (first, second)
    assert [model_label(model, models) for model in models] == [
        "ours (a), update 500",
        "ours (b), update 500",
    ]


def test_the_box_lists_the_labels_and_shows_the_model(qtbot) -> None:
    workspace = Workspace()
    box = ModelBox(workspace)
    qtbot.addWidget(box)
    workspace.set_models((BUNDLED, RUN))
    box.show_model(RUN)
    assert box.currentText() == "search, update 12,000"
    with qtbot.waitSignal(box.model_requested, timeout=100) as told:
        box.activated.emit(0)
    assert told.args == [BUNDLED]
