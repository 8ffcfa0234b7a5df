"""Path globs against a naive oracle, and literal paths."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.glob import compile_glob, escape_glob

ALPHABET = "ab/*?[]!-."


def oracle(glob: str, path: str) -> bool:
    """A direct translation to one backtracking regular expression."""
    out, at = "", 0
    while at < len(glob):
        char = glob[at]
        set_match = re.match(r"\[(!|(?!!))(\][^\]]*|[^\]]+)\]", glob[at:])
        if char == "*":
            out += ".*"
        elif char == "?":
            out += "."
        elif char == "[" and set_match:
            members = set(_members(set_match[2]))
            out += (
                f"[{'^' if set_match[1] else ''}{''.join(map(re.escape, sorted(members)))}]"
                if members
                else "."
                if set_match[1]
                else "(?!)"
            )
            at += set_match.end() - 1
        else:
            out += re.escape(char)
        at += 1
    return re.search(out, path, re.DOTALL) is not None


def _members(body: str) -> str:
    members, at = "", 0
    while at < len(body):
        if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            members += "".join(map(chr, range(ord(body[at]), ord(body[at + 2]) + 1)))
            at += 2
        else:
            members += body[at]
        at += 1
    return members


@given(st.text(ALPHABET, max_size=10), st.text(ALPHABET, max_size=12))
def test_agrees_with_a_regular_expression(glob: str, path: str) -> None:
    assert compile_glob(glob)(path) == oracle(glob, path)


@given(st.text(max_size=20), st.text(max_size=20))
def test_an_escaped_path_matches_itself_and_only_what_contains_it(path: str, other: str) -> None:
    import unicodedata

    matches = compile_glob(escape_glob(path))
    assert matches(path)
    contains = unicodedata.normalize("NFC", path) in unicodedata.normalize("NFC", other)
    assert matches(other) == contains


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("2024", "/home/ada/2024/x.pdf", True),
        ("*.pdf", "/home/ada/x.pdf.bak", True),
        ("notes/*.md", "/home/ada/notes/deep/er/x.md", True),
        ("Notes", "/home/ada/notes/x.md", False),
        ("a[[]1]", "/x/a[1]/y", True),
        ("[", "/x/a[1/y", True),
        ("[!a]b", "/ab", False),
        ("[!a]b", "/cb", True),
        ("[]]x", "/]x", True),
        ("", "/anything", True),
        ("caf\u00e9", "/home/cafe\u0301/x", True),
    ],
)
def test_examples(glob: str, path: str, expected: bool) -> None:
    assert compile_glob(glob)(path) is expected


def test_many_stars_on_a_long_path_take_no_time() -> None:
    assert not compile_glob("*a" * 60 + "b")("a" * 4000)
