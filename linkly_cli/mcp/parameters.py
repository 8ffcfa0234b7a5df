"""Parameters of tools: what a client is told of them, and what is understood when a client gets it slightly wrong.

The schemas are plain: one type each, no unions, so that every model and client can follow them. Reading is more
generous in ways the schemas do not say: a whole number for an id, an integral float for an integer, one string for an
array of one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from engine.errors import UsageError
from engine.requests import parse_choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from enum import StrEnum

Schema = dict[str, Any]
_SHOWN = 40
"""Characters of a wrong value that its error shows."""
_NUMBERS = re.compile(r"[0-9.]{1,100}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(ABC):
    """A named value of a tool call."""

    name: str
    description: str
    required: bool = False

    @property
    def schema(self) -> Schema:
        """JSON Schema of the value, with its description."""
        return {**self._shape(), "description": self.description}

    @abstractmethod
    def _shape(self) -> Schema:
        """JSON Schema of the value."""

    @abstractmethod
    def read(self, given: object) -> object:
        """The value as requests take it. Raises UsageError that says what was expected."""

    def _wrong(self, expected: str, given: object) -> UsageError:
        return UsageError(f"{self.name} must be {expected}, not {_described(given)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Parameter):
    """A string."""

    def _shape(self) -> Schema:
        return {"type": "string"}

    def read(self, given: object) -> str:
        """The string itself."""
        if isinstance(given, str):
            return given
        raise self._wrong("a string", given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Id(Parameter):
    """A string that names something by a number."""

    def _shape(self) -> Schema:
        return {"type": "string"}

    def read(self, given: object) -> str:
        """The string, or the digits of a whole number."""
        return _id(self, "a string such as 1044", given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole(Parameter):
    """An integer. The request checks the range; it is stated here for clients."""

    default: int | None = None
    low: int
    high: int | None = None

    def _shape(self) -> Schema:
        stated = {"minimum": self.low, "maximum": self.high, "default": self.default}
        return {"type": "integer", **{name: value for name, value in stated.items() if value is not None}}

    def read(self, given: object) -> int:
        """The integer."""
        if (number := _whole(given)) is not None:
            return number
        raise self._wrong("a whole number", given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch(Parameter):
    """True or false."""

    default: bool | None = None

    def _shape(self) -> Schema:
        return {"type": "boolean"} if self.default is None else {"type": "boolean", "default": self.default}

    def read(self, given: object) -> bool:
        """The truth value."""
        if isinstance(given, bool):
            return given
        raise self._wrong("true or false", given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Parameter):
    """One of a few words; the first is the default."""

    kind: type[StrEnum]

    def _shape(self) -> Schema:
        words = [str(word) for word in self.kind]
        return {"type": "string", "enum": words, "default": words[0]}

    def read(self, given: object) -> StrEnum:
        """The word, in any case."""
        if isinstance(given, str):
            return parse_choice(self.name, self.kind, given)
        raise self._wrong(f"one of {', '.join(self.kind)}", given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(Parameter):
    """An array of strings; with `ids`, whole numbers are understood too."""

    ids: bool = False
    words: tuple[str, ...] = ()

    def _shape(self) -> Schema:
        items: Schema = {"type": "string", "enum": list(self.words)} if self.words else {"type": "string"}
        return {"type": "array", "items": items, **({"minItems": 1} if self.required else {})}

    def read(self, given: object) -> tuple[str, ...]:
        """The strings. Raises UsageError for an empty array where one is required."""
        items = given if isinstance(given, list) else [given]
        if self.required and not items:
            raise UsageError(f"{self.name} is empty; give at least one.")
        return tuple(self._item(item) for item in items)

    def _item(self, item: object) -> str:
        expected = "an array of strings"
        if self.ids:
            return _id(self, expected, item)
        if isinstance(item, str):
            return item
        raise self._wrong(expected, item)


def _id(parameter: Parameter, expected: str, given: object) -> str:
    if (number := _whole(given)) is not None:
        return str(number)
    if isinstance(given, str):
        return given if _NUMBERS.fullmatch(given) else _cut(given)
    raise parameter._wrong(expected, given)  # noqa: SLF001 - of this module


def _whole(given: object) -> int | None:
    """An integer, also given as a float; not one that is too long for an error to show."""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    is_whole = isinstance(given, int) and not isinstance(given, bool) and not _is_huge(given)
    return cast("int", given) if is_whole else None


def _is_huge(given: object) -> bool:
    return isinstance(given, int | float) and abs(given) >= 10**_SHOWN and abs(given) != float("inf")


def _cut(text: str) -> str:
    return f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text


def shortened(message: str, given: Mapping[str, object]) -> str:
    """A message that quotes long strings among the arguments `given`, with those cut."""
    items = chain.from_iterable(value if isinstance(value, list) else [value] for value in given.values())
    for text in {item.strip() for item in items if isinstance(item, str)}:
        message = message.replace(text, _cut(text)) if len(text) > _SHOWN else message
    return message


def _described(given: object) -> str:
    match given:
        case bool():
            return str(given).lower()
        case None:
            return "null"
        case int() | float():
            return f"a number of more than {_SHOWN} digits" if _is_huge(given) else f"the number {_cut(str(given))}"
        case str():
            return f'the string "{_cut(given)}"'
        case list():
            return "an array"
        case _:
            return "an object"


def read_arguments(tool: str, parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Any]:
    """The values of a call by name; null is an omitted one.

    Raises UsageError for an unknown name, with the nearest known one, for a missing argument, and for a wrong type.
    """
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UsageError(
                f'Unknown argument: "{_cut(name)}". Did you mean {nearest(name, known)}?'
                f" {tool} takes: {', '.join(known)}."
            )
    values = {name: known[name].read(value) for name, value in given.items() if value is not None}
    for parameter in parameters:
        if parameter.required and parameter.name not in values:
            raise UsageError(f"{tool} needs the argument {parameter.name}: {parameter.description}")
    return values


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is spelt most like `name`."""
    return max(known, key=lambda other: SequenceMatcher(None, name[:_SHOWN].lower(), other).ratio())
