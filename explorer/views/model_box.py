"""A box to choose a model from the workspace's list."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from explorer.workspace import ModelInfo, Workspace


class ModelBox(QComboBox):
    """Follows the list of models; `model_requested` when a person chooses another one."""

    model_requested = Signal(ModelInfo)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setAccessibleName(self.tr("Model"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
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
            self.addItem(model.name)
            self.setItemData(index, model_words(model), 3)

    def _on_activated(self, index: int) -> None:
        self.model_requested.emit(self._workspace.models[index])


def model_words(model: ModelInfo) -> str:
    """Kind, size and place of a model."""
    return f"{model.kind}, {model.parameters:,} parameters\n{model.path}"
