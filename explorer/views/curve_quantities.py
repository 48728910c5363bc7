"""Which curves of a run can be drawn, and over what."""

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from explorer.plots.curve_axes import PlaceKind
from explorer.plots.curve_plot import Quantity
from explorer.run_curves import Axis, RecordKind, RunCurves

_CONTEXT = "Curves"


@dataclass(frozen=True)
class Part:
    """One curve of a plot: its name, the kind of record that holds it, and the field there."""

    name: str
    kind: RecordKind
    field: str
    is_second: bool = False  # of two training curves in one plot


@dataclass(frozen=True)
class Plotted:
    """One plot: its name in the list, its unit, what it means, the format of its values, and its curves.

    is_sure: whether every run has values of it sooner or later.
    """

    name: str
    unit: str
    meaning: str
    number_format: str
    parts: tuple[Part, ...]
    is_sure: bool = True

    def has_values(self, curves: RunCurves, axis: Axis) -> bool:
        """Whether a run has values of it over this axis."""
        return any(curves.line(part.kind).has(axis, part.field) for part in self.parts)

    def is_awaited(self, curves: RunCurves) -> bool:
        """Whether a run has no values of it only because it has just begun."""
        return self.is_sure and not any(curves.line(part.kind).has("update") for part in self.parts)

    @property
    def quantity(self) -> Quantity:
        """What the plot says of it."""
        unit = f" ({told(self.unit)})" if self.unit else ""
        return Quantity(told(self.name) + unit, told(self.meaning), self.number_format)


def told(text: str) -> str:
    """A text of this module in the language of the window."""
    return QCoreApplication.translate(_CONTEXT, text)


def _train(field: str, name: str = QT_TRANSLATE_NOOP("Curves", "train")) -> Part:
    return Part(name, "train", field)


def _dev(field: str) -> Part:
    return Part(QT_TRANSLATE_NOOP("Curves", "dev"), "validation", field)


PLOTS: dict[str, Plotted] = {
    "loss": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Loss"), QT_TRANSLATE_NOOP("Curves", "nats a target token"),
        QT_TRANSLATE_NOOP("Curves", "How surprised the model is by the right next token; lower is better"),
        ".3f", (_train("loss"), _dev("loss"))),
    "perplexity": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Perplexity"), "",
        QT_TRANSLATE_NOOP("Curves", "e to the power of the loss: between how many tokens the model wavers"),
        ",.2f", (_train("perplexity"), _dev("perplexity"))),
    "bleu": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Dev BLEU"), "%",
        QT_TRANSLATE_NOOP("Curves", "Words and phrases shared with the references; higher is better"),
        ".1f", (_dev("bleu"),)),
    "chrf": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Dev chrF"), "%",
        QT_TRANSLATE_NOOP("Curves", "Letters shared with the references; higher is better"),
        ".1f", (_dev("chrf"),)),
    "aer": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Alignment error rate"), "%",
        QT_TRANSLATE_NOOP("Curves", "How much the alignment differs from the right one, where that is known; "
                          "lower is better"),
        ".1f", (_dev("aer"),), is_sure=False),
    "token_accuracy": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Token accuracy"), "%",
        QT_TRANSLATE_NOOP("Curves", "How often the right next token is the likeliest, after the right tokens "
                          "before it (teacher forcing)"),
        ".1f", (_dev("token_accuracy"),)),
    "learning_rate": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Learning rate"), "",
        QT_TRANSLATE_NOOP("Curves", "How large the steps of the optimiser are"),
        ".3g", (_train("learning_rate", QT_TRANSLATE_NOOP("Curves", "rate")),)),
    "gradient_norm": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Gradient norm"), "",
        QT_TRANSLATE_NOOP("Curves", "The length of the gradient, before and after it is clipped"),
        ".3f", (_train("gradient_norm", QT_TRANSLATE_NOOP("Curves", "before")),
                Part(QT_TRANSLATE_NOOP("Curves", "clipped"), "train", "clipped_norm", is_second=True))),
    "tokens_per_second": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Speed"), QT_TRANSLATE_NOOP("Curves", "target tokens a second"),
        QT_TRANSLATE_NOOP("Curves", "How fast the run trains; validations are left out"),
        ",.0f", (_train("tokens_per_second", QT_TRANSLATE_NOOP("Curves", "tokens/s")),)),
    "memory": Plotted(
        QT_TRANSLATE_NOOP("Curves", "Memory"), "GiB",
        QT_TRANSLATE_NOOP("Curves", "Of the GPU, or of the process where it trains on the CPU"),
        ".2f", (_train("memory", QT_TRANSLATE_NOOP("Curves", "in use")),)),
    "cpu": Plotted(
        QT_TRANSLATE_NOOP("Curves", "CPU use"), "%",
        QT_TRANSLATE_NOOP("Curves", "Of all cores that the process may use"),
        ".0f", (_train("cpu", QT_TRANSLATE_NOOP("Curves", "in use")),)),
    "gpu": Plotted(
        QT_TRANSLATE_NOOP("Curves", "GPU use"), "%",
        QT_TRANSLATE_NOOP("Curves", "The share of time in which the GPU works"),
        ".0f", (_train("gpu", QT_TRANSLATE_NOOP("Curves", "in use")),), is_sure=False),
}  # fmt: skip

AXES: dict[Axis, tuple[str, PlaceKind]] = {
    "update": (QT_TRANSLATE_NOOP("Curves", "update"), "count"),
    "tokens": (QT_TRANSLATE_NOOP("Curves", "target tokens"), "count"),
    "passes": (QT_TRANSLATE_NOOP("Curves", "epoch"), "share"),
    "wall": (QT_TRANSLATE_NOOP("Curves", "time"), "seconds"),
}
