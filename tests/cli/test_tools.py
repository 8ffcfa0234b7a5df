"""The seven tools, `list` and `status`: whole outputs in Markdown and JSON, and every option."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from harness import Linkly, Ran

HARBOUR, FERRY, BRIEF = "notes/harbour.md", "notes/2025/ferry.txt", "letters/brief.html"
Golden = Callable[[str, Ran], None]
Ids = dict[str, str]


def paths(ran: Ran) -> list[str]:
    """The documents of a JSON answer, by file name."""
    body = ran.json
    return [entry["path"].rpartition("/")[2] for entry in body.get("results", body.get("documents"))]


COMMANDS = {
    "search": ["search", "ferry tide"],
    "search-explain": ["search", "quay", "--explain", "--limit", "1"],
    "search-phrase": ["search", '"spring tide"'],
    "search-relaxed": ["search", '"tide spring"'],
    "search-nothing": ["search", "qqzzxv"],
    "search-nothing-left": ["search", "ferry", "--type", "pdf"],
    "list-libraries": ["list-libraries"],
    "explore": ["explore"],
    "find-paths": ["find-paths", "--patterns", "notes,20", "--patterns", "letters"],
    "find-paths-nothing": ["find-paths", "--patterns", "nowhere"],
    "list": ["list", "--sort", "name"],
    "list-failed": ["list", "--outcome", "no_text", "--sort", "oldest"],
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("form", ["markdown", "json", "plain"])
def test_whole_output(shore: Linkly, golden: Golden, name: str, form: str) -> None:
    golden(f"{name}.{form}", shore(*COMMANDS[name], "--format", form))


@pytest.mark.parametrize("form", ["markdown", "json", "plain"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("outline", ["outline", HARBOUR, FERRY]),
        ("outline-expand", ["outline", HARBOUR, "--expand", "1.1"]),
        ("grep", ["grep", "ferry|EUR [0-9]+", HARBOUR, FERRY, "-C", "1"]),
        ("grep-count", ["grep", "-i", "FERRY", HARBOUR, FERRY, "--mode", "count"]),
        ("read", ["read", HARBOUR, FERRY, "--limit", "4"]),
        ("read-past-the-end", ["read", FERRY, "--offset", "99"]),
        ("read-with-failure", ["read", FERRY, "letters/empty.txt", "999"]),
    ],
)
def test_whole_output_by_id(
    shore: Linkly, golden: Golden, ids: Ids, name: str, arguments: list[str], form: str
) -> None:
    golden(f"{name}.{form}", shore(*(ids.get(argument, argument) for argument in arguments), "--format", form))


# --- search


def test_filters_narrow(shore: Linkly) -> None:
    assert paths(shore("search", "ferry", "--json")) == ["ferry.txt", "harbour.md"]
    assert paths(shore("search", "ferry", "--type", "MD,pdf", "--json")) == ["harbour.md"]
    assert paths(shore("search", "ferry", "--path-glob", "/notes/2025/", "--json")) == ["ferry.txt"]
    assert paths(shore("search", "ferry", "--modified-after", "2026-01-01", "--json")) == ["harbour.md"]
    assert paths(shore("search", "ferry", "--modified-before", "2025-11-05T10:30:00Z", "--json")) == ["ferry.txt"]
    assert paths(shore("search", "ferry", "--modified-before", "2025-11-05", "--json")) == []
    assert paths(shore("search", "ferry", "--library", "LIBRARY", "--json")) == ["ferry.txt", "harbour.md"]


def test_a_bare_date_as_upper_bound_is_noted(shore: Linkly) -> None:
    [note] = shore("search", "ferry", "--modified-before", "2025-11-06", "--json").json["notes"]
    assert note == "modified_before 2025-11-06 ends at 2025-11-06T00:00:00Z; later on that day is left out."


def test_equal_texts_are_one_hit_and_the_newest_that_passes_leads(shore: Linkly) -> None:
    [hit] = shore("search", "quay", "--type", "md", "--json").json["results"]
    assert (hit["path"].rpartition("/")[2], len(hit["also_at"])) == ("harbour.md", 1)
    [hit] = shore("search", "quay", "--type", "md", "--modified-before", "2026-02-15T00:00:00Z", "--json").json[
        "results"
    ]
    assert hit["path"].endswith("copy of harbour.md")
    assert "also_at" not in hit


def test_time_sort_changes_the_order_and_nothing_else(shore: Linkly) -> None:
    default, newest, oldest = (
        paths(shore("search", "ferry 潮", "--time-sort", o, "--json")) for o in ("default", "newest", "oldest")
    )
    assert newest == ["harbour.md", "ferry.txt", "潮.md"]
    assert oldest == newest[::-1]
    assert sorted(default) == sorted(newest)
    assert len(shore("search", "ferry 潮", "--time-sort", "oldest", "--limit", "2", "--json").json["results"]) == 2


def test_pages_do_not_overlap(shore: Linkly) -> None:
    whole = paths(shore("search", "ferry 潮 anchor", "--json"))
    pages = [paths(shore("search", "ferry 潮 anchor", "--limit", "1", "--offset", str(n), "--json")) for n in range(5)]
    assert [name for page in pages for name in page] == whole


@pytest.mark.parametrize("query", ["潮", "満潮", "正午です", "hochwasser", "HOCHWASSER", "Kai"])
def test_words_of_any_language(shore: Linkly, query: str) -> None:
    assert shore("search", query, "--json").json["total"] >= 1


@pytest.mark.parametrize(
    "query", ["C++", "don't", "a/b", "20.04", '"', "😀", "(", "*", "AND OR NOT", "title:x", "[a TO b]", "\\", "-x"]
)
def test_every_string_is_a_query(shore: Linkly, query: str) -> None:
    ran = shore("search", "--json", "--", query)
    assert (ran.status, ran.json["status"]) == (0, "success")


def test_a_word_can_be_excluded(shore: Linkly) -> None:
    assert paths(shore("search", "ferry -summer", "--json")) == ["harbour.md"]


def test_a_snippet_leads_to_its_lines(shore: Linkly) -> None:
    [hit] = shore("search", "floods steps", "--json").json["results"]
    first, last = hit["lines"]
    page = shore("read", hit["doc_id"], "--offset", str(first), "--limit", str(last - first + 1), "--json").json
    assert "spring tide floods" in page["content"]
    assert "spring tide floods" in hit["snippet"]


def test_a_document_without_text_is_found_by_its_name(shore: Linkly) -> None:
    [hit] = shore("search", "quay", "--type", "image", "--json").json["results"]
    assert (hit["snippet"], hit["lines"], hit["outcome"]) == (None, None, "no_text")


def test_paths_only(shore: Linkly, library: Path) -> None:
    expected = [str(library / FERRY), str(library / HARBOUR)]
    assert shore("search", "ferry", "-l").out == "".join(f"{path}\n" for path in expected)
    assert shore("search", "ferry", "-0").out == "".join(f"{path}\0" for path in expected)
    assert shore("search", "qqzzxv", "-l").out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["search", " "], "The query is empty."),
        (["search", "x\0y"], "The query contains a NUL character (U+0000), which no document text contains. Remove it."),
        (["search", "x", "--limit", "0"], "limit must be from 1 to 50, not 0."),
        (["search", "x", "--limit", "51"], "limit must be from 1 to 50, not 51."),
        (["search", "x", "--offset", "-1"], "offset must be from 0 to 2147483647, not -1."),
        (["search", "x", "--type", "xyz,pdf"], "Unknown document type(s): xyz. Supported: pdf, docx, pptx, epub, md, txt, html, image."),
        (["search", "x", "--modified-after", "x"], 'Invalid modified_after: "x". Expected 2024-01-01 or 2024-01-01T00:00:00Z.'),
        (
            ["search", "x", "--modified-after", "2025-01-02", "--modified-before", "2025-01-01"],
            'modified_after "2025-01-02" is later than modified_before "2025-01-01".',
        ),
        (["read", "1", "--limit", "501"], "limit must be from 1 to 500, not 501."),
        (["read", "1", "--offset", "0"], "offset must be from 1 to 2147483647, not 0."),
        (["read", "x"], 'Invalid document id: "x". Expected a number such as 1044.'),
        (["read", "cloud://1"], '"cloud://1" names a cloud document; only documents on this disk (local://) can be read.'),
        (["read"], "No document id given."),
        (["grep"], "No pattern given."),
        (["grep", "x"], "No document id given."),
        (["grep", "", "1"], "The pattern is empty."),
        (["grep", "x", "1", "--limit", "101"], "limit must be from 1 to 100, not 101."),
        (["grep", "x", "1", "-C", "-1"], "context must be from 0 to 100, not -1."),
        (["grep", "x", "1", "--fuzzy-whitespace", "maybe"], 'Invalid fuzzy_whitespace: "maybe". Expected true or false.'),
        (["grep", "(?=a)", "1"], None),
        (["outline", "1", "--expand", "x"], 'Invalid outline node: "x". Expected numbers such as 2 or 3.1.'),
        (["find-paths"], "No pattern given."),
        (["find-paths", "--patterns", ",".join("abcdefghijk")], "11 patterns given; at most 10 are accepted."),
        (["find-paths", "--patterns", "é" * 33], f'The pattern "{"é" * 33}" has 66 bytes; at most 64 are accepted.'),
        (["find-paths", "--patterns", "a", "--limit", "51"], "limit must be from 1 to 50, not 51."),
        (["list", "--limit", "201"], "limit must be from 1 to 200, not 201."),
        (["list", "--outcome", "bad"], None),
        (["read", "1", "-"], "- reads ids from standard input and cannot be mixed with ids as arguments."),
    ],
)  # fmt: skip
def test_a_wrong_request_is_a_usage_error(shore: Linkly, arguments: list[str], message: str | None) -> None:
    ran = shore(*arguments, "--json") if arguments[-1] != "-" else shore("--json", *arguments)
    assert (ran.status, ran.json["status"]) == (2, "error")
    assert ran.json["code"] in {"usage", "invalid_pattern"}
    assert "_meta" not in ran.json
    if message is not None:
        assert ran.json["message"] == message


def test_an_unknown_library_lists_the_names(shore: Linkly) -> None:
    for arguments in (["search", "x"], ["explore"], ["find-paths", "--patterns", "a"], ["list"]):
        ran = shore(*arguments, "--library", "Nope", "--json")
        assert (ran.status, ran.json["code"]) == (1, "library_not_found")
        assert ran.json["message"] == 'No library is called "Nope". Libraries: library.'


def test_a_misspelt_word_is_put_right(shore: Linkly) -> None:
    notes = shore("search", "Hohwasser harbuor", "--json").json["notes"]
    assert notes[0] == "Did you mean: Hochwasser, Harbour?"
    assert not any("Did you mean" in note for note in shore("search", "qqzzxv", "--json").json["notes"])


# --- outline, grep, read


def test_ids_may_carry_their_scheme(shore: Linkly, ids: Ids) -> None:
    assert shore("read", f"local://{ids[FERRY]}", "--json").json["doc_id"] == ids[FERRY]


def test_a_node_no_document_has_is_named(shore: Linkly, ids: Ids) -> None:
    ran = shore("outline", ids[HARBOUR], "--expand", "7", "--json")
    assert (ran.status, ran.json["code"]) == (1, "node_not_found")
    assert "7" in ran.json["message"]


def test_grep_before_and_after_override_context(shore: Linkly, ids: Ids) -> None:
    lines = shore("grep", "Winter", ids[FERRY], "-B", "0", "-A", "1", "--json").json["matches"]
    assert [(line["line_number"], line["is_match"]) for line in lines] == [(4, True), (5, False)]


def test_grep_pages_through_each_document(shore: Linkly, ids: Ids) -> None:
    rows = shore("grep", "e", ids[HARBOUR], ids[FERRY], "--limit", "1", "--offset", "1", "-C", "0", "--json").json_lines
    assert [[line["line_number"] for line in row["matches"]] for row in rows] == [[6], [3]]
    assert [row["total_matches"] for row in rows] == [9, 4]


def test_grep_takes_a_pattern_that_begins_with_a_dash(shore: Linkly, ids: Ids) -> None:
    assert shore("grep", "-e", "-x", ids[FERRY], "--json").json["total_matches"] == 0
    assert shore("grep", "--json", "--", "-x", ids[FERRY]).json["total_matches"] == 0
    assert "--" in shore("grep", "-x", ids[FERRY]).err


def test_grep_across_lines_when_asked(shore: Linkly, ids: Ids) -> None:
    arguments = ["grep", "hour. Winter", ids[FERRY], "--json"]
    assert shore(*arguments).json["total_matches"] == 0
    assert shore(*arguments, "--fuzzy-whitespace", "true").json["total_matches"] == 1


def test_reading_is_exact(shore: Linkly, ids: Ids, library: Path) -> None:
    page = shore("read", ids[FERRY], "--json").json
    assert page["content"] == (library / FERRY).read_text("utf-8").rstrip("\n")
    assert (page["shown_from"], page["shown_to"], page["total_lines"]) == (1, 5, 5)


def test_a_document_without_text_says_why(shore: Linkly, ids: Ids) -> None:
    for command in (["read"], ["grep", "x"]):
        ran = shore(*command, ids["pictures/quay.png"], "--json")
        assert (ran.status, ran.json["code"], ran.json["doc_id"]) == (1, "no_content", ids["pictures/quay.png"])
        assert "no_text" in ran.json["message"]


def test_several_ids_one_failing(shore: Linkly, ids: Ids) -> None:
    ran = shore("read", ids[FERRY], "999", "--json")
    assert [row["status"] for row in ran.json_lines] == ["success", "error"]
    assert ran.json_lines[1] == {
        "status": "error", "code": "document_not_found", "message": "No document has the id 999.",
        "hint": 'linkly search "words" prints ids', "doc_id": "999",
    }  # fmt: skip
    assert (ran.status, ran.err) == (0, "Warning: No document has the id 999.\n")


def test_a_malformed_id_among_several_is_its_own_error(shore: Linkly, ids: Ids) -> None:
    for command in (["read"], ["outline"], ["grep", "x"]):
        ran = shore(*command, ids[FERRY], "abc", "--json")
        assert ran.status == 0, command
        assert 'Invalid document id: \\"abc\\"' in ran.out


def test_several_ids_all_failing(shore: Linkly) -> None:
    assert shore("read", "998", "999", "--json").status == 1
    assert shore("outline", "998", "999").status == 1
    assert "_meta" not in shore("grep", "x", "998", "999", "--json").out


def test_ids_from_standard_input(shore: Linkly, ids: Ids) -> None:
    ran = shore("grep", "ferry", "-", "--json", stdin=f"{ids[HARBOUR]}\n\n  {ids[FERRY]}\n")
    assert [row["doc_id"] for row in ran.json_lines] == [ids[HARBOUR], ids[FERRY]]
    assert shore("read", "-", stdin="\n\n").status == 0
    assert shore("grep", "x", "-", "--json", stdin="").out == ""
    assert shore("read", "-", stdin="1\n" * 10_001).status == 2


# --- explore, find-paths, list, exit codes


def test_a_found_path_is_ready_for_search(shore: Linkly) -> None:
    [directory] = shore("find-paths", "--patterns", "a[1]*?", "--json").json["directories"]
    assert directory["path"].endswith("/a[1]*?")
    assert paths(shore("search", "anchor", "--path-glob", directory["path_glob"], "--json")) == ["odd.txt"]


def test_find_paths_counts_before_the_limit(shore: Linkly) -> None:
    body = shore("find-paths", "--patterns", "notes,letters", "--limit", "1", "--json").json
    assert (body["total_files"], body["truncated"], len(body["directories"])) == (5, True, 1)


def test_a_comma_in_a_pattern(shore: Linkly) -> None:
    assert shore("find-paths", "--patterns", r"x\,y", "--json").json["total_files"] == 0


def test_list_selects_and_pages(shore: Linkly, library: Path) -> None:
    assert paths(shore("list", "--path", str(library / "notes"), "--sort", "oldest", "--json")) == [
        "ferry.txt", "copy of harbour.md", "harbour.md",
    ]  # fmt: skip
    assert paths(shore("list", "--path", "library/notes/harbour.md", "--json")) == ["harbour.md"]
    assert paths(shore("list", "--type", "image", "--json")) == ["quay.png"]
    body = shore("list", "--limit", "2", "--offset", "6", "--json").json
    assert (body["total"], body["offset"], body["limit"], len(body["documents"])) == (8, 6, 2, 2)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["search", "ferry"], 0),
        (["search", "qqzzxv"], 1),
        (["search", " "], 2),
        (["grep", "ferry", HARBOUR], 0),
        (["grep", "qqzzxv", HARBOUR], 1),
        (["grep", "ferry", HARBOUR, "999"], 2),
        (["grep", "ferry", "999"], 2),
        (["find-paths", "--patterns", "notes"], 0),
        (["find-paths", "--patterns", "qqzzxv"], 1),
        (["list", "--type", "md"], 0),
        (["list", "--type", "epub"], 1),
        (["list", "--library", "nope"], 2),
    ],
)
def test_exit_code_tells_found_from_failed(shore: Linkly, ids: Ids, arguments: list[str], status: int) -> None:
    assert shore("--exit-code", *(ids.get(argument, argument) for argument in arguments)).status == status


def test_every_answer_ends_with_the_time(shore: Linkly, ids: Ids) -> None:
    commands = [
        *COMMANDS.values(),
        ["outline", ids[HARBOUR]],
        ["grep", "x", ids[FERRY]],
        ["read", ids[FERRY]],
        ["status"],
    ]
    for command in commands:
        assert shore(*command).out.endswith("\n---\n[meta] now=2026-05-08T14:43:14Z\n"), command
        assert shore(*command, "--json").json["_meta"] == {"now": "2026-05-08T14:43:14Z"}, command


def test_a_terminal_gets_no_control_characters(shore: Linkly) -> None:
    ran = shore("search", "ferry", tty=True, variables={"NO_COLOR": "1"})
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", ran.out)
    assert "\x1b[" in shore("search", "ferry", tty=True, variables={"TERM": "xterm"}).out
