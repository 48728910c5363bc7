"""Links of importance: shares against a loop, a model that copies, and real models of every kind."""

import numpy as np
import pytest
import torch

from engine.config import DecodeConfig
from engine.evaluation.alignment import LinkRule, hard_links, usual_rules
from engine.evaluation.forced_pairs import aligned_pair, force_pairs, links_by
from engine.models.interface import Target
from engine.probes import Importance
from engine.probing.importance import gradient
from engine.translator import Translator


def shares(values: np.ndarray) -> np.ndarray:
    return Importance("gradient", "", tuple(range(len(values))), "", values).shares()


def test_shares_are_those_of_what_speaks_for_a_word() -> None:
    values = np.random.default_rng(1).normal(size=(6, 4)).astype(np.float32)
    values[2] = -1
    expected = np.zeros_like(values)
    for i in range(6):
        total = sum(float(value) for value in values[i] if value > 0)
        for j in range(4):
            if values[i, j] > 0:
                expected[i, j] = values[i, j] / total
    assert np.abs(shares(values) - expected).max() < 1e-6
    assert not expected[2].any()


class Copying:
    """A model by hand: the probability of y_i is the softmax of all embeddings by that of x_p(i)."""

    def __init__(self, places: list[int]) -> None:
        self._rows = 3 * torch.eye(9)
        self._places = places

    def embedding(self, ids: torch.Tensor) -> torch.Tensor:
        return self._rows[ids]

    def read(self, embedded: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        return embedded

    def costs(self, embedded: torch.Tensor, given: Target) -> torch.Tensor:
        """-log p of the counted tokens: J x B x m, I x B ids."""
        steps = len(given.ids)
        log_probs = (embedded[self._places[:steps]] @ self._rows.T).log_softmax(dim=-1)
        chosen = log_probs.gather(2, given.ids[..., None])[..., 0]
        return -(chosen * given.mask).sum(dim=0)


@pytest.mark.parametrize("places", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 3, 1, 4]])
def test_saliency_of_a_model_that_copies_is_where_it_copies_from(places: list[int]) -> None:
    source = torch.tensor([5, 6, 7, 8, 4])
    target = source[places]
    found = shares(gradient(Copying(places), source, target, lambda: None).numpy())
    expected = np.zeros((5, 5))
    expected[range(5), places] = 1
    assert np.array_equal(found, expected)
    for rule in usual_rules("gradient"):
        assert hard_links(found, rule) == {(place, i) for i, place in enumerate(places) if place < 4}


@pytest.mark.parametrize("of", ["gradient", "occlusion"])
def test_a_model_of_any_kind_has_links_of_importance(short_run, of: str) -> None:
    translator, pair = Translator.load(short_run), ("big red cat", "RED SEA BLUE")
    (trace,) = force_pairs(translator, [pair])
    rule = LinkRule("argmax", of=of)
    aligned = aligned_pair(translator, pair, trace, rule)
    target = translator.force(*pair, DecodeConfig(beam_size=1)).best().token_ids
    values = translator.importance(pair[0], target, of).values
    # Every token is a word here, so the largest positive number of each row is its link.
    best = values[:3, :3].argmax(axis=1)
    assert aligned.links == {(int(best[i]), i) for i in range(3) if values[i, best[i]] > 0}
    assert links_by(translator, pair, trace, usual_rules(of))[str(rule)] == aligned.links
    assert links_by(translator, ("", "A"), None, [rule]) == {str(rule): frozenset()}
