"""What is said of a training before it starts, against the whole epoch and against the run itself."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.errors import CorpusError
from engine.preview import Preview, duration
from engine.runs.layout import RunLayout
from engine.training import preview, start_run
from engine.training.previewing import epoch_seconds


class PlanOfLengths:
    """As a BatchPlan, of lengths drawn as those of real text are: many short, few long."""

    def __init__(self, pairs: int, batch_size: int, pool_batches: int, seed: int) -> None:
        lengths = np.random.default_rng(seed).lognormal(2.6, 0.6, pairs).clip(1, 80)
        self.batches_in_pool = pool_batches
        pools = [
            np.sort(lengths[at : at + batch_size * pool_batches])
            for at in range(0, pairs, batch_size * pool_batches)
        ]
        self.longest = [
            pool[at : at + batch_size].max() for pool in pools for at in range(0, len(pool), batch_size)
        ]

    @property
    def batches_per_epoch(self) -> int:
        return len(self.longest)

    def seconds(self, update: int) -> float:
        """An update costs a little by itself, something a position, and the alignment its square."""
        length = self.longest[update]
        return 0.02 + 0.01 * length + 0.0002 * length**2


SIZES = [(100_000, 20), (30_000, 20), (5_000, 20), (1_000, 20), (700, 20), (90, 20), (8, 1)]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("pairs", "pool_batches"), [(100_000, 20), (30_000, 20), (5_000, 20), (700, 20), (8, 1)]
)
def test_the_time_of_an_epoch_is_within_30_percent(pairs: int, pool_batches: int, seed: int) -> None:
    plan = PlanOfLengths(pairs, 80, pool_batches, seed)
    now, made = 0.0, []

    def make(update: int) -> None:
        nonlocal now
        now += plan.seconds(update) * (1 if made else 20)  # the first one is slow
        made.append(update)

    estimate = epoch_seconds(plan, make, lambda: now)
    truth = sum(map(plan.seconds, range(plan.batches_per_epoch)))
    assert abs(estimate - truth) < 0.3 * truth
    assert len(made) <= 11


def test_a_slow_machine_is_not_asked_for_long() -> None:
    plan = PlanOfLengths(100_000, 80, 20, 1)
    now, made = 0.0, []

    def make(update: int) -> None:
        nonlocal now
        now += 70.0
        made.append(update)

    assert epoch_seconds(plan, make, lambda: now) == 70.0 * plan.batches_per_epoch
    assert len(made) == 2


@pytest.fixture
def experiment(tmp_path: Path) -> ExperimentConfig:
    path = tmp_path / "corpus.tsv"
    rows = [f"a b c{number % 7} d{number}\tx y{number % 7} z{number % 21}\n" for number in range(200)]
    path.write_text("".join([*rows, "only a source\t\n", "a " * 40 + "\tx\n"]))
    return ExperimentConfig(
        preset="rnnsearch-minute",
        corpus=CorpusConfig(
            train=(str(path),),
            dev_size=12,
            test_size=7,
            segmentation="words",
            max_length=20,
            joined_share=0.1,
        ),
        model=ModelConfig("rnnsearch", 4, 4, 4, 4),
        train=TrainConfig(batch_size=16, max_updates=1, validate_every=1, threads=1, device="cpu"),
    )


def test_it_tells_what_the_run_then_finds(experiment: ExperimentConfig, tmp_path: Path) -> None:
    steps: list[str] = []
    found = preview(experiment, lambda what, share: steps.append(what))
    assert (found.dev, found.test) == (12, 7)
    assert found.report.dropped["empty target"].count == 1
    assert found.report.dropped["longer than 20 tokens"].count == 1
    assert found.train == 201 - 19 - 1 + found.joined
    assert found.joined > 0
    assert found.shared > 0  # 21 targets stand for 200 sources
    assert found.seconds > 0
    assert (found.device, found.threads) == ("cpu", 1)
    assert "Timing some updates" in steps
    start_run(experiment, tmp_path / "run", lambda record: None)
    log = RunLayout(tmp_path / "run").log.read_text(encoding="utf-8")
    assert f"{found.train} training pairs, {found.updates} minibatches an epoch" in log
    assert Preview.from_json(found.to_json()) == found


def test_a_corpus_that_cannot_be_read_is_told(experiment: ExperimentConfig) -> None:
    nowhere = replace(experiment, corpus=replace(experiment.corpus, train=("/nowhere.tsv",)))
    with pytest.raises(CorpusError, match="nowhere"):
        preview(nowhere, lambda what, share: None)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.0 seconds"), (3.26, "3.3 seconds"), (119, "119 seconds"), (150, "2.5 minutes"),
     (3000, "50 minutes"), (7200, "2.0 hours"), (90_000, "25 hours"), (200_000, "2.3 days")],
)  # fmt: skip
def test_times_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
