"""Each command of README.md, and each example of a command's help, is one that the command line takes."""

import re
import shlex
from pathlib import Path

import pytest

from engine.cli import COMMANDS, build_parser
from explorer.exporting import command as export

ALL = {**COMMANDS, "export": export}
README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def commands_in(text: str) -> list[list[str]]:
    """What stands behind `main.py` in each line, without comment, pipe and redirection."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        if match := re.search(r"(?:^|\s)main\.py\s+(.*)", line):
            words = shlex.split(match[1], comments=True)
            ends = [place for place, word in enumerate(words) if word in ("<", ">", "|")]
            found.append(words[: min(ends, default=len(words))])
    return found


def in_blocks(text: str) -> str:
    return "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))


EXAMPLES = [words for module in ALL.values() for words in commands_in(module.DETAILS.split("examples:")[1])]
STARTS = [words for words in commands_in(in_blocks(README)) if words]


def test_there_are_many() -> None:
    assert len(STARTS) > 15
    assert {words[0] for words in EXAMPLES} == set(ALL)


@pytest.mark.parametrize("words", STARTS + EXAMPLES, ids=" ".join)
def test_it_is_taken(words: list[str]) -> None:
    options = build_parser(ALL).parse_args(words)
    assert options.run is ALL[words[0]].run
