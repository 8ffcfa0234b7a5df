"""Keywords of documents."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.keywords import extract_keywords


def test_frequent_words_of_the_title_and_the_beginning_come_first() -> None:
    text = "The ferry to the island. A ferry is a boat; the harbour has boats. " + "In 2024 it was so. " * 200
    assert extract_keywords("Ferry timetable", text)[0] == "ferry"
    assert "timetable" in extract_keywords("Ferry timetable", text)


def test_no_stop_words_numbers_or_addresses() -> None:
    text = "Der und die 2024 12,5 https://example.org/ferry ada@example.org l'eau qu'il Hafen"
    assert set(extract_keywords("", text)) == {"Hafen"}


ADDRESS = re.compile(r"\S+://\S+|\S+@\S+|[\w/.-]*/[\w/.-]*/\S*")


@given(st.lists(st.sampled_from(["quay", "ferry", "/", "://", "@", " ", "(", ".", "-", "ü"]), max_size=14).map("".join))
def test_addresses_are_what_a_plain_pattern_finds(text: str) -> None:
    assert extract_keywords("", text) == extract_keywords("", ADDRESS.sub(" ", text))


@pytest.mark.parametrize("run", ["q" * 200_000, "q@" * 100_000, "q/ü(" * 50_000, "qü" * 100_000])
def test_a_text_without_spaces_is_read_once(run: str) -> None:
    assert extract_keywords("ferry", run) == ("ferry",)


def test_plurals_count_with_their_singular() -> None:
    assert extract_keywords("", "ferry ferries boat boats boat") == ("boat", "ferries", "ferry")


def test_spelling_is_that_of_the_document() -> None:
    assert set(extract_keywords("", "NASA and NASA again; Größe")) == {"NASA", "Größe"}
    assert extract_keywords("", "Ferry sails. The ferry sails.")[0] in {"ferry", "sails"}


def test_runs_of_ideographs() -> None:
    text = "机器学习是一门学科。机器学习很有用。我们研究机器学习。"
    assert extract_keywords("", text)[0] == "机器学习"


@given(st.text(), st.text(), st.integers(0, 12))
def test_any_text_has_distinct_keywords(title: str, text: str, limit: int) -> None:
    keywords = extract_keywords(title, text, limit)
    assert len(keywords) <= limit
    assert len(set(keywords)) == len(keywords)
    assert all(keyword.strip() == keyword and keyword for keyword in keywords)


@given(st.text("abs '漢字-\n", max_size=200))
def test_no_text_is_too_odd(text: str) -> None:
    assert len(extract_keywords(text[:20], text)) <= 10


def test_plurals_of_plurals() -> None:
    assert extract_keywords("", "pgess pgess pgess pges pge pge " * 3)
