"""Where a new run trains and is kept: on this machine in a folder, or on another one under a name."""

from collections.abc import Container, Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath

from PySide6.QtCore import QObject, Signal

from explorer.dialogs.far_corpus_field import FarCorpusField
from explorer.dialogs.far_files import FarFilesDialog
from explorer.dialogs.machine_choice import MachineChoice
from explorer.dialogs.new_run_checks import folder_problem, free_folder, free_name, name_problem
from explorer.services.machine_state import Machine
from explorer.widgets.field_note import FieldNote
from explorer.widgets.path_line import FolderLine


class NewRunPlace(QObject):
    """The fields of the form that depend on the machine. On another one, paths mean nothing here."""

    machine_changed = Signal()
    far_folder_requested = Signal(str, str)  # a machine, a folder there; `files_dialog` takes the answer

    def __init__(self, home: Path, far_corpus: FarCorpusField, parent: QObject | None = None) -> None:
        """home: where runs are kept on this machine unless another folder is chosen."""
        super().__init__(parent)
        self._home = home
        self._taken: Mapping[str, Container[str]] = {}
        self._name = ""  # of the run, as it was suggested last
        self.machine, self._far_corpus = MachineChoice(), far_corpus
        self.folder, self.note = FolderLine(self.tr("Folder for the run")), FieldNote()
        self.files_dialog: FarFilesDialog | None = None  # once files were looked for
        self.machine.machine_changed.connect(self._on_machine)
        far_corpus.browse_requested.connect(self._browse)

    def show_machines(self, machines: Sequence[Machine], taken: Mapping[str, Container[str]]) -> None:
        """Offer these. taken: the names of the runs there, by the name of the machine."""
        self._taken = taken
        self.machine.show_machines(machines)

    def there(self) -> Machine | None:
        """The chosen machine; None for this one."""
        return self.machine.machine()

    def choose(self, machine: str) -> None:
        """Choose a machine, if it is offered."""
        self.machine.box.setCurrentIndex(max(0, self.machine.box.findText(machine)))

    def run_folder(self) -> PurePath:
        """The folder of the run, a pure path where it is on another machine."""
        there = self.there()
        return (
            self.folder.path() if there is None else PurePosixPath(there.line.home, self.folder.edit.text())
        )

    def suggest(self, name: str) -> None:
        """Fill in a place for a run of this name, unless a person has typed one."""
        self._name = name
        there = self.there()
        if self.folder.edit.isModified():
            return
        if there is None:
            self.folder.set_path(free_folder(self._home, name))
        else:
            self.folder.edit.setText(free_name(self._taken.get(there.name, ()), name))

    def problem(self) -> str:
        """What is wrong with the folder; it also stands under it."""
        there, typed = self.there(), self.folder.edit.text()
        problem = folder_problem(typed) if there is None else name_problem(typed)
        self.note.warn(problem)
        if not problem and there is not None:
            self.note.say(self.tr("In {home} on {name}.").format(home=there.line.home, name=there.name))
        return problem

    def _on_machine(self) -> None:
        is_far = self.there() is not None
        self.folder.browse.setVisible(not is_far)
        self.folder.edit.setModified(False)
        self.suggest(self._name)
        self.machine_changed.emit()

    def _browse(self) -> None:
        there = self.there()
        if there is None:
            return
        dialog = self.files_dialog = FarFilesDialog(there.name, self._far_corpus.window())
        dialog.folder_requested.connect(lambda folder: self.far_folder_requested.emit(there.name, folder))
        dialog.files_chosen.connect(self._far_corpus.set_files)
        dialog.open_at("")
