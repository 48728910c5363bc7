"""The tables of an evaluation as rows of text, for every form of report."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation, SystemResult
    from engine.evaluation.significance import Difference


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns, rows of as many cells, and notes on how to read them."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


NOTHING = "–"
_HEADER = (
    "system",
    "BLEU",
    "BLEU, No UNK",
    "chrF",
    "perplexity",
    "NLL a sentence",
    "length ratio",
    "with repeats",
    "UNK written",
    "sentences/s",
)


def tables(evaluation: "Evaluation") -> list[Table]:
    """Systems; alignment, where there are gold links; differences; BLEU by length; F1 by frequency."""
    found = [_systems(evaluation), _alignment(evaluation), _differences(evaluation)]
    found += [_by_length(evaluation), _by_frequency(evaluation)]
    return [table for table in found if table.rows]


def _systems(evaluation: "Evaluation") -> Table:
    results = evaluation.results
    known = results[0].measures.no_unknown
    notes = [
        results[0].measures.bleu_signature,
        results[0].measures.chrf_signature,
        f"No UNK: {known.sentences:,} of {len(evaluation.test_set):,} sentences hold no word unknown to a "
        "system, and none may be written (Bahdanau et al. 2014, table 1)"
        if known
        else "No UNK: every sentence holds a word that some system does not know",
        "Perplexity a token, end of sentence counted: it compares models of one segmentation alone",
        *(f"{r.system.name}: {r.measures.bleu_note}" for r in results if r.measures.bleu_note),
    ]
    rows = tuple(_system(result, len(evaluation.test_set)) for result in results)
    return Table("Systems", _HEADER, rows, tuple(notes))


def _system(result: "SystemResult", sentences: int) -> tuple[str, ...]:
    measures = result.measures
    return (
        result.system.name,
        f"{measures.bleu:.2f}",
        NOTHING if measures.no_unknown is None else f"{measures.no_unknown.bleu:.2f}",
        f"{measures.chrf:.2f}",
        _number(measures.perplexity, 2),
        _number(measures.nll, 2),
        f"{measures.length_ratio:.3f}",
        f"{measures.repeated:,}",
        f"{measures.unknown:,}",
        _number(sentences / measures.seconds if measures.seconds else None, 1),
    )


def _alignment(evaluation: "Evaluation") -> Table:
    rows = tuple(
        (
            result.system.name,
            rule + (" (best)" if rule == result.measures.best_rule else ""),
            f"{100 * scores.error_rate:.1f}",
            f"{100 * scores.precision:.1f}",
            f"{100 * scores.recall:.1f}",
            f"{scores.links:,}",
        )
        for result in evaluation.results
        for rule, scores in result.measures.alignment.items()
    )
    header = ("system", "link rule", "AER", "precision", "recall", "links")
    notes = ("Forced decoding of the references; AER, precision and recall in per cent (Och & Ney 2003)",)
    note = evaluation.test_set.gold_note
    return Table("Alignment", header, rows, (*notes, *([f"Gold links read as {note}"] if note else [])))


def _differences(evaluation: "Evaluation") -> Table:
    rows = tuple(
        (
            {"bleu": "BLEU", "chrf": "chrF"}[one.measure],
            one.first,
            one.second,
            f"{one.difference.value:+.2f}",
            _interval(one.difference),
            f"{one.difference.p:.3f}",
        )
        for one in evaluation.comparison.differences
    )
    bootstrap = evaluation.comparison.bootstrap
    note = (
        f"Paired bootstrap (Koehn 2004), {bootstrap.resamples:,} draws, seed {bootstrap.seed}; p one-sided; "
        f"many comparisons are made, so read p of {len(rows)} tests with care"
    )
    return Table("Differences", ("measure", "first", "less", "difference", "95 %", "p"), rows, (note,))


def _by_length(evaluation: "Evaluation") -> Table:
    curves = evaluation.comparison.by_length
    if curves is None:
        return Table("BLEU by length", (), ())
    rows = []
    for number, one in enumerate(curves.bins):
        words = f"{one.low} and more" if one.high is None else f"{one.low}–{one.high}"
        scores = [found[number] for found in curves.scores.values()]
        cells = [
            NOTHING if s is None else f"{s.value:.1f} ({s.band.low:.1f} to {s.band.high:.1f})" for s in scores
        ]
        rows.append((words, f"{len(one.sentences):,}", *cells))
    header = ("words of the source", "sentences", *curves.scores)
    return Table("BLEU by length", header, tuple(rows), ("In brackets the bootstrap's 95 % band",))


def _by_frequency(evaluation: "Evaluation") -> Table:
    found = evaluation.by_frequency
    rows = tuple(
        (
            _occurrences(one.low, one.high),
            f"{one.occurrences:,}",
            *(_number(scores[number], 3) for scores in found.f1.values()),
        )
        for number, one in enumerate(found.bins)
    )
    header = ("times in the references", "words", *found.f1)
    note = "F1 of words written; a word that no reference has counts among the rarest (Neubig et al. 2019)"
    return Table("F1 by frequency", header, rows, (note,))


def _occurrences(low: int, high: int | None) -> str:
    if high is None:
        return f"{low:,} and more"
    return str(low) if low == high else f"{low}–{high}"


def _interval(found: "Difference") -> str:
    return f"{found.interval.low:+.2f} to {found.interval.high:+.2f}"


def _number(value: float | None, digits: int) -> str:
    return NOTHING if value is None else f"{value:,.{digits}f}"
