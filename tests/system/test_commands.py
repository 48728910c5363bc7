"""translate, align and evaluate on a trained model, from end to end."""

import json
import math
import random

import pytest

from tests.system.conftest import made_up_pairs


@pytest.fixture(scope="module")
def model(finished_run):
    return finished_run[0]


def test_translations_come_a_line_for_a_line(program, command, model, tmp_path) -> None:
    draw = random.Random(2)
    lines = [source if draw.random() < 0.8 else "" for source, _ in made_up_pairs(25, 9)]
    path = tmp_path / "sentences"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    arguments = ("translate", "--model", model, "--beam", "3")
    ended = command(*arguments, "--n-best", "3", "--json", "--input", path)
    assert ended.returncode == 0, ended.stderr
    results = [json.loads(line) for line in ended.stdout.split("\n")[:-1]]
    assert [result["source"] for result in results] == lines
    for result in results:
        check_shape(result)

    text = program(*arguments, given=path.read_text("utf-8"))
    assert text.stdout.split("\n")[:-1] == [result["hypotheses"][0]["text"] for result in results]


def check_shape(result: dict) -> None:
    """The promised keys, and weights that have a label for every row and column."""
    assert set(result) == {"source", "source_tokens", "model", "hypotheses"}
    assert result["source_tokens"][-1] == "</s>"
    assert 1 <= len(result["hypotheses"]) <= 3
    assert bool(result["hypotheses"][0]["tokens"]) == bool(result["source"])
    for hypothesis in result["hypotheses"]:
        assert set(hypothesis) == {"text", "tokens", "score", "weights"}
        rows = hypothesis["weights"] or []
        assert len(rows) == len(hypothesis["tokens"])
        for row in rows:
            assert len(row) == len(result["source_tokens"])
            assert math.fsum(row) == pytest.approx(1, abs=1e-5)


def test_links_and_measures_of_given_pairs(command, model, corpus, tmp_path) -> None:
    pairs = made_up_pairs(12, 8)
    given = "".join(f"{source}\t{target}\n" for source, target in pairs)
    ended = command("align", "--model", model, given=given)
    assert ended.returncode == 0, ended.stderr
    links = ended.stdout.split("\n")[:-1]
    assert len(links) == len(pairs)
    for line, (source, target) in zip(links, pairs, strict=True):
        ends = [tuple(map(int, link.split("-"))) for link in line.split()]
        assert sorted(j for _, j in ends) == list(
            range(len(target.split()))
        )  # argmax: one for each target word
        assert all(0 <= i < len(source.split()) for i, _ in ends)

    for name, column in (("s", 0), ("t", 1)):
        (tmp_path / name).write_text("".join(pair[column] + "\n" for pair in pairs), encoding="utf-8")
    (tmp_path / "gold").write_text(ended.stdout, encoding="utf-8")
    files = ("--source", tmp_path / "s", "--reference", tmp_path / "t", "--gold", tmp_path / "gold")
    ended = command("evaluate", "--model", model, *files, "--gold-base", "0", "--beam", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert (found["aer"], found["precision"], found["recall"]) == (0, 1, 1)  # its own links are the gold here
    assert found["bleu_signature"].startswith("nrefs:1|")
    assert found["perplexity"] > 1


def test_a_model_that_is_not_there_is_told_in_words(command) -> None:
    ended = command("translate", "--model", "no-such-model", "a")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("error: There is no model 'no-such-model'.")
    assert "Traceback" not in ended.stderr


def test_every_bundled_model_translates(command) -> None:
    bundled = [m for m in json.loads(command("models", "--json").stdout) if m["card"] and not m["problem"]]
    if not bundled:
        pytest.skip("no model is bundled")
    for model in bundled:
        ended = command("translate", "--model", model["name"], "The cat sleeps.", "", "Thank you.")
        assert ended.returncode == 0, ended.stderr
        first, blank, last = ended.stdout.split("\n")[:-1]
        assert first
        assert blank == ""
        assert last
