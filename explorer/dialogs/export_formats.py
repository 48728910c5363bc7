"""Which files an export makes: kinds of pictures with the fineness of a PNG, kinds of numbers."""

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from explorer.export_choice import COARSEST, FINEST, NUMBERS, PICTURES, ExportChoice
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.number_box import NumberBox

NAMES = {
    "svg": "SVG",
    "pdf": "PDF",
    "png": "PNG",
    "csv": "CSV",
    "json": "JSON",
    "npy": ".npy",
    "pharaoh": "Pharaoh links",
    "nematus": "Nematus",
    "nematus-json": "Nematus JSON",
}


class ExportFormats(QWidget):
    """A box a format. `choice_changed` when a person ticks one or changes the fineness."""

    choice_changed = Signal()

    def __init__(self, choice: ExportChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: Collection[str] = NUMBERS
        self.boxes = {name: QCheckBox(NAMES[name]) for name in (*PICTURES, *NUMBERS)}
        self.dpi = NumberBox(self.tr("Dots an inch of a PNG"))
        self.dpi.setRange(COARSEST, FINEST)
        self.dpi.setSuffix(self.tr(" dpi"))
        self.dpi.setValue(choice.dpi)
        self.dpi.valueChanged.connect(self.choice_changed)
        for name, box in self.boxes.items():
            box.setChecked(name in choice.formats)
            box.setToolTip(self._tips()[name])
            box.toggled.connect(self.choice_changed)
        self._lay_out()

    def choice(self) -> ExportChoice:
        """What is ticked and can be had."""
        offered = (*PICTURES, *self._offered)
        ticked = tuple(name for name in self.boxes if name in offered and self.boxes[name].isChecked())
        return ExportChoice(ticked, self.dpi.value())

    def set_offered(self, numbers: Collection[str]) -> None:
        """Which kinds of numbers can be had."""
        self._offered = numbers
        for name in NUMBERS:
            self.boxes[name].setEnabled(name in numbers)

    def _tips(self) -> dict[str, str]:
        return {
            "svg": self.tr("Lines and text, for the web and for drawing programs"),
            "pdf": self.tr("Lines and text, for papers and for print"),
            "png": self.tr("Pixels, for slides"),
            "csv": self.tr("A table: a row a target token, a column a source token"),
            "json": self.tr("Tokens, weights, log-probabilities and where they come from"),
            "npy": self.tr("The weights for NumPy, bit for bit; a JSON stands beside it"),
            "pharaoh": self.tr("Links to the largest weight of each target token; a JSON stands beside them"),
            "nematus": self.tr("The weights as Nematus writes them and SoftAlignments reads them"),
            "nematus-json": self.tr("The weights as Nematus writes them with --json_alignment"),
        }

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        rows = ((self.tr("Pictures"), PICTURES), (self.tr("Numbers"), NUMBERS))
        for row, (words, names) in enumerate(rows):
            grid.addWidget(QLabel(words), row, 0, Qt.AlignmentFlag.AlignTop)
            line = FlowLayout()
            line.setSpacing(16)
            for name in names:
                line.addWidget(self.boxes[name])
                if name == "png":
                    line.addWidget(self.dpi)
            grid.addLayout(line, row, 1)
        grid.setColumnStretch(1, 1)
