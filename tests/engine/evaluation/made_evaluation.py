"""A small evaluation of three systems without networks, with gold links."""

from pathlib import Path

from engine.evaluation.alignment import GoldLinks
from engine.evaluation.evaluation import Evaluation, evaluation_of
from engine.evaluation.measuring import measure_system
from engine.evaluation.system import system_of
from engine.evaluation.test_set import TestSet
from tests.engine.backwards import BackwardsTranslator
from tests.engine.evaluation.made_systems import made_references, spoiled


def made_evaluation(work: Path) -> Evaluation:
    """Of 30 sentences. work: a folder for what is under way."""
    sources = made_references(30)
    references = [" ".join(word[::-1] for word in line.split()) for line in spoiled(sources, 0.2, 3)]
    gold = tuple(GoldLinks(frozenset({(0, 0)})) for _ in sources)
    test_set = TestSet("made & <odd>", tuple(sources), tuple(references), "", gold, "Pharaoh, from 0")
    systems = []
    for name, beam in (("first_one", 1), ("first_one", 12), ("second", 1)):
        translator = BackwardsTranslator(attention=name != "second")
        translator.name, translator.fingerprint = name, name * 3
        systems.append((system_of(translator, beam), measure_system(translator, beam, test_set, work)))
    return evaluation_of(test_set, systems)
