"""Reports of an evaluation as files: HTML, Markdown, CSV and LaTeX, with BLEU by length as a figure."""

import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

from engine.errors import EngineError
from engine.evaluation.evaluation import Evaluation
from engine.evaluation.length_figure import length_figure
from engine.evaluation.report_latex import latex
from engine.evaluation.report_rows import NOTHING, Table, tables
from engine.runs import publishing

FIGURE = "lengths.svg"
_STYLE = """\
body { font: 16px/1.5 sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; }
.note { color: #555; font-size: 0.9em; margin: 0; }
svg { max-width: 100%; height: auto; }
"""


def write_reports(
    evaluation: Evaluation, folder: Path, title: str, further: Sequence[Table] = ()
) -> list[Path]:
    """report.html, report.md, report.tex, lengths.svg, and a CSV file for each table; their paths.

    further: tables that stand before those of the evaluation. Raises EngineError where one cannot be written.
    """
    found = [*further, *tables(evaluation)]
    curves = evaluation.comparison.by_length
    figure = "" if curves is None else length_figure(curves)
    about = _about(evaluation)
    texts = {
        "report.html": _html(title, about, found, figure),
        "report.md": _markdown(title, about, found, has_figure=bool(figure)),
        "report.tex": latex(title, about, found, curves),
        **{f"{_file_name(table.title)}.csv": _csv(table) for table in found},
        **({FIGURE: figure} if figure else {}),
    }
    try:
        for name, text in texts.items():
            publishing.write_text(folder / name, text)
    except OSError as error:
        raise EngineError(
            f"The report cannot be written to {folder}: {error.strerror}.", "Choose another place for it."
        ) from error
    return [folder / name for name in texts]


def _about(evaluation: Evaluation) -> str:
    test_set = evaluation.test_set
    return (
        f"Test set {test_set.name}, {len(test_set):,} sentences, SHA-256 {test_set.fingerprint[:16]}; "
        f"Alignment Explorer {evaluation.version}, {evaluation.made}; models: "
        + "; ".join(f"{r.system.name} {r.system.fingerprint[:16]}" for r in evaluation.results)
    )


def _file_name(title: str) -> str:
    return title.lower().replace(" ", "-")


def _html(title: str, about: str, found: Sequence[Table], figure: str) -> str:
    parts = [
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>",
        f'<p class="note">{escape(about)}</p>',
    ]
    for table in found:
        parts += [f"<h2>{escape(table.title)}</h2>", "<table>", _html_row(table.header, "th")]
        parts += [_html_row(row, "td") for row in table.rows]
        parts += ["</table>", *(f'<p class="note">{escape(note)}</p>' for note in table.notes)]
        if table.title == "BLEU by length" and figure:
            parts.append(figure)
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _html_row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _markdown(title: str, about: str, found: Sequence[Table], *, has_figure: bool) -> str:
    parts = [f"# {title}", "", about]
    for table in found:
        align = ["---", *["---:"] * (len(table.header) - 1)]
        parts += ["", f"## {table.title}", ""]
        parts += [_markdown_row(cells) for cells in (table.header, align, *table.rows)]
        parts += [f"\n{note}." for note in table.notes]
        if table.title == "BLEU by length" and has_figure:
            parts += ["", f"![BLEU by length of the source]({FIGURE})"]
    return "\n".join(parts) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _csv(table: Table) -> str:
    """Numbers without thousands' separators; what is not there is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.header)
    for row in table.rows:
        writer.writerow([_csv_cell(cell) for cell in row])
    return text.getvalue()


def _csv_cell(cell: str) -> str:
    if cell == NOTHING:
        return ""
    plain = cell.replace(",", "")
    return plain if plain.replace(".", "").lstrip("+-").isdigit() else cell
