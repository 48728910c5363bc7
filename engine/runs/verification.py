"""Whether a model or checkpoint directory is whole, and which checkpoints of a run to keep; torch-free."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from engine.errors import CheckpointError
from engine.regular_files import open_regular
from engine.runs import publishing
from engine.runs.experiment_file import read_values
from engine.runs.layout import RunLayout, update_of
from engine.runs.weights_file import read_header, refuse_foreign

MODEL = "model.safetensors"
OPTIMIZER = "optimizer.safetensors"
STATE = "train_state.json"
CHECKSUMS = "checksums"
_OTHER = "Choose another checkpoint or model."


def save_checksums(folder: Path, checksums: dict[str, str]) -> None:
    """Write the list of the files that make the folder whole: relative name → SHA-256."""
    publishing.write_synced(folder / CHECKSUMS, json.dumps(checksums, indent=1).encode())


def folder_checksums(folder: Path) -> dict[str, str]:
    """The checksums of all files in a folder and the folders in it, as they are now."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): publishing.sha256_of(path) for path in files}


def load_checksums(folder: Path) -> dict[str, str]:
    """The list in a model directory.

    Raises CheckpointError where it is missing or damaged, or names a file outside of the folder.
    """
    if folder.is_file():
        refuse_file(folder)
    if not folder.is_dir():
        raise CheckpointError(f"There is no folder {folder}.", _OTHER)
    if not (folder / CHECKSUMS).is_file():
        if not (folder / MODEL).is_file():
            raise CheckpointError(f"The folder {folder} holds no model.", _OTHER)
        raise CheckpointError(f"The model in {folder} has no checksums, so it may be incomplete.", _OTHER)
    checksums = read_values(folder / CHECKSUMS)
    for name, checksum in checksums.items():
        if not isinstance(checksum, str) or not _inside(name):
            raise CheckpointError(f"The checksums in {folder} are damaged.", _OTHER)
    if MODEL not in checksums:
        raise CheckpointError(f"The checksums in {folder} do not name {MODEL}.", _OTHER)
    return checksums


def refuse_file(path: Path) -> None:
    """Raise CheckpointError for a single file given as a model, saying what it is where that shows."""
    try:
        with open_regular(path) as stream:
            refuse_foreign(path, stream.read(512))
    except OSError as error:
        raise CheckpointError(f"The file {path} cannot be read: {error.strerror}.", _OTHER) from error
    raise CheckpointError(
        f"{path} is a single file; a model is a folder that holds {MODEL}, vocabularies and more.",
        "Choose the folder.",
    )


def verify(directory: Path) -> None:
    """Read every file of a checkpoint or bundled model and compare its checksum.

    Raises CheckpointError that says in plain words what is wrong.
    """
    for name, checksum in load_checksums(directory).items():
        path = directory / name
        if path.suffix == ".safetensors":
            read_header(path)
        verify_checksum(path, _sha256(path), checksum)


def verify_texts(directory: Path) -> None:
    """Compare what a bundled model lists of configuration, vocabularies and segmenters; a run's lists none.

    Raises CheckpointError as `verify` does: exchanged or retouched, they would fit and give other words.
    """
    with offering_another(directory):
        checksums = load_checksums(directory)
    for name, checksum in checksums.items():
        if name == "experiment.json" or name.startswith(("vocabulary/", "segmenter/")):
            verify_checksum(directory / name, _sha256(directory / name), checksum)


@contextlib.contextmanager
def offering_another(checkpoint: Path) -> Iterator[None]:
    """An error of reading this checkpoint of a run offers the newest other one that is whole, if there is."""
    try:
        yield
    except CheckpointError as error:
        found = _newest_other(checkpoint)
        if found is None:
            raise
        remedy = f"The checkpoint of update {update_of(found):,} of the same run is whole: choose {found}."
        raise CheckpointError(error.what, remedy) from error


def _newest_other(checkpoint: Path) -> Path | None:
    if update_of(checkpoint) is None:
        return None
    others = [path for _, path in RunLayout(checkpoint.absolute().parent.parent).checkpoints()]
    return next((it for it in reversed(others) if it.name != checkpoint.name and is_whole(it)), None)


def verify_checksum(path: Path, found: str, expected: str) -> None:
    """Raise CheckpointError where the two differ."""
    if found != expected:
        raise CheckpointError(f"{path} is damaged: its contents do not match its checksum.", _OTHER)


def is_whole(directory: Path) -> bool:
    """Whether `verify` finds nothing wrong."""
    try:
        verify(directory)
    except CheckpointError:
        return False
    return True


def newest_whole(run: Path) -> Path | None:
    """The newest checkpoint of a run that verifies; None where none does."""
    for _, path in reversed(RunLayout(run).checkpoints()):
        if is_whole(path):
            return path
    return None


def prune(run: Path, keep: int, best: int | None) -> None:
    """Delete a run's checkpoints but the newest `keep`, that of update `best` and the newest sound one."""
    checkpoints = RunLayout(run).checkpoints()
    kept = {path for _, path in checkpoints[-max(keep, 1) :]}
    kept |= {path for update, path in checkpoints if update == best}
    sound = newest_whole(run)
    if sound is None:
        return
    for _, path in checkpoints:
        if path not in kept and path != sound:
            publishing.remove_folder(path)


def _inside(name: str) -> bool:
    path = PurePosixPath(name)
    return (
        bool(name)
        and not path.is_absolute()
        and ".." not in path.parts
        and "\\" not in name
        and ":" not in name
    )


def _sha256(path: Path) -> str:
    try:
        return publishing.sha256_of(path)
    except FileNotFoundError as error:
        raise CheckpointError(f"The file {path} is missing.", _OTHER) from error
    except OSError as error:
        raise CheckpointError(f"The file {path} cannot be read: {error.strerror}.", _OTHER) from error
