"""The exact links of the dev pairs, where they are known: those of the built-in corpus.

They are counted in words as `engine.trace_words` has them: whole words where these are the tokens, and what
stands between blanks where subwords are.
"""

from collections.abc import Sequence

from engine.config import CorpusConfig
from engine.corpora.bitext import SentencePair
from engine.corpora.grammar.corpus import NAME, pair_of
from engine.evaluation.alignment import GoldLinks
from engine.runs.layout import RunLayout
from engine.runs.publishing import write_text
from engine.text.language_side import LanguageSide
from engine.text.normalization import Span
from engine.text.pharaoh import pharaoh_line
from engine.text.word_places import words_of_tokens
from engine.trace_words import word_groups

Gold = GoldLinks | None  # None where nobody knows
Sides = tuple[LanguageSide, LanguageSide]


def gold_links(config: CorpusConfig, pairs: Sequence[SentencePair], sides: Sides) -> list[Gold]:
    """The links of each pair, between the words of its source and its target."""
    return [
        links_between(config, pair, _words(sides[0], pair.source), _words(sides[1], pair.target))
        for pair in pairs
    ]


def save_gold(layout: RunLayout, dev: Sequence[Gold], watched: Sequence[Gold]) -> None:
    """Write dev.links and watched.links into a run: a line of Pharaoh links each, empty where unknown."""
    for path, rows in ((layout.dev_links, dev), (layout.watched_links, watched)):
        lines = [pharaoh_line(gold.sure, gold.possible) if gold else "" for gold in rows]
        write_text(path, "".join(f"{line}\n" for line in lines))


def links_between(
    config: CorpusConfig, pair: SentencePair, source_words: Sequence[Span], target_words: Sequence[Span]
) -> Gold:
    """The links of a pair between words that stand at these places of its texts."""
    made = pair_of(config.grammar, pair.line) if config.grammar and pair.file == NAME else None
    if made is None:
        return None
    places, both = made.linked_from(config.source_language)
    source = words_of_tokens(places[0], source_words)
    target = words_of_tokens(places[1], target_words)
    sure, possible = (frozenset((source[i], target[j]) for i, j in links) for links in both)
    return GoldLinks(sure, possible)


def _words(side: LanguageSide, text: str) -> list[Span]:
    """Where the words of a text stand, as the model's side cuts it."""
    encoded = side.encode(text)
    groups = word_groups(encoded.tokens, encoded.ids)[:-1]  # without end of sentence
    return [(encoded.spans[begin][0], encoded.spans[end - 1][1]) for begin, end in groups]
