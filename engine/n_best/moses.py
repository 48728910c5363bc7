"""n-best lists as text in the format of Moses: a line a hypothesis, with all scores that it was given.

    NUMBER ||| TRANSLATION ||| Name= SCORE … Name= SCORE … ||| TOTAL ||| 0-0 1-2

NUMBER is that of the source sentence, from 0. What follows TOTAL, such as an alignment, may be missing, and
so may TOTAL. Scores without a name are taken as well, and names that end with ":", as older versions wrote.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import CorpusError

Features = tuple[tuple[str, tuple[float, ...]], ...]
_ENTITIES = {
    "&amp;": "&",
    "&#124;": "|",
    "&bar;": "|",
    "&lt;": "<",
    "&gt;": ">",
    "&apos;": "'",
    "&quot;": '"',
    "&#91;": "[",
    "&#93;": "]",
}
_ENTITY = re.compile("|".join(map(re.escape, _ENTITIES)))
_MEANT_AS_IT_STANDS = re.compile(f"&(?={'|'.join(re.escape(entity[1:]) for entity in _ENTITIES)})")
_FORMAT = "Each line is NUMBER ||| TRANSLATION ||| Name= SCORE … ||| TOTAL."


@dataclass(frozen=True)
class ListedHypothesis:
    """One line. sentence: the number of its source. text: without Moses' entities, such as &#124; for a bar.

    features: names and their scores in the order of the line; "" names scores without one. total: None where
    the line has none. further: what follows it, as it stands.
    """

    sentence: int
    text: str
    features: Features = ()
    total: float | None = None
    further: tuple[str, ...] = ()


def read_n_best(lines: Iterable[str], name: str) -> list[ListedHypothesis]:
    """The hypotheses of a list, in its order; blank lines count for nothing. name: of the file, for errors.

    Raises CorpusError where there is none, and, with the number of the line, where one is not of the format,
    or has another number of scores under a name than the lines before it.
    """
    found: list[ListedHypothesis] = []
    counts: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"Line {number} of {name}"
        hypothesis = _parsed(line, place)
        for label, scores in hypothesis.features:
            count, before = counts.setdefault(label, (len(scores), number))
            _require(
                count == len(scores),
                f"{place} has {len(scores)} scores under '{label}', and line {before} has {count}.",
                "Every line has to have as many; nothing was done with the list.",
            )
        found.append(hypothesis)
    _require(bool(found), f"{name} has no hypothesis.", _FORMAT)
    return found


def with_every_sentence(
    hypotheses: Sequence[ListedHypothesis], count: int, name: str
) -> list[ListedHypothesis]:
    """The list by sentence, a blank hypothesis in the place of each of the `count` sentences that has none.

    Raises CorpusError where the list, whose file is called `name`, is of more sentences.
    """
    by_sentence: dict[int, list[ListedHypothesis]] = {number: [] for number in range(count)}
    for hypothesis in hypotheses:
        _require(
            hypothesis.sentence < count,
            f"{name} has hypotheses of sentence {hypothesis.sentence}, and there are {count:,} sentences, "
            "counted from 0.",
            "Give the sources that the list was made from.",
        )
        by_sentence[hypothesis.sentence].append(hypothesis)
    return [one for number, listed in by_sentence.items() for one in listed or [ListedHypothesis(number, "")]]


def n_best_line(hypothesis: ListedHypothesis) -> str:
    """The line of a hypothesis, without its end. The text must be one line; `read_n_best` gives it back."""
    text = _MEANT_AS_IT_STANDS.sub("&amp;", hypothesis.text).replace("|", "&#124;")
    scores = " ".join(
        " ".join([f"{label}=" if label else "", *map(_written, values)]).strip()
        for label, values in hypothesis.features
    )
    total = [] if hypothesis.total is None else [_written(hypothesis.total)]
    return " ||| ".join([str(hypothesis.sentence), text, scores, *total, *hypothesis.further])


def _parsed(line: str, place: str) -> ListedHypothesis:
    fields = [field.strip() for field in line.split("|||")]
    _require(
        len(fields) >= 3,
        f"{place} has {len(fields)} fields between '|||', and three at least belong.",
        _FORMAT,
    )
    number, text, scores, *rest = fields
    _require(
        number.isascii() and number.isdigit(), f"{place} begins with '{number}', not with a number.", _FORMAT
    )
    return ListedHypothesis(
        sentence=int(number),
        text=_ENTITY.sub(lambda entity: _ENTITIES[entity.group()], text),
        features=_features(scores, place),
        total=_number(rest[0], place) if rest else None,
        further=tuple(rest[1:]),
    )


def _features(field: str, place: str) -> Features:
    found: dict[str, list[float]] = {}
    label = ""
    for word in field.split():
        name, mark, score = word.rpartition("=")
        if not mark and word.endswith(":"):
            name, mark, score = word[:-1], ":", ""
        if mark:
            _require(name not in found, f"{place} has scores under '{name}' twice.", _FORMAT)
            _require(bool(name), f"{place} has a score whose name is empty.", _FORMAT)
            label = name
            found[label] = []
        if score:
            found.setdefault(label, []).append(_number(score, place))
    return tuple((name, tuple(scores)) for name, scores in found.items())


def _number(word: str, place: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    _require(
        math.isfinite(value),
        f"{place} has '{word}' where a score belongs, which is no finite number.",
        _FORMAT,
    )
    return value


def _written(value: float) -> str:
    """As few digits as give the decimal number back that was read: 15 are safe in double precision."""
    return f"{value:.15g}"


def _require(condition: bool, what: str, remedy: str) -> None:
    if not condition:
        raise CorpusError(what, remedy)
