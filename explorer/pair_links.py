"""Gold links of one pair of a source and a translation, as the window and its files hold them.

A link joins words as the views show them (engine.trace_words), counted from 0; end of sentence is none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import CorpusError
from engine.evaluation.alignment import GoldLinks
from engine.evaluation.link_files import read_gold
from engine.text.pharaoh import pharaoh_line
from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import group_texts, source_groups, target_groups


@dataclass(frozen=True)
class WordPair:
    """The words of a source and of a translation, between which links stand."""

    source: tuple[str, ...]
    target: tuple[str, ...]

    @property
    def sizes(self) -> tuple[int, int]:
        """How many words each side has."""
        return len(self.source), len(self.target)

    def is_parted_by_spaces(self, source_text: str, target_text: str) -> bool:
        """Whether its words are those that spaces part in these texts; else they are the model's tokens."""
        return self.sizes == (len(source_text.split()), len(target_text.split()))


@dataclass(frozen=True)
class PairLinks:
    """A pair and its links."""

    pair: WordPair
    links: GoldLinks

    def to_plain(self) -> dict[str, Any]:
        """Plain values for a file; the links as a Pharaoh line."""
        return {
            "source": list(self.pair.source),
            "target": list(self.pair.target),
            "links": pharaoh_line(self.links.sure, self.links.possible),
        }


def pair_of(trace: DecodingTrace, hypothesis: Hypothesis) -> WordPair:
    """The words of a trace's source and of one of its hypotheses, without end of sentence."""
    source = group_texts(trace.source_tokens, source_groups(trace))
    target = group_texts(hypothesis.tokens, target_groups(hypothesis))
    return WordPair(
        source[:-1] if EOS_ID in trace.source_ids[-1:] else source,
        target[:-1] if EOS_ID in hypothesis.token_ids[-1:] else target,
    )


def pair_links_from(plain: Mapping[str, Any]) -> PairLinks:
    """What `to_plain` gave. Raises KeyError, TypeError or ValueError where it is no such thing."""
    pair = WordPair(_words(plain["source"]), _words(plain["target"]))
    line = plain["links"]
    if type(line) is not str:
        raise TypeError("links are a text")
    try:
        (links,), _ = read_gold([line], "links", [pair.sizes], 0, "source-target")
    except CorpusError as error:
        raise ValueError(str(error)) from error
    return PairLinks(pair, links)


def _words(values: Any) -> tuple[str, ...]:
    words: Sequence[Any] = values if type(values) is list else ()
    if type(values) is not list or not all(type(word) is str for word in words):
        raise TypeError("words are a list of texts")
    return tuple(words)
