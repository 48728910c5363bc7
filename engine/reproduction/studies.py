"""The studies: for each, which runs at which scale, which systems of them, and the paper's table.

Scales: "built-in", the grammar of this program with its presets; "laptop", a corpus of a person's own with
the laptop presets; "paper", the same with the papers' sizes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.evaluation.report_rows import Table
from engine.reproduction.paper_figures import ALIGNMENT, ENSEMBLES, FIGURE_2, REVERSAL, TABLE_1

BUILT_IN, LAPTOP, PAPER = SCALES = ("built-in", "laptop", "paper")
TEST_SIZE = 500  # pairs of the built-in corpus that are kept out


@dataclass(frozen=True)
class PlannedRun:
    """A run by its name in reports; arguments of `train` beside corpus, folder and test size."""

    name: str
    preset: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlannedSystem:
    """One run, or several as an ensemble, by their names; beam sizes."""

    runs: tuple[str, ...]
    beams: tuple[int, ...]


@dataclass(frozen=True)
class Study:
    """An experiment of a paper. corpus: what the built-in corpus is to be, as arguments of `train`."""

    title: str
    paper: Table
    runs: Mapping[str, tuple[PlannedRun, ...]]
    systems: Mapping[str, tuple[PlannedSystem, ...]]
    corpus: tuple[str, ...] = ()


def _two(suffix: str) -> tuple[PlannedRun, ...]:
    return (PlannedRun("rnnencdec", f"rnnencdec-{suffix}"), PlannedRun("rnnsearch", f"rnnsearch-{suffix}"))


def _each(runs: tuple[PlannedRun, ...], *beams: int) -> tuple[PlannedSystem, ...]:
    return tuple(PlannedSystem((run.name,), beams) for run in runs)


def _lstms(preset: str, count: int) -> tuple[PlannedRun, ...]:
    """Runs of unlike seeds, so that they begin and shuffle unlike."""
    return tuple(PlannedRun(f"lstm-{seed}", preset, ("--seed", str(seed))) for seed in range(1, count + 1))


def _ensembles(runs: tuple[PlannedRun, ...]) -> tuple[PlannedSystem, ...]:
    names = tuple(run.name for run in runs)
    sizes = sorted({1, 2, len(names)})
    return tuple(PlannedSystem(names[:size], (1, 2, 12)) for size in sizes)


_SEARCHES = {
    BUILT_IN: _two("grammar"),
    LAPTOP: _two("laptop"),
    PAPER: tuple(
        PlannedRun(f"{kind}-{length}", f"{kind}-{length}")
        for length in (30, 50)
        for kind in ("rnnencdec", "rnnsearch")
    ),
}
_ORDERS = {
    scale: (PlannedRun("lstm-forward", f"lstm-{name}-forward"), PlannedRun("lstm-reversed", f"lstm-{name}"))
    for scale, name in ((BUILT_IN, "grammar"), (LAPTOP, "laptop"))
} | {
    PAPER: (
        PlannedRun("lstm-forward", "lstm-seq2seq", ("--source-order", "forward")),
        PlannedRun("lstm-reversed", "lstm-seq2seq"),
    )
}
_SEEDS = {
    BUILT_IN: _lstms("lstm-grammar", 2),
    LAPTOP: _lstms("lstm-laptop", 2),
    PAPER: _lstms("lstm-seq2seq", 5),
}
_ALIGNED = {
    BUILT_IN: (PlannedRun("rnnsearch", "rnnsearch-grammar"),),
    LAPTOP: (PlannedRun("rnnsearch", "rnnsearch-laptop"),),
    PAPER: (PlannedRun("rnnsearch-50", "rnnsearch-50"),),
}

STUDIES = {
    "table1": Study(
        "Attention against one vector (Bahdanau et al. 2014, table 1)",
        TABLE_1,
        _SEARCHES,
        {scale: _each(runs, 12) for scale, runs in _SEARCHES.items()},
    ),
    "figure2": Study(
        "Long sentences (Bahdanau et al. 2014, figure 2)",
        FIGURE_2,
        _SEARCHES,
        {scale: _each(runs, 12) for scale, runs in _SEARCHES.items()},
        corpus=("--grammar-size", "20000", "--longest", "60", "--max-length", "30"),
    ),
    "reversal": Study(
        "Reading the source backwards (Sutskever et al. 2014, section 3.3)",
        REVERSAL,
        _ORDERS,
        {scale: _each(runs, 1, 12) for scale, runs in _ORDERS.items()},
    ),
    "ensembles": Study(
        "Ensembles (Sutskever et al. 2014, table 1)",
        ENSEMBLES,
        _SEEDS,
        {scale: _ensembles(runs) for scale, runs in _SEEDS.items()},
    ),
    "alignment": Study(
        "Attention as an alignment (Bahdanau et al. 2014, figure 3)",
        ALIGNMENT,
        _ALIGNED,
        {scale: _each(runs, 12) for scale, runs in _ALIGNED.items()},
    ),
}
