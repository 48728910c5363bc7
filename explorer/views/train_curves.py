"""The curves of one run: loss or perplexity, dev BLEU, speed."""

from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QWidget

from explorer.plots.curve import Curve
from explorer.plots.curve_plot import CurvePlot
from explorer.services.run_snapshot import Measure, RunCurves


class RunCurvesPanel(QWidget):
    """Three plots side by side, the loss the widest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: RunCurves | None = None
        self._quantity = QComboBox()
        self._quantity.addItems([self.tr("Loss"), self.tr("Perplexity")])
        self._quantity.setAccessibleName(self.tr("Quantity"))
        self._is_log = QCheckBox(self.tr("log scale"))
        self.loss = CurvePlot(self.tr("nats a target token"))
        self.bleu = CurvePlot(self.tr("Dev BLEU"), ".1f")
        self.bleu.set_title(self.tr("Dev BLEU"), self.tr("BLEU on the dev pairs; higher is better"))
        self.speed = CurvePlot(self.tr("Target tokens/s"), ",.0f")
        self.speed.set_title(self.tr("Target tokens/s"), self.tr("Its speed; ≈ is the smoothed value"))
        self._quantity.currentIndexChanged.connect(self._draw)
        self._is_log.toggled.connect(lambda is_log: self.loss.set_scale("log" if is_log else "linear"))
        self._lay_out()

    def show_curves(self, curves: RunCurves) -> None:
        """Draw these; nothing is done for the curves that are drawn already."""
        if curves is not self._shown:
            self._shown = curves
            self._draw()

    def _draw(self) -> None:
        if self._shown is None:
            return
        curves, is_loss = self._shown, self._quantity.currentIndex() == 0
        train, dev = (curves.loss, curves.dev_loss) if is_loss else (curves.perplexity, curves.dev_perplexity)
        meaning = self.tr(
            "How surprised the model is by the right next token; lower is better. ≈ is the smoothed value."
        )
        self.loss.set_title(self.tr("nats a target token") if is_loss else self.tr("a target token"), meaning)
        resumes = curves.resumes
        lines = [_curve(self.tr("train"), train, "dense"), _curve(self.tr("dev"), dev, "measured")]
        self.loss.set_curves(lines, resumes)
        self.bleu.set_curves([_curve(self.tr("dev"), curves.bleu, "measured")], resumes)
        self.speed.set_curves([_curve(self.tr("train"), curves.tokens_per_second, "dense")], resumes)

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.setSpacing(16)
        choice.addWidget(self._quantity)
        choice.addWidget(self._is_log)
        choice.addStretch()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(24)
        layout.setVerticalSpacing(8)
        layout.addLayout(choice, 0, 0, 1, 3)
        for column, (plot, share) in enumerate(((self.loss, 5), (self.bleu, 4), (self.speed, 4))):
            layout.addWidget(plot, 1, column)
            layout.setColumnStretch(column, share)
        layout.setRowStretch(1, 1)


def _curve(name: str, measure: Measure, kind: str) -> Curve:
    return Curve(name, measure.updates, measure.values, kind, measure.branches)
