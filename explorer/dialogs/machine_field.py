"""The field of a new run that says how and where its numbers are computed."""

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

AUTO = "auto"


class MachineField(QWidget):
    """Two choices beside each other, named as on the command line; `auto` leaves both to the machine."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._precision, self._device = QComboBox(), QComboBox()
        self._precision.addItem(self.tr("Fastest that is exact enough"), AUTO)
        self._precision.addItem("float32", "float32")
        self._precision.addItem("bfloat16", "bfloat16")
        self._device.addItem(self.tr("GPU where there is one"), AUTO)
        self._device.addItem(self.tr("CPU"), "cpu")
        self._device.addItem(self.tr("GPU (CUDA)"), "cuda")
        self._device.addItem(self.tr("GPU (Apple)"), "mps")
        self._precision.setAccessibleName(self.tr("Precision"))
        self._device.setAccessibleName(self.tr("Device"))
        self.setFocusProxy(self._precision)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._precision, 1)
        layout.addWidget(self._device, 1)

    def precision(self) -> str:
        """As engine.config.PRECISIONS names it."""
        return str(self._precision.currentData())

    def device(self) -> str:
        """As engine.config.DEVICES names it."""
        return str(self._device.currentData())

    def choose(self, precision: str, device: str) -> None:
        """Show these choices."""
        self._precision.setCurrentIndex(self._precision.findData(precision))
        self._device.setCurrentIndex(self._device.findData(device))
