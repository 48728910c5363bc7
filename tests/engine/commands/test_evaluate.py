"""evaluate: every number against its own computation; refusals before the work begins."""

import json
import math
from xml.etree import ElementTree

import pytest

from engine.cli import main

SOURCES = ["ab cd ef gh", "ij kl mn op", "qr st uv wx yz"]
REFERENCES = ["ba dc fe hg", "ji lk nm XX", "rq ts vu xw zy"]


@pytest.fixture
def files(tmp_path):
    """Writes lines into files and gives the arguments that name them."""

    def write(**columns: list[str]) -> list[str]:
        arguments = []
        for name, lines in columns.items():
            path = tmp_path / name
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            arguments += [f"--{name}", str(path)]
        return arguments

    return write


def result(capsys, arguments: list[str]) -> dict:
    assert main(["evaluate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("backwards")
class TestModel:
    def test_bleu_chrf_and_perplexity(self, capsys, files) -> None:
        found = result(capsys, files(source=SOURCES, reference=REFERENCES))
        matched = [12 / 13, 9 / 10, 6 / 7, 3 / 4]
        assert found["bleu"] == pytest.approx(100 * math.prod(matched) ** 0.25)
        assert "tok:13a" in found["bleu_signature"]
        assert 0 < found["chrf"] < 100
        assert "nw:0" in found["chrf_signature"]
        assert found["perplexity"] == pytest.approx(math.exp(0.5))
        assert found["target_tokens"] == 4 + 4 + 5 + 3
        assert (found["sentences"], found["model"], found["hints"]) == (3, "backwards", [])

    def test_a_file_of_its_own_translations_scores_the_same(self, capsys, files, tmp_path) -> None:
        arguments = files(source=SOURCES, reference=REFERENCES)
        own = result(capsys, arguments)
        assert main(["translate", "--input", str(tmp_path / "source")]) == 0
        hypotheses = files(hypotheses=capsys.readouterr().out.split("\n")[:-1])
        again = result(capsys, arguments + hypotheses)
        assert {key: again[key] for key in ("bleu", "chrf", "perplexity")} == {
            key: own[key] for key in ("bleu", "chrf", "perplexity")
        }

    def test_error_rate_with_gold_links(self, capsys, files) -> None:
        # The model links word k to word k: 13 links; gold has 12 of them and one other, counted from 1.
        gold = ["1-1 2-2 3-3 4-4", "1-1 2-2 3-3 4-3", "1-1 2-2 3-3 4-4 5p5"]
        found = result(capsys, files(source=SOURCES, reference=REFERENCES, gold=gold))
        sure, in_sure, in_possible = 12, 11, 12
        assert found["aer"] == pytest.approx(1 - (in_sure + in_possible) / (13 + sure))
        assert found["precision"] == pytest.approx(12 / 13)
        assert found["recall"] == pytest.approx(11 / 12)
        assert found["gold"]["base"] == 1
        assert "equals the length" in found["gold"]["evidence"]
        assert found["rule"] == "argmax"

    def test_a_base_without_evidence_has_to_be_told(self, capsys, files) -> None:
        arguments = files(source=SOURCES, reference=REFERENCES, gold=["1-1", "2-2", "1-2"])
        assert main(["evaluate", *arguments]) == 1
        assert "from 0 or from 1" in capsys.readouterr().err
        assert result(capsys, [*arguments, "--gold-base", "0"])["gold"]["base"] == 0

    def test_blank_pairs_are_counted_and_stay_in_place(self, capsys, files) -> None:
        found = result(capsys, files(source=[*SOURCES, ""], reference=[*REFERENCES, "zz"]))
        assert found["sentences"] == 4
        assert found["blank_pairs"] == 1
        assert found["bleu_details"]["reference_length"] == 14

    @pytest.mark.parametrize("name", ["reference", "hypotheses", "gold"])
    def test_unequal_files_are_refused_before_anything_is_translated(
        self, capsys, files, backwards, name
    ) -> None:
        columns = {"source": SOURCES, "reference": REFERENCES, name: ["a b"] * 2}
        assert main(["evaluate", *files(**columns)]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "2" in captured.err
        assert "3" in captured.err
        assert backwards.blocks == []

    def test_words_for_people_show_the_choices(self, capsys, files) -> None:
        gold = ["0-0", "", ""]
        assert main(["evaluate", *files(source=SOURCES, reference=REFERENCES, gold=gold)]) == 0
        text = capsys.readouterr().out
        for word in (
            "BLEU",
            "smooth:exp",
            "brevity penalty",
            "tokenizer 13a",
            "chrF",
            "perplexity",
            "AER",
            "index 0",
        ):
            assert word in text


class TestFile:
    def test_needs_no_model(self, capsys, files) -> None:
        found = result(capsys, files(hypotheses=[*REFERENCES[:2], "rq"], reference=REFERENCES))
        assert "perplexity" not in found
        assert found["bleu_details"]["hypothesis_length"] == 9

    def test_the_target_language_chooses_the_tokenizer(self, capsys, files) -> None:
        arguments = files(hypotheses=["我喜欢猫"], reference=["我不喜欢猫"])
        assert "tok:zh" in result(capsys, [*arguments, "--target-language", "zh"])["bleu_signature"]

    def test_a_zero_says_why_and_identical_files_are_named(self, capsys, files) -> None:
        assert main(["evaluate", *files(hypotheses=["a b"], reference=["a b"])]) == 0
        text = capsys.readouterr().out
        assert "BLEU        0.00" in text
        assert "3-gram" in text
        assert "identical" in text

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--reference", "r"],
            ["--reference", "r", "--hypotheses", "h", "--gold", "g"],
            ["--reference", "r", "--hypotheses", "h", "--model", "m"],
            ["--reference", "r", "--hypotheses", "h", "--figure", "f"],
            ["--hypotheses", "h"],
        ],
    )
    def test_too_little_to_measure_is_wrong_usage(self, arguments) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["evaluate", *arguments])
        assert ended.value.code == 2


