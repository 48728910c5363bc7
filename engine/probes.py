"""What the probes of a translation found, and how that travels between two processes. Torch-free."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import CheckpointError, ConfigError

_SURVIVAL = ("kept", "change")
METHODS = ("occlusion", "gradient")
CHANGES = ("uniform", "shuffled", "shifted")  # of the attention, as in engine.constraints
SHUFFLES = 10  # with seeds 1 to 10


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

    def shares(self) -> NDArray[np.float32]:
        """The share of each source token in all that speaks for a target token, I x J.

        What speaks against it has no share. A row is 0 where nothing speaks for its token; others sum to 1.
        """
        positive = np.maximum(self.values, 0.0).astype(np.float64)
        sums = positive.sum(axis=1, keepdims=True)
        shares: NDArray[np.float32] = (positive / np.where(sums > 0, sums, 1.0)).astype(np.float32)
        return shares


@dataclass(frozen=True)
class Survival:
    """How the words bore one change of their weights, one number a target token.

    kept: the share of the tries in which the word stayed the most probable one; a shuffling is tried
    SHUFFLES times. change: of its log-probability in nats, the mean of the tries.
    """

    kept: tuple[float, ...]
    change: tuple[float, ...]


@dataclass(frozen=True)
class AttentionTest:
    """What became of each target token where the weights of its own step were replaced.

    The words before it are given, and the state before it is that of the model's own weights. Only words
    that are the model's first choice with its own weights are tested (was_first): others cannot be lost.
    """

    source_text: str
    target_ids: tuple[int, ...]
    fingerprint: str  # of the model's weights
    log_probs: tuple[float, ...]  # with the model's own weights
    was_first: tuple[bool, ...]
    survivals: dict[str, Survival]  # by CHANGES

    def of_words(self, groups: Sequence[tuple[int, int]]) -> "AttentionTest":
        """The same test of whole words, each from its first token to the one behind its last.

        A word is kept where all of its pieces are, and its change is the sum of theirs: log-probabilities of
        pieces add up to that of their word. It is tested where all of its pieces are.
        """
        slices = [slice(*group) for group in groups]
        return replace(
            self,
            target_ids=tuple(self.target_ids[begin] for begin, _ in groups),
            log_probs=tuple(sum(self.log_probs[part]) for part in slices),
            was_first=tuple(all(self.was_first[part]) for part in slices),
            survivals={
                name: Survival(
                    tuple(min(survival.kept[part]) for part in slices),
                    tuple(sum(survival.change[part]) for part in slices),
                )
                for name, survival in self.survivals.items()
            },
        )

    @property
    def tested(self) -> int:
        """How many words are tested."""
        return sum(self.was_first)

    def survives(self, step: int, change: str) -> bool:
        """Whether a word that is tested stays the most probable one, in more than half of the tries."""
        return self.survivals[change].kept[step] > 0.5

    def survivors(self, change: str) -> int:
        """How many of the words that are tested survive this change."""
        return sum(was_first and self.survives(step, change) for step, was_first in enumerate(self.was_first))

    @property
    def dependent(self) -> int:
        """How many of the words that are tested do not survive all of the changes."""
        return sum(
            was_first and not all(self.survives(step, change) for change in CHANGES)
            for step, was_first in enumerate(self.was_first)
        )

    @property
    def verdict(self) -> str:
        """matters: at least half of the tested words depend on it; partly; does not; or untested."""
        if not self.tested:
            return "untested"
        if not self.dependent:
            return "does not"
        return "matters" if 2 * self.dependent >= self.tested else "partly"


def attention_test_to_plain(found: AttentionTest) -> dict[str, Any]:
    """The record as plain JSON values."""
    return asdict(found)


def attention_test_from_plain(values: Any) -> AttentionTest:
    """What `attention_test_to_plain` gave. Raises CheckpointError where it is none."""
    try:
        survivals = {
            change: Survival(*(tuple(map(float, values["survivals"][change][name])) for name in _SURVIVAL))
            for change in CHANGES
        }
        found = AttentionTest(
            source_text=str(values["source_text"]),
            target_ids=tuple(map(int, values["target_ids"])),
            fingerprint=str(values["fingerprint"]),
            log_probs=tuple(map(float, values["log_probs"])),
            was_first=tuple(map(bool, values["was_first"])),
            survivals=survivals,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(
            f"This is no test of attention: {error}.", "Update the engine or the window."
        ) from error
    columns = [
        found.log_probs,
        *(column for each in survivals.values() for column in (each.kept, each.change)),
    ]
    if any(len(column) != len(found.target_ids) for column in (found.was_first, *columns)):
        raise CheckpointError("The test of attention is not whole.", "Update the engine or the window.")
    if not all(isfinite(number) for column in columns for number in column):
        raise CheckpointError("The test of attention holds what is no number.", "Choose another checkpoint.")
    return found


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
