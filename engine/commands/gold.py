"""Links made by hand, as commands are given them, and test sets with them."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.commands.text_input import read_lines
from engine.evaluation.alignment import GoldLinks
from engine.evaluation.forced_pairs import Pair
from engine.evaluation.link_files import ORDERS, Convention, read_gold
from engine.evaluation.test_set import TestSet
from engine.text.word_places import word_spans


def add_gold(parser: argparse.ArgumentParser) -> None:
    """--gold, --gold-base and --gold-order."""
    parser.add_argument(
        "--gold", type=Path, metavar="FILE", help="links made by hand, for the alignment error rate"
    )
    parser.add_argument(
        "--gold-base", type=int, choices=(0, 1), help="the number of the first word in --gold"
    )
    parser.add_argument("--gold-order", choices=ORDERS, default=ORDERS[0], help=f"default {ORDERS[0]}")


def gold_links(
    options: argparse.Namespace, pairs: Sequence[Pair]
) -> tuple[list[GoldLinks], Convention] | None:
    """The links of `--gold` and how they were read; None without. Raises CorpusError as `read_gold` does."""
    if options.gold is None:
        return None
    lengths = [(len(word_spans(source)), len(word_spans(target))) for source, target in pairs]
    return read_gold(
        read_lines(options.gold), str(options.gold), lengths, options.gold_base, options.gold_order
    )


def test_set_of(
    name: str, pairs: Sequence[Pair], language: str, gold: tuple[list[GoldLinks], Convention] | None
) -> TestSet:
    """The test set of these pairs, with the links that `gold_links` gave."""
    return TestSet(
        name,
        tuple(source for source, _ in pairs),
        tuple(reference for _, reference in pairs),
        language,
        None if gold is None else tuple(gold[0]),
        "" if gold is None else f"{gold[1].format}, counting from {gold[1].base} ({gold[1].evidence})",
    )
