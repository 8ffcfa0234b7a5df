"""Nothing that comes from a document or a file name acts on a terminal, and nothing harmless is changed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import Failure
from renderers.base import failure_text
from renderers.cells import cells, cut, wrapped
from renderers.escape import MAX_LINE, one_line, quoted_line, visible, visible_lines
from renderers.terminal_style import Ink, word_marker

any_text = st.text(st.characters(), max_size=60)  # surrogates too


@given(any_text)
def test_visible_text_has_no_character_that_acts(text):
    for char in visible(text):
        assert char == "\t" or unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}
        assert unicodedata.bidirectional(char) not in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(any_text)
def test_one_line_is_one_line_without_tabs(text):
    assert len(one_line(text).splitlines()) <= 1
    assert "\t" not in one_line(text)
    one_line(text).encode()


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Mn"])))
def test_harmless_text_stays_as_it_is(text):
    assert one_line(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("a\nb\rc\td", "a\\nb\\rc\td"),
        ("\x7f\x80\x9b", r"\x7f\x80\x9b"),
        ("caf\udce9", r"caf\xe9"),
        ("\ud800", r"\ud800"),
        ("\u202e\u2066\u200f\u2028", r"\u202e\u2066\u200f\u2028"),
        ("é潮\u0301", "é潮\u0301"),
    ],
)
def test_escapes(text, shown):
    assert visible(text) == shown


def test_only_line_feeds_part_lines():
    assert visible_lines("a\x0cb\u2028c\nd") == ["a\\x0cb\\u2028c", "d"]


def test_a_line_of_the_greatest_length_is_whole():
    assert quoted_line("x" * MAX_LINE) == "x" * MAX_LINE


def test_a_longer_line_says_how_much_is_missing():
    assert quoted_line("x" * (MAX_LINE + 7)) == "x" * MAX_LINE + "… [+7 characters]"


@given(st.integers(0, 6_000), st.integers(1, 2_000), st.integers(0, 6_000))
def test_a_long_line_is_cut_around_its_match(before, length, after):
    content = "b" * before + "M" * length + "a" * after
    line = quoted_line(content, ((before, before + length),), lambda text: f"<{text}>")
    assert f"<{'M' * length}>" in line
    kept = sum(map(line.count, "bM")) + line.replace("characters", "").count("a")
    assert kept == min(len(content), MAX_LINE)
    left_out = [int(part.partition(" ")[0]) for part in line.split("[+")[1:]]
    assert sum(left_out) == len(content) - kept


def test_matches_are_marked_one_by_one_and_empty_ones_not_at_all():
    assert quoted_line("\x1bab", ((0, 1), (1, 1), (2, 3)), lambda text: f"<{text}>") == r"<\x1b>a<b>"


def test_a_match_longer_than_the_limit_is_cut():
    line = quoted_line("M" * 5_000, ((1_000, 4_000),), lambda text: f"<{text}>")
    assert line == f"[+1000 characters] … <{'M' * MAX_LINE}>… [+2000 characters]"


def test_an_error_and_its_hint_are_lines_of_their_own():
    failure = Failure(code="x", message="No library \x1b\n---", hint="linkly list-libraries\udcff")
    assert failure_text(failure) == "Error: No library \\x1b\\n---\nHint: linkly list-libraries\\xff\n"
    assert failure_text(Failure(code="x", message="No.")) == "Error: No.\n"


# --- columns and colours --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("潮汐", 4), ("e\u0301", 1), ("ｱ", 1), ("Ａ", 2), ("", 0)])
def test_cells(text, width):
    assert cells(text) == width


@pytest.mark.parametrize(
    ("text", "width", "shown"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("潮汐表", 5, "潮汐…"), ("潮汐表", 4, "潮…")]
)
def test_cut(text, width, shown):
    assert cut(text, width) == shown


@given(st.text("ab 潮", max_size=80), st.integers(2, 20))
def test_wrapped_lines_fit_and_keep_every_character_but_the_spaces(text, width):
    parts = list(wrapped(text, width))
    assert all(cells(part) <= width for part in parts)
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


def test_wrapping_keeps_indents_and_breaks_between_words():
    assert list(wrapped("  one two three", 9)) == ["  one two", "three"]
    assert list(wrapped("潮汐表の計画", 5)) == ["潮汐", "表の", "計画"]
    assert list(wrapped("", 5)) == [""]


@pytest.mark.parametrize(
    ("query", "line", "marked"),
    [
        ("tide harbour", "Tides, the HARBOURS and ebbtide", "<Tides>, the <HARBOURS> and ebbtide"),
        ('"high water" -ferry', "high water, no ferry", "<high> <water>, no ferry"),
        ("潮汐", "港の潮汐表", "港の<潮汐>表"),
        ("c++ (", "c++ is c", "<c>++ is <c>"),
        ('"', "nothing", "nothing"),
    ],
)
def test_words_of_the_query_are_marked(query, line, marked):
    assert word_marker(query, lambda text: f"<{text}>")(line) == marked


def test_ink_paints_only_in_colour():
    assert Ink(color=False).match("x") == "x"
    assert Ink(color=True).match("x") == "\x1b[1;31mx\x1b[0m"
    assert Ink(color=True).match("") == ""
