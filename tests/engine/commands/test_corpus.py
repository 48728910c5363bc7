"""corpus: the import report, for people and for machines."""

import json

import pytest

from engine.cli import main


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(b"a b\tc d\n\tx\nno tab\ne\tf\n\xff\tg\n")
    return path


def test_json_counts_what_was_kept_and_dropped_with_lines(capsys, corpus) -> None:
    assert main(["corpus", str(corpus), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["files"] == [str(corpus)]
    assert report["kept"] == 2
    lines = sorted(place["line"] for reason in report["dropped"].values() for place in reason["places"])
    assert lines == [2, 3, 5]
    assert sum(reason["count"] for reason in report["dropped"].values()) == 3


def test_words_say_the_same(capsys, corpus) -> None:
    assert main(["corpus", str(corpus)]) == 0
    text = capsys.readouterr().out
    assert "2 sentence pairs kept" in text
    assert "line 2" in text


@pytest.mark.parametrize("files", [["missing.tsv"], ["one.en"]])
def test_a_missing_file_or_partner_is_an_error_in_words(capsys, tmp_path, files) -> None:
    (tmp_path / "one.en").write_text("a\n", encoding="utf-8")
    assert main(["corpus", *(str(tmp_path / name) for name in files)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert files[0] in captured.err
