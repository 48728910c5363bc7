"""The other machines in Train: from the settings to the lines, and from what a person asks to both."""

from PySide6.QtCore import QObject

from engine.errors import EngineError
from explorer.dialogs.machines import MachinesDialog
from explorer.settings import Settings
from explorer.window.train_place import TrainPlace


class TrainMachines(QObject):
    """Lives as long as the place; its dialog is made when it is first asked for."""

    def __init__(self, place: TrainPlace, settings: Settings) -> None:
        super().__init__(place)
        self.view = place.view
        self._machines = place.machines
        self._settings = settings
        self.dialog: MachinesDialog | None = None
        self.view.machines_requested.connect(self.open_dialog)
        self.view.strip.try_requested.connect(self._machines.try_now)
        for entry in settings["machines"]:
            try:
                self._machines.add(entry["name"], entry["command"])
            except EngineError as error:
                self.view.show_error(error)

    def open_dialog(self) -> None:
        """Show the machines."""
        if self.dialog is None:
            self.dialog = MachinesDialog(self.view)
            self.dialog.add_requested.connect(self._add)
            self.dialog.remove_requested.connect(self._remove)
            self.dialog.try_requested.connect(self._machines.try_now)
            self._machines.changed.connect(self.dialog.show_machines)
        self.dialog.show_machines(self._machines.machines)
        self.dialog.show()
        self.dialog.activateWindow()

    def _add(self, name: str, command: str) -> None:
        assert self.dialog is not None
        try:
            self._machines.add(name, command)
        except EngineError as error:
            self.dialog.show_error(error)
            return
        self.dialog.show_added()
        self._machines.open()
        self._keep()

    def _remove(self, name: str) -> None:
        self._machines.remove(name)
        self._keep()

    def _keep(self) -> None:
        entries = [{"name": it.name, "command": it.command} for it in self._machines.machines]
        self._settings["machines"] = entries
        self._settings.save()
