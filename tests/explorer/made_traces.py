"""Traces made by hand for tests of the window: small, definite, and true to every definition of a trace."""

from dataclasses import replace

import numpy as np

from engine.text.vocabulary import EOS, EOS_ID, UNK, UNK_ID
from engine.trace import FORCED, DecodingTrace, Hypothesis

ANNOTATION_SIZE = 12
UNKNOWN_WORDS = ("Zorglub",)


def made_trace(text: str, *, attention: bool = True, slots: int = 3, n_best: int = 3) -> DecodingTrace:
    """A "translation" that writes each source word in capitals; slot k writes its last word k times.

    Every slot looks with its own weights: heaviest at its own word, the rest spread by a random draw whose
    seed is the text.
    """
    words = text.split()
    positions = len(words) + 1
    steps = positions if words else 0
    draw = np.random.default_rng(len(text))
    vocabulary = _vocabulary(words, slots)
    token_ids = np.array(
        [[_token(words, vocabulary, i, k) for k in range(slots)] for i in range(steps)], np.int64
    )
    token_ids = token_ids.reshape(steps, slots)
    log_probs = (-0.1 - 0.1 * np.arange(slots) - draw.random((steps, slots))).astype(np.float32)
    energies = draw.normal(size=(steps, slots, positions)).astype(np.float32)
    energies[np.arange(steps), :, np.arange(steps)] += 3
    weights = _softmax(energies)
    annotations = draw.normal(size=(positions, ANNOTATION_SIZE)).astype(np.float32)
    contexts = weights @ annotations
    if not attention:
        contexts = np.broadcast_to(annotations[-1], contexts.shape).copy()
    scores = log_probs.cumsum(axis=0)
    ids = [UNK_ID if word in UNKNOWN_WORDS else vocabulary[word.upper()] for word in words]
    return DecodingTrace(
        source_text=text,
        source_tokens=(*(f"▁{word}" for word in words), EOS),
        source_ids=np.array([*ids, EOS_ID], np.int64),
        source_spans=_spans(text, words),
        reading_order=np.arange(positions),
        token_ids=token_ids,
        parents=np.tile(np.arange(slots), (steps, 1)),
        log_probs=log_probs,
        scores=scores,
        hypotheses=_hypotheses(token_ids, scores, vocabulary, n_best),
        energies=energies if attention else None,
        weights=weights if attention else None,
        contexts=contexts,
        annotations=annotations,
        candidate_ids=_candidate_ids(token_ids, len(vocabulary)),
        candidate_log_probs=np.stack([log_probs, log_probs - 1, log_probs - 2], axis=-1),
        candidate_tokens={number: word for word, number in vocabulary.items()},
        meta={"seconds": 0.01},
    )


def made_forced_trace(text: str, target: str, *, attention: bool = True) -> DecodingTrace:
    """The target forced on the model that would have written each source word in capitals.

    A word that it would have written itself has the probability 0.61 and is its first candidate; any other
    one has 0.02, and its first candidate is the source word in capitals (or the end of the sentence).
    """
    own = [*(word.upper() for word in text.split()), EOS]
    tokens = [*target.split(), EOS]
    wanted = [own[min(step, len(own) - 1)] for step in range(len(tokens))]
    names = list(dict.fromkeys([EOS, UNK, *own, *tokens]))
    names.sort(key=lambda name: {EOS: EOS_ID, UNK: UNK_ID}.get(name, 2))
    ids = np.array([names.index(token) for token in tokens], np.int64)
    best = np.array([names.index(token) for token in wanted], np.int64)
    is_own = ids == best
    log_probs = np.log(np.where(is_own, 0.61, 0.02)).astype(np.float32)
    scores = log_probs.cumsum()
    base = made_trace(text, attention=attention, slots=1, n_best=1)
    rows = np.minimum(np.arange(len(tokens)), max(len(base.token_ids) - 1, 0))

    def along(array: np.ndarray | None) -> np.ndarray | None:
        return None if array is None else array[rows]

    return replace(
        base,
        token_ids=ids[:, None],
        parents=np.zeros((len(tokens), 1), np.int64),
        log_probs=log_probs[:, None],
        scores=scores[:, None],
        hypotheses=(
            Hypothesis(
                end_step=len(tokens) - 1,
                end_slot=0,
                tokens=tuple(tokens),
                token_ids=tuple(ids.tolist()),
                text=target,
                score=float(scores[-1]),
                normalised_score=float(scores[-1]) / len(tokens),
                finished=True,
            ),
        ),
        energies=along(base.energies),
        weights=along(base.weights),
        contexts=along(base.contexts),
        candidate_ids=np.stack([best, (best + 1) % len(names)], axis=-1)[:, None],
        candidate_log_probs=np.log(np.tile([0.61, 0.01], (len(tokens), 1, 1))).astype(np.float32),
        candidate_tokens=dict(enumerate(names)),
        meta={"seconds": 0.01, "search": FORCED},
    )


