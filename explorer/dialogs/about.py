"""About the program: its version, the papers, the licence and the packages; from here to the list of keys."""

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.about import LICENCE, NAME, PACKAGES, PAPERS, VERSION
from explorer.dialogs.frame import set_frame
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.scaled_label import ScaledLabel
from explorer.widgets.upright_area import UprightArea

TITLE_SCALE = 1.6  # of the window's text
ABSENT = "\N{EN DASH}"  # for the version of a package that is not installed


class AboutDialog(QDialog):
    """Stays beside the work. `keys_requested` where a person wants the list of keys."""

    keys_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About {name}").format(name=NAME))
        self.keys, copy = QPushButton(self.tr("Keys …")), QPushButton(self.tr("Copy versions"))
        close = QPushButton(self.tr("Close"))
        self.keys.clicked.connect(self.keys_requested)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(versions()))
        close.clicked.connect(self.close)
        set_frame(self, NotificationBar(), UprightArea(self._content()), (self.keys, copy, close))
        close.setFocus()

    def sizeHint(self) -> QSize:
        letters = self.fontMetrics()
        return QSize(letters.averageCharWidth() * 84, letters.height() * 36)

    def _content(self) -> QWidget:
        content, title = QWidget(), ScaledLabel(TITLE_SCALE)
        title.setText(f"{NAME} {VERSION}")
        title.setWordWrap(True)
        column = QVBoxLayout(content)
        column.setContentsMargins(24, 24, 24, 8)
        column.setSpacing(4)
        column.addWidget(title)
        what = self.tr("See neural machine translation of 2014 learn to align, and take each step apart.")
        column.addWidget(_text(what))
        column.addWidget(_text(self.tr("Licence: {licence}").format(licence=LICENCE)))
        column.addSpacing(8)
        column.addWidget(_heading(self.tr("Papers")))
        for paper in PAPERS:
            column.addWidget(_text(paper))
        column.addSpacing(8)
        column.addWidget(_heading(self.tr("Packages")))
        for package in PACKAGES:
            use = QCoreApplication.translate("About", package.use)
            parts = (f"{package.name} {package.version() or ABSENT}", use, package.licence)
            column.addWidget(_text(" \N{MIDDLE DOT} ".join(parts)))
        column.addStretch(1)
        return content


def versions() -> str:
    """The program and its packages with their versions, a line each, for a report."""
    packages = [f"{package.name} {package.version() or ABSENT}" for package in PACKAGES]
    return "\n".join([f"{NAME} {VERSION}", *packages])


def _heading(words: str) -> QLabel:
    label = QLabel(words)
    label.setProperty("rank", "title")
    return label


def _text(words: str) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
