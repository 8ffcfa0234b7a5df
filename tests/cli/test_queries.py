"""Every string is a valid query: odd ones against a small index, none of which may fail.

300 of them, always the same; more with LINKLY_QUERIES=20000, others with LINKLY_QUERIES_SEED=7.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import orjson
import pytest

from harness import Linkly

QUERIES = int(os.environ.get("LINKLY_QUERIES", "300"))
SEED = int(os.environ.get("LINKLY_QUERIES_SEED", "1"))
BATCHES = 10
MODES = ("hybrid", "semantic", *["keyword"] * 6)  # a process of its own opens the model for each new query
DOCUMENTS = {
    "harbour.md": "# Harbour plan\n\nThe ferry leaves the quay at noon; Ubuntu 20.04, C++ and @nasa, don't wait.\n"
    + "\nIt is back by dusk, the C++ of na\u0301sa in 20.04 and of the well-known quay\n" * 9
    + "ferry quay noon " * 50,
    "snake_case.txt": "def multi_agent(camelCase): return 'well-known' # ada@example.org, 3,000 kg\n",
    "潮.md": "# 潮の満ち引き\n\n満潮は正午です。重跑gen-itgc后。船は一時間前に出ます。\n",
    "scripts.txt": "ภาษาไทยสวัสดี\nالعربية مَرحبا\nहिन्दी किताबें\nשָׁלוֹם עולם\nΚαλημέρα\nпривет ёлка\n서울에서\n",
    "brief.html": "<title>Brief</title><p>Die Donaudampfschifffahrt fährt über Nacht. Ǻé e\u0301 \U0001f600</p>",
    "empty.txt": "",
}
TOP = {"query", "mode", "total", "results", "status", "_meta"}
TOP_OPTIONAL = {"relaxed", "notes"}
HIT = {
    "doc_id", "title", "path", "doc_type", "relevance", "word_count", "total_lines", "has_outline", "modified_at",
    "keywords", "snippet", "lines", "libraries",
}  # fmt: skip
HIT_OPTIONAL = {"place", "also_at", "outcome", "stale", "explain"}

Maker = Callable[[Random], str]
WORDS = sorted({word for name, text in DOCUMENTS.items() for word in f"{name} {text}".split()})
SYNTAX = (
    '"', "'", "-", "--", " -", ' -"', '" ', " ", "(", ")", "[", "]", "{", "}", "<", ">", "*", "?", "~", "^", "!", "+", "=",
    ":", ";", ",", ".", "..", "/", "\\", "|", "||", "&", "&&", "#", "@", "$", "$(id)", "`id`", "%", "%s", "_", "AND", "OR",
    "NOT", "TO", "NEAR/3", "title:", "path:*", "[a TO z]", "~2", "^4", "\\u0000", "\\x", "''", '""', "“", "”", "„", "«", "»",
    "..\\..", "../../etc", "; DROP TABLE", "-1", "- ", "\t", "\n", "\r\n", "‐", "–", "—", "…",
)  # fmt: skip
SCRIPTS = (
    "一丁七万丈三重跑潮満時間漢", "ひらがなカタカナーヽ々", "서울에서한국어ㄱㅏ각", "กขคเแำ่้์ไทย", "ابتثجحخمرحبَُِّـلا", "אבגשלוםָׁ",
    "अआकिताबेंहिन्दीक्षज्ञ", "ΑαάΆςσΣ", "абвгдёЁйй", "ກຂຄ", "ကခဂ", "ខ្មែរ", "አማርኛ", "ßẞıİſŉǰΐﬁﬀﬃ", "①②Ⅷ㎏㌔ａＢ１",
)  # fmt: skip
MARKS = "\u0300\u0301\u0308\u0327\u0345\u0344\u05b8\u064b\u0e49\u0e38\u3099\u20dd\u0f73\ufe0f\u200d"
EMOJI = ("😀", "👩‍👩‍👧", "👍🏽", "🇩🇪", "#️⃣", "❤️", "\U0001faff", "©", "™")
BLANKS = " \t\n\r\v\f\u00a0\u1680\u2003\u2028\u2029\u3000\u200b\ufeff\u00ad\u0085"
STOP_WORDS = ("the", "a", "of", "and", "der", "die", "und", "le", "la", "de", "et", "o", "na", "и", "в")


def any_characters(random: Random) -> str:
    ranges = ((0, 0x20), (0x20, 0x7F), (0x7F, 0x250), (0x250, 0x3000), (0x3000, 0xD800), (0xDC80, 0xDD00),
              (0xE000, 0x10000), (0x10000, sys.maxunicode + 1))  # fmt: skip
    return "".join(chr(random.randrange(*random.choice(ranges))) for _ in range(random.randint(1, 30)))


def surrogates(random: Random) -> str:
    """What the bytes of an argument become that is no UTF-8."""
    data = bytes(random.randrange(1, 256) for _ in range(random.randint(1, 20)))
    return os.fsdecode(data)


def syntax(random: Random) -> str:
    return "".join(random.choice(SYNTAX + tuple(WORDS[:20])) for _ in range(random.randint(1, 12)))


def script(random: Random) -> str:
    letters = random.choice(SCRIPTS)
    return "".join(random.choice(letters) for _ in range(random.randint(1, 12)))


def mangled_words(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(1, 4))
    match random.randrange(5):
        case 0:
            return "".join(words)
        case 1:
            return " ".join(word[random.randint(0, 2) : random.randint(3, 30)] for word in words)
        case 2:
            return "".join(random.sample("".join(words), len("".join(words))))
        case 3:
            return f'"{" ".join(words)}" -{random.choice(WORDS)}'
        case _:
            return random.choice(("-", "'", ".", "_", "/", "\u00ad")).join(words).swapcase()


def joined(pieces: str | tuple[str, ...], most: int, between: str = "") -> Maker:
    return lambda random: between.join(random.choice(pieces) for _ in range(random.randint(1, most)))


def with_nul(random: Random) -> str:
    return f"{script(random)}\0{syntax(random)}"


SHORT: tuple[Maker, ...] = (
    any_characters, surrogates, syntax, script, mangled_words, mangled_words, joined(MARKS, 40), joined(EMOJI, 6),
    joined(BLANKS, 8), joined(STOP_WORDS, 5, " "), joined('"-', 8), joined(tuple(WORDS), 5, " "),
)  # fmt: skip


def long_query(random: Random) -> str:
    """10,000 characters: of everything, or of one piece again and again."""
    pieces = [random.choice(SHORT)(random) for _ in range(random.choice((1, 1, 400)))]
    text = random.choice(("", " ", '"', " -")).join(pieces) + random.choice(("", " "))
    return (text * (10_000 // len(text) + 1))[:10_000]


def odd_query(random: Random) -> str:
    chance = random.random()
    if chance < 0.02:
        return long_query(random)
    if chance < 0.03:
        return with_nul(random)
    return random.choice(("", " ", " -")).join(random.choice(SHORT)(random) for _ in range(random.randint(1, 3)))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Linkly:
    root = tmp_path_factory.mktemp("odd")
    for name, text in DOCUMENTS.items():
        (root / "library").mkdir(exist_ok=True)
        (root / "library" / name).write_text(text, "utf-8")
    program = Linkly(root / "data", root, vectors=True)
    ran = program("index", "library", "--jobs", "1", "--no-ocr")
    assert ran.status == 0, ran.err
    return program


def complaint(program: Linkly, query: str, form: str, mode: str) -> str | None:
    """What is wrong with the answer, None if nothing is."""
    ran = program("search", "--mode", mode, "--format", form, "--", query)
    blank = not query.translate({0xAD: None, 0xFEFF: None}).strip()  # stored text has neither of the two
    if "\0" in query or blank:
        return None if ran.status == 2 else f"exit {ran.status} for no query"
    if ran.status:
        return f"exit {ran.status}: {ran.err or ran.out}"
    ran.out.encode()  # valid UTF-8
    if form != "json":
        return None if "[meta] now=" in ran.out else "no footer"
    if ran.out.count("\n") != 1:
        return "not one line of JSON"
    return _json_complaint(orjson.loads(ran.out), mode)


def _json_complaint(answer: dict[str, object], mode: str) -> str | None:
    hits = answer["results"]
    assert isinstance(hits, list)
    if not TOP <= answer.keys() <= TOP | TOP_OPTIONAL:
        return f"fields {sorted(answer)}"
    if (answer["status"], answer["mode"], answer["total"]) != ("success", mode, len(hits)):
        return f"{answer['status']}, {answer['mode']}, total {answer['total']} of {len(hits)}"
    for hit in hits:
        if not HIT <= hit.keys() <= HIT | HIT_OPTIONAL:
            return f"fields of a hit {sorted(hit)}"
        if not (0 <= hit["relevance"] <= 1 and hit["doc_id"].isdecimal()):
            return f"relevance {hit['relevance']}, id {hit['doc_id']}"
        if (hit["snippet"] is None) != (hit["total_lines"] == 0) or (hit["snippet"] is None) != (hit["lines"] is None):
            return f"snippet {hit['snippet']!r} of {hit['total_lines']} lines at {hit['lines']}"
        if hit["snippet"] is not None and not _is_passage(hit):
            return f"snippet {hit['snippet']!r} at {hit['lines']} of {hit['total_lines']}"
    return None


def _is_passage(hit: dict[str, object]) -> bool:
    lines, snippet, total = hit["lines"], hit["snippet"], hit["total_lines"]
    assert isinstance(lines, list)
    assert isinstance(snippet, str)
    assert isinstance(total, int)
    first, last = lines
    return 1 <= first <= last <= total and 0 < len(snippet) <= 320


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_query_fails(program: Linkly, batch: int) -> None:
    random = Random(SEED * BATCHES + batch)
    failed = {}
    for number in range(QUERIES // BATCHES):
        query = odd_query(random)
        if found := complaint(program, query, "json" if number % 10 else "markdown", MODES[number % len(MODES)]):
            failed[query[:200]] = found
    assert not failed


def test_words_of_the_index_are_found_among_oddities(program: Linkly, tmp_path: Path) -> None:
    random = Random(SEED)
    for _ in range(20):
        query = f"ferry {script(random)} {joined(EMOJI, 3)(random)} )("
        titles = [hit["title"] for hit in program("search", "--mode", "keyword", "--json", "--", query).json["results"]]
        assert "Harbour plan" in titles, query
