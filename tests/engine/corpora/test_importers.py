"""TSV and Moses files into a bitext, with nothing shifted and nothing lost without a count."""

import gzip
import json
import lzma
import os
import random
from pathlib import Path

import pytest

from engine.corpora.bitext import SentencePair
from engine.corpora.importers import import_bitext
from engine.errors import CorpusError


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def texts(pairs: tuple[SentencePair, ...]) -> list[tuple[str, str]]:
    return [(pair.source, pair.target) for pair in pairs]


def test_tsv_is_raw(tmp_path: Path) -> None:
    path = write(tmp_path / "c.tsv", '"Bonjour\tHello\nIl dit\tHe says\nfin ""\t"end\n')
    bitext, report = import_bitext([path])
    assert texts(bitext.pairs) == [('"Bonjour', "Hello"), ("Il dit", "He says"), ('fin ""', '"end')]
    assert [pair.line for pair in bitext.pairs] == [1, 2, 3]
    assert report.lines() == ["3 sentence pairs kept"]


def test_every_faulty_line_of_a_tsv_is_counted(tmp_path: Path) -> None:
    rows = [
        b"one\tun",
        b"lost",
        b"\tdeux",
        b"three\t \xc2\xa0",
        b"f\xffur\tquatre",
        b"five\tcinq\tx\ty",
        b"",
        b"7\tsept",
    ]
    bitext, report = import_bitext([write(tmp_path / "c.tsv", b"\r\n".join(rows))])
    assert texts(bitext.pairs) == [("one", "un"), ("five", "cinq"), ("7", "sept")]
    assert [pair.line for pair in bitext.pairs] == [1, 6, 8]
    assert {reason: entry.places for reason, entry in report.dropped.items()} == {
        "no tab between source and target": [("c.tsv", 2), ("c.tsv", 7)],
        "empty source": [("c.tsv", 3)],
        "empty target": [("c.tsv", 4)],
        "not valid UTF-8 text": [("c.tsv", 5)],
    }
    assert report.kept + sum(entry.count for entry in report.dropped.values()) == len(rows)
    assert report.notes == ["c.tsv: columns after the second, found in 1 of the lines, are not used."]


def test_a_huge_field_is_left_out_and_the_rows_about_it_stay(tmp_path: Path) -> None:
    path = write(tmp_path / "c.tsv", f"a\tb\n{'x' * 200_000}\ty\nc\td\n")
    bitext, report = import_bitext([path])
    assert texts(bitext.pairs) == [("a", "b"), ("c", "d")]
    assert report.dropped["longer than 5,000 characters"].places == [("c.tsv", 2)]


def test_a_line_separator_inside_a_line_shifts_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "c.fr", "un\u2028deux\ntrois\n")
    target = write(tmp_path / "c.en", "one two\nthree\n")
    bitext, report = import_bitext([source, target])
    assert texts(bitext.pairs) == [("un\u2028deux", "one two"), ("trois", "three")]
    assert "c.fr: separators such as U+2028" in report.notes[0]


def test_a_bad_line_takes_its_partner_along(tmp_path: Path) -> None:
    source = write(tmp_path / "c.fr", b"un\nde\xe9x\n\nquatre\ncinq\n")
    target = write(tmp_path / "c.en", b"one\ntwo\nthree\nfo\xffr\nfive")
    bitext, report = import_bitext([source, target])
    assert texts(bitext.pairs) == [("un", "one"), ("cinq", "five")]
    assert [pair.line for pair in bitext.pairs] == [1, 5]
    assert report.dropped["not valid UTF-8 text"].places == [("c.fr", 2), ("c.en", 4)]
    assert report.dropped["empty source"].places == [("c.fr", 3)]


@pytest.mark.parametrize("counts", [(5, 3), (3, 5), (0, 1), (2, 1)])
def test_unequal_line_counts_are_refused_with_both(tmp_path: Path, counts: tuple[int, int]) -> None:
    source = write(tmp_path / "c.fr", "un\n" * counts[0])
    target = write(tmp_path / "c.en", "one\n" * counts[1])
    with pytest.raises(CorpusError, match=rf"c\.fr has {counts[0]} lines but .*c\.en has {counts[1]}"):
        import_bitext([source, target])


