"""A box to choose a model from the workspace's list."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from explorer.workspace import ModelInfo, Workspace

NARROWEST = 80  # pixels; a longer name is cut off where there is no room for it


class ModelBox(QComboBox):
    """Follows the list of models; `model_requested` when a person chooses another one."""

    model_requested = Signal(ModelInfo)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setAccessibleName(self.tr("Model"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(NARROWEST)
        self.activated.connect(self._on_activated)
        workspace.models_changed.connect(self._fill)
        self._fill()

    def show_model(self, model: ModelInfo | None) -> None:
        """Show which model is asked."""
        models = self._workspace.models
        self.setCurrentIndex(models.index(model) if model in models else -1)
        self.setToolTip("" if model is None else model_words(model))

    def _fill(self) -> None:
        self.clear()
        self.setEnabled(bool(self._workspace.models))
        self.setPlaceholderText(self.tr("no model yet"))
        for index, model in enumerate(self._workspace.models):
            self.addItem(model_label(model, self._workspace.models))
            self.setItemData(index, model_words(model), Qt.ItemDataRole.ToolTipRole)

    def _on_activated(self, index: int) -> None:
        self.model_requested.emit(self._workspace.models[index])


def model_label(model: ModelInfo, models: Sequence[ModelInfo]) -> str:
    """The name of a model; where another one has it too, a checkpoint says which update it is of.

    Of two runs of one name it also says the folder.
    """
    others = [other for other in models if other.name == model.name and other != model]
    digits = Path(model.path).name.removeprefix("update-")
    if not others or model.run is None or not digits.isdecimal():
        return model.name
    folder = f" ({model.run.name})" if {other.run for other in others} - {None, model.run} else ""
    return f"{model.name}{folder}, update {int(digits):,}"


def model_words(model: ModelInfo) -> str:
    """Kind, size and place of a model."""
    return f"{model.kind}, {model.parameters:,} parameters\n{model.path}"
