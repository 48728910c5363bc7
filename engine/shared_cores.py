"""How processes that compute wait for work: asleep, for the window lives on the same cores.

OpenMP's threads spin by default, which takes from the window, from a run and from the engine process whenever
two of them work: a translation of 40 ms then took up to seconds on two cores beside a run.
"""

from collections.abc import Mapping

VARIABLE = "OMP_WAIT_POLICY"


def sharing_cores(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with that wish; one that says something about it already keeps it."""
    return {VARIABLE: "PASSIVE", **environment}
