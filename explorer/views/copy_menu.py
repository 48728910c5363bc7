"""The context menu of a view: what it shows to the clipboard, as a picture and as a table of numbers."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from explorer.plots.pictures import DOTS, Drawing, Picture, image_of


class CopyMenu(QMenu):
    """Deletes itself when closed. A view that has no numbers, now or at all, offers its picture alone."""

    def __init__(self, view: QWidget, drawing: Callable[[], Drawing], table: Callable[[], str]) -> None:
        super().__init__(view)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._dots = round(DOTS * view.devicePixelRatioF())
        self.addAction(self.tr("Copy &picture")).triggered.connect(lambda: self._copy_picture(drawing()))
        if text := table():
            self.addAction(self.tr("Copy &numbers")).triggered.connect(
                lambda: QGuiApplication.clipboard().setText(text)
            )

    def _copy_picture(self, drawing: Drawing) -> None:
        QGuiApplication.clipboard().setImage(image_of(Picture(drawing, "", ""), self._dots))
