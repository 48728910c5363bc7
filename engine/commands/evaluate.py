"""evaluate: BLEU, chrF, perplexity and alignment error rate of a model on a test set."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.commands.align import read_pairs
from engine.commands.arguments import (
    UsageError,
    add_beam,
    add_json,
    add_link_rule,
    add_model,
    link_rule,
)
from engine.commands.comparison import (
    add_against,
    comparison,
    comparison_in_words,
    read_rivals,
    require_place,
)
from engine.commands.gold import add_gold, gold_links
from engine.commands.loading import load_translator
from engine.commands.output import write_json, write_text
from engine.commands.progress import ProgressBar
from engine.commands.text_input import read_lines
from engine.config import DecodeConfig
from engine.evaluation.alignment import GoldLinks, LinkRule, alignment_scores
from engine.evaluation.comparison import ReferenceSet
from engine.evaluation.forced_pairs import Pair, aligned_pair, force_pairs, require_attention
from engine.evaluation.hints import hints
from engine.evaluation.link_files import Convention
from engine.evaluation.metrics import bleu, chrf, perplexity, require_parallel
from engine.text.pharaoh import Links
from engine.trace import DecodingTrace

if TYPE_CHECKING:
    from engine.translator import Translator

SUMMARY = "measure a model, or a file of translations, against references"
DETAILS = """\
The model translates the sources, and sacreBLEU scores that by BLEU and chrF; the references are scored by the
model itself: perplexity a token, end of sentence counted. With --hypotheses a file is scored in place of the
model's translations; with no --source beside it, only BLEU and chrF are measured, without a model.

--gold gives links made by hand for the same sentence pairs, in Pharaoh's or the NAACL 2003 format; the words
are what spaces and tabs separate in --source and --reference. The file's base (0 or 1) is taken from evidence
and shown; where there is none, tell it with --gold-base.

--against FILE compares with another system: each difference of BLEU and chrF with its interval and its p
from paired bootstrap resampling (Koehn 2004), and with --source BLEU by length (Bahdanau 2014, figure 2).

examples:
  python main.py evaluate --source test.en --reference test.fr
  python main.py evaluate --model rnnsearch-en-fr --source s.en --reference s.fr --gold s.links --json
  python main.py evaluate --model first --model second --beam 2 --source test.en --reference test.fr
  python main.py evaluate --hypotheses mine.fr --reference test.fr --target-language fr
  python main.py evaluate --source test.en --reference test.fr --against theirs.fr --figure lengths.svg
