"""Where the gold links of a watched sentence stand in the picture of one of its frames."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.evaluation.alignment import Links, word_spans, words_of_tokens
from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import WORD_START
from explorer.plots.cell_ring import Ring
from explorer.views.matrix_content import MatrixContent
from explorer.views.word_difference import kept_pairs


@dataclass(frozen=True)
class Gold:
    """Gold links that can be laid over a text, and how many there are in all; words as spaces part them."""

    links: Links
    count: int

    def moved(self, reference: str, text: str) -> "Gold":
        """Links to words of a reference as links to the words that another text has too, in order."""
        shared = dict(kept_pairs(reference.split(), text.split()))
        links = frozenset((source, shared[target]) for source, target in self.links if target in shared)
        return Gold(links, self.count)


def gold_rings(trace: DecodingTrace, content: MatrixContent, links: Links) -> tuple[Ring, ...]:
    """A ring round the cells of each link between a word of the source and one of the best hypothesis.

    links: words are what spaces separate. A link whose words have no cells in the picture has no ring.
    """
    source = words_of_tokens(trace.source_spans, word_spans(trace.source_text))
    target = target_word_of_tokens(trace.best())
    rings = []
    for source_word, target_word in sorted(links):
        columns = _places(content.column_of, [j for j, word in enumerate(source) if word == source_word])
        rows = _places(content.row_of, [i for i, word in enumerate(target) if word == target_word])
        if rows and columns:
            rings.append(Ring(min(rows), max(rows), min(columns), max(columns)))
    return tuple(rings)


def target_word_of_tokens(hypothesis: Hypothesis) -> tuple[int, ...]:
    """The word of the text that each token belongs to, found by counting letters; empty where they differ.

    End of sentence belongs to a word behind the last.
    """
    letters = [
        0 if number == EOS_ID else len(token.replace(WORD_START, ""))
        for token, number in zip(hypothesis.tokens, hypothesis.token_ids, strict=True)
    ]
    ends = np.cumsum([len(word) for word in hypothesis.text.split()])
    if sum(letters) != (int(ends[-1]) if len(ends) else 0):
        return ()
    begins = np.cumsum([0, *letters[:-1]])
    return tuple(int(place) for place in np.searchsorted(ends, begins, side="right"))


def _places(place_of: Callable[[int], int | None], tokens: list[int]) -> list[int]:
    return [place for token in tokens if (place := place_of(token)) is not None]
