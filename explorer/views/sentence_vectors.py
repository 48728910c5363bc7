"""How a fixed-vector model places sentences: the vector of each, in the plane in which they differ most."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from explorer.plots.point_map import MapPoint, PointMap
from explorer.sentence_plane import SentencePlane
from explorer.workspace import Workspace

ATTENTION = "rnnsearch"  # the kind of model that has no one vector


class SentenceVectorsView(QWidget):
    """`draw_requested` with a model's path and sentences; `open_requested` with a sentence and a model."""

    draw_requested = Signal(str, list)
    open_requested = Signal(str, str)

    def __init__(
        self, workspace: Workspace, examples: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        """examples: lists of sentences, one a line, by their names."""
        super().__init__(parent)
        self._workspace = workspace
        self._examples = dict(examples)
        self._model = ""  # whose picture is drawn
        self.models, self.lists = QComboBox(), QComboBox()
        self.sentences, self.draw = QPlainTextEdit(), QPushButton(self.tr("Draw"))
        self.map, self.note = PointMap(self.tr("Sentences in the plane in which they differ most")), QLabel()
        self._lay_out()
        self.lists.addItems([*self._examples])
        self.lists.activated.connect(self._show_list)
        self.sentences.textChanged.connect(self._check)
        self.draw.clicked.connect(self._draw)
        self.map.opened.connect(self._open)
        workspace.models_changed.connect(self._on_models)
        self._on_models()
        self._show_list()

    def texts(self) -> list[str]:
        """The sentences, without blank lines."""
        return [line.strip() for line in self.sentences.toPlainText().split("\n") if line.strip()]

    def show_plane(self, plane: SentencePlane) -> None:
        """Draw these."""
        self._model = plane.model
        self.draw.setEnabled(True)
        axes = tuple(
            self.tr("{which} principal component, {share} of the variance").format(
                which=which, share=f"{share:.0%}"
            )
            for which, share in zip((self.tr("first"), self.tr("second")), plane.shares, strict=True)
        )
        self.map.set_points([MapPoint(x, y, text) for text, x, y in plane.points], (axes[0], axes[1]))
        words = self.tr(
            "{model}: vectors of {size:,} numbers. A double click opens a sentence in Translate. "
            "What lies near in this plane need not be near in all dimensions."
        )
        self.note.setText(words.format(model=plane.model, size=plane.size))

    def show_waiting(self) -> None:
        """The model reads the sentences."""
        self.draw.setEnabled(False)
        self.note.setText(self.tr("The model reads the sentences."))

    def show_failed(self) -> None:
        """There is nothing new to draw."""
        self.note.setText("")
        self._check()

    def _on_models(self) -> None:
        chosen = self.models.currentData()
        self.models.clear()
        for model in self._workspace.models:
            if model.kind != ATTENTION:
                self.models.addItem(model.name, model.path)
        self.models.setCurrentIndex(max(0, self.models.findData(chosen)))
        self._check()

    def _show_list(self) -> None:
        if self.lists.currentText() in self._examples:
            self.sentences.setPlainText(self._examples[self.lists.currentText()].strip())

    def _check(self) -> None:
        has_model = self.models.currentData() is not None
        self.draw.setEnabled(has_model and len(self.texts()) > 2)
        if not has_model:
            self.note.setText(self.tr("No model without attention is there; RNNsearch has no one vector."))
        elif len(self.texts()) <= 2:
            self.note.setText(self.tr("Write at least three sentences, one a line."))

    def _draw(self) -> None:
        self.show_waiting()
        self.draw_requested.emit(self.models.currentData(), self.texts())

    def _open(self, number: int) -> None:
        self.open_requested.emit(self.map.points[number].text, self._model)

    def _lay_out(self) -> None:
        for widget, name in (
            (self.models, self.tr("Model")),
            (self.lists, self.tr("Examples")),
            (self.sentences, self.tr("Sentences")),
        ):
            widget.setAccessibleName(name)
        self.note.setProperty("rank", "second")
        self.note.setWordWrap(True)
        left, right = QWidget(), QWidget()
        column, picture = QVBoxLayout(left), QVBoxLayout(right)
        for layout in (column, picture):
            layout.setContentsMargins(0, 8, 0, 0)
            layout.setSpacing(4)
        picture.setContentsMargins(8, 8, 0, 8)
        column.addWidget(QLabel(self.tr("Model without attention")))
        column.addWidget(self.models)
        column.addSpacing(8)
        column.addWidget(QLabel(self.tr("Sentences, one a line")))
        column.addWidget(self.lists)
        column.addWidget(self.sentences, 1)
        column.addWidget(self.draw)
        picture.addWidget(self.map, 1)
        picture.addWidget(self.note)
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(parts)
