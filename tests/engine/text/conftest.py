"""Small sides of both kinds, learned once from made-up sentences."""

import pytest

from engine.text.language_side import LanguageSide, train_side

SENTENCES = [
    "L'eau du lac est froide, mais la rivière est tiède.",
    "Le boulanger ouvre sa porte à six heures du matin.",
    "Aujourd'hui, la voisine n'a pas vu son petit chat gris.",
    "Où est la clé de l'armoire ? Elle est sous le tapis !",
    "« Venez vite », dit-il : le train part à 18 h.",
    "Trois enfants jouent près de l'église du village.",
]


@pytest.fixture(scope="session", params=["sentencepiece", "words"])
def side(request: pytest.FixtureRequest) -> LanguageSide:
    return train_side(SENTENCES, request.param, 70, "fr")


@pytest.fixture(scope="session")
def subwords() -> LanguageSide:
    return train_side(SENTENCES, "sentencepiece", 90, "fr")


@pytest.fixture(scope="session")
def words() -> LanguageSide:
    return train_side(SENTENCES, "words", 70, "fr")
