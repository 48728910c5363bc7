"""The pairs that a run kept out, and the links of the built-in corpus between their words."""

import pytest

from engine.config import CorpusConfig, GrammarConfig
from engine.corpora.grammar.corpus import generate
from engine.errors import CorpusError
from engine.reproduction import kept_out as module
from engine.reproduction.kept_out import kept_out
from engine.text.word_places import word_spans
from engine.training.gold_links import links_between

GRAMMAR = GrammarConfig(size=40, seed=3)


@pytest.mark.parametrize("languages", [("en", "fr"), ("fr", "en")])
def test_links_join_the_words_that_hold_the_tokens(languages):
    corpus = CorpusConfig(grammar=GRAMMAR, source_language=languages[0], target_language=languages[1])
    for made in generate(GRAMMAR):
        texts = {"en": made.pair.source, "fr": made.pair.target}
        tokens = {"en": made.source_tokens, "fr": made.target_tokens}
        pair = type(made.pair)(texts[languages[0]], texts[languages[1]], made.pair.line, made.pair.file)
        gold = links_between(corpus, pair, word_spans(pair.source), word_spans(pair.target))
        words = [text.casefold().split() for text in (pair.source, pair.target)]
        sure, _ = made.links()
        wanted = {
            tuple(tokens[side][place].casefold() for side, place in zip(("en", "fr"), link, strict=True))
            for link in sure
        }
        for english, french in wanted:
            first, second = (english, french) if languages[0] == "en" else (french, english)
            held = [
                link
                for link in gold.sure
                if first.strip("'-") in words[0][link[0]] and second.strip("'-") in words[1][link[1]]
            ]
            assert held, (english, french, pair)


def test_a_run_that_kept_nothing_out_is_told(monkeypatch, tmp_path):
    class Nothing:
        corpus, test = CorpusConfig(), ()

    monkeypatch.setattr(module, "load_experiment", lambda path: Nothing)
    monkeypatch.setattr(module, "load_sides", lambda path: None)
    monkeypatch.setattr(module, "prepare", lambda *given: Nothing)
    with pytest.raises(CorpusError, match="kept no test pairs out"):
        kept_out(tmp_path)