def test_a_cut_side_gives_no_corpus(tmp_path: Path) -> None:
    rows = "".join(f"phrase {number * 7919 % 1000}\n" for number in range(1000)).encode()
    packed = gzip.compress(rows)
    source = write(tmp_path / "c.fr.gz", packed[: len(packed) * 6 // 10])
    with pytest.raises(CorpusError, match=r"c\.fr\.gz is cut off"):
        import_bitext([source, write(tmp_path / "c.en", rows)])


def test_several_files_of_both_formats_keep_their_order(tmp_path: Path) -> None:
    paths = [
        write(tmp_path / "1.tsv.xz", lzma.compress(b"a\tA\n")),
        write(tmp_path / "2.src", "b\n"),
        write(tmp_path / "2.tgt.gz", gzip.compress(b"B\n")),
        str(write(tmp_path / "3.txt", b"\n\xff\nc\tC\n")),  # its first lines hold no text
    ]
    bitext, report = import_bitext(paths)
    assert texts(bitext.pairs) == [("a", "A"), ("b", "B"), ("c", "C")]
    assert [pair.file for pair in bitext.pairs] == ["1.tsv.xz", "2.src", "3.txt"]
    assert report.kept == 3


@pytest.mark.parametrize(
    "names", [["a.src"], ["a.src", "b.tsv"], ["b.tsv", "a.src"], ["a.src", "a.src", "a.src"]]
)
def test_a_side_without_its_partner_is_told(tmp_path: Path, names: list[str]) -> None:
    write(tmp_path / "a.src", "un\n")
    write(tmp_path / "b.tsv", "un\tone\n")
    with pytest.raises(CorpusError, match=r"a\.src has no tab, so the file is one side"):
        import_bitext([tmp_path / name for name in names])


def test_no_pair_at_all_is_an_error_with_the_reasons(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no file"):
        import_bitext([])
    with pytest.raises(CorpusError, match="1 dropped, empty target"):
        import_bitext([write(tmp_path / "c.tsv", "a\t\n")])
    binary = write(tmp_path / "a.bin", bytes(random.Random(0).randrange(128, 256) for _ in range(4000)))
    with pytest.raises(CorpusError, match="1 dropped, not valid UTF-8"):
        import_bitext([binary, binary])


def test_sides_alike_and_letters_apart_are_noted(tmp_path: Path) -> None:
    path = write(tmp_path / "c.tsv", "Paris\tParis\ne\u0301te\u0301\tsummer\nété\tsummer\n")
    _, report = import_bitext([path])
    assert any("the same text in 1 of the pairs" in note for note in report.notes)
    assert any("not NFC) in 1 of the pairs" in note for note in report.notes)


def test_the_report_counts_all_and_names_the_first_twenty(tmp_path: Path) -> None:
    path = write(tmp_path / "c.tsv", "a\tA\n" + "lost\n" * 1500)
    _, report = import_bitext([path])
    entry = report.dropped["no tab between source and target"]
    assert entry.count == 1500
    assert entry.places == [("c.tsv", line) for line in range(2, 22)]
    assert str(report).startswith("1 sentence pair kept\n1,500 dropped, no tab")
    assert str(report).endswith("20, 21, …)")
    values = json.loads(json.dumps(report.to_json()))
    assert values["kept"] == 1
    assert values["dropped"]["no tab between source and target"]["count"] == 1500
    assert values["dropped"]["no tab between source and target"]["places"][0] == {"file": "c.tsv", "line": 2}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_corpus(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(CorpusError, match="is a pipe or a device"):
        import_bitext([path])


def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"nothing\.tsv is empty"):
        import_bitext([write(tmp_path / "nothing.tsv", "")])


def test_the_reasons_end_in_one_full_stop(tmp_path: Path) -> None:
    with pytest.raises(CorpusError) as caught:
        import_bitext([write(tmp_path / "c.tsv", "\t\tx\n")])
    assert ".." not in str(caught.value)
