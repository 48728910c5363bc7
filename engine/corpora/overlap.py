"""How much of what is kept out of a corpus is in its training part all the same, by its target side.

By its source side nothing is: a sentence that is kept out is left out of training with all its translations.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.corpora.bitext import SentencePair, sentence_key


def shared_targets(corpus: Iterable[SentencePair], kept_out: Sequence[SentencePair]) -> int:
    """How many of the pairs kept out have a target that is, whatever its case, one of training as well.

    corpus: all pairs that there are, those kept out among them; it may be a stream.
    """
    sources = {sentence_key(pair.source) for pair in kept_out}
    waiting = Counter(sentence_key(pair.target) for pair in kept_out)
    shared = 0
    for pair in corpus:
        key = sentence_key(pair.target)
        if key in waiting and sentence_key(pair.source) not in sources:
            shared += waiting.pop(key)
    return shared
