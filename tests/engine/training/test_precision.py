"""Which precision a run takes: by made-up measurements, by a real one, and kept when it goes on."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
import torch

from engine.config import PRECISIONS, ExperimentConfig
from engine.models.products import PRODUCTS, multiplying
from engine.presets import PRESETS
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.training import precision, resume_run, session, start_run
from engine.training.precision import choose, settle
from engine.training.product_speed import Measured, measure_products

CPU = torch.device("cpu")
EXACT = {"float32": 2e-7, "float32-onednn": 4e-7, "bfloat16": 3e-3}


INEXACT = EXACT | {"float32-onednn": 3e-3}  # as where oneDNN rounds to bfloat16


def measured(
    onednn: float, bfloat16: float, errors: Mapping[str, float] = MappingProxyType(EXACT)
) -> dict[str, Measured]:
    """Speeds in units of float32's."""
    speeds = {"float32": 1.0, "float32-onednn": onednn, "bfloat16": bfloat16}
    return {name: Measured(0.5 / speed, errors[name]) for name, speed in speeds.items()}


@pytest.mark.parametrize(
    ("found", "taken", "words"),
    [
        (measured(1.8, 3.0), "bfloat16", "3.0 times as fast as in float32, at a relative error of 3e-03"),
        (measured(1.8, 0.5), "float32-onednn", "1.8 times as fast"),
        (measured(1.8, 1.5), "float32-onednn", "In bfloat16 they are 1.5 times as fast"),
        (measured(1.1, 0.5), "float32", "nothing else is clearly faster and exact enough"),
        (measured(3.0, 0.5, INEXACT), "float32", "oneDNN, 3e-03, is too large"),
        (measured(3.0, 2.0, INEXACT), "bfloat16", "oneDNN, 3e-03, is too large"),
        (measured(1.0, 4.0, EXACT | {"bfloat16": 0.05}), "float32", "error of bfloat16, 5e-02, is too large"),
    ],
)
def test_the_fastest_that_is_exact_enough_is_taken(
    found: dict[str, Measured], taken: str, words: str
) -> None:
    choice = choose(found)
    assert choice.precision == taken
    assert words in choice.reason


def test_a_machine_that_has_float32_alone_takes_it() -> None:
    assert choose({"float32": Measured(1.0, 2e-7)}).precision == "float32"


def test_what_was_asked_for_is_taken_without_measuring() -> None:
    def fail(experiment: ExperimentConfig, device: torch.device) -> dict[str, Measured]:
        raise AssertionError("measured")

    asked = PRESETS["rnnsearch-minute"]
    asked = replace(asked, train=replace(asked.train, precision="bfloat16"))
    experiment, said = settle(asked, CPU, fail)
    assert experiment == asked
    assert "bfloat16" in said


def test_every_precision_has_its_products() -> None:
    assert set(PRECISIONS) == {"auto", *PRODUCTS}


def test_a_real_measurement_on_this_machine() -> None:
    """The errors are those of the formats: 2⁻²⁴ a rounding, and 2⁻⁹."""
    found = measure_products(PRESETS["rnnsearch-minute"], CPU)
    assert set(found) == set(PRODUCTS)
    assert all(one.seconds > 0 for one in found.values())
    assert 2**-27 < found["float32"].error < 2**-20
    assert 2**-11 < found["bfloat16"].error < 2**-7
    taken = choose(found)
    assert taken.precision in PRODUCTS
    assert taken.reason


def test_the_setting_of_the_process_is_put_back() -> None:
    before = torch.get_float32_matmul_precision()
    with multiplying(PRODUCTS["float32-onednn"]):
        assert torch.get_float32_matmul_precision() == "medium"
        with multiplying(PRODUCTS["float32"]):
            assert torch.get_float32_matmul_precision() == "highest"
        assert torch.get_float32_matmul_precision() == "medium"
    assert torch.get_float32_matmul_precision() == before


def test_a_run_that_goes_on_keeps_what_was_taken(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = experiment(2)
    plan = replace(plan, train=replace(plan.train, precision="auto"))
    times = iter([measured(1.0, 3.0)])  # a second measurement would find nothing here

    def measure(experiment: ExperimentConfig, device: torch.device) -> dict[str, Measured]:
        return next(times)

    monkeypatch.setattr(session, "settle", lambda *asked: precision.settle(*asked, measure))
    run = tmp_path / "run"
    start_run(plan, run, lambda record: None)
    recorded = load_experiment(RunLayout(run).experiment).train.precision
    assert recorded == "bfloat16"
    resume_run(run, 4, lambda record: None)
    log = RunLayout(run).log.read_text(encoding="utf-8")
    assert "3.0 times as fast" in log
    assert "Matrix products in bfloat16, as the run's settings say." in log
