"""Constraints against the decoding they are meant for: what cannot be is said before anything is decoded."""

from dataclasses import dataclass

from engine.config_checks import require
from engine.constraints import Constraints, StepWeights
from engine.text.vocabulary import EOS_ID


@dataclass(frozen=True)
class Reach:
    """What constraints may name in one decoding: J source positions, I target steps, V target words."""

    has_attention: bool
    positions: int
    steps: int
    vocabulary: int


def require_fit(constraints: Constraints, reach: Reach) -> None:
    """Raise ConfigError where the constraints name what this decoding does not have."""
    require(
        reach.has_attention or not constraints.changes_attention,
        "This model has no attention that could be changed.",
        "Choose a model with attention, or take the change back.",
    )
    _require_prefix(constraints.prefix, reach)
    outside = [position for position in constraints.masked if not 0 <= position < reach.positions]
    require(
        not outside,
        f"There is no source position {outside[0] + 1} to mask." if outside else "",
        f"The source has {reach.positions} tokens, end of sentence included.",
    )
    require(
        len(set(constraints.masked)) < reach.positions,
        "Every source position is masked.",
        "Leave at least one that attention can see.",
    )
    for row in constraints.weights:
        _require_row(row, reach)


def require_no_prefix(constraints: Constraints) -> None:
    """Raise ConfigError where a beginning is given although the whole target is."""
    require(
        not constraints.prefix,
        "A beginning was given beside the whole translation.",
        "Give one of the two: the beginning to be continued, or the whole.",
    )


def _require_prefix(prefix: tuple[int, ...], reach: Reach) -> None:
    unknown = [token for token in prefix if not 0 <= token < reach.vocabulary]
    require(
        not unknown,
        f"There is no target token {unknown[0]}." if unknown else "",
        f"The model knows the tokens 0 to {reach.vocabulary - 1}.",
    )
    require(
        len(prefix) <= reach.steps,
        f"The beginning that is forced has {len(prefix)} tokens, and the translation at most {reach.steps}.",
        "Force fewer, or allow a longer translation.",
    )
    require(
        EOS_ID not in prefix[:-1], "The beginning that is forced goes on after end of sentence.", "Cut it."
    )


def _require_row(row: StepWeights, reach: Reach) -> None:
    require(
        0 <= row.step < reach.steps,
        f"There is no step {row.step + 1} whose weights could be set.",
        f"The translation has at most {reach.steps} steps.",
    )
    require(
        len(row.weights) == reach.positions,
        f"Step {row.step + 1} was given {len(row.weights)} weights for {reach.positions} source tokens.",
        "Give one for each token of the source, end of sentence included.",
    )
