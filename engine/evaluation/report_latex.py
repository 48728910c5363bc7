"""The report of an evaluation as a LaTeX document that needs no other file; figures are drawn by pgfplots."""

from collections.abc import Sequence

from engine.evaluation.by_length import LengthCurves
from engine.evaluation.report_rows import Table

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}
_LINES = ("solid", "dotted", "dashed", "dash dot")  # the paper's order


def latex(title: str, about: str, found: Sequence[Table], curves: LengthCurves | None) -> str:
    """A whole document: every table, and the figure drawn by pgfplots."""
    parts = [
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage[margin=2cm]{geometry}",
        r"\usepackage{graphicx,pgfplots}\pgfplotsset{compat=1.16}",
        rf"\title{{{_tex(title)}}}\date{{}}\begin{{document}}\maketitle",
        rf"\noindent {_tex(about)}.",
    ]
    for table in found:
        parts += _latex_table(table)
    if curves is not None:
        parts += _latex_figure(curves)
    return "\n".join([*parts, r"\end{document}"]) + "\n"


def _latex_table(table: Table) -> list[str]:
    columns = "l" + "r" * (len(table.header) - 1)
    rows = [" & ".join(map(_tex, cells)) + r" \\" for cells in table.rows]
    return [
        r"\begin{table}[p]\centering",
        rf"\caption{{{_tex(table.title)}. {_tex('. '.join(table.notes))}.}}",
        rf"\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{\begin{{tabular}}{{{columns}}}\hline",
        " & ".join(map(_tex, table.header)) + r" \\ \hline",
        *rows,
        r"\hline\end{tabular}}\end{table}",
    ]


def _latex_figure(curves: LengthCurves) -> list[str]:
    words = [f"{one.low}+" if one.high is None else f"{one.low}--{one.high}" for one in curves.bins]
    parts = [
        r"\begin{figure}[p]\centering\begin{tikzpicture}",
        r"\begin{axis}[width=0.9\linewidth,height=8cm,ymin=0,xlabel={words of the source},ylabel={BLEU},",
        rf"xtick={{0,...,{len(words) - 1}}},xticklabels={{{','.join(words)}}},",
        r"legend style={at={(0.5,-0.2)},anchor=north}]",
    ]
    for number, (name, scores) in enumerate(curves.scores.items()):
        points = " ".join(f"({n},{score.value:.2f})" for n, score in enumerate(scores) if score is not None)
        style = _LINES[number % len(_LINES)] + (",blue" if number >= len(_LINES) else ",black")
        parts += [
            rf"\addplot[{style},thick,mark=*] coordinates {{{points}}};",
            rf"\addlegendentry{{{_tex(name)}}}",
        ]
    return [*parts, r"\end{axis}\end{tikzpicture}\caption{BLEU by length of the source}\end{figure}"]


def _tex(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in text)
