"""Nested records as plain JSON values and back, each value checked against the type of its field."""

import dataclasses
import functools
import math
import types
import typing
from enum import Enum
from typing import Any, TypeVar

from engine.errors import CheckpointError

Record = TypeVar("Record")


def to_plain(value: Any) -> Any:
    """Dataclasses, enumerations, tuples, sets and mappings as what JSON has; NaN and Inf become None."""
    if dataclasses.is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def from_plain(cls: type[Record], values: Any) -> Record:
    """The record that `to_plain` wrote. Raises CheckpointError that names what does not fit."""
    try:
        return typing.cast(Record, _value(cls, values, cls.__name__))
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        raise CheckpointError(
            f"This is no {cls.__name__} of this program: {error}.",
            "Make the file again, or take a copy of it.",
        ) from error


@functools.cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _value(hint: Any, value: Any, name: str) -> Any:
    """The value as the hint has it; raises ValueError with the name of what does not fit."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return None if value is None else _value(inner[0], value, name)
    if dataclasses.is_dataclass(hint):
        return _record(hint, value, name)
    if origin is dict:
        _require(isinstance(value, dict), name)
        return {key: _value(inner[1], item, f"{name}.{key}") for key, item in value.items()}
    if origin in (tuple, frozenset):
        return _items(origin, inner, value, name)
    if isinstance(hint, type) and issubclass(hint, Enum):
        _require(value in hint.__members__, name)
        return hint[value]
    return _leaf(hint, value, name)


def _record(hint: Any, value: Any, name: str) -> Any:
    _require(isinstance(value, dict), name)
    hints = _hints(hint)
    fields = [field for field in dataclasses.fields(hint) if field.init]
    for field in fields:
        has_default = field.default is not dataclasses.MISSING or (
            field.default_factory is not dataclasses.MISSING
        )
        _require(field.name in value or has_default, f"{name}.{field.name}")
    given = [field.name for field in fields if field.name in value]
    return hint(**{one: _value(hints[one], value[one], f"{name}.{one}") for one in given})


def _items(origin: Any, inner: tuple[Any, ...], value: Any, name: str) -> Any:
    _require(isinstance(value, list | tuple), name)
    if origin is frozenset or (len(inner) == 2 and inner[1] is ...):
        return origin(_value(inner[0], item, name) for item in value)
    _require(len(value) == len(inner), name)
    return tuple(_value(one, item, name) for one, item in zip(inner, value, strict=True))


def _leaf(hint: Any, value: Any, name: str) -> Any:
    if hint is float:
        _require(isinstance(value, int | float) and not isinstance(value, bool), name)
        return float(value)
    _require(isinstance(value, hint) and (hint is bool or not isinstance(value, bool)), name)
    return value


def _require(condition: object, name: str) -> None:
    if not condition:
        raise ValueError(f"{name} is missing or of another kind")
