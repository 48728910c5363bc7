"""What has to be said in words about a source text, a translation, or a request under way."""

from engine.text.vocabulary import EOS, EOS_ID, UNK, UNK_ID
from engine.trace import DecodingTrace, Hypothesis
from explorer.views.tokens import WORD_START
from explorer.workspace import Translation

ATTENTION_CAVEAT = "The weights say where the model looked, not why it chose the word."
LONG_SOURCE = 50  # tokens: the longest sentences that the papers' models and the presets are trained on


def source_note(text: str) -> str:
    """What is special about this text before it is translated; mostly nothing."""
    if not text.strip():
        return "The source is empty: type a sentence, then press Enter."
    typed = [symbol for symbol in (EOS, UNK) if symbol in text]
    if typed:
        return f"{typed[0]} is read as typed text; the program adds the special symbols by itself."
    return ""


def trace_note(trace: DecodingTrace, hypothesis: Hypothesis) -> str:
    """What has to be known to read this translation rightly; mostly nothing."""
    tokens = zip(trace.source_tokens, trace.source_ids.tolist(), strict=True)
    written = [(token, number) for token, number in tokens if number != EOS_ID]
    words = [number for token, number in written if token.strip(WORD_START)]  # a space alone is none
    unknown = words.count(UNK_ID)
    notes = []
    if words and unknown == len(words):
        notes.append(
            "The model knows no word of this source; it sees only the unknown word, so it can only guess."
        )
    elif unknown:
        notes.append(f"{unknown} of {len(words)} source tokens are unknown to the model.")
    if len(written) > LONG_SOURCE:
        notes.append(
            f"{len(written)} source tokens: models trained on up to {LONG_SOURCE} often lose their way."
        )
    if not hypothesis.finished:
        notes.append(
            f"Cut at the limit of {len(hypothesis.tokens)} target tokens, before an end of sentence."
        )
    return " ".join(notes)


def progress_words(translation: Translation, engine_state: str) -> str:
    """How far the request has come; empty when there is nothing to wait for."""
    match translation.progress:
        case "waiting" if engine_state != "ready":
            return "Starting the engine …"
        case "waiting":
            return "Waiting …"
        case "loading":
            name = translation.model.name if translation.model else "the model"
            return f"Loading {name} …"
        case "decoding":
            return f"Translating … step {translation.steps}"
        case "done" | "cancelled" | "failed" if translation.is_of_another_sentence:
            return "Not translated yet"
        case "cancelled":
            return "Cancelled"
        case "done" if translation.trace is not None and "seconds" in translation.trace.meta:
            return f"Translated in {translation.trace.meta['seconds']:.2f} s"
    return ""
