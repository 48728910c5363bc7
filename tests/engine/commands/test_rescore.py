"""rescore: scores are added, weighed and tuned, and what is chosen is measured and written."""

import json
from types import SimpleNamespace

import pytest
from sacrebleu.metrics.bleu import BLEU

from engine.cli import main
from engine.n_best.moses import read_n_best

LIST = """\
0 ||| the cat is asleep now ||| LogProb= -1 Length= 6 ||| -0.1
0 ||| the cat sleeps today and dreams ||| LogProb= -3 Length= 7 ||| -0.3
2 ||| a dog ||| LogProb= -1 Length= 3 ||| -0.1
2 ||| a dog sees the big house ||| LogProb= -2 Length= 7 ||| -0.2
2 ||| a dog sees the big house ||| LogProb= -2.5 Length= 7 ||| -0.3
"""
REFERENCES = ["the cat sleeps today and dreams", "it rains", "a dog sees the big house"]


class LongTranslator:
    """Likes long translations; knows which pairs it was asked for."""

    name, kind, fingerprint = "likes long=1", "rnnsearch", "0" * 64
    target = SimpleNamespace(segmenter=SimpleNamespace(language="en"))

    def __init__(self, score: float = 1.0) -> None:
        self.score = score
        self.asked: list[tuple[str, str]] = []

    def force_all(self, pairs, on_progress=None):
        self.asked += pairs
        scores = [self.score * len(target.split()) - 10 for _, target in pairs]
        return [SimpleNamespace(best=lambda score=score: SimpleNamespace(score=score)) for score in scores]


@pytest.fixture
def files(tmp_path):
    for name, lines in (("source", ["die Katze", "es regnet", "ein Hund"]), ("reference", REFERENCES)):
        (tmp_path / name).write_text("".join(line + "\n" for line in lines))
    (tmp_path / "list").write_text(LIST)
    return tmp_path


@pytest.fixture
def rescore(files, capsys, monkeypatch):
    """Runs the command on the files; its exit code, the object that it wrote, and its errors."""
    translator = LongTranslator()
    monkeypatch.setattr("engine.commands.rescore.load_translators", lambda options: [translator])

    def call(*arguments: str, score: float = 1.0):
        translator.score = score
        base = ["rescore", str(files / "list"), "--source", str(files / "source"), "--json"]
        code = main([*base, *arguments])
        captured = capsys.readouterr()
        return code, json.loads(captured.out) if captured.out else None, captured.err

    call.translator = translator
    return call


def corpus_bleu(texts: list[str]) -> float:
    return BLEU().corpus_score(texts, [REFERENCES]).score


def test_models_weigh_as_much_as_the_list_and_the_best_are_written(rescore, files) -> None:
    given = ["--reference", str(files / "reference"), "--best", str(files / "best")]
    code, found, _ = rescore(*given, "--ranked", str(files / "ranked"))
    assert code == 0
    assert found["weights"] == {"LogProb": 1, "Length": 0, "Total": 0, "likes_long_1": 1}
    assert rescore.translator.asked.count(("ein Hund", "a dog sees the big house")) == 1
    assert ("es regnet", "") in rescore.translator.asked
    chosen = ["the cat is asleep now", "", "a dog sees the big house"]  # 5 - 1 beats 6 - 3; 6 - 2 beats 2 - 1
    assert (files / "best").read_text().split("\n")[:-1] == chosen
    assert (found["changed"], found["hypotheses"], found["without_hypothesis"]) == (1, 5, 1)
    ranked = read_n_best((files / "ranked").read_text().split("\n"), "ranked")
    assert [(one.sentence, one.total) for one in ranked] == [
        (0, -6), (0, -7), (1, -10), (2, -6), (2, -6.5), (2, -9)
    ]  # fmt: skip
    assert dict(ranked[0].features) == {
        "LogProb": (-1,), "Length": (6,), "Total": (-0.1,), "likes_long_1": (-5,)
    }  # fmt: skip
    assert found["bleu"]["before"] == pytest.approx(corpus_bleu(["the cat is asleep now", "", "a dog"]))
    assert found["bleu"]["after"] == pytest.approx(corpus_bleu(chosen))
    best = corpus_bleu([REFERENCES[0], "", REFERENCES[2]])
    assert found["bleu"]["oracle_by_sentence"] == found["bleu"]["oracle_climbed"] == pytest.approx(best)
    assert found["difference"]["value"] == pytest.approx(found["bleu"]["after"] - found["bleu"]["before"])
    assert "nrefs:1" in found["bleu"]["signature"]


def test_tuned_weights_reach_the_oracle_and_can_be_given_again(rescore, files) -> None:
    given = ("--reference", str(files / "reference"))
    _, tuned, _ = rescore(*given, "--tune")
    assert tuned["bleu"]["after"] == pytest.approx(tuned["bleu"]["oracle_climbed"])
    assert tuned["tuning"]["seed"] == 12345
    named = " ".join(f"{name}={weight}" for name, weight in tuned["weights"].items())
    _, again, _ = rescore(*given, "--weights", named)
    assert again["bleu"] == tuned["bleu"]
    assert "tuning" not in again


def test_the_result_in_words(rescore, files, capsys) -> None:
    base = ["rescore", str(files / "list"), "--source", str(files / "source")]
    assert main([*base, "--reference", str(files / "reference"), "--tune"]) == 0
    out = capsys.readouterr().out
    assert "3 sentences, 5 translations of them in the list" in out
    assert "1 sentences have none" in out
    assert "tuned on these sentences" in out
    assert '--weights "LogProb=' in out
    assert "by hill climbing" in out
    assert main(base) == 0
    assert "BLEU" not in capsys.readouterr().out


def test_what_does_not_fit_is_told(rescore, files, capsys) -> None:
    for arguments, words in (
        (["--tune"], "--tune needs --reference"),
        (["--weights", "LogProb"], "is not like"),
        (["--weights", "LogProb=x"], "'x' is not a number"),
    ):
        with pytest.raises(SystemExit):
            rescore(*arguments)
        assert words in capsys.readouterr().err
    assert "There is no score 'LM' to weigh. The list has: LogProb, Length" in rescore("--weights", "LM=1")[2]
    assert "Nothing can be written to" in rescore("--best", str(files / "no" / "file"))[2]
    assert "likes long=1 computes no probabilities" in rescore(score=float("nan"))[2]
    (files / "source").write_text("ein Hund\n")
    assert "has hypotheses of sentence 2, and there are 1 sentences" in rescore()[2]
    (files / "list").write_text("0 ||| a\n")
    assert "Line 1 of" in rescore()[2]