class TestAgainst:
    @pytest.mark.usefixtures("backwards")
    def test_a_model_is_compared_by_score_and_by_length(self, capsys, files, tmp_path) -> None:
        theirs = [REFERENCES[0], "ji lk", "rq ts"]
        arguments = files(source=SOURCES, reference=REFERENCES, against=theirs)
        found = result(capsys, arguments)
        other = str(tmp_path / "against")
        by_bleu, by_chrf = found["comparison"]["differences"]
        alone = result(capsys, files(hypotheses=theirs, reference=REFERENCES))
        assert (by_bleu["first"], by_bleu["second"], by_bleu["measure"]) == ("backwards", other, "bleu")
        assert by_bleu["difference"]["value"] == pytest.approx(found["bleu"] - alone["bleu"])
        assert by_chrf["difference"]["value"] == pytest.approx(found["chrf"] - alone["chrf"])
        curves = found["comparison"]["by_length"]
        assert curves["bins"][0]["sentences"] == [0, 1, 2]
        assert curves["scores"]["backwards"][0]["value"] == pytest.approx(found["bleu"])
        assert curves["scores"][other][1:] == [None] * 6
        assert result(capsys, arguments) == found

    @pytest.mark.usefixtures("backwards")
    def test_the_figure_is_written_whole_and_names_all_systems(self, capsys, files, tmp_path) -> None:
        figure = tmp_path / "lengths.svg"
        arguments = files(source=SOURCES, reference=REFERENCES, against=["ba", "ji", "rq"])
        assert main(["evaluate", *arguments, "--figure", str(figure)]) == 0
        texts = [text.text for text in ElementTree.parse(figure).iter("{http://www.w3.org/2000/svg}text")]
        assert {"backwards", str(tmp_path / "against"), "n = 3"} <= set(texts)

    def test_a_figure_without_a_place_is_refused_before_anything_is_translated(
        self, capsys, files, backwards, tmp_path
    ) -> None:
        figure = tmp_path / "nowhere" / "lengths.svg"
        arguments = files(source=SOURCES, reference=REFERENCES)
        assert main(["evaluate", *arguments, "--figure", str(figure)]) == 1
        assert str(figure) in capsys.readouterr().err
        assert backwards.blocks == []

    def test_words_for_people_name_the_systems_and_the_seed(self, capsys, files, tmp_path) -> None:
        arguments = files(hypotheses=REFERENCES[:2], reference=REFERENCES[:2], against=["x y", "z"])
        assert main(["evaluate", *arguments]) == 0
        text = capsys.readouterr().out
        assert "seed 12345" in text
        assert f"{tmp_path / 'hypotheses'} – {tmp_path / 'against'}" in text
        assert "by words" not in text  # there are no sources

    def test_unequal_files_are_refused_before_anything_is_translated(self, capsys, files, backwards) -> None:
        assert main(["evaluate", *files(source=SOURCES, reference=REFERENCES, against=["a"])]) == 1
        assert "1 hypotheses but 3 sentences" in capsys.readouterr().err
        assert backwards.blocks == []

    def test_a_file_is_not_compared_with_itself(self, files) -> None:
        arguments = files(hypotheses=REFERENCES, reference=REFERENCES)
        with pytest.raises(SystemExit) as ended:
            main(["evaluate", *arguments, "--against", arguments[1]])
        assert ended.value.code == 2


def test_gold_links_need_attention(capsys, files, without_attention) -> None:
    without_attention.force_all = None  # it is told before the work begins
    assert main(["evaluate", *files(source=SOURCES, reference=REFERENCES, gold=["0-0", "", ""])]) == 1
    assert "no attention" in capsys.readouterr().err
