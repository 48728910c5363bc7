"""In which arithmetic a run multiplies matrices: as it was asked, or as a measurement on its machine says.

What was taken is kept in the run's configuration, for a run that goes on has to reach the same parameters.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import torch

from engine.config import ExperimentConfig
from engine.training.product_speed import Measured, measure_products

WORTH = 1.15  # times as fast as float32 at least; less is not worth another rounding
MOST_ERROR = {"float32-onednn": 1e-5, "bfloat16": 1e-2}  # relative to double precision
_NAMES = {"float32": "float32", "float32-onednn": "float32 through oneDNN", "bfloat16": "bfloat16"}
Measure = Callable[[ExperimentConfig, torch.device], Mapping[str, Measured]]


@dataclass(frozen=True)
class Taken:
    """A precision, and in a few plain sentences why."""

    precision: str
    reason: str


def settle(
    experiment: ExperimentConfig, device: torch.device, measure: Measure = measure_products
) -> tuple[ExperimentConfig, str]:
    """The experiment with its precision decided, and a sentence about that. Takes about a second on auto."""
    asked = experiment.train.precision
    if asked != "auto":
        return experiment, f"Matrix products in {_NAMES[asked]}, as the run's settings say."
    taken = choose(measure(experiment, device))
    return replace(experiment, train=replace(experiment.train, precision=taken.precision)), taken.reason


def choose(measured: Mapping[str, Measured]) -> Taken:
    """The fastest of the ways that are exact enough; float32, which is among them, unless one is WORTH it."""
    plain = measured["float32"].seconds
    times = {name: plain / found.seconds for name, found in measured.items() if name != "float32"}
    good = [name for name in times if measured[name].error <= MOST_ERROR[name] and times[name] >= WORTH]
    best = max(good, key=lambda name: times[name], default="float32")
    if best == "float32":
        said = "Matrix products in float32: measured here, nothing else is clearly faster and exact enough."
    else:
        said = (
            f"Matrix products in {_NAMES[best]}: measured here, they are {times[best]:.1f} times as fast as "
            f"in float32, at a relative error of {measured[best].error:.0e}."
        )
    others = [_passed_over(name, times[name], measured[name].error) for name in times if name != best]
    return Taken(best, " ".join([said, *others]))


def _passed_over(name: str, times: float, error: float) -> str:
    if error > MOST_ERROR[name]:
        return f"The error of {_NAMES[name]}, {error:.0e}, is too large."
    return f"In {_NAMES[name]} they are {times:.1f} times as fast as in float32."
