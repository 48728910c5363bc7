"""align: forced decoding of given pairs, and the links between their words."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.commands.arguments import (
    UsageError,
    add_json,
    add_link_rule,
    add_model,
    link_rule,
)
from engine.commands.loading import load_named, load_translator
from engine.commands.output import numbers, write_json, write_text
from engine.commands.progress import bar_beside_output
from engine.commands.text_input import read_lines, standard_input_lines
from engine.errors import CorpusError
from engine.evaluation.alignment import LinkRule, hard_links
from engine.evaluation.forced_pairs import AlignedPair, Pair, aligned_pair, force_pairs, require_attention
from engine.evaluation.symmetrization import combined, turned, ways
from engine.text.pharaoh import Links, pharaoh_line

SUMMARY = "align given sentence pairs and write the links between their words"
DETAILS = """\
The model reads each source and is made to say its target; the weights that it gives become links. Pairs come
from one FILE with SOURCE tab TARGET on each line, from two FILEs of equal length, source then target, or from
standard input, tab-separated. Files may be plain, .gz or .xz.

With --links gradient or occlusion the links are made of what each source word adds to the probability of a
target word (saliency: Ding, Xu & Koehn 2019), which models without attention tell too. These are often the
better links; they take longer, by the square of a sentence's length.

One line of Pharaoh links for each pair: "0-0 2-1" links source word 0 to target word 0 and 2 to 1. Words are
what spaces and tabs separate in the text as given, counted from 0; end of sentence is never linked. Give
tokenised text to have links between its tokens. A pair with a blank side gives an empty line.

Weights of a word's tokens are summed on the source side and averaged on the target side before the rule.
--reverse aligns in the other direction too, by a model of that direction, and combines the links (Och & Ney
2003; Koehn et al. 2005).

With --json each pair gives one object: source, target, model, source_tokens, target_tokens, score (natural
log-probability of the target), weights (a row a target token; with --links its shares of what adds to it),
links and token_links ([source, target]; the latter of the one direction).

examples:
  python main.py align pairs.tsv > pairs.links
  python main.py align test.en test.fr --rule argmax-or-none
  python main.py align test.en test.fr --links occlusion --rule threshold
  python main.py align test.en test.fr --model en-fr-run --reverse fr-en-run --combine grow-diag-final-and
  printf 'a cat\\tun chat\\n' | python main.py align --json
"""
_USUAL = "grow-diag-final-and"
_BLOCK = 256  # pairs aligned before their lines are written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="tab-separated, or source and target"
    )
    add_model(parser)
    add_link_rule(parser)
    parser.add_argument(
        "--reverse",
        metavar="MODEL",
        help="a model from target to source, whose links are combined with these",
    )
    how = "; ".join(f"{name}: {what}" for name, what in ways().items())
    parser.add_argument("--combine", choices=tuple(ways()), help=f"with --reverse (default {_USUAL}); {how}")
    add_json(parser, "one object a line")


def run(options: argparse.Namespace) -> None:
    """Align and write; raises EngineError and UsageError."""
    if options.combine and not options.reverse:
        raise UsageError("--combine needs --reverse: one direction alone has nothing to be combined with")
    rule = link_rule(options)
    pairs = _pairs(options.files)
    translator = load_translator(options)
    require_attention(translator, rule)
    backward = _backward_links(options, pairs, rule) if options.reverse else None
    with bar_beside_output("Aligning", len(pairs)) as progress:
        for start in range(0, len(pairs), _BLOCK):
            block = pairs[start : start + _BLOCK]
            for number, trace in enumerate(force_pairs(translator, block), start=start):
                aligned = aligned_pair(translator, pairs[number], trace, rule)
                if backward is not None:
                    links = combined(aligned.links, backward[number], options.combine or _USUAL)
                    aligned = replace(aligned, links=links)
                if options.json:
                    write_json(_as_json(translator.name, aligned, rule))
                else:
                    write_text(pharaoh_line(aligned.links))
                progress.update(number + 1)


def _backward_links(options: argparse.Namespace, pairs: Sequence[Pair], rule: LinkRule) -> list[Links]:
    """The links of the model that reads the targets, as those of the sources."""
    translator = load_named(options.reverse, options.device)
    require_attention(translator, rule)
    against = [(target, source) for source, target in pairs]
    links: list[Links] = []
    with bar_beside_output("Aligning in reverse", len(pairs)) as progress:
        for start in range(0, len(pairs), _BLOCK):
            block = against[start : start + _BLOCK]
            for pair, trace in zip(block, force_pairs(translator, block), strict=True):
                links.append(turned(aligned_pair(translator, pair, trace, rule).links))
                progress.update(len(links))
    return links


def _as_json(model: str, aligned: AlignedPair, rule: LinkRule) -> dict[str, Any]:
    source, target = aligned.pair
    values: dict[str, Any] = {
        "source": source,
        "target": target,
        "model": model,
        "links": sorted(aligned.links),
    }
    trace, soft = aligned.trace, aligned.soft
    if trace is None or soft is None:
        nothing: dict[str, Any] = {"source_tokens": [], "target_tokens": [], "score": None}
        return {**values, **nothing, "weights": [], "token_links": []}
    return {
        **values,
        "source_tokens": list(trace.source_tokens),
        "target_tokens": list(trace.best().tokens),
        "score": trace.best().score,
        "weights": numbers(soft),
        "token_links": sorted(hard_links(soft[:-1], rule)),  # without the row of end of sentence
    }


def _pairs(files: Sequence[Path]) -> list[Pair]:
    if len(files) > 2:
        raise UsageError("give one tab-separated file, or a source and a target file")
    if len(files) == 2:
        return read_pairs(files[0], files[1])
    lines = read_lines(files[0]) if files else standard_input_lines()
    name = str(files[0]) if files else "standard input"
    return [_split_pair(line, number, name) for number, line in enumerate(lines, start=1)]


def read_pairs(source: Path, target: Path) -> list[Pair]:
    """The lines of two files side by side. Raises CorpusError where the files are not equally long."""
    sides = read_lines(source), read_lines(target)
    if len(sides[0]) != len(sides[1]):
        raise CorpusError(
            f"{source} has {len(sides[0]):,} lines but {target} has {len(sides[1]):,}.",
            "Give two files that belong together line by line.",
        )
    return list(zip(*sides, strict=True))


def _split_pair(line: str, number: int, name: str) -> Pair:
    columns = line.split("\t")
    if len(columns) < 2 and line.strip():
        raise CorpusError(
            f"Line {number} of {name} has no tab between source and target.",
            "Write SOURCE tab TARGET on each line, or give a source and a target file.",
        )
    return (columns[0], columns[1]) if len(columns) > 1 else ("", "")
