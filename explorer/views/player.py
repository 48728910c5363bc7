"""The player: it walks the target words, by buttons, by keys, or by itself.

It is one stop for the Tab key: its keys do all that its buttons do, and the buttons hand the focus to it, so
that an arrow key is always a step.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from explorer.icons import IconButton
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.token_strip import TokenStrip

SPEEDS = (0.5, 1.0, 1.5, 2.0, 4.0, 8.0)  # steps a second
RADIUS = 4.0  # of the frame that shows where the keys go


class Player(QWidget):
    """Wishes for steps come out as `step_requested`; the step that is shown comes in by `set_step`."""

    step_requested = Signal(int)
    speed_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = 0
        self._step = 0
        self._is_reduced = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._advance)
        self.strip = TokenStrip(self.tr("Target words"))
        self.strip.token_pressed.connect(self.step_requested)
        self._place = QLabel()
        self._place.setMinimumWidth(96)
        self._buttons = {
            "first": IconButton("first", self.tr("First step (Home)")),
            "back": IconButton("back", self.tr("Step back (←)")),
            "play": IconButton("play", self.tr("Play or pause (Space)")),
            "forward": IconButton("forward", self.tr("Step forward (→)")),
            "last": IconButton("last", self.tr("Last step (End)")),
        }
        for name, button in self._buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(getattr(self, name))
            button.clicked.connect(lambda: self.setFocus())
        self._speeds = QComboBox()
        self._speeds.setAccessibleName(self.tr("Speed"))
        self._speeds.setToolTip(self.tr("How fast it plays; a step is one target token"))
        for speed in SPEEDS:
            self._speeds.addItem(self.tr("{speed:g} steps/s").format(speed=speed), speed)
        self._speeds.currentIndexChanged.connect(self._on_speed)
        self.set_speed(1.5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Player"))
        self.setAccessibleDescription(self.tr("Space plays, the arrow keys step"))
        self._lay_out()
        self._update()

    @property
    def is_playing(self) -> bool:
        """Whether the player walks by itself."""
        return self._timer.isActive()

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """The words to walk; no words stop the player."""
        self._steps = len(tokens)
        self.strip.set_tokens(tokens)
        self._update()

    def set_step(self, step: int) -> None:
        """The step that is shown now."""
        self._step = step
        self._update()

    def set_speed(self, speed: float) -> None:
        """Steps a second; the nearest of those on offer."""
        self._speeds.setCurrentIndex(min(range(len(SPEEDS)), key=lambda index: abs(SPEEDS[index] - speed)))

    def set_motion(self, *, is_reduced: bool) -> None:
        """With reduced motion it does not walk by itself: to play is to jump to the end."""
        self._is_reduced = is_reduced
        self._speeds.setEnabled(not is_reduced)
        if is_reduced:
            self.pause()

    def first(self) -> None:
        """To the first step."""
        self._go(0)

    def last(self) -> None:
        """To the last step."""
        self._go(self._steps - 1)

    def back(self) -> None:
        """One step back."""
        self._go(self._step - 1)

    def forward(self) -> None:
        """One step forward."""
        self._go(self._step + 1)

    def play(self) -> None:
        """Walk from here, or from the first step if this is the last; or pause."""
        if self.is_playing:
            self.pause()
        elif self._is_reduced:
            self._go(0 if self._step >= self._steps - 1 else self._steps - 1)
        elif self._steps:
            if self._step >= self._steps - 1:
                self.step_requested.emit(0)
            self._timer.start(round(1000 / self._speeds.currentData()))
            self._update()

    def pause(self) -> None:
        """Stop walking."""
        self._timer.stop()
        self._update()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Walk by a key that the place around the player passes on; True if it is one of the player's."""
        keys = {
            Qt.Key.Key_Left: self.back,
            Qt.Key.Key_Up: self.back,
            Qt.Key.Key_Right: self.forward,
            Qt.Key.Key_Down: self.forward,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
            Qt.Key.Key_Space: self.play,
        }
        walk = keys.get(Qt.Key(event.key()))
        if walk is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        walk()
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().color(QPalette.ColorRole.Accent))
            around = QRectF(self._buttons["play"].geometry()).adjusted(-1.5, -1.5, 1.5, 1.5)
            painter.drawRoundedRect(around, RADIUS, RADIUS)

    def _go(self, step: int) -> None:
        self.pause()
        if 0 <= step < self._steps:
            self.step_requested.emit(step)

    def _advance(self) -> None:
        if self._step + 1 >= self._steps:
            self.pause()
        else:
            self.step_requested.emit(self._step + 1)

    def _on_speed(self) -> None:
        speed = self._speeds.currentData()
        self._timer.setInterval(round(1000 / speed))
        self.speed_changed.emit(speed)

    def _update(self) -> None:
        if not self._steps:
            self._timer.stop()
        for name, button in self._buttons.items():
            at_end = self._step <= 0 if name in ("first", "back") else self._step >= self._steps - 1
            button.setEnabled(self._steps > 0 and (name == "play" or not at_end))
        self._buttons["play"].set_icon_name("pause" if self.is_playing else "play")
        words = self.tr("{step} of {steps}").format(step=self._step + 1, steps=self._steps)
        self._place.setText(words if self._steps else "")
        self.strip.set_current(self._step)

    def _lay_out(self) -> None:
        layout = FlowLayout(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.setSpacing(4)
        self._place.setContentsMargins(8, 0, 0, 0)
        for widget in (*self._buttons.values(), self._speeds, self._place, self.strip):
            layout.addWidget(widget)
