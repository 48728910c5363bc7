"""Gold links of the built-in corpus in a run: projected to the model's words, kept, and scored exactly."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import CorpusConfig, DecodeConfig, ExperimentConfig, GrammarConfig
from engine.corpora.grammar.corpus import pair_of
from engine.corpora.preparation import PreparedCorpus, prepare
from engine.evaluation.alignment import GoldLinks, LinkRule, trace_links
from engine.runs.reader import RunReader
from engine.runs.records import ValidationRecord
from engine.training import start_run
from engine.training.gold_links import gold_links
from engine.training.validation import Validator
from engine.translator import Translator

GRAMMAR = GrammarConfig(size=300, seed=6, longest=16)


def prepared(
    segmentation: str, source: str = "en", target: str = "fr"
) -> tuple[CorpusConfig, PreparedCorpus]:
    config = CorpusConfig(
        grammar=GRAMMAR,
        dev_size=30,
        segmentation=segmentation,
        source_vocabulary=400,
        target_vocabulary=400,
        source_language=source,
        target_language=target,
    )
    return config, prepare(config, lambda what, share: None)


def test_links_of_whole_words_are_those_of_the_grammar() -> None:
    config, corpus = prepared("words")
    found = gold_links(config, corpus.dev, (corpus.source, corpus.target))
    for pair, gold in zip(corpus.dev, found, strict=True):
        made = pair_of(GRAMMAR, pair.line)
        assert made is not None
        assert gold is not None
        sure, possible = made.links()
        assert (gold.sure, gold.possible - gold.sure) == (sure, possible)


def test_the_other_direction_has_the_links_turned_round() -> None:
    config, corpus = prepared("words", "fr", "en")
    (gold,) = gold_links(config, corpus.dev[:1], (corpus.source, corpus.target))
    made = pair_of(GRAMMAR, corpus.dev[0].line)
    assert made is not None
    assert gold is not None
    assert gold.sure == {(j, i) for i, j in made.links()[0]}


def test_links_of_subwords_join_what_no_blank_parts() -> None:
    """Each link of two tokens becomes one of the words, by blanks, that hold them."""
    config, corpus = prepared("sentencepiece")
    found = gold_links(config, corpus.dev, (corpus.source, corpus.target))
    for pair, gold in zip(corpus.dev, found, strict=True):
        made = pair_of(GRAMMAR, pair.line)
        assert made is not None
        assert gold is not None
        expected = set()
        english, french = made.places()
        for i, j in made.links()[0]:
            source, target = pair.source[: english[i][0]], pair.target[: french[j][0]]
            expected.add((source.count(" "), target.count(" ")))
        assert gold.sure == expected


def validations(run: Path) -> list[ValidationRecord]:
    return [record for record in RunReader(run).poll().records if isinstance(record, ValidationRecord)]


@pytest.fixture
def grammar_run(experiment: Callable[..., ExperimentConfig], tmp_path: Path) -> Path:
    plan = experiment(4, validate_every=2)
    corpus = replace(plan.corpus, train=(), grammar=GRAMMAR, dev_size=20)
    train = replace(plan.train, watched=("An unknown sentence.",))
    start_run(replace(plan, corpus=corpus, train=train), tmp_path / "run", print)
    return tmp_path / "run"


def test_a_run_keeps_the_links_and_records_the_error_rate(grammar_run: Path) -> None:
    lines = (grammar_run / "dev.links").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 20
    assert all("-" in line for line in lines)
    assert (grammar_run / "watched.links").read_text(encoding="utf-8") == "\n"
    rates = [record.aer for record in validations(grammar_run)]
    assert len(rates) == 2
    assert all(rate is not None and 0.0 < rate <= 100.0 for rate in rates)


def by_hand(translator: Translator, pairs: list[tuple[str, str]], gold: list[GoldLinks]) -> float:
    """The error rate in percent, by loops over tokens that are words."""
    links = sure = in_sure = in_possible = 0
    for (source, target), right in zip(pairs, gold, strict=True):
        trace = translator.force(source, target, DecodeConfig(beam_size=1))
        assert trace.weights is not None
        for i in range(len(trace.token_ids) - 1):
            row = trace.weights[i, 0].tolist()[:-1]
            link = (max(range(len(row)), key=row.__getitem__), i)
            links += 1
            in_sure += link in right.sure
            in_possible += link in right.possible
        sure += len(right.sure)
    return 100.0 * (1 - (in_sure + in_possible) / (links + sure))


def test_the_error_rate_is_that_of_an_independent_loop(grammar_run: Path) -> None:
    translator = Translator.load(grammar_run)
    config, corpus = prepared("words")
    dev = corpus.dev[:12]
    gold = [links for links in gold_links(config, dev, (translator.source, translator.target)) if links]
    found = Validator(translator, dev, (), gold).validate(translator._model).aer
    translator._model.eval()
    assert found == pytest.approx(by_hand(translator, [(p.source, p.target) for p in dev], gold), abs=1e-4)


def test_perfect_links_have_no_error_and_foreign_ones_have_nothing_but(grammar_run: Path) -> None:
    translator = Translator.load(grammar_run)
    _, corpus = prepared("words")
    dev = corpus.dev[:5]
    traces = translator.force_all([(pair.source, pair.target) for pair in dev])
    perfect = [GoldLinks(trace_links(trace, LinkRule())) for trace in traces]
    assert Validator(translator, dev, (), perfect).validate(translator._model).aer == 0.0
    empty = [GoldLinks() for _ in dev]
    assert Validator(translator, dev, (), empty).validate(translator._model).aer == 100.0


def test_without_attention_or_without_gold_there_is_no_error_rate(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, short_run: Path
) -> None:
    translator = Translator.load(short_run)
    _, corpus = prepared("words")
    assert Validator(translator, corpus.dev[:5], ()).validate(translator._model).aer is None
    plan = experiment(2, kind="rnnencdec", validate_every=2)
    plan = replace(plan, corpus=replace(plan.corpus, train=(), grammar=GRAMMAR, dev_size=20))
    start_run(plan, tmp_path / "fixed", print)
    assert [record.aer for record in validations(tmp_path / "fixed")] == [None]
    assert (tmp_path / "fixed" / "dev.links").is_file()
