"""What the probes of a translation found, and how that travels between two processes. Torch-free."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import CheckpointError, ConfigError

METHODS = ("occlusion", "gradient")


@dataclass(frozen=True)
class Importance:
    """How much the log-probability of each target token depends on each source token, in nats.

    occlusion: log p(y_i) minus its value when the embedding of source token j is zero: x_j stays as a
    position and says nothing. gradient: the derivative of log p(y_i) by that embedding, times the embedding,
    summed: what occlusion would give if the model were linear. Above 0 the source token speaks for y_i,
    below 0 against it. The target is given, so that each y_i has the same words before it.
    """

    method: str
    source_text: str
    target_ids: tuple[int, ...]
    fingerprint: str  # of the model's weights
    values: NDArray[np.float32]  # I x J


def importance_to_message(found: Importance) -> tuple[dict[str, Any], bytes]:
    """The record as plain JSON values and its numbers as bytes: float32, little end first, row by row."""
    message = {
        "kind": "importance",
        "method": found.method,
        "text": found.source_text,
        "target_ids": list(found.target_ids),
        "fingerprint": found.fingerprint,
        "positions": found.values.shape[1],
    }
    return message, found.values.astype("<f4").tobytes()


def importance_from_message(message: dict[str, Any], payload: bytes) -> Importance:
    """What `importance_to_message` gave. Raises CheckpointError where it is none."""
    try:
        target_ids = tuple(map(int, message["target_ids"]))
        values = np.frombuffer(payload, "<f4").reshape(len(target_ids), int(message["positions"]))
        method, text, fingerprint = (str(message[name]) for name in ("method", "text", "fingerprint"))
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(
            f"This is no importance: {error}.", "Update the engine or the window."
        ) from error
    if not np.isfinite(values).all():
        raise CheckpointError("The importance holds what is no number.", "Choose another checkpoint.")
    return Importance(method, text, target_ids, fingerprint, values)


def require_target(target_ids: Sequence[int], vocabulary: int) -> None:
    """Raise ConfigError where these are no tokens of a target language of so many words."""
    if not target_ids:
        raise ConfigError("There is no translation to look into.", "Translate a sentence first.")
    unknown = [token for token in target_ids if not 0 <= token < vocabulary]
    if unknown:
        raise ConfigError(
            f"There is no target token {unknown[0]}.", f"The model knows the tokens 0 to {vocabulary - 1}."
        )


def require_method(method: str) -> None:
    """Raise ConfigError where there is no such importance."""
    if method not in METHODS:
        raise ConfigError(f"There is no importance by '{method}'.", f"Choose one of: {', '.join(METHODS)}.")
