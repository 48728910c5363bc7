"""Walks the frames of a film: buttons, speed, the strip of frames, and whether new frames are followed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from explorer.icons import IconButton
from explorer.widgets.film_strip import FilmStrip

SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0)  # frames a second
USUAL = 4.0


class FilmPlayer(QWidget):
    """`frame_requested` with the number of the frame to go to; `is_ready` says when playing may go on."""

    frame_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._is_ready = True
        self._is_reduced = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._advance)
        self.strip = FilmStrip()
        self.strip.valueChanged.connect(self._on_strip)
        self.buttons = {
            "first": IconButton("first", self.tr("First frame (Home)")),
            "back": IconButton("back", self.tr("Frame back (←)")),
            "play": IconButton("play", self.tr("Play or pause (Space)")),
            "forward": IconButton("forward", self.tr("Frame forward (→)")),
            "last": IconButton("last", self.tr("Newest frame (End)")),
        }
        for name, button in self.buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(getattr(self, name))
            button.clicked.connect(lambda: self.strip.setFocus())
        self.speed = QComboBox()
        self.speed.setAccessibleName(self.tr("Speed"))
        for speed in SPEEDS:
            self.speed.addItem(self.tr("{speed:g} frames/s").format(speed=speed), speed)
        self.speed.setCurrentIndex(SPEEDS.index(USUAL))
        self.speed.currentIndexChanged.connect(self._set_pace)
        self.follow = QCheckBox(self.tr("Follow"))
        self.follow.setChecked(True)
        self.follow.setToolTip(self.tr("Standing at the newest frame, go on to each new one as it comes in"))
        self.setFocusProxy(self.strip)
        self._lay_out()
        self._update()

    @property
    def is_playing(self) -> bool:
        """Whether it walks by itself."""
        return self._timer.isActive()

    @property
    def frame(self) -> int:
        """The number of the frame that is shown."""
        return self.strip.value()

    def set_frames(self, updates: Sequence[int], values: Sequence[float], frame: int) -> None:
        """Show these frames, and stand at one of them; nothing is requested by that."""
        self._count = len(updates)
        self.strip.blockSignals(True)
        self.strip.set_frames(updates, values)
        self.strip.setValue(frame)
        self.strip.blockSignals(False)
        self._update()

    def set_ready(self, *, is_ready: bool) -> None:
        """Whether the frame that was requested is on screen; until then the next one waits."""
        self._is_ready = is_ready

    def set_motion(self, *, is_reduced: bool) -> None:
        """With reduced motion it does not walk by itself: to play is to go to the newest frame."""
        self._is_reduced = is_reduced
        self.speed.setEnabled(not is_reduced)
        if is_reduced:
            self.pause()

    def first(self) -> None:
        """To the first frame."""
        self._go(0)

    def last(self) -> None:
        """To the newest frame."""
        self._go(self._count - 1)

    def back(self) -> None:
        """One frame back."""
        self._go(self.frame - 1)

    def forward(self) -> None:
        """One frame forward."""
        self._go(self.frame + 1)

    def play(self) -> None:
        """Play from here, or from the first frame if this is the last; or pause."""
        if self.is_playing:
            self.pause()
        elif self._is_reduced:
            self._go(0 if self.frame == self._count - 1 else self._count - 1)
        elif self._count > 1:
            if self.frame == self._count - 1:
                self.strip.setValue(0)
            self._timer.start()
            self._set_pace()
            self._update()

    def pause(self) -> None:
        """Stay at this frame."""
        self._timer.stop()
        self._update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays wherever in the player the keys go; the strip takes the arrows itself."""
        if event.key() == Qt.Key.Key_Space:
            self.play()
        else:
            super().keyPressEvent(event)

    def _go(self, frame: int) -> None:
        self.pause()
        self.strip.setValue(frame)

    def _advance(self) -> None:
        if not self._is_ready:
            return
        if self.frame + 1 < self._count:
            self.strip.setValue(self.frame + 1)
        if self.frame + 1 >= self._count:
            self.pause()

    def _on_strip(self, frame: int) -> None:
        self._update()
        self.frame_requested.emit(frame)

    def _set_pace(self) -> None:
        self._timer.setInterval(round(1000 / self.speed.currentData()))

    def _update(self) -> None:
        if self._count < 2:
            self._timer.stop()
        for name, button in self.buttons.items():
            at_end = self.frame <= 0 if name in ("first", "back") else self.frame >= self._count - 1
            button.setEnabled(self._count > 1 and (name == "play" or not at_end))
        self.buttons["play"].set_icon_name("pause" if self.is_playing else "play")

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in self.buttons.values():
            buttons.addWidget(button)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(buttons)
        layout.addWidget(self.speed)
        layout.addWidget(self.strip, 1)
        layout.addWidget(self.follow)
