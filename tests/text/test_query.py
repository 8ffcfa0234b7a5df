"""Queries: every string is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.query import parse_query


@given(st.text())
def test_every_string_is_a_query(text: str) -> None:
    query = parse_query(text)
    assert query.text == text
    assert len(set(query.terms)) == len(query.terms)
    assert query.light <= set(query.terms)
    assert all(query.phrases)
    assert all(query.excluded)


@given(st.text(alphabet='ab "-+#.\u201c', max_size=20))
def test_every_string_of_signs_is_a_query(text: str) -> None:
    assert parse_query(text).terms or not any(char in "ab" for char in text)


@pytest.mark.parametrize(
    ("text", "terms", "phrases", "excluded"),
    [
        ("tides", ("tide",), (), ()),
        ("tides tide", ("tide",), (), ()),
        ('"high water" noon', ("high", "water", "noon"), (("high", "water"),), ()),
        ("\u201chigh water\u201d", ("high", "water"), (("high", "water"),), ()),
        ('a lone " quote', ("a", "lone", "quot"), (), ()),
        ('""', (), (), ()),
        ("ferry -quay", ("ferri",), (), (("quay",),)),
        ('ferry -"old quay"', ("ferri",), (), (("old", "quay"),)),
        ("ferry -C++", ("ferri",), (), (("c++",),)),
        ("-quay", ("quay",), (), ()),
        ("-quay ferry", ("quay", "ferri"), (), ()),
        (" -quay", ("quay",), (), ()),
        ("well-known", ("well", "known", "wellknown"), (), ()),
        ("x - y", ("x", "y"), (), ()),
        ("git --force", ("git", "forc"), (), ()),
        ("ferry -!", ("ferri",), (), ()),
        ("C++", ("c", "c++"), (), ()),
        ("20.04", ("20", "04", "20.04"), (), ()),
        ("!?", (), (), ()),
        ("🙂", ("🙂",), (), ()),
        ("重", ("重",), (), ()),
        ("重跑", ("重跑",), (), ()),
        ("重跑后", ("重跑", "跑后"), (), ()),
        ('"重跑 x"', ("重跑", "x"), (("重跑", "跑", "x"),), ()),
    ],
)
def test_parts_of_a_query(
    text: str, terms: tuple[str, ...], phrases: tuple[tuple[str, ...], ...], excluded: tuple[tuple[str, ...], ...]
) -> None:
    query = parse_query(text)
    assert (query.terms, query.phrases, query.excluded) == (terms, phrases, excluded)


def test_function_words_and_joined_words_are_light() -> None:
    assert parse_query("the multi-agent of C++ and 20.04").light == {"the", "multiag", "of", "and"}


def test_a_relaxed_query_has_no_phrases() -> None:
    relaxed = parse_query('"high water" -noon').relaxed()
    assert relaxed.terms == ("high", "water")
    assert not relaxed.phrases
    assert relaxed.excluded == (("noon",),)


def test_single_ideographs_of_a_run_only_support() -> None:
    assert parse_query("重跑 跑 カナ").supporting == ("重",)