"""
_BLOCK = 128  # sentences translated at a time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--source", type=Path, metavar="FILE", help="source sentences, one a line (plain, .gz, .xz)"
    )
    parser.add_argument(
        "--reference", type=Path, metavar="FILE", required=True, help="their translations by people"
    )
    parser.add_argument("--hypotheses", type=Path, metavar="FILE", help="translations to score")
    add_against(parser)
    add_gold(parser)
    parser.add_argument(
        "--target-language", metavar="CODE", help="chooses BLEU's tokenizer; default: the model's"
    )
    add_model(parser)
    add_beam(parser)
    add_link_rule(parser)
    add_json(parser, "the result")


def run(options: argparse.Namespace) -> None:
    """Measure and write; raises EngineError and UsageError."""
    if options.source is None and options.hypotheses is None:
        raise UsageError("give --source to have it translated, or --hypotheses to have them scored")
    if options.source is None and any((options.gold, options.model, options.figure)):
        raise UsageError("--model, --gold and --figure need --source")
    require_place(options.figure)
    result = _measure_file(options) if options.source is None else _measure_model(options)
    if options.json:
        write_json(result)
    else:
        write_text("\n".join(_in_words(result)))


def _measure_file(options: argparse.Namespace) -> dict[str, Any]:
    hypotheses, references = read_lines(options.hypotheses), read_lines(options.reference)
    rivals = read_rivals(options, references)
    scores = _scores(hypotheses, references, options.target_language or "")
    reference_set = ReferenceSet(None, references, options.target_language or "")
    if rivals:
        systems = {str(options.hypotheses): hypotheses} | rivals
        scores["comparison"] = comparison(systems, reference_set, None)
    return scores


def _measure_model(options: argparse.Namespace) -> dict[str, Any]:
    pairs = read_pairs(options.source, options.reference)
    references = [target for _, target in pairs]
    hypotheses = read_lines(options.hypotheses) if options.hypotheses else None
    require_parallel(references if hypotheses is None else hypotheses, [references])
    rivals = read_rivals(options, references)
    gold = gold_links(options, pairs)
    rule = link_rule(options)
    translator = load_translator(options)
    if gold is not None:
        require_attention(translator, rule)
    forced = _force(translator, pairs)
    result = {"model": translator.name, **_perplexity(forced)}
    if gold is not None:
        found = [
            aligned_pair(translator, pair, trace, rule).links
            for pair, trace in zip(pairs, forced, strict=True)
        ]
        result |= _alignment(found, *gold, rule)
    if hypotheses is None:
        hypotheses = _translate(
            translator, [source for source, _ in pairs], DecodeConfig(beam_size=options.beam)
        )
        result["beam"] = options.beam
    language = options.target_language or translator.target.segmenter.language
    name = str(options.hypotheses or translator.name)
    reference_set = ReferenceSet([source for source, _ in pairs], references, language)
    result |= _scores(hypotheses, references, language)
    if rivals or options.figure:
        result["comparison"] = comparison({name: hypotheses} | rivals, reference_set, options.figure)
    return result


def _alignment(
    found: Sequence[Links], gold: Sequence[GoldLinks], convention: Convention, rule: LinkRule
) -> dict[str, Any]:
    scores = asdict(alignment_scores(found, gold))
    return {"aer": scores.pop("error_rate"), **scores, "rule": str(rule), "gold": asdict(convention)}


def _force(translator: "Translator", pairs: Sequence[Pair]) -> list[DecodingTrace | None]:
    with ProgressBar("Scoring", len(pairs)) as progress:
        return force_pairs(translator, pairs, progress.update)


def _translate(translator: "Translator", sources: Sequence[str], config: DecodeConfig) -> list[str]:
    texts: list[str] = []
    with ProgressBar("Translating", len(sources)) as progress:
        for start in range(0, len(sources), _BLOCK):
            traces = translator.translate_all(sources[start : start + _BLOCK], config)
            texts.extend(trace.best().text for trace in traces)
            progress.update(len(texts))
    return texts


def _perplexity(forced: Sequence[DecodingTrace | None]) -> dict[str, Any]:
    scored = [trace for trace in forced if trace is not None]
    result = perplexity(scored)
    return {
        "perplexity": result.value,
        "negative_log_probability": result.negative_log_probability,
        "target_tokens": result.tokens,
        "blank_pairs": len(forced) - len(scored),
    }


def _scores(hypotheses: Sequence[str], references: Sequence[str], language: str) -> dict[str, Any]:
    bleu_score, chrf_score = bleu(hypotheses, [references], language), chrf(hypotheses, [references])
    details = asdict(bleu_score)
    return {
        "sentences": len(hypotheses),
        "bleu": details.pop("value"),
        "bleu_signature": details.pop("signature"),
        "bleu_details": details,
        "chrf": chrf_score.value,
        "chrf_signature": chrf_score.signature,
        "hints": list(hints(hypotheses, references)),
    }


def _in_words(result: dict[str, Any]) -> list[str]:
    """The result as lines for people: each measure, and under it what it depends on."""
    lines = [
        f"{result['sentences']:,} sentences" + (f", model {result['model']}" if "model" in result else "")
    ]
    lines += _bleu_in_words(result)
    lines.append(f"chrF        {result['chrf']:.2f}   {result['chrf_signature']}")
    if "perplexity" in result:
        lines.append(
            f"perplexity  {result['perplexity']:.2f}   a token, of {result['target_tokens']:,} target tokens"
        )
    if "aer" in result:
        lines += _alignment_in_words(result)
    if "comparison" in result:
        lines += comparison_in_words(result["comparison"])
    return [*lines, *(f"hint: {hint}" for hint in result["hints"])]


def _bleu_in_words(result: dict[str, Any]) -> list[str]:
    details = result["bleu_details"]
    precisions = " / ".join(f"{value:.1f}" for value in details["precisions"])
    lengths = f"{details['hypothesis_length']:,} tokens, references {details['reference_length']:,}"
    lines = [
        f"BLEU        {result['bleu']:.2f}   {result['bleu_signature']}",
        f"            1- to 4-grams {precisions}",
        f"            brevity penalty {details['brevity_penalty']:.3f}: hypotheses have {lengths}",
        f"            tokenizer {details['tokenizer']}: {details['tokenizer_reason']}",
    ]
    return [*lines, f"            {details['note']}"] if details["note"] else lines


def _alignment_in_words(result: dict[str, Any]) -> list[str]:
    gold = result["gold"]
    parts = f"precision {result['precision']:.3f}, recall {result['recall']:.3f}, rule {result['rule']}"
    read = f"{gold['format']}, {gold['order']}, counting from {gold['base']} ({gold['evidence']})"
    return [f"AER         {result['aer']:.3f}   {parts}", f"            gold read as {read}"]
