"""Parameter counts and initial values of the papers' presets, against sums written from B, appendices."""

import pytest
import torch

from engine.config import ModelConfig
from engine.models import build_model
from engine.presets import preset

M, N, L, V = 620, 1000, 500, 30_002  # embedding, hidden, maxout; 30,000 words with UNK and end of sentence


def paper_model(name: str):
    experiment = preset(name)
    with torch.device("meta"):
        return build_model(
            experiment.model, experiment.corpus.source_vocabulary + 2, experiment.corpus.target_vocabulary + 2
        )


def count(module: torch.nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def recurrence(inputs: int, context: int = 0) -> int:
    return 3 * (inputs * N + N * N + context * N + N)


def decoder(context: int) -> int:
    embedding, bridge = V * M, N * N + N
    readout = 2 * L * (N + M + context) + 2 * L + V * L + V
    return embedding + bridge + recurrence(M, context) + readout


@pytest.mark.parametrize("length", [30, 50])
def test_rnnsearch_has_the_papers_parameters(length: int) -> None:
    model = paper_model(f"rnnsearch-{length}")
    assert count(model.attention) == 3_001_000
    assert count(model.forward_unit) == count(model.backward_unit) == recurrence(M)
    assert count(model.decoder) == decoder(2 * N)
    assert count(model) == V * M + 2 * recurrence(M) + 3_001_000 + decoder(2 * N)


@pytest.mark.parametrize("length", [30, 50])
def test_rnnencdec_has_the_papers_parameters(length: int) -> None:
    model = paper_model(f"rnnencdec-{length}")
    assert count(model.decoder) == decoder(N)
    assert count(model) == V * M + recurrence(M) + decoder(N)


def test_initial_values_are_the_papers() -> None:
    torch.manual_seed(5)
    model = build_model(ModelConfig("rnnsearch", 60, 100, 90, 50), 300, 300).requires_grad_(False)
    for name, parameter in model.named_parameters():
        leaf = name.rsplit(".", 1)[-1]
        if leaf in ("U", "U_gates"):
            for block in parameter.split(100):
                assert torch.allclose(block @ block.T, torch.eye(100), atol=1e-5), name
        elif leaf in ("bias", "b_s", "b_o", "v_a"):
            assert not parameter.any(), name
        else:
            deviation = 0.001 if leaf in ("W_a", "U_a") else 0.01
            assert float(parameter.std()) == pytest.approx(deviation, rel=0.05), name
            assert abs(float(parameter.mean())) < deviation / 20, name


def test_every_deviation_of_a_paper_preset_is_none() -> None:
    for name in ("rnnencdec-30", "rnnencdec-50", "rnnsearch-30", "rnnsearch-50"):
        experiment = preset(name)
        train = experiment.train
        assert experiment.deviations == ()
        assert (train.optimizer, train.rho, train.epsilon, train.clip_norm) == ("adadelta", 0.95, 1e-6, 1.0)
        assert (train.batch_size, train.pool_batches, experiment.model.dropout) == (80, 20, 0.0)
        assert experiment.corpus.max_length == int(name[-2:])
