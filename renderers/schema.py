"""Shapes of the JSON output, derived from the dataclasses: JSON Schema for machines, docs/json.md for people.

`python -m renderers.schema` writes docs/json.md of the checkout this module lies in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from engine.models import (
    DoctorResult,
    DocumentMatches,
    DocumentText,
    ExploreResult,
    Failure,
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
from renderers.field_meanings import meaning
from renderers.json import json_name

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS: dict[str, type] = {
    "search": SearchResult,
    "outline": OutlineResult,
    "grep": GrepResult,
    "read": ReadResult,
    "list-libraries": LibrariesResult,
    "explore": ExploreResult,
    "find-paths": FindPathsResult,
    "list": ListResult,
    "index": IndexResult,
    "status": StatusResult,
    "doctor": DoctorResult,
}
_LINES: dict[type, type] = {GrepResult: DocumentMatches, ReadResult: DocumentText}
_SCALARS: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
_META = {
    "type": "object",
    "properties": {"now": {"type": "string"}},
    "required": ["now"],
    "additionalProperties": False,
}

Schema = dict[str, Any]


def _json_fields(kind: type) -> Iterator[tuple[str, Field[Any], object]]:
    """Name in JSON, field and type of each field that can appear there."""
    hints = get_type_hints(kind, localns={"Iterable": Iterable})
    for member in fields(kind):
        name = json_name(member)
        if name is not None:
            yield name, member, hints[member.name]


def _options(hint: object) -> tuple[object, ...]:
    return get_args(hint) if isinstance(hint, UnionType) or get_origin(hint) is Union else (hint,)


def _present(member: Field[Any], hint: object) -> tuple[object, ...]:
    """The types a field can have while it is in the JSON: a default of None keeps null out of it."""
    return tuple(option for option in _options(hint) if option is not NoneType or member.default is not None)


# --- JSON Schema ----------------------------------------------------------------------------------------------------


def _of_tuple(hint: object, found: dict[str, type]) -> Schema:
    items = get_args(hint)
    if items[-1] is Ellipsis:
        return {"type": "array", "items": _of_options(_options(items[0]), found)}
    shapes = [_of_type(item, found) for item in items]
    return {"type": "array", "prefixItems": shapes, "minItems": len(items), "maxItems": len(items)}


def _of_type(hint: object, found: dict[str, type]) -> Schema:
    if hint is NoneType:
        return {"type": "null"}
    if hint in _SCALARS:
        return {"type": _SCALARS[hint]}
    if get_origin(hint) is tuple:
        return _of_tuple(hint, found)
    if get_origin(hint) is dict:
        return {"type": "object", "additionalProperties": _of_type(get_args(hint)[1], found)}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [str(member) for member in hint]}
    if isinstance(hint, type) and is_dataclass(hint):
        found[hint.__name__] = hint
        return {"$ref": f"#/$defs/{hint.__name__}"}
    raise TypeError(f"no JSON shape for {hint!r}")


def _of_options(options: tuple[object, ...], found: dict[str, type]) -> Schema:
    shapes = [_of_type(option, found) for option in options]
    return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}


def _of_field(member: Field[Any], hint: object, found: dict[str, type]) -> Schema:
    shape = _of_options(_present(member, hint), found)
    if member.default == ():
        return {**shape, "minItems": 1}
    if member.default in {MISSING, None}:
        return shape
    return {**shape, "not": {"const": member.default}}


def _of_class(kind: type, found: dict[str, type]) -> Schema:
    """The shape of a dataclass; classes it refers to are added to `found`."""
    members = list(_json_fields(kind))
    properties = {name: _of_field(member, hint, found) for name, member, hint in members}
    required = [name for name, member, _ in members if member.default is MISSING]
    if kind is Failure:
        properties, required = {"status": {"const": "error"}, **properties}, ["status", *required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _success(kind: type, found: dict[str, type]) -> Schema:
    shape = _of_class(kind, found)
    meta = {} if kind is DoctorResult else {"_meta": _META}
    properties = {"status": {"const": "success"}, **shape["properties"], **meta}
    return {**shape, "properties": properties, "required": ["status", *shape["required"], *meta]}


def _all_failed(found: dict[str, type]) -> Schema:
    """An outline of which every document failed: the first error, and all of them."""
    failure = _of_class(Failure, found)
    documents = {"type": "array", "items": _of_type(Failure, found), "minItems": 1}
    properties = {**failure["properties"], "documents": documents}
    return {**failure, "properties": properties, "required": [*failure["required"], "documents"]}


def json_schema(result_type: type) -> Schema:
    """JSON Schema (2020-12) of one line that a command prints for this type of `engine.models.Result`, or a Failure.

    Unknown and missing keys are excluded, also in nested objects, and so are optional fields that have their default.
    """
    found: dict[str, type] = {}
    if result_type is Failure:
        root = _of_class(Failure, found)
    elif result_type in _LINES:
        root = {"anyOf": [_success(_LINES[result_type], found), _of_type(Failure, found)]}
    elif result_type is OutlineResult:
        root = {"anyOf": [_success(OutlineResult, found), _all_failed(found)]}
    else:
        root = _success(result_type, found)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **root, "$defs": _definitions(found)}


def _definitions(found: dict[str, type]) -> dict[str, Schema]:
    definitions: dict[str, Schema] = {}
    while missing := [name for name in found if name not in definitions]:
        for name in missing:
            definitions[name] = _of_class(found[name], found)
    return definitions


# --- docs/json.md ---------------------------------------------------------------------------------------------------

_INTRODUCTION = """\
# JSON output

