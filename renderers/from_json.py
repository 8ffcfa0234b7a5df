"""The inverse of `renderers.json`: JSON objects back into the frozen values of `engine.models`, by their type hints.

Fields it does not know are passed over, because a newer linkly may have more of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.models import Failure
from renderers.json import json_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_T = TypeVar("_T")
_DEEPEST = 64
"""Arrays within arrays; what is nested deeper could not be rendered."""
_SHOWN = 40
"""Characters of a wrong value or a place that an error shows."""


class ShapeError(ValueError):
    """The JSON is not what `renderers.json` makes of a value of that type; the message names the place."""


def from_json(kind: type[_T], tree: object) -> _T:
    """The value of class `kind` that `to_json` makes `tree` of. Raises ShapeError."""
    return cast("_T", _value(kind, tree, kind.__name__))


def failure_from_json(tree: object) -> Failure | None:
    """The error that an object stands for, None if it is a success. Raises ShapeError."""
    return from_json(Failure, tree) if _is_failure(tree) else None


def _is_failure(tree: object) -> bool:
    return isinstance(tree, dict) and tree.get("status") == "error"


@cache
def _members(kind: type) -> tuple[tuple[Field[Any], str, object], ...]:
    """Each field with its name in JSON and its type."""
    hints = get_type_hints(kind, localns={"Iterable": Iterable})
    return tuple((member, json_name(member) or member.name, hints[member.name]) for member in fields(kind))


def _value(hint: Any, tree: object, place: str) -> object:  # noqa: ANN401 - type hints have many types
    if isinstance(hint, UnionType) or get_origin(hint) is Union:
        return _value(_chosen(get_args(hint), tree), tree, place)
    if get_origin(hint) in {tuple, Iterable}:
        return _items(get_args(hint), tree, place)
    if get_origin(hint) is dict:
        items = _checked(dict, tree, place).items()
        return {name: _value(get_args(hint)[1], item, f"{place}.{name}") for name, item in items}
    if is_dataclass(hint):
        return _object(cast("type", hint), _checked(dict, tree, place), place)
    if issubclass(hint, StrEnum):
        return _word(hint, tree, place)
    return _scalar(hint, tree, place)


def _chosen(options: tuple[object, ...], tree: object) -> object:
    """The one of a union that the JSON is: null, an error, or the other."""
    if tree is None and NoneType in options:
        return NoneType
    if Failure in options and _is_failure(tree):
        return Failure
    return next(option for option in options if option not in {NoneType, Failure})


def _items(hints: tuple[object, ...], tree: object, place: str) -> tuple[object, ...]:
    items = _checked(list, tree, place)
    if place.count("[]") >= _DEEPEST:
        raise ShapeError(f"{place[:_SHOWN]}… is nested more than {_DEEPEST} times")
    if len(hints) == 1 or hints[-1] is Ellipsis:
        return tuple(_value(hints[0], item, f"{place}[]") for item in items)
    if len(items) != len(hints):
        raise ShapeError(f"{place} has {len(items)} items instead of {len(hints)}")
    return tuple(_value(hint, item, f"{place}[]") for hint, item in zip(hints, items, strict=True))


def _object(kind: type, tree: Mapping[str, object], place: str) -> object:
    given = {}
    for member, name, hint in _members(kind):
        if name in tree:
            given[member.name] = _value(hint, tree[name], f"{place}.{name}")
        elif member.default is MISSING:
            raise ShapeError(f"{place} lacks {name}")
    return kind(**given)


def _word(kind: type[StrEnum], tree: object, place: str) -> StrEnum:
    try:
        return kind(_checked(str, tree, place))
    except ValueError as exc:
        raise ShapeError(f"{place} has a word that is unknown here: {str(tree)[:_SHOWN]}") from exc


def _scalar(kind: type, tree: object, place: str) -> object:
    if isinstance(tree, int) and tree.bit_length() > 63:
        raise ShapeError(f"{place} is an integer beyond 64 bits")
    if isinstance(tree, float) and not math.isfinite(tree):
        raise ShapeError(f"{place} is not a finite number")
    if kind is float and isinstance(tree, int) and not isinstance(tree, bool):
        return float(tree)
    if isinstance(tree, bool) and kind is int:
        raise ShapeError(f"{place} is bool instead of int")
    return _checked(kind, tree, place)


def _checked(kind: type[_T], tree: object, place: str) -> _T:
    if isinstance(tree, kind):
        return tree
    raise ShapeError(f"{place} is {type(tree).__name__} instead of {kind.__name__}")
