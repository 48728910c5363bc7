"""How tokens are written in the default view: no markers of the segmenter, special symbols by clean names."""

from collections.abc import Iterable, Sequence

from engine.text.vocabulary import EOS_ID, UNK, UNK_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group

END = "⟨end⟩"
UNKNOWN = "⟨unknown⟩"
WORD_START = "▁"
LONGEST_IN_LINE = 20  # characters
_BARE_SPACE = "␣"  # a piece that is nothing but a marker still needs something to read


def shown(token: str) -> str:
    """A token's text without the marker of a word's start."""
    return token.lstrip(WORD_START) or _BARE_SPACE


def isolated(text: str) -> str:
    """The text set apart, so that a right-to-left word does not turn the sentence round it."""
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def brief(text: str) -> str:
    """The text without its middle where a line of a narrow dock, which breaks no word, could not hold it."""
    half = LONGEST_IN_LINE // 2
    return text if len(text) <= LONGEST_IN_LINE else f"{text[:half]}…{text[-half:]}"


def from_left(text: str) -> str:
    """A line that begins at the left even where its first word is a right-to-left one."""
    return f"\N{LEFT-TO-RIGHT MARK}{text}"


def _texts(tokens: Iterable[str], ids: Iterable[int], unknown: str | None) -> list[str]:
    special = {EOS_ID: END} if unknown is None else {EOS_ID: END, UNK_ID: unknown}
    pairs = zip(tokens, ids, strict=True)
    return [token if _is_own(token, number) else special.get(int(number), token) for token, number in pairs]


def _is_own(token: str, number: int) -> bool:
    """Whether a word that the model does not know has a text of its own, as in a given translation."""
    return int(number) == UNK_ID and token != UNK


def _labels(tokens: Iterable[str], ids: Iterable[int], unknown: str | None) -> tuple[str, ...]:
    return tuple(map(shown, _texts(tokens, ids, unknown)))


def _joined(texts: Sequence[str], groups: Sequence[Group]) -> tuple[str, ...]:
    return tuple(shown("".join(texts[begin:end])) for begin, end in groups)


def source_labels(trace: DecodingTrace) -> tuple[str, ...]:
    """A label for each source position, J of them. A word that the model does not know keeps its own text."""
    return _labels(trace.source_tokens, trace.source_ids, None)


def target_labels(hypothesis: Hypothesis) -> tuple[str, ...]:
    """A label for each target token; the ids decide what is a special symbol, never the text."""
    return _labels(hypothesis.tokens, hypothesis.token_ids, UNKNOWN)


def source_words(trace: DecodingTrace, groups: Sequence[Group]) -> tuple[str, ...]:
    """A label for each group of source positions: the text of its tokens in one."""
    return _joined(_texts(trace.source_tokens, trace.source_ids, None), groups)


def target_words(hypothesis: Hypothesis, groups: Sequence[Group]) -> tuple[str, ...]:
    """A label for each group of target tokens: the text of its tokens in one."""
    return _joined(_texts(hypothesis.tokens, hypothesis.token_ids, UNKNOWN), groups)


def candidate_label(token_id: int, token: str) -> str:
    """The label of one candidate for the next word."""
    return _labels((token,), (token_id,), UNKNOWN)[0]
