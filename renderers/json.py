"""JSON: one compact object on one line; grep and read write one line a document."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TextIO

import orjson

from engine.models import Failure
from renderers.base import Renderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.models import (
        DoctorResult,
        ExploreResult,
        FindPathsResult,
        GrepResult,
        IndexResult,
        LibrariesResult,
        ListResult,
        OutlineResult,
        ReadResult,
        SearchResult,
        StatusResult,
    )
    from renderers.base import RenderContext

_SURROGATE = re.compile("[\ud800-\udfff]")
# JSON's own encoding escapes C0 only; the others act on a terminal all the same, and stand only inside strings.
_ACTIVE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def json_name(member: Field[Any]) -> str | None:
    """The name of a dataclass field in JSON; None if it never appears there."""
    name = member.metadata.get("json", member.name)
    return name if isinstance(name, str) else None


@cache
def _members(kind: type, *, whole: bool) -> tuple[tuple[str, str, object], ...]:
    named = ((member, json_name(member) or (member.name if whole else None)) for member in fields(kind))
    return tuple((member.name, name, member.default) for member, name in named if name is not None)


def to_json(value: object, *, whole: bool = False) -> object:
    """A value of `engine.models` as JSON types, by the rules of that module; a Failure says that it is one.

    `whole`: with the fields that never appear in JSON output, so that `renderers.from_json` loses nothing.
    """
    if isinstance(value, tuple):
        return [to_json(item, whole=whole) for item in value]
    if not is_dataclass(value):
        return value
    tree: dict[str, object] = {"status": "error"} if isinstance(value, Failure) else {}
    for attribute, name, default in _members(value.__class__, whole=whole):
        item = getattr(value, attribute)
        if default is MISSING or item != default:
            tree[name] = to_json(item, whole=whole)
    return tree


def _well_formed(tree: object) -> object:
    match tree:
        case str():
            return _SURROGATE.sub("\ufffd", tree)
        case list():
            return [_well_formed(item) for item in tree]
        case dict():
            return {_well_formed(key): _well_formed(item) for key, item in tree.items()}
        case _:
            return tree


def encode(tree: object) -> str:
    """One line of JSON that is valid UTF-8: bytes of file names that are not become U+FFFD."""
    try:
        data = orjson.dumps(tree)
    except orjson.JSONEncodeError:  # orjson refuses surrogates; looking for them beforehand would cost every answer
        data = orjson.dumps(_well_formed(tree))
    return _ACTIVE.sub(lambda match: f"\\u{ord(match[0]):04x}", data.decode())


def _fields(result: object, *, whole: bool = False) -> dict[str, object]:
    tree = to_json(result, whole=whole)
    assert isinstance(tree, dict)  # noqa: S101 - results are dataclasses
    return tree


class JsonRenderer(Renderer):
    """Spells results as JSON for programs; shapes are in docs/json.md. `whole`: with every field, as `to_json` says."""

    name: ClassVar[str] = "json"
    errors_on_stdout: ClassVar[bool] = True

    def __init__(self, *, whole: bool = False) -> None:
        self._whole = whole

    def _success(self, result: object, context: RenderContext) -> str:
        fields_of_result = _fields(result, whole=self._whole)
        return encode({"status": "success", **fields_of_result, "_meta": {"now": context.now}})

    def _each(self, entries: Iterable[object], context: RenderContext) -> Iterator[str]:
        for entry in entries:
            yield encode(_fields(entry)) if isinstance(entry, Failure) else self._success(entry, context)

    def failure(self, failure: Failure, out: TextIO) -> None:
        """Write an error object."""
        out.write(f"{encode(_fields(failure))}\n")

    def search(self, result: SearchResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def outline(self, result: OutlineResult, context: RenderContext) -> Iterable[str]:
        """One object. If every document failed it is an error: that of the first, with all of them."""
        failures = [entry for entry in result.documents if isinstance(entry, Failure)]
        if failures and len(failures) == len(result.documents):
            return [encode({**_fields(failures[0]), **_fields(result)})]
        return [self._success(result, context)]

    def grep(self, result: GrepResult, context: RenderContext) -> Iterable[str]:
        """One object a document."""
        return self._each(result.documents, context)

    def read(self, result: ReadResult, context: RenderContext) -> Iterable[str]:
        """One object a document."""
        return self._each(result.documents, context)

    def libraries(self, result: LibrariesResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def explore(self, result: ExploreResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def find_paths(self, result: FindPathsResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def documents(self, result: ListResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def index(self, result: IndexResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def status(self, result: StatusResult, context: RenderContext) -> Iterable[str]:
        """One object."""
        return [self._success(result, context)]

    def doctor(self, result: DoctorResult, context: RenderContext) -> Iterable[str]:  # noqa: ARG002 - no time
        """One object."""
        return [encode({"status": "success", **_fields(result)})]
