"""The numbers of a translation, each with a plain sentence, its formula and the words at its extremes."""

import math

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.trace import DecodingTrace, Hypothesis
from engine.triage import AttentionMeasures, Measures, words_of_target
from engine.triage_rules import repeated_words
from explorer.number_text import number
from explorer.views.tokens import isolated
from explorer.views.triage_rows import TriageText
from explorer.views.triage_words import MANY, POSITION, STEP, TriageWords
from explorer.workspace import Selection

NONE = "\N{EN DASH}"  # where a sentence or a model has no such number


def number_texts(
    trace: DecodingTrace, hypothesis: Hypothesis, measures: Measures, words: TriageWords
) -> list[TriageText]:
    """All numbers; those of attention are told to be absent where the model has none."""
    texts = [_length(measures), *_probability(trace, hypothesis, measures, words)]
    if measures.attention is None:
        title = _told("Coverage, entropy, attention on end of sentence")
        why = _told("This model has no attention, so these numbers do not exist for it.")
        texts.append(TriageText(title, NONE, why, _told("All three are made of the weights αᵢⱼ.")))
    else:
        texts += [
            _coverage(measures.attention, words),
            _entropy(measures.attention, words),
            _source_entropy(measures.attention, words),
            _on_end(measures.attention, words),
        ]
    return [*texts, _repeated(hypothesis), _unknown(measures, words), _copied(measures)]


def _length(measures: Measures) -> TriageText:
    text = _told("Target words: {target}. Source words: {source}.")
    return TriageText(
        _told("Length ratio"),
        _shown(measures.length_ratio),
        text.format(target=measures.target_words, source=measures.source_words),
        _told("target words ÷ source words; end of sentence is not counted"),
    )


def _probability(
    trace: DecodingTrace, hypothesis: Hypothesis, measures: Measures, words: TriageWords
) -> list[TriageText]:
    told = _told("There is no token.")
    surprise = told
    if measures.perplexity is not None:
        probabilities = np.exp(trace.along(trace.log_probs, hypothesis))
        least = int(probabilities.argmin())
        told = _told("Mean over {count} tokens, end of sentence among them. Least likely:").format(
            count=len(hypothesis.tokens)
        )
        told += f" {words.link((STEP, least), float(probabilities[least]))}"
        surprise = _told("At each step as unsure as between {count} equally likely tokens.").format(
            count=_shown(measures.perplexity)
        )
    return [
        TriageText(
            _told("Log-probability per token"),
            _shown(measures.mean_log_prob),
            told,
            _told("(1 ÷ I) Σᵢ log p(yᵢ | y₁ … yᵢ₋₁, x) in nats (natural log), I tokens"),
        ),
        TriageText(
            _told("Perplexity"),
            _shown(measures.perplexity),
            surprise,
            _told("exp(−(1 ÷ I) Σᵢ log p(yᵢ | y₁ … yᵢ₋₁, x))"),
        ),
    ]


def _coverage(attention: AttentionMeasures, words: TriageWords) -> TriageText:
    covered = attention.coverage[:-1] if words.ends_with_mark else attention.coverage
    places = [
        ((POSITION, begin), float(value))
        for (begin, _), value in zip(words.groups[POSITION], covered, strict=False)
    ]
    told = _told("All the weight that each received; 1 is that of one target word.")
    links = words.links(places, MANY)
    return TriageText(
        _told("Coverage"),
        _told("{least} to {most}").format(least=number(covered.min()), most=number(covered.max()))
        if len(covered)
        else NONE,
        f"{told} {links}",
        _told(
            "Σᵢ αᵢⱼ over all target words i, end of sentence among them. The weights of a word's pieces are "
            "summed over the source and averaged over the target."
        ),
    )


