"""align: Pharaoh links between words as typed, a line for each pair."""

import json

import pytest

from engine.cli import main
from tests.engine.backwards import BackwardsTranslator


@pytest.fixture
def pairs(tmp_path):
    """A tab-separated file; the third pair has a blank side, the fourth line is blank."""
    path = tmp_path / "pairs.tsv"
    path.write_text("ab cd\tx y z\nef\tx\n\tx\n\nab  cd\t x\textra\n", encoding="utf-8")
    return path


@pytest.mark.usefixtures("backwards")
class TestLinks:
    def test_a_line_for_each_pair_and_end_of_sentence_never(self, capsys, pairs) -> None:
        assert main(["align", str(pairs)]) == 0
        # Target word 2 looks at end of sentence alone, so it has no source word.
        assert capsys.readouterr().out == "0-0 1-1\n0-0\n\n\n0-0\n"

    def test_two_files_and_standard_input_give_the_same(
        self, capsys, pairs, tmp_path, standard_input
    ) -> None:
        columns = [(line + "\t\t").split("\t")[:2] for line in pairs.read_text("utf-8").split("\n")[:-1]]
        for name, column in (("s", 0), ("t", 1)):
            (tmp_path / name).write_text("".join(row[column] + "\n" for row in columns), encoding="utf-8")
        assert main(["align", str(tmp_path / "s"), str(tmp_path / "t")]) == 0
        by_files = capsys.readouterr().out
        standard_input(pairs.read_bytes())
        assert main(["align"]) == 0
        assert capsys.readouterr().out == by_files == "0-0 1-1\n0-0\n\n\n0-0\n"

    def test_json_has_labels_for_every_row_and_column(self, capsys, pairs) -> None:
        assert main(["align", "--json", str(pairs)]) == 0
        found = [json.loads(line) for line in capsys.readouterr().out.split("\n")[:-1]]
        first = found[0]
        assert first["source_tokens"] == ["ab", "cd", "</s>"]
        assert first["target_tokens"] == ["x", "y", "z", "</s>"]
        assert len(first["weights"]) == len(first["target_tokens"])
        assert {len(row) for row in first["weights"]} == {len(first["source_tokens"])}
        assert first["links"] == first["token_links"] == [[0, 0], [1, 1]]
        assert first["score"] == -2.0
        assert [pair["links"] for pair in found[2:4]] == [[], []]
        assert {frozenset(pair) for pair in found} == {frozenset(first)}

    def test_unequal_files_are_refused_with_both_numbers(self, capsys, tmp_path) -> None:
        for name, lines in (("s", 3), ("t", 2)):
            (tmp_path / name).write_text("a\n" * lines, encoding="utf-8")
        assert main(["align", str(tmp_path / "s"), str(tmp_path / "t")]) == 1
        message = capsys.readouterr().err
        assert "3 lines" in message
        assert "has 2" in message

    def test_a_line_without_a_tab_is_named(self, capsys, standard_input) -> None:
        standard_input(b"a\tb\nno tab\n")
        assert main(["align"]) == 1
        assert "Line 2 of standard input" in capsys.readouterr().err

    def test_a_line_that_is_not_text_is_never_skipped(self, capsys, tmp_path) -> None:
        (tmp_path / "pairs").write_bytes(b"a\tb\n\xff\tc\nd\te\n")
        assert main(["align", str(tmp_path / "pairs")]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Line 2" in captured.err

    def test_three_files_are_wrong_usage(self) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["align", "a", "b", "c"])
        assert ended.value.code == 2

    def test_a_threshold_out_of_range_is_refused(self, capsys, pairs) -> None:
        assert main(["align", str(pairs), "--rule", "threshold", "--threshold", "1.5"]) == 1
        assert "threshold" in capsys.readouterr().err


@pytest.mark.usefixtures("without_attention")
@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_model_without_attention_aligns_nothing_and_says_so(capsys, pairs, extra) -> None:
    assert main(["align", str(pairs), *extra]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no attention" in captured.err


@pytest.mark.usefixtures("without_attention")
def test_importance_aligns_without_attention(capsys, pairs) -> None:
    assert main(["align", "--links", "gradient", str(pairs)]) == 0
    # Of the three target words the last is made of source word 0, the first of end of sentence.
    assert capsys.readouterr().out == "0-2 1-1\n0-0\n\n\n0-0\n"
    assert main(["align", "--links", "occlusion", "--rule", "threshold", "--threshold", "1", str(pairs)]) == 0
    assert capsys.readouterr().out == "0-0 0-1 0-2\n0-0\n\n\n0-0\n"
    assert main(["align", "--links", "gradient", "--json", str(pairs)]) == 0
    first = json.loads(capsys.readouterr().out.split("\n")[0])
    assert first["weights"] == [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert first["token_links"] == [[0, 2], [1, 1]]


def test_attention_is_asked_for_before_any_work(capsys, tmp_path, without_attention) -> None:
    path = tmp_path / "blank.tsv"
    path.write_text("\n\n")
    assert main(["align", str(path)]) == 1  # blank pairs alone need no weights
    assert capsys.readouterr().out == ""


def test_both_directions_are_combined(use_translator, monkeypatch, capsys, tmp_path):
    """Forward, target word 2 of "x y z" has no link; in reverse, source word 1 is linked to target word 1."""
    (tmp_path / "pairs").write_text("ab cd\tx y z\nef gh ij\tx\n\tx\n", encoding="utf-8")
    use_translator(BackwardsTranslator())
    monkeypatch.setattr("engine.commands.align.load_named", lambda name, device: Late())
    arguments = ["align", str(tmp_path / "pairs"), "--reverse", "fr-en"]
    outputs = {}
    for how in ("intersection", "union", "grow-diag-final-and"):
        assert main([*arguments, "--combine", how]) == 0
        outputs[how] = capsys.readouterr().out.splitlines()
    # Forward has 0-0 1-1 and 0-0; in reverse each word of the source looks at the last one of the target.
    assert outputs["intersection"] == ["", "0-0", ""]
    assert outputs["union"] == ["0-0 0-2 1-1 1-2", "0-0 1-0 2-0", ""]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == outputs["grow-diag-final-and"]


class Late(BackwardsTranslator):
    """Each word looks at the last word that it reads."""

    def _trace(self, source, tokens, count):
        trace = super()._trace(source, tokens, count)
        trace.weights[:] = 0
        trace.weights[:, 0, -2] = 1
        return trace


def test_a_way_without_a_second_direction_is_refused(capsys, pairs):
    with pytest.raises(SystemExit):
        main(["align", str(pairs), "--combine", "union"])
    assert "--combine needs --reverse" in capsys.readouterr().err
