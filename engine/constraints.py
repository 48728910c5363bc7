"""What is forced or changed in one decoding: the what-ifs of the window. Torch-free; both sides use it."""

import math
from dataclasses import dataclass
from typing import Any

from engine.config_checks import require
from engine.errors import ConfigError

ATTENTIONS = ("", "uniform", "shuffled", "hard", "shifted")
_FIELDS = {"prefix", "masked", "temperature", "attention", "seed", "weights"}


@dataclass(frozen=True)
class StepWeights:
    """The weights α_ij that replace the model's own at one step: J numbers from 0 on, renormalised to sum 1.

    They hold for every hypothesis of the step.
    """

    step: int
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        require(
            all(0 <= weight < math.inf for weight in self.weights) and any(self.weights),
            f"The weights of step {self.step + 1} cannot be made to sum to 1.",
            "Give numbers from 0 on, one of them larger.",
        )


@dataclass(frozen=True)
class Constraints:
    """Nothing is changed by the defaults. Weights, attention and temperature are refused without attention.

    The order: masked positions lose their energy, the energies are divided by the temperature, softmax gives
    the weights, `attention` changes them for the whole sentence among the positions that are not masked, and
    the weights of single steps replace them. Moved weights (shuffled, shifted) never stay where they were.
    """

    prefix: tuple[int, ...] = ()  # token ids that every hypothesis begins with
    masked: tuple[int, ...] = ()  # source positions that attention cannot see
    temperature: float = 1.0  # of the attention
    attention: str = ""  # "uniform", "shuffled", "hard" (all on the largest) or "shifted" (one to the right)
    seed: int = 1  # of the shuffling
    weights: tuple[StepWeights, ...] = ()

    def __post_init__(self) -> None:
        require(
            self.attention in ATTENTIONS,
            f"There is no attention '{self.attention}'.",
            f"Choose one of: {', '.join(ATTENTIONS[1:])}.",
        )
        require(
            0 < self.temperature < math.inf, f"The temperature is {self.temperature}.", "Make it positive."
        )
        require(self.seed >= 0, f"The seed of the shuffling is {self.seed}.", "Choose one from 0 on.")
        steps = [row.step for row in self.weights]
        require(
            len(steps) == len(set(steps)), "The weights of a step are given twice.", "Give them once a step."
        )

    @property
    def changes_attention(self) -> bool:
        """Whether any weight may differ from softmax of the model's own energies."""
        return bool(self.masked or self.attention or self.weights) or self.temperature != 1.0


UNCHANGED = Constraints()


def to_plain(constraints: Constraints) -> dict[str, Any]:
    """As plain JSON values; those that change nothing are left out."""
    values = {
        "prefix": list(constraints.prefix),
        "masked": list(constraints.masked),
        "temperature": constraints.temperature,
        "attention": constraints.attention,
        "seed": constraints.seed,
        "weights": [{"step": row.step, "weights": list(row.weights)} for row in constraints.weights],
    }
    idle = {"temperature": UNCHANGED.temperature}
    if constraints.attention != "shuffled":
        idle["seed"] = constraints.seed
    return {
        name: value for name, value in values.items() if value not in ("", []) and value != idle.get(name)
    }


def from_plain(values: Any) -> Constraints:
    """What `to_plain` gave. Raises ConfigError where it is none."""
    try:
        unknown = set(values) - _FIELDS
        rows = tuple(
            StepWeights(int(row["step"]), tuple(map(float, row["weights"])))
            for row in values.get("weights", ())
        )
        constraints = Constraints(
            prefix=tuple(map(int, values.get("prefix", ()))),
            masked=tuple(map(int, values.get("masked", ()))),
            temperature=float(values.get("temperature", 1.0)),
            attention=str(values.get("attention", "")),
            seed=int(values.get("seed", 1)),
            weights=rows,
        )
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
        raise ConfigError("The constraints of the request cannot be read.", "Update the window.") from error
    require(
        not unknown, f"There is no constraint {', '.join(map(repr, sorted(unknown)))}.", "Update the window."
    )
    return constraints