def _entropy(attention: AttentionMeasures, words: TriageWords) -> TriageText:
    bits = attention.entropies
    most, least = int(bits.argmax()), int(bits.argmin())
    told = _told("Mean of all steps; at most {most} bits, which is log₂ J. Most spread: {spread}. Sharpest:")
    text = told.format(most=number(attention.most_bits), spread=words.link((STEP, most), float(bits[most])))
    return TriageText(
        _told("Entropy of the attention"),
        _told("{bits} bits").format(bits=number(bits.mean())),
        f"{text} {words.link((STEP, least), float(bits[least]))}",
        _told("Hᵢ = −Σⱼ αᵢⱼ log₂ αᵢⱼ for each step i, over J source positions, end of sentence among them"),
    )


def _source_entropy(attention: AttentionMeasures, words: TriageWords) -> TriageText:
    bits = attention.source_entropies
    known = bits[~np.isnan(bits)]
    most = int(np.nanargmax(bits))
    told = _told("How the weight of a source position is shared among the steps; mean. Most spread:")
    return TriageText(
        _told("Entropy seen from the source"),
        _told("{bits} bits").format(bits=number(known.mean())),
        f"{told} {words.link((POSITION, most), float(bits[most]))}",
        _told("Hⱼ = −Σᵢ pᵢⱼ log₂ pᵢⱼ with pᵢⱼ = αᵢⱼ ÷ Σᵢ αᵢⱼ; at most log₂ I for I steps"),
    )


def _on_end(attention: AttentionMeasures, words: TriageWords) -> TriageText:
    told = _told("Mean weight of the source's end while a word is written:")
    last = words.groups[POSITION][-1][0]
    known = attention.on_end is not None
    return TriageText(
        _told("Attention on end of sentence"),
        _shown(attention.on_end),
        f"{told} {words.link((POSITION, last))}" if known else _told("There is no such word or no end."),
        _told("mean over i of αᵢJ, without the step that writes end of sentence"),
    )


def _repeated(hypothesis: Hypothesis) -> TriageText:
    target = words_of_target(hypothesis)
    told = _told("Of {count} target words, those in a phrase that has stood before.")
    return TriageText(
        _told("Repeated words"),
        str(len(repeated_words(target))),
        told.format(count=len(target)),
        _told("phrases of 1 to 4 words right behind themselves, and of 3 words anywhere after themselves"),
    )


def _unknown(measures: Measures, words: TriageWords) -> TriageText:
    places = [(POSITION, position) for position in measures.unknown_positions]
    places += [(STEP, step) for step in measures.unknown_steps]
    told = _told("In the source: {source}. In the translation: {target}.").format(
        source=len(measures.unknown_positions), target=len(measures.unknown_steps)
    )
    links = words.links([(place, None) for place in places])
    return TriageText(
        _told("Unknown words"),
        str(len(places)),
        f"{told} {links}".strip(),
        _told("tokens that are read or written as the unknown word"),
    )


def _copied(measures: Measures) -> TriageText:
    return TriageText(
        _told("Copied words"),
        _shown(measures.copied),
        _told("Share of the target words that stand in the source in the same letters."),
        _told("copied ÷ target words with a letter; each source word counts once, capitals do not matter"),
    )


def selected_text(
    trace: DecodingTrace,
    hypothesis: Hypothesis,
    measures: Measures,
    words: TriageWords,
    selection: Selection,
) -> str:
    """What is known of the step and of the source position that are selected."""
    parts = []
    step, position, attention = selection.step, selection.position, measures.attention
    if step < len(hypothesis.tokens):
        probability = math.exp(trace.along(trace.log_probs, hypothesis)[step])
        told = _told("{word}: probability {number}")
        parts.append(told.format(word=isolated(words.label((STEP, step))), number=number(probability)))
        if attention is not None:
            told = _told("entropy {number} bits")
            parts[-1] += ", " + told.format(number=number(attention.entropies[step]))
    if position is not None and attention is not None:
        place = (POSITION, position)
        told = _told("{word}: coverage {number}")
        covered = number(attention.coverage[words.index(place)])
        parts.append(told.format(word=isolated(words.label(place)), number=covered))
    return "   ".join(parts)


def _shown(value: float | None) -> str:
    if value is None:
        return NONE
    return number(value) if math.isfinite(value) else "\N{INFINITY}"


def _told(text: str) -> str:
    return QCoreApplication.translate("Triage", text)
