"""Guided alignment (Chen et al. 2016): its cost and gradient against loops, and what it does to attention."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import BUILT_IN, ExperimentConfig, GrammarConfig, ModelConfig
from engine.corpora.token_store import TokenPairs
from engine.errors import ConfigError
from engine.models import build_model
from engine.models.interface import NO_TOKEN
from engine.models.rnnsearch import RNNsearch
from engine.runs.records import Record, TrainRecord
from engine.text.token_array import TokenArray, offsets_of
from engine.training import start_run
from engine.training.batching import Batch, make_batch
from engine.training.objective import add_gradient, alignment_cost

SOURCES, TARGETS = [[2, 3, 4, 0], [5, 0], [6, 2, 3, 4, 0]], [[3, 2, 0], [4, 4, 5, 0], [0]]
LINKS = [{(0, 1), (2, 1), (1, 0)}, {(0, 0), (0, 2)}, set()]  # source, target
GUIDANCE = 0.7


def batch() -> Batch:
    numbers = [sorted(i << 32 | j for j, i in links) for links in LINKS]
    flat = np.array([number for row in numbers for number in row], dtype=np.int64)
    links = TokenArray(flat, offsets_of(np.array([len(row) for row in numbers])))
    pairs = TokenPairs(TokenArray.of(SOURCES), TokenArray.of(TARGETS), links)
    return make_batch(pairs.take([0, 1, 2]), torch.device("cpu"))


def model(alignment: str = "additive") -> RNNsearch:
    torch.manual_seed(3)
    made = build_model(ModelConfig("rnnsearch", 5, 6, 4, 4, alignment=alignment), 7, 7).double()
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.6)
    assert isinstance(made, RNNsearch)
    return made


def cost_by_loops(made: RNNsearch) -> torch.Tensor:
    """-log p(y|x) - λ Σ_i mean over the links of target i of log α_ij, one step of one sentence at a time."""
    total = torch.zeros((), dtype=torch.double)
    for source, target, links in zip(SOURCES, TARGETS, LINKS, strict=True):
        encoded = made.encode(torch.tensor([source]), torch.tensor([len(source)]))
        state, previous = encoded.initial_state(), NO_TOKEN
        for i, token in enumerate(target):
            output = made.step(torch.tensor([[previous]]), state, encoded)
            total = total - output.log_probs[0, 0, token]
            linked = [j for j, k in links if k == i]
            for j in linked:
                assert output.weights is not None
                total = total - GUIDANCE / len(linked) * output.weights[0, 0, j].log()
            state, previous = output.state, token
    return total / len(SOURCES)


def test_links_of_a_target_token_share_its_row() -> None:
    found = batch().alignment
    expected = torch.zeros(3, 4, 5)
    expected[0, 1, 0] = expected[0, 1, 2] = 0.5
    expected[0, 0, 1] = expected[1, 0, 0] = expected[1, 2, 0] = 1.0
    assert torch.equal(found, expected)


@pytest.mark.parametrize("alignment", ["additive", "general", "gaussian-windows"])
def test_the_gradient_is_that_of_both_costs_by_loops(alignment: str) -> None:
    made = model(alignment)
    plain = float(add_gradient(made, replace(batch(), alignment=None), len(SOURCES)))
    made.zero_grad()
    assert (
        float(add_gradient(made, batch(), len(SOURCES), GUIDANCE)) == plain
    )  # the loss is the translation's
    found = {name: parameter.grad.clone() for name, parameter in made.named_parameters()}
    made.zero_grad()
    cost_by_loops(made).backward()
    for name, parameter in made.named_parameters():
        assert torch.allclose(found[name], parameter.grad, atol=1e-10), name


def test_a_weight_that_is_zero_gives_no_nan() -> None:
    made = model()
    with torch.no_grad():
        made.attention.v_a.mul_(1e4)
    assert math.isfinite(float(add_gradient(made.float(), batch(), 3, GUIDANCE)))
    assert all(bool(parameter.grad.isfinite().all()) for parameter in made.parameters())


def after_training(guidance: float) -> float:
    """The alignment cost of a network that has learned these few pairs, nats a linked token."""
    made = model()
    optimizer = torch.optim.Adam(made.parameters(), lr=0.02)
    for _ in range(80):
        optimizer.zero_grad()
        add_gradient(made, batch(), len(SOURCES), guidance)
        optimizer.step()
    given = batch()
    with torch.no_grad():
        judged = made.judge_pairs(given.source, given.source_lengths, given.target, given.target_lengths)
    assert float(judged.costs.sum()) < 1.0
    return float(alignment_cost(judged.weights, given.alignment) / given.alignment.sum())


def test_attention_comes_to_the_links() -> None:
    least = 0.25 * math.log(2)  # of four linked tokens one has two links, whose weights are best 1/2 each
    assert least < after_training(1.0) < 0.35
    assert after_training(0.0) > 0.5


def first_norm(plan: ExperimentConfig, run: Path) -> float:
    records: list[Record] = []
    start_run(plan, run, records.append)
    return next(record for record in records if isinstance(record, TrainRecord)).gradient_norm


def test_a_run_is_guided_by_the_links_of_its_corpus(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path
) -> None:
    plan = experiment(10, validate_every=10)
    plan = replace(plan, corpus=replace(plan.corpus, train=(), grammar=GrammarConfig(size=100), dev_size=5))
    guided = replace(plan, train=replace(plan.train, guidance=1.0))
    norms = first_norm(plan, tmp_path / "free"), first_norm(guided, tmp_path / "guided")
    assert norms[1] != pytest.approx(norms[0], rel=1e-4)


def test_what_cannot_be_guided_is_refused() -> None:
    base = ExperimentConfig()
    train, corpus = replace(base.train, guidance=0.2), replace(base.corpus, train=("a.tsv",))
    with pytest.raises(ConfigError, match="no attention to guide"):
        replace(base, model=ModelConfig("rnnencdec"), train=train)
    with pytest.raises(ConfigError, match="there are no links"):
        replace(base, corpus=corpus, train=train)
    with pytest.raises(ConfigError, match="guidance is 0"):
        replace(base, corpus=replace(corpus, links="a.links"))
    grammar = replace(base.corpus, grammar=GrammarConfig())
    guided = replace(base, corpus=grammar, train=train)
    assert guided.corpus.links == BUILT_IN
    assert replace(guided, train=base.train).corpus.links == ""
