"""Estimates against the networks themselves, and against what a process really takes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.config import ALIGNMENTS, CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig, to_json
from engine.estimate import count_parameters, estimate_memory
from engine.presets import PRESETS

torch = pytest.importorskip("torch")

from engine.models import build_model  # noqa: E402

ROOT = Path(__file__).parents[2]
PARTS = {  # how the names of a network's parameters begin
    "source_embedding": ("embedding.",),
    "encoder": ("forward_unit.", "backward_unit.", "encoder."),
    "attention": ("attention.",),
    "target_embedding": ("decoder.E",),
    "decoder": ("decoder.unit.", "decoder.W_s", "decoder.b_s", "decoder.stack."),
    "readout": ("decoder.readout.U_o", "decoder.readout.C_o", "decoder.V_o", "decoder.b_o"),
    "softmax": ("decoder.readout.W_o", "decoder.readout.bias", "decoder.W_o", "decoder.bias"),
}
# Large enough that parameters and minibatch together take about as much as the process itself.
SIZES = {
    "rnnsearch": ModelConfig("rnnsearch", 160, 240, 200, 120),
    "rnnencdec": ModelConfig("rnnencdec", 160, 320, 1, 160),
    "lstm-seq2seq": ModelConfig("lstm-seq2seq", 160, 240, layers=4),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_parameters_by_part_are_those_of_the_network(preset: str) -> None:
    sizes = PRESETS[preset].model
    with torch.device("meta"):
        model = build_model(sizes, 3017, 2011)
    counted = count_parameters(sizes, 3017, 2011)
    found = dict.fromkeys(PARTS, 0)
    for name, parameter in model.named_parameters():
        (part,) = (part for part, begins in PARTS.items() if name.startswith(begins))
        found[part] += parameter.numel()
    assert {part: getattr(counted, part) for part in PARTS} == found
    assert counted.total == sum(found.values())


@pytest.mark.parametrize("alignment", ALIGNMENTS)
def test_every_alignment_model_is_counted(alignment: str) -> None:
    sizes = ModelConfig("rnnsearch", 3, 5, 7, 2, alignment=alignment)
    attention = build_model(sizes, 11, 13).attention
    assert count_parameters(sizes, 11, 13).attention == sum(part.numel() for part in attention.parameters())


def test_weights_and_states_by_hand() -> None:
    """A network in which every size is 1, counted matrix by matrix."""
    experiment = ExperimentConfig(
        corpus=CorpusConfig(source_vocabulary=4, target_vocabulary=5, max_length=9),
        model=ModelConfig("rnnencdec", 1, 1, 1, 1),
        train=TrainConfig(optimizer="adadelta", batch_size=3),
    )
    # E: 6 and 7; encoder W, b, U of three gates: 9; decoder the same with C: 12, W_s and b_s: 2;
    # readout U_o, V_o, C_o, b_o of two rows: 8; W_o and its bias: 14.
    memory = estimate_memory(experiment)
    assert memory.weights == memory.gradients == 4 * (6 + 7 + 9 + 12 + 2 + 8 + 14)
    assert memory.optimizer == 2 * memory.weights
    assert memory.logits == 4 * 3 * 10 * 2 * 7
    assert memory.total > memory.weights * 4 + memory.logits


@pytest.fixture(scope="module")
def longest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus whose sentences all have 39 words, of 6,000 different ones."""
    rows = [" ".join(f"w{(39 * row + place) % 6000}" for place in range(39)) for row in range(200)]
    path = tmp_path_factory.mktemp("longest") / "corpus.tsv"
    path.write_text("".join(f"{row}\t{row}\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("kind", "optimizer"), [("rnnsearch", "adadelta"), ("rnnencdec", "adam"), ("lstm-seq2seq", "sgd")]
)
def test_memory_is_within_30_percent_of_what_a_run_takes(
    kind: str, optimizer: str, longest: Path, tmp_path: Path
) -> None:
    experiment = ExperimentConfig(
        corpus=CorpusConfig(
            train=(str(longest),),
            dev_size=2,
            segmentation="words",
            source_vocabulary=6000,
            target_vocabulary=6000,
            max_length=39,
        ),
        model=SIZES[kind],
        train=TrainConfig(optimizer=optimizer, batch_size=64, max_updates=2, validate_every=2, threads=1),
    )
    taken = _taken(experiment, tmp_path / "run")
    estimate = estimate_memory(experiment)
    assert abs(estimate.total - taken) < 0.3 * taken
    on_top = taken - estimate.process  # so that a process that is most of it all hides nothing
    assert abs(estimate.total - taken) < 0.45 * on_top


def _taken(experiment: ExperimentConfig, run: Path) -> int:
    """The resident peak, in bytes, of a process that trains this."""
    pytest.importorskip("resource")
    program = (
        "import json, sys; from pathlib import Path; from tests.benchmarks.apart import peak_mib\n"
        "from engine.config import ExperimentConfig, from_json; from engine.training import start_run\n"
        "experiment = from_json(ExperimentConfig, json.loads(sys.argv[1]))\n"
        "assert start_run(experiment, Path(sys.argv[2]), lambda record: None) == 'finished'\n"
        "print(peak_mib())\n"
    )
    line = [sys.executable, "-c", program, json.dumps(to_json(experiment)), str(run)]
    ended = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    return round(float(ended.stdout) * (1 << 20))
