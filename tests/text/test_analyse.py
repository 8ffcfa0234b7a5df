"""The analyser: folding, stemming, splitting, and that it takes any string."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.analyse import MAX_TERM, analyse, fold
from engine.text.query import parse_query


def all_terms(text: str) -> set[str]:
    tokens = analyse(text)
    return {*tokens.terms, *(term for _, term in tokens.extras)}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("dog's don't we'll", ["dog", "dont", "we"]),
        ("dog\u2019s", ["dog"]),
        ("l'eau qu'il", ["l", "eau", "qu", "il"]),
        ("Running runs ran", ["run", "run", "ran"]),
        ("3,000 12,5", ["3000", "12", "5"]),
        ("p53 html5", ["p53", "html5"]),
        ("a/b", ["a", "b"]),
        ("重跑gen-itgc后", ["重跑", "跑", "gen", "itgc", "后"]),
        ("서울에서", ["서울", "울에", "에서", "서"]),
        ("Интернетwww", ["интернет", "www"]),
        ("किताबें", ["किताब"]),
        ("🙂 ok", ["🙂", "ok"]),
        ("__init__ ___", ["init"]),
        ("", []),
        ("\u00ad \u0301 - ' @", []),
    ],
)
def test_terms_in_a_row(text: str, terms: list[str]) -> None:
    assert [term for term in analyse(text).terms if not unicodedata.combining(term[0])] == terms


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("multi-agent", "multiag", ["multi", "agent"]),
        ("snake_case", "snakecas", ["snake", "case"]),
        ("camelCase", "camelcas", ["camel", "case"]),
        ("HTTPServer", "httpserver", ["http", "server"]),
        ("20.04", "20.04", ["20", "04"]),
        ("C++", "c++", ["c"]),
        ("C#", "c#", ["c"]),
        (".NET", ".net", ["net"]),
        ("@nasa", "@nasa", ["nasa"]),
        ("ada@example.org", "ada@example.org", ["ada", "exampl", "org"]),
        ("exam-\nple", "exampl", ["exam", "ple"]),
        ("exam-\n   ple", "exampl", ["exam", "ple"]),
        ("AT&T", "att", ["at", "t"]),
    ],
)
def test_whole_beside_its_parts(text: str, whole: str, parts: list[str]) -> None:
    tokens = analyse(f"before {text} after")
    assert tokens.terms == ["befor", *parts, "after"]
    assert tokens.extras == [(1, whole)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("façade", "FACADE"),
        ("ﬁne", "fine"),
        ("ｆｕｌｌ", "full"),
        ("so\u00adft", "soft"),
        ("Straße", "STRASSE"),
        ("ёлка", "елка"),
        ("άλφα", "ΑΛΦΑ"),
        ("مَرْحَبًا", "مرحبا"),
        ("مـــرحبا", "مرحبا"),
        ("שָׁלוֹם", "שלום"),
        ("फ़िल्म", "फिल्म"),
        ("ｶﾅ", "カナ"),
        ("İstanbul", "istanbul"),
        ("snake_case", "snakeCase"),
        ("20\u201104", "20-04"),
    ],
)
def test_spellings_that_match(one: str, other: str) -> None:
    assert all_terms(one) == all_terms(other)
    assert all_terms(unicodedata.normalize("NFD", one)) == all_terms(one)


@pytest.mark.parametrize(
    ("one", "other"), [("йод", "иод"), ("किताब", "कतब"), ("สวัสดี", "สวสด"), ("20.04", "2004"), ("C++", "C#")]
)
def test_letters_that_are_not_folded_away(one: str, other: str) -> None:
    assert all_terms(one) != all_terms(other)


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("2024", "2024"), ("007", "007"), ("1,234,567 kg", "1234567 1,234,567"), ("3.14", "3.14 3 14"),
        ("v1.2.3", "v1.2.3 v1 2"), ("1.2.3-rc1", "1.2.3-rc1 rc1"), ("20.04", "20.04 20 04"),
        ("python3.11", "python3.11 python3 11"), ("ada.king@example.org", "ada.king@example.org ada king example org"),
        ("snake_case", "snake_case snake case snakecase"), ("camelCase", "camelCase camel case camelcase"),
        ("multi-agent", "multi-agent multi agent multiagent multi‑agent"), ("C++", "C++ c++ C"),
        ("@nasa", "@nasa nasa NASA"), ("Ada's", "Ada's Ada’s Ada ada"), ("the dogs' bowls", "dogs' dog bowl"),
        ("Donau-Dampfschiff", "Donau Dampfschiff DonauDampfschiff"),
    ],
)  # fmt: skip
def test_whole_and_in_parts(text: str, queries: str) -> None:
    for query in queries.split():
        terms = parse_query(query).terms
        assert terms
        assert set(terms) <= all_terms(f"before {text}, after"), query


WORDS_WITH_MARKS = (
    "مُدَرِّسَة", "عَرَبِيّ", "שָׁלוֹם", "בְּרֵאשִׁית", "किताबें", "हिन्दी", "क्षत्रिय", "ἄνθρωπος", "Καλημέρα", "ёлка", "йод", "ѓаволи",
    "Việt", "naïve",
)  # fmt: skip


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("word", WORDS_WITH_MARKS)
def test_marks_keep_a_word_in_one_piece(word: str, form: str) -> None:
    tokens = analyse(f"x {unicodedata.normalize(form, word)} y")
    assert (len(tokens.terms), tokens.extras) == (3, [])
    assert tokens.terms == analyse(f"x {word} y").terms
    assert set(parse_query(word).terms) == {tokens.terms[1]}


@pytest.mark.parametrize(("word", "other"), [("हिन्दी", "हनद"), ("йод", "иод"), ("किताब", "कुताब"), ("ก้าน", "กาน")])
def test_marks_that_are_letters_tell_words_apart(word: str, other: str) -> None:
    for form in ("NFC", "NFD"):
        assert not set(parse_query(unicodedata.normalize(form, other)).terms) <= all_terms(word)


def test_every_character_and_every_pair_of_a_run_is_a_term() -> None:
    text = "東京タワー"
    assert all_terms(text) >= {*text, *(text[at : at + 2] for at in range(len(text) - 1))}


def test_sentences_without_a_space_between_them_are_not_one_name() -> None:
    assert "behaviordespit" not in all_terms("their behavior.Despite this")


def test_long_words_are_cut() -> None:
    assert max(map(len, all_terms("x" * 10_000))) == MAX_TERM


@given(st.text())
def test_any_string_is_analysed(text: str) -> None:
    tokens = analyse(text)
    assert all(tokens.terms)
    assert all(term and 0 <= position < len(tokens.terms) for position, term in tokens.extras)


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs",))))
def test_text_and_a_line_after_it_are_analysed_apart(text: str) -> None:
    assert analyse(f"{text}\n\nend").terms == [*analyse(text).terms, "end"]


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
