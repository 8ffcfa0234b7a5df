"""Searching lines: against `re` line by line, across line ends, and refusals."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PatternError
from engine.text.pattern import LineMatch, compile_pattern, line_starts, match_across, match_lines, tolerant

ATOMS = st.sampled_from(
    ["a", "b", ".", "^", "$", r"\b", r"\s", r"\W", "[^a]", "[ab]", "é", " ", "(?:a|b)", r"\D", r"\Ab", r"b\z"]
)
PATTERNS = st.lists(st.tuples(ATOMS, st.sampled_from(["", "*", "+?", "?", "{1,2}"])), min_size=1, max_size=4).map(
    lambda parts: "".join(atom if atom.endswith(("^", "$", r"\b", r"\z")) else atom + times for atom, times in parts)
)
TEXTS = st.lists(st.text("ab é\t.", max_size=6), max_size=6)


@given(PATTERNS, TEXTS)
def test_lines_match_as_each_alone_does(pattern: str, lines: list[str]) -> None:
    python = re.compile(pattern.replace(r"\z", r"\Z").replace(r"\s", r"[\t\n\f\r ]"), re.ASCII)
    expected = [number for number, line in enumerate(lines, start=1) if python.search(line)]
    assert [match.line for match in match_lines(pattern, lines, ignore_case=False)] == expected


def test_spans_are_the_matching_parts() -> None:
    assert list(match_lines("a+", ["xaaya", "b"], ignore_case=False)) == [LineMatch(1, ((1, 3), (4, 5)))]


def test_case_can_be_ignored_beyond_ascii() -> None:
    assert [m.line for m in match_lines("ÉTÉ", ["été", "ete"], ignore_case=True)] == [1]


def test_a_space_matches_any_white_space_and_counts_at_the_first_line() -> None:
    lines = ["high", "water at", "\u00a0", "noon; high \t water"]
    assert list(match_across("high water", lines, ignore_case=False)) == [
        LineMatch(1, ((0, 4),)),
        LineMatch(4, ((6, 18),)),
    ]
    assert [m.line for m in match_across("at noon", lines, ignore_case=False)] == [2]


@pytest.mark.parametrize(
    ("pattern", "lines"),
    [(r"a [^x]+b", ["a c", "b"]), (r"a \W+b", ["a ;", "b"]), (r"a c\s*b", ["a c", "b"]), (r"a c\D*b", ["a c", "b"])],
)
def test_only_the_space_reaches_over_a_line_end(pattern: str, lines: list[str]) -> None:
    assert not list(match_across(pattern, lines, ignore_case=False))


@pytest.mark.parametrize(
    ("pattern", "lines", "expected"),
    [
        ("a *b", ["ab", "a", "b"], [1, 2]),
        ("a +b", ["ab", "a \t", "b"], [2]),
        ("a {2}b", ["a b", "a\u00a0", "b"], [2]),
        ("^ *x", ["  x", "x"], [1, 2]),
        ("a  b", ["a b", "a", "b"], [1, 2]),
        (r"a\ b", ["a", "b"], [1]),
    ],
)
def test_quantified_and_repeated_spaces(pattern: str, lines: list[str], expected: list[int]) -> None:
    assert [match.line for match in match_across(pattern, lines, ignore_case=False)] == expected


def test_a_pattern_without_a_space_stays_as_it_is() -> None:
    assert tolerant(r"a\s[^b]\Qx y") != r"a\s[^b]\Qx y"
    assert tolerant(r"a\s[^b]") == r"a\s[^b]"


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        ("(?=x)", "look-around"),
        ("(?<!x)y", "look-around"),
        (r"(a)\1", "back-references"),
        ("(", "missing )"),
        ("[", "missing ]"),
        ("a{2000}", "invalid repetition size"),
        ("\\", "trailing"),
    ],
)
def test_a_refusal_says_what_is_not_taken(pattern: str, part: str) -> None:
    with pytest.raises(PatternError) as caught:
        compile_pattern(pattern, ignore_case=False)
    assert part in caught.value.message
    assert "(?m)" not in caught.value.message


@given(TEXTS)
def test_line_starts_are_where_lines_begin(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert [text[start : start + len(line)] for start, line in zip(line_starts(lines), lines, strict=True)] == lines