def first_steps(trace: DecodingTrace, count: int) -> DecodingTrace:
    """What a live step holds: the first steps of the best hypothesis, alignment only, in one slot."""
    best = trace.hypotheses[0]

    def cut(array: np.ndarray | None) -> np.ndarray | None:
        return None if array is None else trace.along(array, best)[:count, None]

    scores = cut(trace.scores)
    score = float(scores[-1, 0])
    leader = Hypothesis(
        end_step=count - 1,
        end_slot=0,
        tokens=best.tokens[:count],
        token_ids=best.token_ids[:count],
        text=" ".join(best.tokens[:count]),
        score=score,
        normalised_score=score / count,
        finished=count == len(best.tokens),
    )
    return DecodingTrace(
        source_text=trace.source_text,
        source_tokens=trace.source_tokens,
        source_ids=trace.source_ids,
        source_spans=trace.source_spans,
        reading_order=trace.reading_order,
        token_ids=cut(trace.token_ids),
        parents=np.zeros((count, 1), np.int64),
        log_probs=cut(trace.log_probs),
        scores=scores,
        hypotheses=(leader,),
        energies=cut(trace.energies),
        weights=cut(trace.weights),
        candidate_tokens=trace.candidate_tokens,
        constraints=trace.constraints,
    )


def _vocabulary(words: list[str], slots: int) -> dict[str, int]:
    targets = [word.upper() * times for word in words for times in range(1, slots + 1)]
    return {
        EOS: EOS_ID,
        UNK: UNK_ID,
        **{word: number for number, word in enumerate(dict.fromkeys(targets), 2)},
    }


def _token(words: list[str], vocabulary: dict[str, int], step: int, slot: int) -> int:
    if step == len(words):
        return EOS_ID
    return vocabulary[words[step].upper() * (slot + 1 if step == len(words) - 1 else 1)]


def _softmax(energies: np.ndarray) -> np.ndarray:
    exponentials = np.exp(energies)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _spans(text: str, words: list[str]) -> tuple[tuple[int, int], ...]:
    spans, begin = [], 0
    for word in words:
        begin = text.index(word, begin)
        spans.append((begin, begin + len(word)))
        begin += len(word)
    return (*spans, (len(text), len(text)))


def _candidate_ids(token_ids: np.ndarray, size: int) -> np.ndarray:
    """The chosen token first, then two others."""
    return np.stack([token_ids, (token_ids + 1) % size, (token_ids + 2) % size], axis=-1)


def _hypotheses(
    token_ids: np.ndarray, scores: np.ndarray, vocabulary: dict[str, int], n_best: int
) -> tuple[Hypothesis, ...]:
    steps, slots = token_ids.shape
    if not steps:
        return (Hypothesis(-1, 0, (), (), "", 0.0, 0.0, True),)
    texts = {number: word for word, number in vocabulary.items()}
    ranked = sorted(range(slots), key=lambda slot: -scores[-1, slot])[:n_best]
    return tuple(
        Hypothesis(
            end_step=steps - 1,
            end_slot=slot,
            tokens=tuple(texts[number] for number in token_ids[:, slot].tolist()),
            token_ids=tuple(token_ids[:, slot].tolist()),
            text=" ".join(texts[number] for number in token_ids[:-1, slot].tolist()),
            score=float(scores[-1, slot]),
            normalised_score=float(scores[-1, slot]) / steps,
            finished=True,
        )
        for slot in ranked
    )
