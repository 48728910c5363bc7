"""How the window looks, as chosen in the View menu: light or dark, large or small, with motion or without."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from explorer.settings import Settings
from explorer.theme import Theme

TEXT_SIZES = (100, 115, 130, 150, 175, 200)  # percent of the system's size, which is the smallest
EFFECTS = (
    Qt.UIEffect.UI_General,
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


class Appearance(QObject):
    """Applies the settings and each choice. `choice_made` with the name of a setting and its new value."""

    choice_made = Signal(str, object)
    motion_changed = Signal()

    def __init__(
        self, theme: Theme, settings: Settings, actions: Mapping[str, QAction], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._actions = actions
        self._text_size = min(TEXT_SIZES, key=lambda size: abs(size - settings["text_size"]))
        self.has_motion = not settings["reduced_motion"]
        self._system_effects = [effect for effect in EFFECTS if QApplication.isEffectEnabled(effect)]
        for choice in ("system", "light", "dark"):
            actions[f"theme_{choice}"].setChecked(choice == settings["theme"])
            actions[f"theme_{choice}"].triggered.connect(lambda _, choice=choice: self._choose_theme(choice))
        actions["text_larger"].triggered.connect(lambda: self._step_text(1))
        actions["text_smaller"].triggered.connect(lambda: self._step_text(-1))
        actions["text_normal"].triggered.connect(lambda: self._set_text(TEXT_SIZES[0]))
        actions["reduced_motion"].setChecked(not self.has_motion)
        actions["reduced_motion"].triggered.connect(self._set_reduced)
        self._apply_text()
        self._apply_motion()

    def _choose_theme(self, choice: str) -> None:
        self._theme.choose(choice)
        self.choice_made.emit("theme", choice)

    def _step_text(self, steps: int) -> None:
        index = TEXT_SIZES.index(self._text_size) + steps
        self._set_text(TEXT_SIZES[max(0, min(index, len(TEXT_SIZES) - 1))])

    def _set_text(self, size: int) -> None:
        self._text_size = size
        self._apply_text()
        self.choice_made.emit("text_size", size)

    def _apply_text(self) -> None:
        self._theme.set_text_size(self._text_size / 100)
        self._actions["text_larger"].setEnabled(self._text_size < TEXT_SIZES[-1])
        for name in ("text_smaller", "text_normal"):
            self._actions[name].setEnabled(self._text_size > TEXT_SIZES[0])

    def _set_reduced(self, is_reduced: bool) -> None:
        self.has_motion = not is_reduced
        self._apply_motion()
        self.choice_made.emit("reduced_motion", is_reduced)

    def _apply_motion(self) -> None:
        """Qt's own effects are those of the system, or none."""
        for effect in self._system_effects:
            QApplication.setEffectEnabled(effect, self.has_motion)
        self.motion_changed.emit()
