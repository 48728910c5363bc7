"""Nothing forgets on which device it works: everywhere by a trap, and with a GPU by comparison.

The trap: a tensor that is made without a device lands on the default one. Here that is "meta", whose tensors
hold no numbers, so that what forgets its device fails, or changes the result.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint, save_checkpoint
from engine.config import DecodeConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.launch import Launch
from engine.models import build_model
from engine.models.interface import TranslationModel
from engine.models.products import PRODUCTS
from engine.runs.layout import RunLayout
from engine.training import resume_run, start_run
from engine.training.batching import BatchPlan
from engine.training.group import Group
from engine.training.learner import Learner
from engine.training.objective import UpdateResult
from engine.translator import Translator
from tests.engine.training.test_learner import token_pairs

META, CPU = torch.device("meta"), torch.device("cpu")
KINDS = ("rnnsearch", "rnnencdec")
PAIRS = token_pairs(40)
CONFIG = TrainConfig(optimizer="adam", learning_rate=0.01, epsilon=1e-8, batch_size=10, pool_batches=2)
TEXT = "red cat big sea"


def learner(kind: str, precision: str, device: torch.device, dropout: float = 0.0) -> Learner:
    torch.manual_seed(2)
    model: TranslationModel = build_model(ModelConfig(kind, 5, 6, 4, 4, dropout), 9, 9)
    for parameter in model.parameters():
        parameter.data.normal_(std=0.3)
    plan = BatchPlan(PAIRS, CONFIG.batch_size, CONFIG.pool_batches, seed=1)
    return Learner(model.to(device), plan, replace(CONFIG, precision=precision), Group(Launch(), device))


def updates(learner: Learner, count: int) -> list[UpdateResult]:
    return [learner.make_update(update) for update in range(count)]


def test_the_trap_catches() -> None:
    with META, pytest.raises((RuntimeError, NotImplementedError)):
        float(torch.ones(2, device=CPU) @ torch.zeros(2))


@pytest.mark.parametrize("precision", PRODUCTS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_update_stays_on_its_device(kind: str, precision: str) -> None:
    expected = updates(learner(kind, precision, CPU, dropout=0.2), 3)
    trapped = learner(kind, precision, CPU, dropout=0.2)
    with META:
        assert updates(trapped, 3) == expected


def test_translating_and_probing_stay_on_their_device(loud_run: Translator) -> None:
    config = DecodeConfig(beam_size=3, n_best=2)

    def everything() -> list[object]:
        trace = loud_run.translate(TEXT, config)
        ids = (4, 2, 7)
        found = [trace.best().score, loud_run.force(TEXT, "RED CAT", config).best().score]
        found += [one.best().text for one in loud_run.translate_all([TEXT, "blue"], config)]
        found += [loud_run.importance(TEXT, ids, way).values.tolist() for way in ("occlusion", "gradient")]
        if loud_run.has_attention:
            found.append(loud_run.attention_test(TEXT, ids))
        return found

    expected = everything()
    with META:
        assert everything() == expected


@pytest.mark.gpu
@pytest.mark.parametrize("kind", KINDS)
def test_a_gpu_learns_as_a_cpu_does(kind: str) -> None:
    on_cpu = updates(learner(kind, "float32", CPU), 20)
    on_gpu = updates(learner(kind, "float32", torch.device("cuda")), 20)
    assert [one.loss for one in on_gpu] == pytest.approx([one.loss for one in on_cpu], rel=1e-4)
    assert [one.gradient_norm for one in on_gpu] == pytest.approx(
        [one.gradient_norm for one in on_cpu], rel=1e-3
    )


@pytest.mark.gpu
def test_a_gpu_gives_the_trace_of_a_cpu(short_run: Path) -> None:
    config = DecodeConfig(beam_size=3)
    here, there = (Translator.load(short_run, device).translate(TEXT, config) for device in ("cpu", "cuda"))
    assert (there.token_ids == here.token_ids).all()
    assert there.best().score == pytest.approx(here.best().score, abs=1e-4)
    for one, other in ((there.weights, here.weights), (there.states, here.states)):
        assert one is other is None or one == pytest.approx(other, abs=1e-4)


@pytest.mark.gpu
@pytest.mark.parametrize("way", [("cpu", "cuda"), ("cuda", "cpu")])
def test_a_checkpoint_goes_on_with_another_device(way: tuple[str, str], tmp_path: Path) -> None:
    first, second = (learner("rnnsearch", "float32", torch.device(name)) for name in way)
    updates(first, 3)
    save_checkpoint(tmp_path / "update-00000003", first.model.state_dict(), first.state(), {})
    second.restore(load_checkpoint(tmp_path / "update-00000003"))
    expected, found = first.make_update(3), second.make_update(3)
    assert found.loss == pytest.approx(expected.loss, rel=1e-5)
    assert found.gradient_norm == pytest.approx(expected.gradient_norm, rel=1e-4)


@pytest.mark.gpu
def test_a_run_on_a_gpu_goes_on_as_if_it_had_not_been_stopped(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path
) -> None:
    """With dropout: the GPU's random numbers are in the checkpoint too."""
    plan = experiment(20)
    plan = replace(plan, train=replace(plan.train, device="cuda"))
    whole, parted = tmp_path / "whole", tmp_path / "parted"
    start_run(plan, whole, lambda record: None)
    start_run(replace(plan, train=replace(plan.train, max_updates=10)), parted, lambda record: None)
    resume_run(parted, 20, lambda record: None)
    one, other = (load_checkpoint(RunLayout(run).checkpoint_dir(20)).model for run in (whole, parted))
    for name in one:
        torch.testing.assert_close(one[name], other[name], rtol=1e-4, atol=1e-5)
