"""What clients are told of the tools, what they understand, and that they say what the command line says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harness import Linkly
from linkly_cli.mcp.parameters import Whole
from linkly_cli.mcp.responder import Reply, Responder
from linkly_cli.mcp.tools import TOOLS

Ask = Callable[..., Reply]
DocId = Callable[[str], str]

PARAMETERS = {
    "search": "query* limit doc_types library path_glob modified_after modified_before time_sort output_format",
    "outline": "doc_ids* expand output_format",
    "grep": "pattern* doc_id* context before after case_insensitive output_mode limit offset fuzzy_whitespace output_format",
    "read": "doc_id* offset limit output_format",
    "list_libraries": "output_format",
    "explore": "library output_format",
    "find_paths": "patterns* library limit output_format",
}
ARRAYS = {"doc_types", "doc_ids", "expand", "patterns"}


# --- schemas --------------------------------------------------------------------------------------------------------


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
        for item in tree.values():
            yield from nodes(item)
    elif isinstance(tree, list):
        for item in tree:
            yield from nodes(item)


def test_tools_and_parameters_are_those_of_the_contract():
    assert list(TOOLS) == list(PARAMETERS)
    for name, tool in TOOLS.items():
        schema = tool.schema
        required = [word[:-1] for word in PARAMETERS[name].split() if word.endswith("*")]
        assert list(schema["properties"]) == PARAMETERS[name].replace("*", "").split()
        assert (schema["type"], schema["required"], schema["additionalProperties"]) == ("object", required, False)


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_schemas_have_no_unions_and_say_what_each_value_is(tool):
    for node in nodes(tool.schema):
        assert not node.keys() & {"anyOf", "oneOf", "allOf", "not", "$ref", "nullable"}
        assert not isinstance(node.get("type"), list)
    for name, shape in tool.schema["properties"].items():
        assert (shape["type"] == "array") == (name in ARRAYS)
        assert shape["description"].endswith(".")
    assert tool.description.endswith(".")
    assert len(tool.description) < 400


def test_stated_ranges_are_those_of_the_requests(ask: Ask):
    required = {"query": "tide", "pattern": "tide", "doc_id": "1", "patterns": ["x"]}
    for tool in TOOLS.values():
        given = {p.name: required[p.name] for p in tool.parameters if p.name in required}
        for parameter in tool.parameters:
            if not isinstance(parameter, Whole):
                continue
            below = ask(tool.name, **given, **{parameter.name: parameter.low - 1})
            assert below.failed
            assert f"{parameter.name} must be from {parameter.low} to {parameter.high}" in below.text or (
                parameter.high is None and f"{parameter.name} must be " in below.text
            )
            if parameter.high is not None:
                above = ask(tool.name, **given, **{parameter.name: parameter.high + 1})
                assert f"{parameter.name} must be from {parameter.low} to {parameter.high}" in above.text
                assert not ask(tool.name, **given, **{parameter.name: parameter.high}).failed


def test_stated_defaults_are_those_of_the_requests(ask: Ask):
    required = {"query": "tide", "pattern": "tide", "doc_id": "1", "patterns": ["minutes"], "doc_ids": ["1"]}
    for tool in TOOLS.values():
        given = {p.name: required[p.name] for p in tool.parameters if p.name in required}
        stated = {n: s["default"] for n, s in tool.schema["properties"].items() if "default" in s}
        assert ask(tool.name, **given, **stated) == ask(tool.name, **given)


# --- the same text as the command line ------------------------------------------------------------------------------


def calls(doc_id: DocId) -> list[tuple[str, dict[str, Any], list[str]]]:
    about, pdf = doc_id("about-the-association.md"), doc_id("engine-handbook.pdf")
    return [
        ("search", {"query": "engine oil"}, ["search", "engine oil"]),
        ("search", {"query": "qqzzxv"}, ["search", "qqzzxv"]),
        ("search", {"query": '"high water" -ferry', "limit": 3}, ["search", '"high water" -ferry', "--limit", "3"]),
        (
            "search",
            {"query": "the", "doc_types": ["pdf", "md"], "library": "library", "time_sort": "newest"},
            ["search", "the", "--type", "pdf,md", "--library", "library", "--time-sort", "newest"],
        ),
        (
            "search",
            {"query": "the", "path_glob": "*.pdf", "modified_after": "2001-01-01", "modified_before": "2031-01-01"},
            ["search", "the", "--path-glob", "*.pdf", "--modified-after", "2001-01-01",
             "--modified-before", "2031-01-01"],
        ),
        ("search", {"query": "the", "modified_after": "x"}, ["search", "the", "--modified-after", "x"]),
        ("search", {"query": "the", "library": "nope"}, ["search", "the", "--library", "nope"]),
        ("search", {"query": "the", "doc_types": ["xyz"]}, ["search", "the", "--type", "xyz"]),
        ("search", {"query": "the", "limit": 51}, ["search", "the", "--limit", "51"]),
        ("search", {"query": " "}, ["search", " "]),
        ("outline", {"doc_ids": [about]}, ["outline", about]),
        ("outline", {"doc_ids": [about, pdf], "expand": ["1"]}, ["outline", about, pdf, "--expand", "1"]),
        ("outline", {"doc_ids": [about, "999999"]}, ["outline", about, "999999"]),
        ("outline", {"doc_ids": ["999998", "999999"]}, ["outline", "999998", "999999"]),
        ("outline", {"doc_ids": ["999999"]}, ["outline", "999999"]),
        ("outline", {"doc_ids": [about], "expand": ["77"]}, ["outline", about, "--expand", "77"]),
        ("grep", {"pattern": "the", "doc_id": about}, ["grep", "the", about]),
        (
            "grep",
            {"pattern": "THE", "doc_id": pdf, "case_insensitive": True, "context": 1, "after": 0, "limit": 2,
             "offset": 1},
            ["grep", "THE", pdf, "-i", "-C", "1", "-A", "0", "--limit", "2", "--offset", "1"],
        ),
        (
            "grep",
            {"pattern": "the", "doc_id": about, "output_mode": "count", "fuzzy_whitespace": False, "before": 2},
            ["grep", "the", about, "--mode", "count", "--fuzzy-whitespace", "false", "-B", "2"],
        ),
        ("grep", {"pattern": "(?=x)", "doc_id": about}, ["grep", "(?=x)", about]),
        ("grep", {"pattern": "x", "doc_id": "abc"}, ["grep", "x", "abc"]),
        ("read", {"doc_id": about}, ["read", about]),
        ("read", {"doc_id": pdf, "offset": 3, "limit": 4}, ["read", pdf, "--offset", "3", "--limit", "4"]),
        ("read", {"doc_id": about, "offset": 9999}, ["read", about, "--offset", "9999"]),
        ("read", {"doc_id": "999999"}, ["read", "999999"]),
        ("read", {"doc_id": "cloud://7"}, ["read", "cloud://7"]),
        ("list_libraries", {}, ["list-libraries"]),
        ("explore", {}, ["explore"]),
        ("explore", {"library": "library"}, ["explore", "--library", "library"]),
        ("explore", {"library": "nope"}, ["explore", "--library", "nope"]),
        ("find_paths", {"patterns": ["manuals", "t"], "limit": 2}, ["find-paths", "--patterns", "manuals,t", "--limit", "2"]),
        ("find_paths", {"patterns": ["qqzzxv"]}, ["find-paths", "--patterns", "qqzzxv"]),
        ("find_paths", {"patterns": ["x"] * 11}, ["find-paths", "--patterns", ",".join(["x"] * 11)]),
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["markdown", "json"])
def test_tools_say_what_the_command_line_says(examples: Linkly, doc_id: DocId, ask: Ask, form: str):
    for tool, arguments, command in calls(doc_id):
        ran = examples(*command, "--format", form)
        reply = ask(tool, **arguments, output_format=form)
        assert reply.failed == (ran.status != 0), command
        printed = "".join(line for line in ran.err.splitlines(keepends=True) if not line.startswith("Warning: "))
        assert reply.text == (ran.out or printed), command
        assert "[meta]" not in reply.text or not reply.failed
        assert "_meta" not in reply.text or not reply.failed


# --- arguments ------------------------------------------------------------------------------------------------------


def test_null_is_an_omitted_argument(ask: Ask):
    assert ask("search", query="oil", limit=None, doc_types=None, output_format=None) == ask("search", query="oil")
    reply = ask("search", query=None)
    assert (reply.failed, reply.text.startswith("Error: search needs the argument query: ")) == (True, True)


@pytest.mark.parametrize(
    ("tool", "given", "meant"),
    [
        ("read", {"doc_id": 1}, {"doc_id": "1"}),
        ("read", {"doc_id": 1.0, "limit": 2.0}, {"doc_id": "1", "limit": 2}),
        ("read", {"doc_id": "1", "output_format": "JSON"}, {"doc_id": "1", "output_format": "json"}),
        ("outline", {"doc_ids": 1, "expand": 1}, {"doc_ids": ["1"], "expand": ["1"]}),
        ("outline", {"doc_ids": "1"}, {"doc_ids": ["1"]}),
        ("outline", {"doc_ids": [1, "2"]}, {"doc_ids": ["1", "2"]}),
        ("find_paths", {"patterns": "a,b"}, {"patterns": ["a,b"]}),
        ("search", {"query": "oil", "doc_types": "PDF"}, {"query": "oil", "doc_types": ["pdf"]}),
        ("search", {"query": "oil", "time_sort": "Newest"}, {"query": "oil", "time_sort": "newest"}),
    ],
)
def test_near_misses_are_understood(ask: Ask, tool: str, given: dict[str, Any], meant: dict[str, Any]):
    assert ask(tool, **given) == ask(tool, **meant)


@pytest.mark.parametrize(
    ("tool", "given", "message"),
    [
        ("read", {"doc_id": True}, "doc_id must be a string such as 1044, not true."),
        ("read", {"doc_id": 1.5}, "doc_id must be a string such as 1044, not the number 1.5."),
        ("read", {"doc_id": ["1"]}, "doc_id must be a string such as 1044, not an array."),
        ("read", {"doc_id": "1", "limit": "5"}, 'limit must be a whole number, not the string "5".'),
        ("read", {"doc_id": "1", "limit": 2.5}, "limit must be a whole number, not the number 2.5."),
        ("read", {"doc_id": "1", "limit": float("inf")}, "limit must be a whole number, not the number inf."),
        ("read", {"doc_id": "1", "limit": 1e300}, "limit must be a whole number, not a number of more than 40 digits."),
        ("read", {"doc_id": 10**300}, "doc_id must be a string such as 1044, not a number of more than 40 digits."),
        ("read", {"doc_id": "1", "limit": True}, "limit must be a whole number, not true."),
        ("read", {"doc_id": "1", "limit": 10**30}, f"limit must be from 1 to 500, not {10**30}."),
        ("search", {"query": 2024}, "query must be a string, not the number 2024."),
        ("search", {"query": {"a": 1}}, "query must be a string, not an object."),
        ("search", {"query": "x", "doc_types": [1]}, "doc_types must be an array of strings, not the number 1."),
        ("search", {"query": "x", "time_sort": "up"}, 'Invalid time_sort: "up". Expected one of: default, newest, oldest.'),
        ("search", {"query": "x", "output_format": "xml"}, 'Invalid output_format: "xml". Expected one of: markdown, json.'),
        ("outline", {"doc_ids": []}, "doc_ids is empty; give at least one."),
        ("outline", {"doc_ids": [None]}, "doc_ids must be an array of strings, not null."),
        ("grep", {"pattern": "x", "doc_id": "1", "case_insensitive": "yes"},
         'case_insensitive must be true or false, not the string "yes".'),
        ("read", {"doc_id": "1", "docid": "1"}, 'Unknown argument: "docid". Did you mean doc_id? read takes: doc_id, offset, limit, output_format.'),
        ("search", {"query": "x", "mode": "semantic"},
         'Unknown argument: "mode". Did you mean modified_after? search takes: query, limit, doc_types, library, path_glob, '
         "modified_after, modified_before, time_sort, output_format."),
    ],
)  # fmt: skip
def test_wrong_arguments_are_explained(ask: Ask, tool: str, given: dict[str, Any], message: str):
    assert ask(tool, **given) == Reply(f"Error: {message}\n", failed=True)
    if given.get("output_format") is None:
        as_json = json.loads(ask(tool, **given, output_format="json").text)
        assert as_json == {"status": "error", "code": "usage", "message": message}


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("read", {"doc_id": "x" * 99}),
        ("read", {"doc_id": "9" * 999}),
        ("read", {"doc_id": "1", "output_format": "x" * 99}),
        ("read", {"doc_id": "1", "x" * 99: 1}),
        ("search", {"query": "oil", "library": "x" * 99}),
        ("search", {"query": "oil", "doc_types": ["x" * 99]}),
        ("search", {"query": "oil", "modified_after": " " + "x" * 99}),
        ("outline", {"doc_ids": ["x" * 99]}),
    ],
)
def test_long_values_are_cut_where_an_error_quotes_them(ask: Ask, tool: str, given: dict[str, Any]):
    reply = ask(tool, **given)
    assert reply.failed
    assert re.search("x{40}…|9{40}…", reply.text)
    assert not re.search("x{41}|9{41}", reply.text)


def test_a_bug_behind_one_call_is_said_and_stays_there():
    def broken() -> Any:
        raise ZeroDivisionError("division by zero")

    reply = Responder(broken, lambda: None).reply(TOOLS["list_libraries"], {"output_format": "json"})
    assert (reply.failed, json.loads(reply.text)["code"]) == (True, "internal")


def test_without_an_index_the_error_says_how_to_make_one(tmp_path):
    from engine.service import Engine

    responder = Responder(lambda: Engine.open(tmp_path / "none"), lambda: None)
    reply = responder.reply(TOOLS["search"], {"query": "x", "output_format": "json"})
    assert json.loads(reply.text)["code"] == "no_index"