<!-- Generated from engine/models.py by `python -m renderers.schema`. -->

With `--json` a command prints one compact object on one line; `grep` and `read` print one such line a document. It is
the only thing on standard output, errors included, and valid UTF-8 whatever the file names are: bytes that are not
UTF-8 appear as U+FFFD. Answers begin with `"status":"success"` and end with `"_meta":{"now":"2026-05-08T14:43:14Z"}`
(all but `doctor`); errors begin with `"status":"error"` and have no `_meta`.

Times are RFC 3339 UTC in whole seconds. Lines count from 1, and ranges include both ends. A field present "if set" is
left out while it has the value its meaning ends with, or none. Fields may be added, none is renamed or removed: ignore
those you do not know.
"""
_NOTES = {
    "outline": "If every document failed, the object is the error of the first, with all of them in `documents`.",
    "grep": "One object a document, or an error object in its place.",
    "read": "One object a document, or an error object in its place.",
}


def _type_name(hint: object) -> str:
    if hint is NoneType:
        return "null"
    if hint in _SCALARS:
        return _SCALARS[hint]
    if get_origin(hint) is dict:
        return f"object of {_type_name(get_args(hint)[1])}s"
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items[-1] is Ellipsis:
            return f"array of {' or '.join(map(_type_name, _options(items[0])))}"
        return f"[{', '.join(map(_type_name, items))}]"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return ", ".join(f"`{member}`" for member in hint)
    if isinstance(hint, type):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    raise TypeError(f"no name for {hint!r}")


def _presence(member: Field[Any]) -> tuple[str, str]:
    if member.default is MISSING:
        return "always", ""
    if member.default is None:
        return "if set", ""
    empty = "[]" if member.default == () else str(member.default).lower()
    return "if set", f" (else `{empty}`)"


def _rows(kind: type) -> Iterator[str]:
    yield "| field | type | present | meaning |"
    yield "|---|---|---|---|"
    if kind is Failure:
        yield "| `status` | `error` | always | marks the object as an error |"
    for name, member, hint in _json_fields(kind):
        types = " or ".join(map(_type_name, _present(member, hint)))
        present, default = _presence(member)
        yield f"| `{name}` | {types} | {present} | {meaning(kind.__name__, name)}{default} |"


def _sentence(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def json_reference() -> str:
    """The text of docs/json.md."""
    nested: dict[str, type] = {}
    blocks = [_INTRODUCTION.rstrip("\n")]
    for command, result in COMMANDS.items():
        kind = _LINES.get(result, result)
        _of_class(kind, nested)
        note = [_NOTES[command]] if command in _NOTES else []
        blocks += [f"## {command}", *note, "\n".join(_rows(kind))]
    nested.pop(Failure.__name__)
    _definitions(nested)
    blocks += ["## Failure", _sentence(Failure), "\n".join(_rows(Failure)), "## Objects within answers"]
    for name in sorted(nested):
        blocks += [f"### {name}", _sentence(nested[name]), "\n".join(_rows(nested[name]))]
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    reference = Path(__file__).parent.parent / "docs" / "json.md"
    reference.write_text(json_reference(), encoding="utf-8")
