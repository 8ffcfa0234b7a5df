"""Values to JSON and back: the inverse of the encoder, for every kind of result there is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.models import (
    DocumentMatches,
    DocumentText,
    Failure,
    FindPathsResult,
    GrepResult,
    OutlineNode,
    ReadResult,
    Result,
    SearchResult,
)
from renderers.from_json import ShapeError, failure_from_json, from_json
from renderers.json import encode, to_json

KINDS = [kind for kind in get_args(Result) if kind not in {GrepResult, ReadResult}] + [DocumentMatches, DocumentText]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
SCALARS = {str: TEXTS, int: st.integers(0, 2**31), bool: st.booleans(), NoneType: st.none(),
           float: st.floats(0, 1e6)}  # fmt: skip


def strategy(hint: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    if hint in SCALARS:
        return SCALARS[hint]
    if isinstance(hint, UnionType) or get_origin(hint) is Union:
        return st.one_of([strategy(option, depth) for option in get_args(hint)])
    if get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        return st.just(()) if depth > 3 else st.lists(strategy(get_args(hint)[0], depth + 1), max_size=2).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*(strategy(item, depth) for item in get_args(hint)))
    if get_origin(hint) is dict:
        return st.dictionaries(TEXTS, strategy(get_args(hint)[1], depth), max_size=2)
    if issubclass(hint, StrEnum):
        return st.sampled_from(hint)
    assert is_dataclass(hint)
    return st.deferred(lambda: values(hint, depth + 1))


def values(kind: type, depth: int = 0) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind, localns={"Iterable": Iterable})
    return st.fixed_dictionaries(
        {field.name: strategy(hints[field.name], depth) for field in fields(kind) if field.default is MISSING},
        optional={f.name: strategy(hints[f.name], depth) for f in fields(kind) if f.default is not MISSING},
    ).map(lambda given: kind(**given))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_encoded_whole_comes_back(kind: type):
    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(values(kind))
    def check(value: Any) -> None:
        tree = json.loads(encode(to_json(value, whole=True)))
        assert from_json(kind, tree) == value
        assert from_json(kind, {**tree, "a_later_field": 1, "_meta": {}}) == value

    check()


def test_without_whole_the_fields_json_leaves_out_have_their_defaults():
    found = FindPathsResult(total_files=1, truncated=False, directories=(), total_directories=7)
    tree = to_json(found)
    assert "total_directories" not in tree
    assert from_json(FindPathsResult, tree).total_directories == 0
    assert from_json(FindPathsResult, to_json(found, whole=True)) == found


def test_errors_come_back():
    failure = Failure(code="usage", message="no", doc_id="7")
    assert failure_from_json(to_json(failure)) == failure
    assert failure_from_json({"status": "success"}) is None


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        (SearchResult, {"total": "3"}, "SearchResult.total is str instead of int"),
        (SearchResult, {"total": True}, "SearchResult.total is bool instead of int"),
        (SearchResult, {"mode": "psychic"}, "SearchResult.mode has a word that is unknown here: psychic"),
        (SearchResult, {"results": {}}, "SearchResult.results is dict instead of list"),
        (SearchResult, {"results": [{}]}, r"SearchResult.results\[\] lacks doc_id"),
        (SearchResult, {"query": None}, "SearchResult.query is NoneType instead of str"),
        (SearchResult, {"total": 2**63}, "SearchResult.total is an integer beyond 64 bits"),
        (SearchResult, {"mode": "p" * 99}, "unknown here: p{40}$"),
        (OutlineNode, {"children": [[]]}, r"OutlineNode.children\[\] is list instead of dict"),
    ],
)
def test_other_shapes_are_refused_with_their_place(kind: type, change: dict[str, Any], message: str):
    good = {
        SearchResult: {"query": "x", "mode": "keyword", "total": 0, "results": []},
        OutlineNode: {"id": "1", "title": "x", "level": 1, "start_line": 1, "end_line": 1},
    }[kind]
    from_json(kind, good)
    with pytest.raises(ShapeError, match=message):
        from_json(kind, {**good, **change})


def test_pairs_have_two_items():
    tree = {"line_number": 1, "content": "x", "is_match": True, "spans": [[1, 2, 3]]}
    good = {"doc_id": "1", "title": "x", "path": "/x", "pattern": "x", "total_matches": 1, "matches": [tree]}
    with pytest.raises(ShapeError, match="has 3 items instead of 2"):
        from_json(DocumentMatches, good)
