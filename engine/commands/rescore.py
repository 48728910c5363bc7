"""rescore: models score the translations in an n-best list, and the best of each sentence is chosen anew."""

import argparse
import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import __version__
from engine.commands.arguments import UsageError, add_json, add_model, number, whole_number
from engine.commands.loading import load_translators
from engine.commands.output import one_line, write_json, write_text
from engine.commands.progress import ProgressBar
from engine.commands.text_input import read_lines
from engine.errors import CheckpointError, EngineError
from engine.evaluation.metrics import require_parallel
from engine.n_best.choice import ListBleu
from engine.n_best.moses import ListedHypothesis, n_best_line, read_n_best, with_every_sentence
from engine.n_best.scores import Reals, ScoreTable, even_weights, rescored
from engine.n_best.tuning import Starts, tune
from engine.runs import publishing

if TYPE_CHECKING:
    from engine.translator import Translator

SUMMARY = "choose anew from an n-best list, by its scores and those of models"
DETAILS = """\
The list has the format of Moses, sentences counted from 0, as translate --n-best and phrase-based systems
write it: NUMBER ||| TRANSLATION ||| Name= SCORE … ||| TOTAL. Each model adds the natural log-probability of
every translation, end of sentence included, under its own name; the translation with the greatest sum of
weighted scores is chosen. Translations are scored as they stand, so they should look as the models' training
text does. A score that a line lacks counts as 0.

Without --weights the list's own score and each model's weigh 1 (Sutskever 2014, section 3.2); its own is
LogProb where it has one, otherwise its total. --tune finds the weights with the best corpus BLEU on these
sentences (Och 2003: exact line searches from many starts); they are meant for other sentences, by --weights.

With --reference BLEU is shown for the first translations listed and for those chosen, with two oracles: each
sentence's best by sentence BLEU, and what hill climbing on corpus BLEU makes of that. --json writes one
object: weights, bleu (before, after, oracle_by_sentence, oracle_climbed), difference, models and more.

examples:
  python main.py translate --model rnnencdec-en-fr --beam 12 --n-best 12 --input dev.en > dev.list
  python main.py rescore dev.list --source dev.en --model rnnsearch-en-fr --reference dev.fr --tune
  python main.py rescore test.list --source test.en --model rnnsearch-en-fr \\
      --weights "LogProb=0.2 rnnsearch-en-fr=0.8" --best test.fr
"""
_BLOCK = 512  # translations scored at a time, so that what is recorded of them need not be kept


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("list", type=Path, metavar="NBEST", help="the n-best list (plain, .gz, .xz)")
    add("--source", type=Path, metavar="FILE", required=True, help="its source sentences, one a line")
    add_model(parser, "each adds a score")
    add("--weights", type=_named, metavar="NAMED", help='such as "LogProb=0.3 m=0.7"; the others weigh 0')
    add("--reference", type=Path, metavar="FILE", help="translations by people, to measure with")
    add("--tune", action="store_true", help="find the weights with the best BLEU; needs --reference")
    add("--seed", type=whole_number, default=Starts().seed, metavar="N", help="of the starts of --tune")
    add("--target-language", metavar="CODE", help="chooses BLEU's tokenizer; default: the model's")
    add("--best", type=Path, metavar="FILE", help="write the chosen translations there, one a line")
    add("--ranked", type=Path, metavar="FILE", help="write the whole list there, ranked anew")
    add_json(parser, "the result")


@dataclass(frozen=True)
class _Given:
    """The list, a blank hypothesis where a sentence has none, and the files that belong to it."""

    hypotheses: list[ListedHypothesis]
    blank: int  # how many have none
    sources: list[str]
    references: list[str] | None


def run(options: argparse.Namespace) -> None:
    """Score, choose, measure and write; raises EngineError and UsageError."""
    if options.tune and options.reference is None:
        raise UsageError("--tune needs --reference to measure against")
    _require_place(options.best)
    _require_place(options.ranked)
    given = _read(options)
    translators = load_translators(options)
    table = _scored(given, translators)
    added = table.names[-len(translators) :]
    weights = table.weights(even_weights(table, added) if options.weights is None else options.weights)
    result = _origin(options, given, translators)
    if given.references is not None:
        language = options.target_language or translators[0].target.segmenter.language
        measure = ListBleu.of(table, given.hypotheses, given.references, language)
        if options.tune:
            weights = _tuned(measure, weights, Starts(seed=options.seed))
            result["tuning"] = asdict(Starts(seed=options.seed))
        result |= measure.report(table.chosen(table.values @ weights))
    totals = table.values @ weights
    chosen = table.chosen(totals)
    result["weights"] = dict(zip(table.names, weights.tolist(), strict=True))
    result["changed"] = int((chosen != table.places[:, 0]).sum())
    _write(options.best, [one_line(given.hypotheses[place].text) for place in chosen])
    _write(options.ranked, _ranked(given, table, totals, added))
    if options.json:
        write_json(result)
    else:
        write_text("\n".join(_in_words(result)))


def _named(text: str) -> dict[str, float]:
    """Weights by name; for argparse's `type`."""
    pairs = [word.rpartition("=") for word in text.split()]
    if not pairs or not all(name for name, _, _ in pairs):
        raise argparse.ArgumentTypeError(f"'{text}' is not like \"LogProb=0.3 my-model=0.7\"")
    return {name: number(value) for name, _, value in pairs}


