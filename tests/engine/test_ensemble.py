"""Several loaded models as one translator, and those that cannot be."""

import argparse
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.catalogue import ModelEntry
from engine.commands.arguments import add_model
from engine.commands.loading import load_translator
from engine.config import DecodeConfig
from engine.ensemble import EnsembleTranslator, require_same_tokens
from engine.errors import ConfigError
from engine.shared_cores import VARIABLE
from engine.text.segmentation import load_segmenter
from engine.text.vocabulary import Vocabulary
from engine.trace_check import check
from engine.translator import Translator

BEAM = DecodeConfig(beam_size=4, n_best=3, max_length=6)


def test_two_runs_decide_together_and_are_named(short_run: Path, loud_run: Translator) -> None:
    quiet = Translator.load(short_run)
    both = EnsembleTranslator([quiet, loud_run])
    found = both.translate("red big cat", BEAM)
    check(found)
    assert found.weights is None
    assert found.meta["model"] == f"{quiet.name} + {loud_run.name}"
    assert [member["fingerprint"] for member in found.meta["members"]] == [quiet.fingerprint] * 2
    assert both.parameters == 2 * quiet.parameters
    assert both.translate_all(["", "red big cat"], BEAM)[1].best().token_ids == found.best().token_ids
    pairs = [("red big cat", "RED SEA"), ("tree", ""), ("", "DOG")]
    for pair, forced in zip(pairs, both.force_all(pairs), strict=True):
        alone = [np.exp(member.force(*pair, BEAM).log_probs) for member in (quiet, loud_run)]
        assert np.allclose(forced.log_probs, np.log(np.mean(alone, axis=0)), atol=1e-5)
    assert np.isfinite(both.importance("red cat", [2, 0], "gradient").values).all()


def test_the_command_line_takes_a_model_for_each_member(short_run: Path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.delenv(VARIABLE)
    parser = argparse.ArgumentParser()
    add_model(parser)
    given = ["--device", "cpu", "--model", str(short_run)]
    assert not isinstance(load_translator(parser.parse_args(given)), EnsembleTranslator)
    both = load_translator(parser.parse_args([*given, "--model", str(short_run)]))
    assert isinstance(both, EnsembleTranslator)
    assert both.kind == "ensemble"
    assert os.environ[VARIABLE] == "PASSIVE"  # threads that spin take the cores from a run beside them


def test_models_of_unlike_tokens_are_refused_with_what_differs(loud_run: Translator, tmp_path) -> None:
    words = loud_run.target.vocabulary.tokens
    swapped = (words[1], words[0], *words[2:])
    (tmp_path / "other").mkdir()
    loud_run.source.segmenter.save(tmp_path / "other", "source")
    description = tmp_path / "other" / "source.json"
    description.write_text(description.read_text().replace('"en"', '"de"'))
    other = replace(loud_run.source, segmenter=load_segmenter(tmp_path / "other", "source"))
    cases = [
        (
            "target",
            replace(loud_run.target, vocabulary=Vocabulary(swapped)),
            f"target token 2 is '{words[0]}'",
        ),
        (
            "target",
            replace(loud_run.target, vocabulary=Vocabulary(words[:-1])),
            f"knows {len(words) + 2} target",
        ),
        ("source", other, "they cut source text into tokens by different rules"),
    ]
    for name, changed, words_of_it in cases:
        sides = {"source": loud_run.source, "target": loud_run.target} | {name: changed}
        entry = ModelEntry("second", "rnnsearch", loud_run.path)
        second = Translator(loud_run._model, sides["source"], sides["target"], entry)
        with pytest.raises(ConfigError, match=words_of_it):
            EnsembleTranslator([loud_run, second])
    require_same_tokens(loud_run, loud_run)
