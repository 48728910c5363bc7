"""Light and dark: one palette of a few colours each, one accent, following the system while it changes."""

from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

RESOURCES = Path(__file__).resolve().parents[1] / "resources"
SMALLEST_TEXT = 10.0  # points; the system's size where that is larger


@dataclass(frozen=True)
class Colours:
    """The colours of one theme, by what they are for."""

    ground: str  # behind everything
    surface: str  # where something is typed or listed
    rail: str
    text: str
    muted: str  # text of the second rank
    line: str
    hover: str
    accent: str
    accent_text: str  # on the accent
    accent_ground: str  # behind what is selected


LIGHT = Colours(
    ground="#fcfcfb",
    surface="#ffffff",
    rail="#f2f2f0",
    text="#1c1d20",
    muted="#5f6368",
    line="#dcdcd8",
    hover="#e9e9e6",
    accent="#1f63c8",
    accent_text="#ffffff",
    accent_ground="#dfeafb",
)
DARK = Colours(
    ground="#1a1b1e",
    surface="#222327",
    rail="#141517",
    text="#e8e8ea",
    muted="#a0a3a9",
    line="#37393e",
    hover="#2b2d31",
    accent="#7eb0ff",
    accent_text="#10131a",
    accent_ground="#263a5c",
)


class Theme(QObject):
    """Dresses the application; `choice` is "system", "light" or "dark"."""

    def __init__(self, application: QApplication, choice: str) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        application.setStyle("Fusion")
        self._font = readable_font(application.font())
        application.setFont(self._font)
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: str) -> None:
        """Follow the system from now on, or stay light or dark."""
        self._choice = choice
        self._apply()

    def set_text_size(self, scale: float) -> None:
        """Write everything this many times as large as the system does."""
        font = QFont(self._font)
        font.setPointSizeF(font.pointSizeF() * scale)
        if font != self._application.font():
            self._application.setFont(font)
            self._apply()  # a widget with a style sheet takes its font from there

    @property
    def colours(self) -> Colours:
        """The colours in use."""
        scheme = self._application.styleHints().colorScheme()
        is_dark = self._choice == "dark" or (self._choice == "system" and scheme == Qt.ColorScheme.Dark)
        return DARK if is_dark else LIGHT

    def _apply(self) -> None:
        self._application.setPalette(palette_of(self.colours))
        self._application.setStyleSheet(style_sheet(self.colours, text_scale(self._application.font())))


def text_scale(font: QFont) -> float:
    """How many times as large as the smallest text this one is: for what has to grow with it."""
    return max(font.pointSizeF() / SMALLEST_TEXT, 1.0)


def readable_font(system: QFont) -> QFont:
    """The system's font with figures of one width, never smaller than is readable on a projector."""
    font = QFont(system)
    font.setPointSizeF(max(font.pointSizeF(), SMALLEST_TEXT))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def palette_of(colours: Colours) -> QPalette:
    """The colours in the roles from which widgets and plots take them."""
    role = QPalette.ColorRole
    roles = {
        role.Window: colours.ground,
        role.Base: colours.surface,
        role.AlternateBase: colours.rail,
        role.Button: colours.surface,
        role.WindowText: colours.text,
        role.Text: colours.text,
        role.ButtonText: colours.text,
        role.BrightText: colours.text,
        role.PlaceholderText: colours.muted,
        role.ToolTipBase: colours.surface,
        role.ToolTipText: colours.text,
        role.Highlight: colours.accent,
        role.HighlightedText: colours.accent_text,
        role.Accent: colours.accent,
        role.Link: colours.accent,
        role.Mid: colours.line,
        role.Midlight: colours.hover,
        role.Light: colours.surface,
        role.Dark: colours.line,
        role.Shadow: colours.line,
    }
    palette = QPalette()
    for name, colour in roles.items():
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(colours.muted))
    return palette


def style_sheet(colours: Colours, scale: float = 1.0) -> str:
    """The style sheet: its @names are this theme's colours, and sizes that suit this scale of text."""
    text = (RESOURCES / "style" / "explorer.qss").read_text(encoding="utf-8")
    values = asdict(colours) | {name: f"{size}px" for name, size in _sizes(scale).items()}
    for name, value in sorted(values.items(), key=lambda item: -len(item[0])):
        text = text.replace(f"@{name}", value)
    text = text.replace("@scheme", "dark" if colours == DARK else "light")
    return text.replace("@icons", (RESOURCES / "icons").as_posix())


def _sizes(scale: float) -> dict[str, int]:
    """Pixels of the boxes to tick and of the arrows; with each of its edges a box is as large."""
    box, dot = 2 * round(8 * scale), 2 * round(3 * scale)
    return {
        "box": box - 2,
        "box_focused": box - 4,
        "box_round": box // 2,
        "dot": dot,
        "dot_edge": (box - dot) // 2,
        "arrow_small": round(10 * scale),
        "arrow_middle": round(12 * scale),
        "arrow_large": round(16 * scale),
    }
