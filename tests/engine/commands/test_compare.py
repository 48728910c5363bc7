"""compare: systems into a folder, systems added to it, another test set refused."""

import json

import pytest

from engine.cli import main

SOURCES = ["ab cd ef gh", "ij kl mn op", "qr st uv wx yz"]
REFERENCES = ["ba dc fe hg", "ji lk nm XX", "rq ts vu xw zy"]


@pytest.fixture
def arguments(tmp_path):
    for name, lines in (("s", SOURCES), ("r", REFERENCES), ("gold", ["1-1", "2-2 4-4", "5-5"])):
        (tmp_path / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return ["compare", "--source", str(tmp_path / "s"), "--reference", str(tmp_path / "r"), "--models", "m"]


def test_systems_are_measured_once_and_can_be_added(backwards, arguments, tmp_path, capsys):
    out = ["--out", str(tmp_path / "out")]
    assert main([*arguments, "--beams", "1", *out]) == 0
    assert "backwards, greedy" in capsys.readouterr().out
    assert backwards.blocks == [3]
    assert main([*arguments, "--beams", "1", "4", *out, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert backwards.blocks == [3, 3]
    assert [result["system"]["beam"] for result in found["results"]] == [1, 4]
    assert found["test_set"] == {"name": "s", "sentences": 3}
    assert found["results"][0]["measures"]["perplexity"] == pytest.approx(1.6487, abs=1e-4)
    assert not (tmp_path / "out" / "unfinished").exists()
    assert (tmp_path / "out" / "report.html").is_file()
    assert main(["compare", *out]) == 0  # reads what is there
    assert "F1 by frequency" in capsys.readouterr().out


@pytest.mark.usefixtures("backwards")
def test_gold_links_give_an_error_rate_for_every_rule(arguments, tmp_path, capsys):
    gold = ["--gold", str(tmp_path / "gold"), "--gold-base", "1", "--out", str(tmp_path / "out"), "--json"]
    assert main([*arguments, *gold]) == 0
    alignment = json.loads(capsys.readouterr().out)["results"][0]["measures"]["alignment"]
    assert alignment["argmax"]["error_rate"] == pytest.approx(1 - (4 + 4) / (13 + 4))
    assert {"threshold 0.2", "argmax-or-none"} < set(alignment)


@pytest.mark.usefixtures("without_attention")
def test_links_of_importance_are_measured_of_a_model_without_attention(arguments, tmp_path, capsys):
    gold = ["--gold", str(tmp_path / "gold"), "--gold-base", "1", "--out", str(tmp_path / "out"), "--json"]
    assert main([*arguments, *gold, "--links", "attention", "occlusion"]) == 0
    alignment = json.loads(capsys.readouterr().out)["results"][0]["measures"]["alignment"]
    # Each of 13 target words is linked to the first source word; one of these links is among the 4 of gold.
    assert set(alignment) == {"occlusion, argmax", "occlusion, threshold 0.2", "occlusion, threshold 0.3"}
    assert alignment["occlusion, argmax"]["error_rate"] == pytest.approx(1 - (1 + 1) / (13 + 4))
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--out", str(tmp_path / "other"), "--links", "occlusion"])
    assert ended.value.code == 2
    assert "--links needs --gold" in capsys.readouterr().err


@pytest.mark.usefixtures("backwards")
def test_another_test_set_is_refused(arguments, tmp_path, capsys):
    out = ["--out", str(tmp_path / "out")]
    assert main([*arguments, *out]) == 0
    (tmp_path / "r").write_text("other\n" * 3, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main([*arguments, *out])
    assert ended.value.code == 2
    assert "another test set" in capsys.readouterr().err


@pytest.mark.parametrize(
    "further", [["--models", "m"], ["--source", "s"], ["--source", "s", "--models", "m"]]
)
def test_what_is_missing_is_asked_for(further, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--out", str(tmp_path), *further])
    assert ended.value.code == 2
    assert "give --source, --reference and --models" in capsys.readouterr().err


def test_a_folder_without_an_evaluation_is_told(tmp_path, capsys):
    assert main(["compare", "--out", str(tmp_path)]) == 1
    assert "cannot be read" in capsys.readouterr().err
