"""Links of two directions made into one set (Och & Ney 2003; Koehn et al. 2005, grow-diag-final-and).

Both sets hold links (source word, target word): those of the other direction are turned around before.
"""

from collections.abc import Callable

from engine.errors import ConfigError
from engine.evaluation.alignment import Link
from engine.text.pharaoh import Links

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def combined(forward: Links, backward: Links, how: str) -> Links:
    """The links of both directions by one of the ways of `ways`. Raises ConfigError for another."""
    if how not in _WAYS:
        raise ConfigError(f"Links cannot be combined by '{how}'.", f"Choose one of: {', '.join(_WAYS)}.")
    return _WAYS[how][0](forward, backward)


def ways() -> dict[str, str]:
    """Every way's name with what it does."""
    return {name: words for name, (_, words) in _WAYS.items()}


def turned(links: Links) -> Links:
    """The links of the other direction: source and target exchanged."""
    return frozenset((target, source) for source, target in links)


def _grow_diag(forward: Links, backward: Links) -> Links:
    """From the intersection on, neighbours that are in the union and link a word that has no link yet."""
    union = forward | backward
    found = set(forward & backward)
    grew = True
    while grew:
        grew = False
        for source, target in sorted(found):
            for step in _NEIGHBOURS:
                link = source + step[0], target + step[1]
                if link in union and link not in found and not _both_linked(link, found):
                    found.add(link)
                    grew = True
    return frozenset(found)


def _grow_diag_final_and(forward: Links, backward: Links) -> Links:
    """Then links of either direction whose words both have none yet, the forward ones first."""
    found = set(_grow_diag(forward, backward))
    for links in (forward, backward):
        for link in sorted(links):
            if not _linked(link, found, 0) and not _linked(link, found, 1):
                found.add(link)
    return frozenset(found)


def _both_linked(link: Link, found: set[Link]) -> bool:
    return _linked(link, found, 0) and _linked(link, found, 1)


def _linked(link: Link, found: set[Link], side: int) -> bool:
    return any(other[side] == link[side] for other in found)


_WAYS: dict[str, tuple[Callable[[Links, Links], Links], str]] = {
    "intersection": (lambda forward, backward: forward & backward, "links that both directions have"),
    "union": (lambda forward, backward: forward | backward, "links that either direction has"),
    "grow-diag": (
        _grow_diag,
        "the intersection and its neighbours in the union that link a word without a link",
    ),
    "grow-diag-final-and": (_grow_diag_final_and, "then links between two words that both have none"),
}