def _read(options: argparse.Namespace) -> _Given:
    sources = read_lines(options.source)
    references = None if options.reference is None else read_lines(options.reference)
    require_parallel(sources, [sources if references is None else references])
    listed = read_n_best(read_lines(options.list), str(options.list))
    hypotheses = with_every_sentence(listed, len(sources), str(options.list))
    return _Given(hypotheses, len(hypotheses) - len(listed), sources, references)


def _scored(given: _Given, translators: Sequence["Translator"]) -> ScoreTable:
    """The list's scores, and then one of each model."""
    names = [re.sub(r"[\s=|]+", "_", translator.name) for translator in translators]
    if len(set(names)) < len(names):
        raise UsageError("two models have the same name, and so would their scores")
    table = ScoreTable.of(given.hypotheses)
    for name, translator in zip(names, translators, strict=True):
        table = table.with_scores(name, _log_probabilities(translator, given))
    return table


def _log_probabilities(translator: "Translator", given: _Given) -> list[float]:
    """The natural log-probability of each hypothesis; of equal ones of a sentence once."""
    pairs = [(given.sources[one.sentence], one.text) for one in given.hypotheses]
    distinct, known = list(dict.fromkeys(pairs)), dict[tuple[str, str], float]()
    with ProgressBar(f"Scoring by {translator.name}", len(distinct)) as progress:
        for start in range(0, len(distinct), _BLOCK):
            block = distinct[start : start + _BLOCK]
            forced = translator.force_all(block)
            known.update(zip(block, (round(trace.best().score, 6) for trace in forced), strict=True))
            progress.update(len(known))
    if not all(map(math.isfinite, known.values())):
        raise CheckpointError(
            f"The model {translator.name} computes no probabilities (NaN).", "Choose another checkpoint."
        )
    return [known[pair] for pair in pairs]


def _tuned(measure: ListBleu, given: Reals, starts: Starts) -> Reals:
    with ProgressBar("Tuning", starts.count + 1) as progress:
        return tune(measure.table, measure.statistics, given, starts, progress.update).weights


def _origin(
    options: argparse.Namespace, given: _Given, translators: Sequence["Translator"]
) -> dict[str, Any]:
    return {
        "list": str(options.list),
        "source": str(options.source),
        "sentences": len(given.sources),
        "hypotheses": len(given.hypotheses) - given.blank,
        "without_hypothesis": given.blank,
        "models": [{"model": t.name, "kind": t.kind, "fingerprint": t.fingerprint} for t in translators],
        "version": __version__,
    }


def _ranked(given: _Given, table: ScoreTable, totals: Reals, added: Sequence[str]) -> list[str]:
    """The lines of the list with the models' scores and the new totals, best first within a sentence."""
    order = sorted(range(len(totals)), key=lambda place: (given.hypotheses[place].sentence, -totals[place]))
    scores = table.values[:, -len(added) :].tolist()
    return [
        n_best_line(
            rescored(
                given.hypotheses[place],
                dict(zip(added, scores[place], strict=True)),
                round(float(totals[place]), 6),
            )
        )
        for place in order
    ]


def _require_place(path: Path | None) -> None:
    """Raise EngineError where a file has no folder to stand in: told before the long work, not after."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise EngineError(f"Nothing can be written to {path}.", "Name a file in a folder that exists.")


def _write(path: Path | None, lines: Sequence[str]) -> None:
    if path is None:
        return
    try:
        publishing.write_text(path, "".join(line + "\n" for line in lines))
    except OSError as error:
        raise EngineError(f"{path} cannot be written: {error.strerror}.", "Choose another place.") from error


def _in_words(result: dict[str, Any]) -> list[str]:
    """The result as lines for people."""
    lines = [f"{result['sentences']:,} sentences, {result['hypotheses']:,} translations of them in the list"]
    if result["without_hypothesis"]:
        lines.append(f"            {result['without_hypothesis']:,} sentences have none and stay blank")
    weights = " ".join(f"{name}={weight:.6g}" for name, weight in result["weights"].items())
    lines.append(f'weights     --weights "{weights}"')
    lines.append(f"changed     the first translation of {result['changed']:,} sentences")
    return [*lines, *_bleu_in_words(result)] if "bleu" in result else lines


def _bleu_in_words(result: dict[str, Any]) -> list[str]:
    bleu, found = result["bleu"], result["difference"]
    between = f"{found['interval']['low']:+.2f} to {found['interval']['high']:+.2f}"
    oracles = (
        f"{bleu['oracle_by_sentence']:.2f} by sentence BLEU, {bleu['oracle_climbed']:.2f} by hill climbing"
    )
    lines = [
        f"BLEU        {bleu['before']:.2f} before, {bleu['after']:.2f} after   {bleu['signature']}",
        f"            {found['value']:+.2f} (95 %: {between}), p = {found['p']:.3f}",
        f"oracle      {oracles}",
    ]
    own = "            The weights were tuned on these sentences: measure them on others."
    return [*lines[:2], own, *lines[2:]] if "tuning" in result else lines
