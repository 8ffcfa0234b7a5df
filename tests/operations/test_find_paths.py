"""Buckets of matching folders against a naive oracle over whole paths."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.operations.find_paths import count_matches

SEGMENTS = st.text("aB%_.1", min_size=1, max_size=3)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=5).map(lambda parts: "/" + "/".join(parts))
PATTERNS = st.lists(st.text("aAb%_./1", min_size=1, max_size=3), min_size=1, max_size=3)


def oracle(paths: list[str], patterns: list[str]) -> dict[str, int]:
    """For each file: the matches of every pattern in its path, cut at the next slash; the shortest counts."""
    found: Counter[str] = Counter()
    for path in paths:
        cuts = []
        for pattern in patterns:
            start = path.lower().find(pattern.lower())
            end = path.find("/", start + len(pattern)) if start >= 0 else -1
            if end >= 0:
                cuts.append(path[:end])
        if cuts:
            found[min(cuts, key=len)] += 1
    return dict(found)


@given(st.lists(PATHS, max_size=12), PATTERNS)
def test_agrees_with_the_oracle(paths: list[str], patterns: list[str]) -> None:
    folders = Counter(path.rpartition("/")[0] or "/" for path in paths)
    assert dict(count_matches(folders.items(), patterns)) == oracle(paths, patterns)


def test_percent_and_underscore_are_literal() -> None:
    assert dict(count_matches([("/a/100%/x", 2), ("/a/100x/x", 3), ("/a/a_b", 1), ("/a/axb", 1)], ["0%", "a_b"])) == {
        "/a/100%": 2,
        "/a/a_b": 1,
    }


def test_only_ascii_case_is_ignored() -> None:
    assert dict(count_matches([("/STRASSE", 1), ("/straße", 1)], ["strasse"])) == {"/STRASSE": 1}


def test_both_spellings_of_a_letter_are_found() -> None:
    assert dict(count_matches([("/cafe\u0301", 1), ("/caf\u00e9", 2)], ["caf\u00e9"])) == {
        "/cafe\u0301": 1,
        "/caf\u00e9": 2,
    }
