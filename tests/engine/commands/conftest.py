"""Commands with a translator without a network in the place of the one that they would load."""

import pytest

from tests.engine.backwards import BackwardsTranslator


@pytest.fixture
def use_translator(monkeypatch):
    """Puts a translator in the place of the one that the commands would load."""

    def use(translator: BackwardsTranslator) -> BackwardsTranslator:
        for command in ("translate", "align", "evaluate"):
            monkeypatch.setattr(f"engine.commands.{command}.load_translator", lambda options: translator)
        monkeypatch.setattr("engine.commands.rescore.load_translators", lambda options: [translator])
        monkeypatch.setattr("engine.commands.compare.load_named", lambda name, device: translator)
        monkeypatch.setattr("engine.commands.compare.target_language_of", lambda name: "xx")
        return translator

    return use


@pytest.fixture
def backwards(use_translator) -> BackwardsTranslator:
    return use_translator(BackwardsTranslator())


@pytest.fixture
def without_attention(use_translator) -> BackwardsTranslator:
    return use_translator(BackwardsTranslator(attention=False))


@pytest.fixture
def standard_input(monkeypatch):
    """Gives bytes on standard input."""

    def give(data: bytes) -> None:
        import io

        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return give
