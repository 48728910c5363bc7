"""The test set of a study: the pairs that its runs kept out of their corpus, with links where known."""

from pathlib import Path

from engine.corpora.preparation import prepare
from engine.errors import CorpusError
from engine.evaluation.test_set import TestSet
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.text.language_side import load_sides
from engine.text.word_places import word_spans
from engine.training.gold_links import links_between


def kept_out(run: Path) -> TestSet:
    """The test pairs of a run's corpus, whose files have to be in place. Raises CorpusError without any."""
    corpus = load_experiment(RunLayout(run).experiment).corpus
    pairs = prepare(corpus, lambda what, share: None, load_sides(run)).test
    if not pairs:
        raise CorpusError(f"The run in {run} kept no test pairs out.", "Give a test set by --test.")
    gold = [links_between(corpus, p, word_spans(p.source), word_spans(p.target)) for p in pairs]
    links = [one for one in gold if one is not None]
    return TestSet(
        f"kept out of {'the built-in corpus' if corpus.grammar else 'the corpus'}",
        tuple(pair.source for pair in pairs),
        tuple(pair.target for pair in pairs),
        corpus.target_language,
        tuple(links) if len(links) == len(pairs) else None,
        "exact links of the built-in corpus" if corpus.grammar else "",
    )
