"""The soft alignment of one hypothesis as numbers: CSV, JSON, .npy and Pharaoh links, with its provenance.

CSV and JSON carry the provenance inside. A .npy file and a line of links have no room for it: write
`json_bytes` beside them. Numbers keep nine digits, which gives back every half and single precision number.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.evaluation.alignment import LinkRule, hard_links
from engine.exports.provenance import nine_digits, provenance
from engine.text.pharaoh import pharaoh_line
from engine.text.vocabulary import EOS_ID
from engine.trace import DecodingTrace, Hypothesis


@dataclass(frozen=True)
class AlignmentNumbers:
    """One hypothesis of a trace, with its soft alignment: a row a target token, a column a source token.

    Raises EngineError where the model has no attention, so that there is no alignment.
    """

    trace: DecodingTrace
    hypothesis: Hypothesis

    def __post_init__(self) -> None:
        if self.trace.weights is None:
            raise EngineError(
                "This model has no attention, so there is no alignment to export.",
                "Translate the sentence with a model that has attention.",
            )

    @property
    def weights(self) -> NDArray[np.float32]:
        """Target tokens x source tokens, end of sentence included on both sides."""
        weights = self.trace.weights_of(self.hypothesis)
        assert weights is not None
        return weights


def csv_bytes(numbers: AlignmentNumbers) -> bytes:
    """UTF-8 text: the provenance, a line `# name: JSON value` each; the source tokens; a row a target token.

    Only the first lines begin with #: every token is quoted, so no line of the table does.
    """
    origin = provenance(numbers.trace, numbers.hypothesis)
    return table_csv(origin, numbers.trace.source_tokens, numbers.hypothesis.tokens, numbers.weights)


def table_csv(
    origin: Mapping[str, Any], source: Sequence[str], target: Sequence[str], values: NDArray[np.floating]
) -> bytes:
    """The same of any numbers between target tokens (rows) and source tokens (columns)."""
    out = io.StringIO()
    for name, value in origin.items():
        out.write(f"# {name}: {json.dumps(value, ensure_ascii=False)}\n")
    table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    table.writerow(["target token", *source])
    for token, row in zip(target, values, strict=True):
        table.writerow([token, *map(nine_digits, row)])
    return out.getvalue().encode("utf-8", "replace")


def json_bytes(numbers: AlignmentNumbers) -> bytes:
    """UTF-8 text of one JSON object: tokens of both sides, weights, log-probabilities, provenance."""
    log_probs = numbers.trace.along(numbers.trace.log_probs, numbers.hypothesis)
    record = {
        "source_tokens": numbers.trace.source_tokens,
        "target_tokens": numbers.hypothesis.tokens,
        "weights": [[nine_digits(weight) for weight in row] for row in numbers.weights],
        "log_probabilities": [nine_digits(log_prob) for log_prob in log_probs],
        "provenance": provenance(numbers.trace, numbers.hypothesis),
    }
    return (json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode(
        "utf-8", "replace"
    )


def npy_bytes(numbers: AlignmentNumbers) -> bytes:
    """The weights as a .npy file, bit for bit; NumPy reads it with allow_pickle=False."""
    out = io.BytesIO()
    np.save(out, numbers.weights, allow_pickle=False)
    return out.getvalue()


def pharaoh_bytes(numbers: AlignmentNumbers) -> bytes:
    """One line of links "source-target" between tokens, both counted from 0.

    Each target token is linked to the source token of greatest weight; end of sentence is left out on both
    sides, whatever its weight.
    """
    rows = np.asarray(numbers.hypothesis.token_ids) != EOS_ID
    return (pharaoh_line(hard_links(numbers.weights[rows], LinkRule())) + "\n").encode()


def table_text(numbers: AlignmentNumbers) -> str:
    """The weights with their tokens as a spreadsheet takes them from the clipboard: tabs between cells."""
    return cells_text(numbers.trace.source_tokens, numbers.hypothesis.tokens, numbers.weights)


def cells_text(source: Sequence[str], target: Sequence[str], values: NDArray[np.floating]) -> str:
    """The same of any numbers between target tokens (rows) and source tokens (columns)."""
    lines = [["", *source]]
    for token, row in zip(target, values, strict=True):
        lines.append([token, *(f"{value:.9g}" for value in row)])
    return "".join("\t".join(map(_in_one_cell, line)) + "\n" for line in lines)


def _in_one_cell(text: str) -> str:
    return " ".join(text.split("\t")).replace("\n", " ")
