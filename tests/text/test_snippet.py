"""Snippets: the passage, its limits, and its lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.analyse import analyse
from engine.text.query import parse_query
from engine.text.snippet import MAX_SNIPPET, SnippetSpan, best_snippet, leading_snippet

FILLER = "Nothing of interest is said on this line of the text.\n" * 50


def snippet(text: str, query: str) -> SnippetSpan | None:
    return best_snippet(text, parse_query(query))


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_passage_with_most_terms_wins() -> None:
    text = (
        f"{FILLER}The ferry sails.\n{FILLER}High water at noon on the quay; the ferry leaves\nan hour before.\n{FILLER}"
    )
    found = snippet(text, "ferry noon quay")
    assert found is not None
    assert "High water at noon on the quay; the ferry leaves\nan hour before." in found.text
    line = text.split("\n").index("High water at noon on the quay; the ferry leaves") + 1
    assert found.lines[0] <= line < found.lines[1]


@pytest.mark.parametrize(
    ("text", "query", "shown"),
    [
        ("Die Fähre und das CAFÉ", "cafe", "Die Fähre und das CAFÉ"),
        ("Le cafe est la", "café", "Le cafe est la"),
        ("she was happy there", "happiness", "she was happy there"),
        ("第一行\n重跑gen-itgc后", "重跑", "第一行\n重跑gen-itgc后"),
        ("def readFile(name):", "file", "def readFile(name):"),
        ("İzmir and the quay", "quay", "İzmir and the quay"),
        ("written in C++ today", "C++", "written in C++ today"),
        ("Москва река", "москве", "Москва река"),
    ],
)
def test_terms_are_found_in_other_spellings(text: str, query: str, shown: str) -> None:
    assert snippet(text, query) == SnippetSpan(shown, (1, text.count("\n") + 1))


@pytest.mark.parametrize(("text", "query"), [("ferry", "quay"), ("", "quay"), ("ferry", "!"), ("requay", "quay")])
def test_no_term_no_snippet(text: str, query: str) -> None:
    assert snippet(text, query) is None


def test_white_space_is_collapsed() -> None:
    assert leading_snippet("\n\n  one\t two \n \n three\n") == SnippetSpan("one two\nthree", (3, 5))
    assert leading_snippet(" \n\t\n") is None


def test_one_long_line_is_cut_between_words() -> None:
    text = "lorem " * 500 + "quay " + "ipsum " * 500
    found = snippet(text, "quay")
    assert found is not None
    assert len(found.text) <= MAX_SNIPPET
    assert set(found.text.split()) == {"lorem", "quay", "ipsum"}
    assert found.lines == (1, 1)


@given(st.lists(st.sampled_from(["ferry", "quay", "noon", "a", ".", "\n", "\n\n", "  ", "重跑", "Fähre", "x" * 400])))
def test_a_snippet_is_a_passage_of_its_lines(pieces: list[str]) -> None:
    text = " ".join(pieces)
    for found in (snippet(text, "quay noon 重跑"), leading_snippet(text)):
        if found is not None:
            assert 0 < len(found.text) <= MAX_SNIPPET
            lines = text.split("\n")[found.lines[0] - 1 : found.lines[1]]
            assert words(found.text) in words("\n".join(lines))
            assert lines[0].strip()
            assert lines[-1].strip()
    has_term = {"quay", "noon", "重跑"} & set(analyse(text).terms)
    assert (snippet(text, "quay noon 重跑") is not None) == bool(has_term)


def test_front_matter_does_not_lead() -> None:
    span = leading_snippet("---\ntitle: Tides\n---\n\nHigh water at noon.\n")
    assert span == SnippetSpan("High water at noon.", (5, 5))
    assert leading_snippet("---\ntitle: Tides\n---\n") is not None
    assert leading_snippet("---\nno end of it") == SnippetSpan("---\nno end of it", (1, 2))
