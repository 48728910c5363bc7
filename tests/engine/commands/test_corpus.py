"""corpus: the import report, for people and for machines."""

import json
from contextlib import nullcontext

import pytest

from engine.cli import main
from engine.config import CorpusConfig, GrammarConfig
from engine.corpora.grammar.corpus import generate
from engine.corpora.report import ImportReport
from engine.corpora.sources import training_pairs
from engine.corpora.word_links import word_links
from engine.errors import CorpusError
from engine.evaluation.link_files import read_gold


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


def test_the_pairs_kept_are_written_in_words_for_an_aligner(capsys, tmp_path) -> None:
    path, prefix = tmp_path / "pairs.tsv", tmp_path / "words"
    path.write_text("I don't know!\tJe l'ignore !\n\tx\nYes.\tOui.\n", encoding="utf-8")
    assert main(["corpus", str(path), "--out", str(prefix)]) == 0
    assert "2 sentence pairs kept" in capsys.readouterr().out
    english, french = ((tmp_path / f"words.{code}").read_text(encoding="utf-8") for code in ("en", "fr"))
    assert english == "I don 't know !\nYes .\n"
    assert french == "Je l' ignore !\nOui .\n"
    for links, trained in (("0-0 1-1\n0-0\n", True), ("0-0 4-3\n0-0\n", True), ("0-0 1-4\n0-0\n", False)):
        config = CorpusConfig(train=(str(path),), links=str(tmp_path / "links"))
        (tmp_path / "links").write_text(links, encoding="ascii")
        with nullcontext() if trained else pytest.raises(CorpusError, match="line 1"):
            list(word_links(config, training_pairs(config, ImportReport())))


def test_a_language_names_one_file(capsys, corpus) -> None:
    with pytest.raises(SystemExit):
        main(["corpus", str(corpus), "--out", "x", "--target-language", "en"])
    assert "--target-language" in capsys.readouterr().err


class TestBuiltIn:
    """The built-in corpus, written to files."""

    @pytest.fixture
    def line(self, tmp_path) -> list[str]:
        return [
            "corpus",
            "grammar",
            "--size",
            "40",
            "--seed",
            "7",
            "--longest",
            "25",
            "--out",
            str(tmp_path / "g"),
        ]

    def test_tokens_and_links_are_those_of_the_grammar(self, capsys, line, tmp_path) -> None:
        assert main(line) == 0
        assert "40 sentence pairs written to" in capsys.readouterr().out
        english, french, links = (
            (tmp_path / f"g.{ending}").read_text(encoding="utf-8").splitlines()
            for ending in ("en", "fr", "links")
        )
        lengths = [(len(a.split()), len(b.split())) for a, b in zip(english, french, strict=True)]
        gold, _ = read_gold(links, "g.links", lengths, 0, "source-target")
        made = list(generate(GrammarConfig(size=40, seed=7, longest=25)))
        assert english == [" ".join(one.source_tokens) for one in made]
        assert french == [" ".join(one.target_tokens) for one in made]
        assert [(one.sure, one.possible - one.sure) for one in gold] == [one.links() for one in made]

    def test_json_names_the_files(self, capsys, line, tmp_path) -> None:
        assert main([*line, "--json", "--without", "negation"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told == {
            "files": [str(tmp_path / f"g.{ending}") for ending in ("en", "fr", "links")],
            "kept": 40,
        }
        assert " ne " not in (tmp_path / "g.fr").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["corpus", "grammar"], "needs --out"),
            (["corpus", "pairs.tsv", "--size", "30"], "belong to 'corpus grammar'"),
        ],
    )
    def test_what_does_not_go_together_is_wrong_usage(self, capsys, arguments, words) -> None:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert words in capsys.readouterr().err

    def test_a_folder_that_is_not_there_is_told(self, capsys, tmp_path) -> None:
        assert main(["corpus", "grammar", "--out", str(tmp_path / "none" / "g")]) == 1
        assert "cannot be written" in capsys.readouterr().err

    def test_wrong_lengths_are_told(self, capsys, line) -> None:
        assert main([*line, "--shortest", "24"]) == 1
        assert "The longest sentence is 25. It has to be at least 27." in capsys.readouterr().err
