"""The title of a dock: its name unless a tab says it, a menu of places to move it to, and a close button."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMenu, QToolButton, QWidget

from explorer.icons import IconButton
from explorer.widgets.one_line import OneLine

GRIP = 6  # dots in a row, 4 pixels apart: here the dock is taken and dragged
DOT = 1.0  # pixels
LEFT = 16  # pixels before the name
ICON = 16  # pixels


class DockTitle(QWidget):
    """Of one dock. The mouse drags it; a double click floats and docks it; the buttons take keys.

    side_requested: "left", "right", "top" or "bottom", where a person wants the dock to stand.
    """

    side_requested = Signal(str)

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self.setObjectName("dock_title")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.name = OneLine()
        self.name.say(dock.windowTitle())
        self.menu = QMenu(self)
        title = dock.windowTitle()
        move, close = self.tr("Move or float {name}"), self.tr("Close {name}")
        self.menu_button = IconButton("menu", move.format(name=title), size=ICON)
        self.close_button = IconButton("close", close.format(name=title), size=ICON)
        self.close_button.clicked.connect(dock.close)
        self._fill_menu()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(LEFT, 4, 8, 0)
        layout.setSpacing(0)
        layout.addWidget(self.name, 1000)  # all that there is
        layout.addStretch(1)
        for button in (self.menu_button, self.close_button):
            layout.addWidget(button)

    def set_named(self, *, is_named: bool) -> None:
        """Say the name here; else only the grip is seen, for a tab says it."""
        self.name.setVisible(is_named)
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.name.isHidden():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.PlaceholderText))
        for column in range(GRIP):
            for row in (-2, 2):
                painter.drawEllipse(QPointF(LEFT + 4 * column, self.height() / 2 + row), DOT, DOT)

    def _fill_menu(self) -> None:
        sides = {
            "left": self.tr("Move to the &left"),
            "right": self.tr("Move to the &right"),
            "top": self.tr("Move to the &top"),
            "bottom": self.tr("Move to the &bottom"),
        }
        for side, text in sides.items():
            action = self.menu.addAction(text)
            action.triggered.connect(lambda _, side=side: self.side_requested.emit(side))
        if self._dock.features() & QDockWidget.DockWidgetFeature.DockWidgetFloatable:
            self.menu.addSeparator()
            float_it = self.menu.addAction(self.tr("&Float in a window of its own"))
            float_it.triggered.connect(lambda: self._dock.setFloating(True))
        self.menu_button.setMenu(self.menu)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
