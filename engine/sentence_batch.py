"""Reports of many sentences: translated together, each bad one told in its own report."""

from collections.abc import Callable, Sequence

from engine.config import DecodeConfig
from engine.errors import CheckpointError, EngineError
from engine.sentence_report import SentenceReport, report_of
from engine.translator import Translator

LONGEST = 500  # tokens: one sentence must not keep all the others waiting


def reports_of(
    translator: Translator, texts: Sequence[str], config: DecodeConfig, on_step: Callable[[], None]
) -> list[SentenceReport]:
    """A report a text, in their order.

    on_step is called after each step of the search and may raise to end the work; such an error passes
    through, while what one sentence causes becomes its problem. Raises CheckpointError where the model
    computes NaN.
    """
    found: dict[int, SentenceReport] = {}
    for number, text in enumerate(texts):
        tokens = len(translator.source.encode(text).ids)
        if tokens > LONGEST:
            found[number] = SentenceReport(problem=_too_long(tokens))
    numbers = [number for number in range(len(texts)) if number not in found]
    reports = _together(translator, [texts[number] for number in numbers], config, on_step)
    found.update(zip(numbers, reports, strict=True))
    return [found[number] for number in range(len(texts))]


def _together(
    translator: Translator, texts: Sequence[str], config: DecodeConfig, on_step: Callable[[], None]
) -> list[SentenceReport]:
    try:
        traces = translator.translate_all(texts, config, lambda _: on_step())
    except CheckpointError:  # the model itself is at fault
        raise
    except EngineError as error:
        if len(texts) == 1:
            return [SentenceReport(problem=str(error))]
        return [one for text in texts for one in _together(translator, [text], config, on_step)]
    return [report_of(trace) for trace in traces]


def _too_long(tokens: int) -> str:
    return str(
        EngineError(
            f"The sentence has {tokens:,} tokens, and one in a table may have {LONGEST}.",
            "Translate it by itself.",
        )
    )
