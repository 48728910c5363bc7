"""translate: one line of output for each line of input, in the order of the input, whatever the input."""

import gzip
import json
import random

import pytest

from engine.cli import main


def lines_out(capsys) -> list[str]:
    out = capsys.readouterr().out
    assert out == "" or out.endswith("\n")
    return out.split("\n")[:-1]


@pytest.mark.usefixtures("backwards")
class TestText:
    def test_arguments_are_sentences(self, capsys) -> None:
        assert main(["translate", "ab cd", "ef"]) == 0
        assert lines_out(capsys) == ["ba dc", "fe"]

    def test_an_argument_of_two_lines_gives_two_and_an_empty_one_a_blank(self, capsys) -> None:
        assert main(["translate", "ab\ncd", ""]) == 0
        assert lines_out(capsys) == ["ba", "dc", ""]

    @pytest.mark.parametrize(
        ("data", "expected"),
        [
            (b"ab\n", ["ba"]),
            (b"ab", ["ba"]),
            (b"", []),
            (b"\n", [""]),
            (b"\nab\n\n   \ncd\n\n", ["", "ba", "", "", "dc", ""]),
            (b"ab\r\ncd\r\n", ["ba", "dc"]),
            ("ab\u2028cd\nef\x85gh\x0bij\n".encode(), None),
            (b"\xef\xbb\xbfab\n", ["ba"]),
        ],
    )
    def test_standard_input_gives_a_line_for_each_line(self, capsys, standard_input, data, expected) -> None:
        standard_input(data)
        assert main(["translate"]) == 0
        found = lines_out(capsys)
        if expected is None:
            assert len(found) == 2
        else:
            assert found == expected

    def test_bad_utf8_on_standard_input_names_its_line(self, capsys, standard_input) -> None:
        standard_input(b"ab\ncd\n\xff\xfe\n")
        assert main(["translate"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert "Line 3 of standard input" in captured.err

    def test_a_nul_is_refused_from_a_file_and_from_standard_input(
        self, capsys, standard_input, tmp_path
    ) -> None:
        standard_input(b"ab\nc\0d\n")
        path = tmp_path / "s.txt"
        path.write_bytes(b"ab\nc\0d\n")
        for arguments, name in (
            (["translate"], "standard input"),
            (["translate", "--input", str(path)], path),
        ):
            assert main(arguments) == 1
            assert f"Line 2 of {name} is not valid UTF-8 text, or holds a NUL." in capsys.readouterr().err

    def test_a_beam_that_is_no_number_is_told(self, capsys) -> None:
        with pytest.raises(SystemExit):
            main(["translate", "--beam", "x", "ab"])
        assert "'x' is not a whole number" in capsys.readouterr().err

    def test_a_text_that_is_not_utf8_among_the_arguments_is_refused(self, capsys) -> None:
        assert main(["translate", "caf\udce9"]) == 1
        assert "not valid UTF-8" in capsys.readouterr().err

    def test_an_unknown_option_is_wrong_usage(self) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["translate", "--bem", "3", "ab"])
        assert ended.value.code == 2

    def test_arguments_and_a_file_contradict_each_other(self, capsys, tmp_path) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["translate", "ab", "--input", str(tmp_path / "x")])
        assert ended.value.code == 2
        assert "not both" in capsys.readouterr().err

    def test_more_hypotheses_than_the_beam_holds_are_refused(self, capsys) -> None:
        assert main(["translate", "ab", "--beam", "2", "--n-best", "3"]) == 1
        assert "3 hypotheses" in capsys.readouterr().err


def test_many_lines_come_out_in_their_order_with_blanks_in_place(capsys, tmp_path, backwards) -> None:
    draw = random.Random(4)
    lines = ["" if draw.random() < 0.24 else f"n{number} " * draw.randint(1, 9) for number in range(1300)]
    path = tmp_path / "many"
    path.write_bytes(gzip.compress("\n".join(lines).encode() + b"\n"))
    assert main(["translate", "--input", str(path)]) == 0
    assert lines_out(capsys) == [" ".join(word[::-1] for word in line.split()) for line in lines]
    assert sum(backwards.blocks) == 1300
    assert len(backwards.blocks) > 1


def test_a_missing_result_is_an_error_and_no_success(monkeypatch, backwards) -> None:
    whole = backwards.translate_all
    monkeypatch.setattr(backwards, "translate_all", lambda texts, config, show: whole(texts, config)[:-1])
    with pytest.raises(RuntimeError, match="2 sentences gave 1"):
        main(["translate", "ab", "cd"])


@pytest.mark.usefixtures("backwards")
def test_json_has_the_promised_keys_and_a_row_for_each_token(capsys) -> None:
    assert main(["translate", "--beam", "12", "--n-best", "3", "--json", "ab cd", ""]) == 0
    found, blank = map(json.loads, lines_out(capsys))
    assert list(found) == ["source", "source_tokens", "model", "hypotheses"]
    assert found["source"] == "ab cd"
    assert found["source_tokens"] == ["ab", "cd", "</s>"]
    assert found["model"] == "backwards"
    assert len(found["hypotheses"]) == 3
    for hypothesis in found["hypotheses"]:
        assert list(hypothesis) == ["text", "tokens", "score", "weights"]
        assert hypothesis["tokens"] == ["ba", "dc", "</s>"]
        assert hypothesis["score"] == -1.5
        assert hypothesis["weights"] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert (blank["hypotheses"][0]["text"], blank["hypotheses"][0]["weights"]) == ("", [])


@pytest.mark.usefixtures("without_attention")
def test_weights_are_null_without_attention(capsys) -> None:
    assert main(["translate", "--json", "ab"]) == 0
    assert json.loads(lines_out(capsys)[0])["hypotheses"][0]["weights"] is None


@pytest.mark.usefixtures("backwards")
def test_n_best_lines_tell_sum_length_and_normalised_score(capsys) -> None:
    assert main(["translate", "--n-best", "2", "ab", "c|d |||"]) == 0
    found = [line.split(" ||| ") for line in lines_out(capsys)]
    assert [fields[0] for fields in found] == ["0", "0", "1", "1"]
    assert all(len(fields) == 4 for fields in found)
    assert found[0][1:] == ["ba", "LogProb= -1 Length= 2", "-0.5"]
    assert "|" not in found[2][1]
