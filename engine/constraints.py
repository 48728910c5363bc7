"""What is forced or changed in one decoding: the what-ifs of the window. Torch-free; both sides use it."""

from dataclasses import asdict, dataclass
from typing import Any

from engine.errors import ConfigError

ATTENTIONS = ("", "uniform", "shuffled", "hard", "shifted")


@dataclass(frozen=True)
class StepWeights:
    """The weights α_ij that replace the model's own at one step: J numbers from 0 on, renormalised to sum 1."""

    step: int
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Constraints:
    """Nothing is changed by the defaults. Weights, attention and temperature are refused without attention.

    The order: masked positions lose their energy, the energies are divided by the temperature, softmax gives
    the weights, `attention` changes them for the whole sentence, and the weights of single steps replace them.
    """

    prefix: tuple[int, ...] = ()  # token ids that every hypothesis begins with
    masked: tuple[int, ...] = ()  # source positions that attention cannot see
    temperature: float = 1.0  # of the attention
    attention: str = ""  # "uniform", "shuffled", "hard" (all on the largest) or "shifted" (one to the right)
    seed: int = 1  # of the shuffling
    weights: tuple[StepWeights, ...] = ()

    def __post_init__(self) -> None:
        if self.attention not in ATTENTIONS:
            raise ConfigError(
                f"There is no attention '{self.attention}'.", f"Choose one of: {', '.join(ATTENTIONS[1:])}."
            )
        if not self.temperature > 0:
            raise ConfigError(f"The temperature is {self.temperature}.", "Make it positive.")
        for row in self.weights:
            if not all(0 <= weight < float("inf") for weight in row.weights) or not any(row.weights):
                raise ConfigError(
                    f"The weights of step {row.step + 1} cannot be made to sum to 1.",
                    "Give numbers from 0 on, one of them larger.",
                )

    @property
    def changes_attention(self) -> bool:
        """Whether any weight may differ from softmax of the model's own energies."""
        return bool(self.masked or self.attention or self.weights) or self.temperature != 1.0


def to_plain(constraints: Constraints) -> dict[str, Any]:
    """As plain JSON values; those that change nothing are left out."""
    untouched = asdict(Constraints())
    return {name: value for name, value in asdict(constraints).items() if value != untouched[name]}


def from_plain(values: dict[str, Any]) -> Constraints:
    """What `to_plain` gave. Raises ConfigError where it is none."""
    try:
        rows = tuple(
            StepWeights(int(row["step"]), tuple(map(float, row["weights"])))
            for row in values.get("weights", ())
        )
        return Constraints(
            prefix=tuple(map(int, values.get("prefix", ()))),
            masked=tuple(map(int, values.get("masked", ()))),
            temperature=float(values.get("temperature", 1.0)),
            attention=str(values.get("attention", "")),
            seed=int(values.get("seed", 1)),
            weights=rows,
        )
    except (TypeError, ValueError, KeyError) as error:
        raise ConfigError("The constraints of the request cannot be read.", "Update the window.") from error
