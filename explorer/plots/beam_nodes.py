"""The nodes of a beam search as arrays: which stands where, which follows which, and how likely each is."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

START = -1  # the parent of a node of the first step
NO_RANK = -1  # of a node that no listed hypothesis goes through

Integers = NDArray[np.int64]
Floats = NDArray[np.floating]
Booleans = NDArray[np.bool_]


def _integers() -> Integers:
    return np.zeros(0, np.int64)


@dataclass(frozen=True)
class BeamNodes:
    """N nodes: first those that got a slot, by step and slot, then the pruned ones, by step and score.

    steps, rows: where a node stands, from 0; pruned ones stand below all slots, half a row apart from them.
    parents: the node before, or START. log_probs are those of the token, scores those of the path to it.
    ranks: the best listed hypothesis that goes through the node, or NO_RANK. paths: of each listed
    hypothesis, its nodes from the first step on. forced_steps: so many steps at the beginning had their
    words given. length_power: what a score is divided by is the path's length to this power.
    """

    steps: Integers = field(default_factory=_integers)
    rows: Floats = field(default_factory=lambda: np.zeros(0))
    parents: Integers = field(default_factory=_integers)
    token_ids: Integers = field(default_factory=_integers)
    log_probs: Floats = field(default_factory=lambda: np.zeros(0))
    scores: Floats = field(default_factory=lambda: np.zeros(0))
    ranks: Integers = field(default_factory=_integers)
    finished: Booleans = field(default_factory=lambda: np.zeros(0, np.bool_))
    pruned: Booleans = field(default_factory=lambda: np.zeros(0, np.bool_))
    labels: tuple[str, ...] = ()
    paths: tuple[Integers, ...] = ()
    forced_steps: int = 0
    length_power: float = 1.0

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def columns(self) -> int:
        """How many steps there are."""
        return int(self.steps.max()) + 1 if len(self) else 0

    @property
    def height(self) -> float:
        """How many rows there are, the free half row above the pruned ones included."""
        return float(self.rows.max()) + 1 if len(self) else 0.0

    def path_to(self, node: int) -> tuple[int, ...]:
        """The token ids from the first step to this node."""
        backwards = []
        while node != START:
            backwards.append(int(self.token_ids[node]))
            node = int(self.parents[node])
        return tuple(backwards[::-1])

    def path_mask(self, rank: int) -> Booleans:
        """Which nodes the hypothesis of this rank goes through; none where there is no such rank."""
        mask = np.zeros(len(self), np.bool_)
        if 0 <= rank < len(self.paths):
            mask[self.paths[rank]] = True
        return mask

    def normalised_score(self, node: int) -> float:
        """The score of the path to this node over its length, as the hypotheses are ranked."""
        return float(self.scores[node]) / (int(self.steps[node]) + 1) ** self.length_power

    def least_kept(self, step: int) -> float:
        """The lowest score that got a slot in this step."""
        return float(self.scores[(self.steps == step) & ~self.pruned].min())

    def is_open(self, node: int) -> bool:
        """Whether the search gave this node up although its sentence could go on."""
        return self.ranks[node] == NO_RANK and not self.finished[node]
