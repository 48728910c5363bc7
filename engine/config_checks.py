"""What a number or a choice in a configuration has to be; each check raises ConfigError with words for it."""

import math

from engine.errors import ConfigError

LARGEST = 1_000_000_000  # of any number that counts something


def require(condition: bool, what: str, remedy: str) -> None:
    """Raise ConfigError with these words unless the condition holds."""
    if not condition:
        raise ConfigError(what, remedy)


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """The value has to be one of those allowed."""
    require(value in allowed, f"{name} is '{value}'.", f"It has to be one of: {', '.join(allowed)}.")


def within(name: str, value: float, least: float, most: int = LARGEST) -> None:
    """The value has to lie between these two."""
    require(value >= least, f"{name} is {value}.", f"It has to be at least {least}.")
    require(value <= most, f"{name} is {value}.", f"It has to be at most {most:,}.")


def positive(name: str, value: float) -> None:
    """The value has to be a finite number above 0."""
    require(0.0 < value < math.inf, f"{name} is {value}.", "It has to be a number greater than 0.")


def share(name: str, value: float) -> None:
    """The value has to be at least 0 and less than 1."""
    require(0.0 <= value < 1.0, f"{name} is {value}.", "It has to be at least 0 and less than 1.")


def seed(value: int) -> None:
    """The value has to be a seed of a random generator."""
    require(
        0 <= value < 1 << 63, f"The seed is {value}.", "It has to be a whole number from 0 to 2 ** 63 - 1."
    )
