"""Frozen values that cost little to define.

`dataclasses.dataclass` compiles up to six methods for each class, about a millisecond on Python 3.11. With sixty
classes that is half of what importing typer takes, at every start. `value` leaves the fields, slots and keyword-only
order to it and inherits the methods instead, so `fields`, `replace` and `asdict` of `dataclasses` work as usual.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Iterator

_T = TypeVar("_T")


class Value:
    """Base of the classes `value` decorates: equal by their fields, hashable, and not to be changed."""

    __slots__ = ()

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - fields have any type
        for spec in fields(self):  # type: ignore[arg-type]
            if spec.name in given:
                content = given.pop(spec.name)
            elif spec.default is not MISSING:
                content = spec.default
            elif spec.default_factory is not MISSING:
                content = spec.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs the keyword argument {spec.name!r}")
            object.__setattr__(self, spec.name, content)
        if given:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(given))!r}")
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the fields, or bring them into form with `object.__setattr__`."""

    def _items(self) -> Iterator[tuple[str, Any]]:
        return ((spec.name, getattr(self, spec.name)) for spec in fields(self))  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={content!r}' for name, content in self._items())})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value) or type(other) is not type(self):
            return NotImplemented
        return tuple(self._items()) == tuple(other._items())

    def __hash__(self) -> int:
        return hash((type(self), *self._items()))

    def __setattr__(self, name: str, content: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True, field_specifiers=(field,))
def value(cls: type[_T]) -> type[_T]:
    """Make a subclass of `Value` a frozen, slotted, keyword-only dataclass."""
    return dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)(cls)
