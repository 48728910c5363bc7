"""Conjugations and plurals against forms written out by hand."""

import pytest

from engine.corpora.grammar import morphology
from engine.corpora.grammar.loading import lexicon
from engine.corpora.grammar.morphology import FrenchVerb, agreed

FORMS = {
    "manger": ("mangeons", "mangions", "mangeais", "mangera", "mangé"),
    "commencer": ("commençons", "commencions", "commençais", "commencera", "commencé"),
    "acheter": ("achetons", "achetions", "achetais", "achètera", "acheté"),
    "appeler": ("appelons", "appelions", "appelais", "appellera", "appelé"),
    "préférer": ("préférons", "préférions", "préférais", "préférera", "préféré"),
    "nettoyer": ("nettoyons", "nettoyions", "nettoyais", "nettoiera", "nettoyé"),
    "envoyer": ("envoyons", "envoyions", "envoyais", "enverra", "envoyé"),
    "finir": ("finissons", "finissions", "finissais", "finira", "fini"),
    "ouvrir": ("ouvrons", "ouvrions", "ouvrais", "ouvrira", "ouvert"),
    "prendre": ("prenons", "prenions", "prenais", "prendra", "pris"),
    "peindre": ("peignons", "peignions", "peignais", "peindra", "peint"),
    "connaître": ("connaissons", "connaissions", "connaissais", "connaîtra", "connu"),
    "résoudre": ("résolvons", "résolvions", "résolvais", "résoudra", "résolu"),
    "voir": ("voyons", "voyions", "voyais", "verra", "vu"),
    "pouvoir": ("pouvons", "pouvions", "pouvais", "pourra", "pu"),
    "être": ("sommes", "étions", "étais", "sera", "été"),
    "avoir": ("avons", "avions", "avais", "aura", "eu"),
    "aller": ("allons", "allions", "allais", "ira", "allé"),
    "rire": ("rions", "riions", "riais", "rira", "ri"),
}


def conjugated() -> dict[str, FrenchVerb]:
    words = lexicon()
    verbs = [verb.french for verb in (*words.verbs, *words.modals, *words.reports)]
    return {verb.infinitive: verb for verb in (*verbs, *words.auxiliaries.values())}


@pytest.mark.parametrize("infinitive", FORMS)
def test_french_verbs(infinitive: str) -> None:
    verb = conjugated()[infinitive]
    present, imperfect = verb.form("present", 3), verb.form("imperfect", 3)
    found = (present, imperfect, verb.form("imperfect", 0), verb.form("future", 2), verb.participle)
    assert found == FORMS[infinitive]


@pytest.mark.parametrize(
    ("participle", "forms"),
    [("vu", "vu vue vus vues"), ("pris", "pris prise pris prises"), ("allé", "allé allée allés allées")],
)
def test_participles_agree(participle: str, forms: str) -> None:
    numbers = [(feminine, plural) for plural in (False, True) for feminine in (False, True)]
    assert " ".join(agreed(participle, *number) for number in numbers) == forms


def test_plurals() -> None:
    english = ("cat", "box", "fly", "day", "photo", "church", "glass")
    assert [morphology.english_plural(noun) for noun in english] == [
        "cats", "boxes", "flies", "days", "photos", "churches", "glasses",
    ]  # fmt: skip
    french = ("chat", "gâteau", "neveu", "bus", "noix", "gaz", "grise")
    assert [morphology.french_plural(noun) for noun in french] == [
        "chats", "gâteaux", "neveux", "bus", "noix", "gaz", "grises",
    ]  # fmt: skip


def test_english_verbs() -> None:
    assert [morphology.english_third_person(verb) for verb in ("go", "watch", "carry", "play")] == [
        "goes", "watches", "carries", "plays",
    ]  # fmt: skip
    assert [morphology.english_past(verb) for verb in ("open", "share", "carry", "play")] == [
        "opened", "shared", "carried", "played",
    ]  # fmt: skip
    assert [morphology.english_present_participle(verb) for verb in ("open", "share", "see", "obey")] == [
        "opening", "sharing", "seeing", "obeying",
    ]  # fmt: skip
