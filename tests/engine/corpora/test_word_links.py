"""Links of words become links of tokens; files of links that do not fit the corpus are refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import BUILT_IN, CorpusConfig, GrammarConfig
from engine.corpora.grammar.corpus import pair_of
from engine.corpora.preparation import PreparedCorpus, prepare
from engine.corpora.report import ImportReport
from engine.corpora.sources import training_pairs
from engine.corpora.word_links import WordLinks, places, token_links, word_links
from engine.errors import CorpusError
from engine.text.language_side import LanguageSide
from engine.text.token_array import Ids

SENTENCES = [
    ("The cat sleeps.", "Le chat dort."),
    ("I don't know!", "Je ne sais pas !"),
    ("", "Rien."),  # is no pair, and has no line
    ("Yes.", "Oui."),
]
LINKS = ["0-0 1-1 2-2 3-3", "0-0 1-1 2-3 3-2 4-4", "0-0 1p1"]


def corpus(folder: Path, links: list[str], **changes: object) -> CorpusConfig:
    (folder / "pairs.tsv").write_text("".join(f"{s}\t{t}\n" for s, t in SENTENCES), encoding="utf-8")
    (folder / "pairs.links").write_text("".join(f"{line}\n" for line in links), encoding="utf-8")
    config = CorpusConfig(train=(str(folder / "pairs.tsv"),), links=str(folder / "pairs.links"))
    return replace(config, **changes)


def linked(config: CorpusConfig) -> list[WordLinks]:
    return [words for _, words in word_links(config, training_pairs(config, ImportReport()))]


def test_a_line_links_the_words_of_its_pair(tmp_path: Path) -> None:
    found = linked(corpus(tmp_path, LINKS))
    texts = [(s, t) for s, t in SENTENCES if s]
    pairs = [
        {(source[slice(*words.source[i])], target[slice(*words.target[j])]) for i, j in words.links}
        for words, (source, target) in zip(found, texts, strict=True)
    ]
    assert pairs[0] == {("The", "Le"), ("cat", "chat"), ("sleeps", "dort"), (".", ".")}
    assert {("I", "Je"), ("know", "sais"), ("!", "!")} < pairs[1]
    assert len(pairs[1]) == 5
    assert pairs[2] == {("Yes", "Oui")}  # a possible link pulls nothing


@pytest.mark.parametrize(
    ("links", "said"),
    [
        (LINKS[:2], "line 3 is missing"),
        ([*LINKS, ""], "more lines"),
        (["0-0", "0-0", "0-2"], "line 3 links the words 0 and 2 of a pair of 2 and 2 words"),
        (["0-0", "0=0", ""], "'0=0' at line 2, column 1"),
    ],
)
def test_links_that_do_not_fit_are_refused_with_their_line(
    tmp_path: Path, links: list[str], said: str
) -> None:
    with pytest.raises(CorpusError, match=said):
        linked(corpus(tmp_path, links))


def test_every_token_of_a_word_is_linked_to_every_token_of_the_other() -> None:
    words = WordLinks(frozenset({(0, 1), (2, 0), (2, 1)}), ((0, 3), (3, 4), (5, 8)), ((0, 2), (3, 9)))
    source, target = ((0, 1), (1, 3), (3, 4), (5, 8), (8, 8)), ((0, 2), (3, 5), (5, 9), (9, 9))
    expected = set()
    for i, j in words.links:
        for s, (begin, end) in enumerate(source):
            for t, (first, last) in enumerate(target):
                of_source = words.source[i][0] <= begin < end <= words.source[i][1]
                if of_source and words.target[j][0] <= first < last <= words.target[j][1]:
                    expected.add((s, t))
    found = places(token_links(words, source, target))
    assert set(zip(*map(list, found), strict=True)) == expected
    assert len(expected) == 7


def prepared(segmentation: str, source: str, target: str) -> tuple[GrammarConfig, PreparedCorpus]:
    grammar = GrammarConfig(size=120, seed=6, longest=16)
    config = CorpusConfig(grammar=grammar, links=BUILT_IN, dev_size=10, segmentation=segmentation)
    sizes = {"source_vocabulary": 900, "target_vocabulary": 900, "joined_share": 0.2}
    languages = {"source_language": source, "target_language": target}
    return grammar, prepare(replace(config, **sizes, **languages), lambda what, share: None)


def words_of(side: LanguageSide, ids: Ids) -> tuple[str, ...]:
    return tuple(side.vocabulary.token(int(number)).lower() for number in ids[:-1])


@pytest.mark.parametrize(("source", "target"), [("en", "fr"), ("fr", "en")])
def test_whole_words_of_the_built_in_corpus_have_its_links(source: str, target: str) -> None:
    """Each training pair is found by its tokens; the joined pairs at the end hold those of their parts."""
    grammar, made = prepared("words", source, target)
    known = {}
    for number in range(1, 400):
        if (pair := pair_of(grammar, number)) is not None:
            english, french = (
                tuple(map(str.lower, side)) for side in (pair.source_tokens, pair.target_tokens)
            )
            sides, links = (english, french), pair.links()[0]
            if source == "fr":
                sides, links = (french, english), {(j, i) for i, j in links}
            known[sides] = {(sides[0][i], sides[1][j]) for i, j in links}
    seen = 0
    for row, (ids, target_ids) in enumerate(made.train):
        tokens = words_of(made.source, ids)
        target_tokens = words_of(made.target, target_ids)
        found = zip(*places(made.train.links[row]), strict=True)
        words = {(tokens[s], target_tokens[t]) for s, t in found}
        if row < len(made.train) - made.joined:
            if "<unk>" not in tokens + target_tokens:
                assert words == known[tokens, target_tokens]
                seen += 1
        else:
            assert len(words) > 3
    assert seen > 20


def test_subwords_are_linked_as_the_words_that_they_are_parts_of() -> None:
    _, made = prepared("sentencepiece", "en", "fr")
    for row, (ids, target_ids) in enumerate(made.train):
        source, target = places(made.train.links[row])
        assert len(source) >= 3
        assert source.max() < len(ids) - 1  # end of sentence is never linked
        assert target.max() < len(target_ids) - 1
