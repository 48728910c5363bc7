"""Where gold links stand in the picture of an alignment, such as a frame of a watched sentence."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.evaluation.alignment import GoldLinks
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import group_texts, source_groups, target_groups
from explorer.plots.cell_ring import Ring
from explorer.views.matrix_content import MatrixContent
from explorer.views.word_difference import kept_pairs


@dataclass(frozen=True)
class Gold:
    """Gold links that can be laid over a text, and how many there are in all."""

    links: GoldLinks
    count: int

    def moved(self, reference: Sequence[str], words: Sequence[str]) -> "Gold":
        """Links to words of a reference as links to the words that another text has too, in order."""
        shared = dict(kept_pairs(reference, words))
        sure, possible = (
            frozenset((source, shared[target]) for source, target in links if target in shared)
            for links in (self.links.sure, self.links.possible)
        )
        return Gold(GoldLinks(sure, possible), self.count)


def words_of(trace: DecodingTrace) -> tuple[str, ...]:
    """The words of the best hypothesis, end of sentence among them."""
    return group_texts(trace.best().tokens, target_groups(trace.best()))


def gold_rings(
    trace: DecodingTrace, content: MatrixContent, gold: GoldLinks, hypothesis: Hypothesis | None = None
) -> tuple[Ring, ...]:
    """A ring round the cells of each link between a word of the source and one of the hypothesis.

    hypothesis: the best one where none is given. A link whose words have no cells in the picture has no ring.
    """
    source, target = source_groups(trace), target_groups(hypothesis or trace.best())
    rings = []
    for i, j in sorted(gold.possible):
        if i >= len(source) or j >= len(target):
            continue
        columns = _places(content.column_of, range(*source[i]))
        rows = _places(content.row_of, range(*target[j]))
        if rows and columns:
            is_sure = (i, j) in gold.sure
            rings.append(Ring(min(rows), max(rows), min(columns), max(columns), is_sure))
    return tuple(rings)


def _places(place_of: Callable[[int], int | None], tokens: Iterable[int]) -> list[int]:
    return [place for token in tokens if (place := place_of(token)) is not None]
