"""experiment.json: the resolved configuration of a run, and where its data and versions came from."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.config import ExperimentConfig, from_json, to_json
from engine.errors import CheckpointError, ConfigError
from engine.regular_files import read_regular
from engine.runs import publishing

PROVENANCE = "provenance"  # the one key beside the fields of ExperimentConfig
_LARGEST = 1 << 24


def save_experiment(path: Path, experiment: ExperimentConfig, provenance: Mapping[str, Any]) -> None:
    """Write the file. provenance: plain JSON values (versions, corpus fingerprints)."""
    values = {**to_json(experiment), PROVENANCE: dict(provenance)}
    publishing.write_text(path, json.dumps(values, ensure_ascii=False, indent=1))
    publishing.sync_file(path)  # written once: a run without it is of no use


def load_experiment(path: Path) -> ExperimentConfig:
    """The configuration in the file. Raises CheckpointError where it is missing or no such file."""
    values = read_values(path)
    values.pop(PROVENANCE, None)
    try:
        return from_json(ExperimentConfig, values)
    except ConfigError as error:
        raise CheckpointError(
            f"{path} does not describe an experiment: {error.what}", error.remedy
        ) from error
    except OverflowError as error:
        what = f"{path} does not describe an experiment: a number in it is too large."
        raise CheckpointError(what, "Restore it from a copy.") from error


def load_provenance(path: Path) -> dict[str, Any]:
    """The versions and fingerprints in the file, as they were given to `save_experiment`."""
    provenance = read_values(path).get(PROVENANCE, {})
    return provenance if isinstance(provenance, dict) else {}


def read_values(path: Path) -> dict[str, Any]:
    """Any small JSON object in a file. Raises CheckpointError where there is none."""
    try:
        values = json.loads(read_regular(path, _LARGEST))
    except OSError as error:
        raise CheckpointError(
            f"{path} cannot be read: {error.strerror}.", "Choose a whole model or run."
        ) from error
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is damaged: it is not JSON.", "Restore it from a copy.") from error
    if not isinstance(values, dict):
        raise CheckpointError(f"{path} is damaged: it holds no JSON object.", "Restore it from a copy.")
    return values


def without_paths(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of experiment.json with every path of the corpus and the provenance cut to its file name."""
    private = ("corpus", "begun_from", PROVENANCE)
    return {key: _cut(value) if key in private else value for key, value in values.items()}


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {_cut(key): _cut(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cut(item) for item in value]
    return re.split(r"[\\/]", value.rstrip("\\/"))[-1] if isinstance(value, str) else value
