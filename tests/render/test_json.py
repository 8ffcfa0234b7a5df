"""JSON keeps to its published shapes, and is valid whatever it holds."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from engine.models import Failure, GrepResult, Place, ReadResult
from renderers.base import RenderContext
from renderers.field_meanings import MEANINGS
from renderers.json import JsonRenderer, encode, to_json
from renderers.schema import COMMANDS, json_reference, json_schema

ROOT = Path(__file__).parents[2]
CONTEXT = RenderContext(now="2026-05-08T14:43:14Z")


def lines(result):
    out = StringIO()
    JsonRenderer().render(result, CONTEXT, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def objects(tree):
    """Every object within a JSON value."""
    if isinstance(tree, dict):
        yield tree
    for item in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from objects(item)


def test_every_answer_has_its_shape(sample, violations):
    _, make = sample
    schema = json_schema(type(make()))
    assert [violations(schema, line) for line in lines(make())] == [[] for _ in lines(make())]


def test_shapes_reject_unknown_keys_at_every_depth(sample, violations):
    _, make = sample
    schema = json_schema(type(make()))
    for line in lines(make()):
        for target in objects(line):
            if target in (line.get("outcomes"), *(entry.get("skipped") for entry in objects(line))):
                continue  # dictionaries of counts, whose keys are data
            target["surprise"] = 1
            assert violations(schema, line), target
            del target["surprise"]


def test_shapes_reject_missing_keys(sample, violations):
    _, make = sample
    schema = json_schema(type(make()))
    for line in lines(make()):
        optional = {"hint", "doc_id"} if line["status"] == "error" else set()
        optional |= {"relaxed", "notes", "library", "author", "places", "stale", "last_run", "failed", "matches"}
        optional |= {"dry_run", "interrupted"}
        for key in line.keys() - optional:
            assert violations(schema, {name: value for name, value in line.items() if name != key}), key


def test_status_comes_first_and_the_time_last(sample):
    name, make = sample
    for line in lines(make()):
        assert next(iter(line)) == "status"
        timed = line["status"] == "success" and not name.startswith("doctor")
        assert (list(line)[-1] == "_meta") is timed
        assert ("_meta" in line) is timed


def test_a_default_is_left_out_and_its_field_rejected(make, violations):
    line = lines(make("search"))[0]
    assert "relaxed" not in line
    schema = json_schema(type(make("search")))
    assert violations(schema, line | {"relaxed": False})
    assert violations(schema, line | {"notes": []})
    assert not violations(schema, line | {"relaxed": True, "notes": ["x"]})


def test_failure_is_an_error_object(violations):
    failure = Failure(code="no_index", message='Nothing is indexed "yet".', hint="linkly index ~/Documents")
    out = StringIO()
    JsonRenderer().failure(failure, out)
    assert out.getvalue() == (
        '{"status":"error","code":"no_index","message":"Nothing is indexed \\"yet\\".",'
        '"hint":"linkly index ~/Documents"}\n'
    )
    assert violations(json_schema(Failure), json.loads(out.getvalue())) == []
    assert JsonRenderer.errors_on_stdout


def test_place_is_its_one_field():
    assert [to_json(place) for place in (Place(page=12), Place(slide=4), Place(chapter="Tides"))] == [
        {"page": 12},
        {"slide": 4},
        {"chapter": "Tides"},
    ]


@pytest.mark.parametrize("entry", ["grep", "read"])
def test_documents_are_written_as_they_come(entry, make):
    out = StringIO()
    document = next(iter(make(entry).documents))

    def documents():
        yield document
        assert out.getvalue().count("\n") == 1, "the first line is written before the second document is asked for"
        yield document

    JsonRenderer().render(GrepResult("x", documents()) if entry == "grep" else ReadResult(documents()), CONTEXT, out)
    assert out.getvalue().count("\n") == 2


def test_bytes_that_are_not_utf8_become_replacement_characters_also_in_keys():
    assert encode({"a\udcff": ["\udce9", {"b": "\ud800"}, 1]}) == '{"a\ufffd":["\ufffd",{"b":"\ufffd"},1]}'


def test_characters_that_act_on_terminals_are_escaped_and_survive():
    text = "\x00\x1b\x7f\x9b\u061c\u200e\u2028\u202e\u2066é潮"
    line = encode({"text": text})
    assert line == '{"text":"\\u0000\\u001b\\u007f\\u009b\\u061c\\u200e\\u2028\\u202e\\u2066é潮"}'
    assert json.loads(line) == {"text": text}


def test_the_reference_is_the_generated_one():
    assert (ROOT / "docs/json.md").read_text(encoding="utf-8") == json_reference(), "run: python -m renderers.schema"


def test_every_meaning_is_used():
    reference = json_reference()
    assert [text for text in MEANINGS.values() if f"| {text}" not in reference] == []


def test_the_reference_has_every_command_and_no_dangling_link():
    reference = json_reference()
    headings = {line.lstrip("# ").lower() for line in reference.splitlines() if line.startswith("#")}
    assert headings >= COMMANDS.keys()
    links = {part.partition(")")[0] for part in reference.split("](#")[1:]}
    assert links <= headings
