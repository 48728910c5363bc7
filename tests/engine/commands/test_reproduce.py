"""reproduce: what it trains, what it measures, and the paper's figures in the report."""

import json

import pytest

from engine.cli import main
from engine.evaluation.test_set import TestSet

TEST_SET = TestSet("kept out", ("ab cd ef gh", "ij kl mn op"), ("ba dc fe hg", "ji lk nm po"), "xx")


@pytest.fixture
def trained(monkeypatch):
    """What was trained: the runs' names, presets and corpora."""
    found = []

    def train(planned, corpus, folder):
        found.append((planned.name, planned.preset, tuple(corpus)))

    monkeypatch.setattr("engine.commands.reproduce.train", train)
    monkeypatch.setattr("engine.reproduction.kept_out.kept_out", lambda run: TEST_SET)
    return found


@pytest.mark.usefixtures("backwards")
def test_the_built_in_corpus_needs_nothing_else(trained, tmp_path, capsys):
    assert main(["reproduce", "reversal", "--max-updates", "9", "--out", str(tmp_path), "--json"]) == 0
    corpus = ("--grammar", "--test-size", "500", "--max-updates", "9", "--device", "auto")
    assert trained == [
        ("lstm-forward", "lstm-grammar-forward", corpus),
        ("lstm-reversed", "lstm-grammar", corpus),
    ]
    results = json.loads(capsys.readouterr().out)["results"]
    assert [result["system"]["beam"] for result in results] == [1, 12]
    for name in ("report.html", "report.md", "report.tex"):
        report = (tmp_path / name).read_text(encoding="utf-8")
        assert report.index("26.17") < report.rindex("backwards, beam 12"), name


@pytest.mark.usefixtures("backwards")
def test_a_corpus_of_ones_own_takes_the_larger_presets(trained, tmp_path, capsys):
    corpus = ["--corpus", str(tmp_path / "pairs.tsv"), "--out", str(tmp_path / "out")]
    assert main(["reproduce", "table1", *corpus]) == 0
    assert [preset for _, preset, _ in trained] == ["rnnencdec-laptop", "rnnsearch-laptop"]
    assert "Bahdanau et al. 2014, table 1" in capsys.readouterr().out
    del trained[:]
    assert main(["reproduce", "table1", *corpus, "--scale", "paper"]) == 0
    assert [name for name, _, _ in trained] == [
        "rnnencdec-30",
        "rnnsearch-30",
        "rnnencdec-50",
        "rnnsearch-50",
    ]


@pytest.mark.parametrize("wrong", [["--scale", "paper"], ["--gold", "links"]])
def test_what_is_missing_is_asked_for(wrong, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["reproduce", "table1", "--out", str(tmp_path), *wrong])
    assert ended.value.code == 2
    assert "give --" in capsys.readouterr().err
