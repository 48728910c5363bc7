"""From corpus files to what training reads: ids for train, text for dev and test, and both vocabularies.

What is prepared is kept on disk (engine.corpora.prepared_cache) and mapped, not read, from then on.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.config import BUILT_IN, CorpusConfig, to_json
from engine.corpora.bitext import SentencePair
from engine.corpora.building import Progress, Sides, build
from engine.corpora.prepared_cache import entry_name, find_entry, keep_entry, working_folder
from engine.corpora.report import ImportReport
from engine.corpora.sources import fingerprints
from engine.corpora.token_store import FORMAT, TokenPairs, open_store
from engine.errors import CorpusError, VocabularyError
from engine.runs.layout import CACHE_VARIABLE, cache_home
from engine.runs.publishing import is_full
from engine.text.description import fingerprint_of
from engine.text.language_side import LanguageSide, load_sides, save_sides


@dataclass(frozen=True)
class PreparedCorpus:
    """A corpus ready for training.

    train: the ids of each training pair, end of sentence included, mapped from disk.
    dev, test: the pairs kept out, as text. fingerprints: see `engine.corpora.sources.fingerprints`.
    joined: how many of the training pairs, the last ones, were made by joining others.
    """

    train: TokenPairs
    dev: tuple[SentencePair, ...]
    test: tuple[SentencePair, ...]
    source: LanguageSide
    target: LanguageSide
    report: ImportReport
    fingerprints: dict[str, str]
    joined: int


def prepare(config: CorpusConfig, progress: Progress, sides: Sides | None = None) -> PreparedCorpus:
    """Read, split, segment, encode, filter by length and join, as the configuration says.

    Vocabularies and segmenters are learned from the training part only, or are `sides` where given (resume);
    the same files, configuration and sides give the same corpus, which is made once and found again.
    Words are counted in all of the training part; subwords are learned from it where it is small, and from a
    fair sample of about 800,000 pairs otherwise. Raises CorpusError and VocabularyError.
    """
    if not config.train and config.grammar is None:
        raise CorpusError(
            "No corpus file was given to train on.",
            "Choose a TSV file, a pair of Moses files or the built-in corpus.",
        )
    progress("Reading the corpus", 0.0)
    known = fingerprints(config)
    recipe = _recipe(config, known)
    try:
        sides = sides or _known_sides(recipe)
        folder = find_entry(_tokens_name(recipe, sides)) if sides else None
        if sides is None or folder is None:
            sides, folder = _make(config, recipe, sides, progress)
        train, details = open_store(folder)
    except OSError as error:
        raise _disk_error(error) from error
    progress("Corpus ready", 1.0)
    return PreparedCorpus(
        train=train,
        dev=tuple(SentencePair(*values) for values in details["dev"]),
        test=tuple(SentencePair(*values) for values in details["test"]),
        source=sides[0],
        target=sides[1],
        report=ImportReport.from_json(details["report"]),
        fingerprints=known,
        joined=details["joined"],
    )


def _recipe(config: CorpusConfig, known: dict[str, str]) -> dict[str, Any]:
    """All that decides what becomes of a corpus, but for sides that are given; names stand in the report."""
    recipe = to_json(config)
    for role in ("train", "dev"):
        recipe[role] = [(Path(path).name, known[path]) for path in getattr(config, role)]
    recipe["links"] = known.get(config.links, "")
    recipe[BUILT_IN] = known.get(BUILT_IN)
    languages = config.source_language, config.target_language
    segmenters = [fingerprint_of(config.segmentation, language, b"") for language in languages]
    return {**recipe, "format": FORMAT, "segmenters": segmenters}


def _languages_name(recipe: dict[str, Any]) -> str:
    return entry_name("languages", recipe)


def _tokens_name(recipe: dict[str, Any], sides: Sides) -> str:
    return entry_name("tokens", {**recipe, "sides": [side.fingerprint for side in sides]})


def _known_sides(recipe: dict[str, Any]) -> Sides | None:
    """The sides that were learned from this corpus before."""
    folder = find_entry(_languages_name(recipe))
    try:
        return load_sides(folder) if folder else None
    except VocabularyError:  # removed by another process while it was read
        return None


def _make(
    config: CorpusConfig, recipe: dict[str, Any], given: Sides | None, progress: Progress
) -> tuple[Sides, Path]:
    """Prepare the corpus and keep what that gives; its sides and the folder of its tokens."""
    with working_folder() as folder:
        sides = build(config, given, folder / "tokens", progress)
        if given is None:
            save_sides(folder / "languages", *sides)
            keep_entry(folder / "languages", _languages_name(recipe))
        return sides, keep_entry(folder / "tokens", _tokens_name(recipe, sides))


def _disk_error(error: OSError) -> CorpusError:
    what = "the disk is full" if is_full(error) else error.strerror or str(error)
    return CorpusError(
        f"The prepared corpus cannot be kept in {cache_home()}: {what}.",
        f"Make room there, or name another folder in the environment variable {CACHE_VARIABLE}.",
    )
