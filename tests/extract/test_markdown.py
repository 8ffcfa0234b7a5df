from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.documents import ExtractedDocument
from engine.extract.base import Limits
from engine.extract.front_matter import FrontMatter, read_front_matter
from engine.extract.markdown import MarkdownExtractor, heading_title
from engine.extract.markdown_headings import scan_headings
from engine.models import Outcome, OutlineSource


def extract(path: Path, text: str, limits: Limits | None = None) -> ExtractedDocument:
    path.write_text(text, encoding="utf-8", newline="")
    return MarkdownExtractor().extract(path, limits or Limits())


def outline(document: ExtractedDocument) -> list[tuple[int, str, int]]:
    return [(h.level, h.title, h.line) for h in document.headings]


def oracle(text: str) -> list[tuple[int, int]]:
    """Level and line of the headings outside quotes, as a full CommonMark parser has them."""
    found, quotes = [], 0
    for token in MarkdownIt("commonmark").disable("inline", True).parse(text):
        quotes += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        if token.type == "heading_open" and not quotes and token.map:
            found.append((int(token.tag[1]), token.map[0] + 1))
    return found


def test_text_is_as_written_with_an_outline(tmp_path: Path) -> None:
    text = "---\r\ntitle: 'It''s here'\r\nauthor: Ada\r\n---\r\n# One *two*\r\n\r\n```\r\n# code\r\n```\r\nSub\r\n---\r\nend\r\n"
    document = extract(tmp_path / "a.md", text)
    assert document.text == text.replace("\r\n", "\n").rstrip("\n")
    assert (document.title, document.author) == ("It's here", "Ada")
    assert outline(document) == [(1, "One two", 5), (2, "Sub", 10)]
    assert document.outline_source is OutlineSource.HEADINGS


def test_title_is_the_first_heading_of_level_one(tmp_path: Path) -> None:
    assert extract(tmp_path / "a.md", "## Before\n# Title\n# Other").title == "Title"
    assert extract(tmp_path / "a.md", "## Only this").title is None


def test_empty_file_has_no_text(tmp_path: Path) -> None:
    assert extract(tmp_path / "a.md", "").outcome is Outcome.NO_TEXT


def test_headings_stop_at_the_limit(tmp_path: Path) -> None:
    assert len(extract(tmp_path / "a.md", "# a\n" * 20, Limits(max_headings=7)).headings) == 7


def test_mdx_tags_do_not_hide_headings(tmp_path: Path) -> None:
    text = "import X from './x'\n\n<Tabs>\n## In tabs\n</Tabs>\n\n<div>\n## In div\n</div>"
    assert outline(extract(tmp_path / "a.mdx", text)) == [(2, "In tabs", 4), (2, "In div", 8)]
    assert outline(extract(tmp_path / "a.md", text)) == []


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Plain", "Plain"),
        ("Closed ##", "Closed"),
        ("C#", "C#"),
        ("With id {#the-id .cls}", "With id"),
        ("**Bold** and _it_ and ~~old~~", "Bold and it and old"),
        ("`code` in [a link](http://x.y/z)", "code in a link"),
        ("[Ref][r] and ![alt](x.png)", "Ref and alt"),
        ("a &amp; b \\* c", "a & b * c"),
        ("snake_case_name", "snake_case_name"),
        ("<b>tag</b>", "tag"),
        ("[1.0.0] - 2020", "[1.0.0] - 2020"),
        ("##", ""),
    ],
)
def test_heading_titles_lose_their_markup(source: str, title: str) -> None:
    assert heading_title(source) == title


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("[" * 300, "[" * 300),
        ("[a](b) **c** `d` ![e](f) <i>g</i> ~~h~~ " + "i" * 200, "a c d e g h " + "i" * 200),
        ("*a " * 50 + "[b](c)", "a " * 50 + "b"),
        ("<b>" * 80, "<b>" * 80),
    ],
)
def test_titles_with_much_markup_are_not_parsed(monkeypatch: pytest.MonkeyPatch, source: str, title: str) -> None:
    monkeypatch.setattr(MarkdownIt, "parseInline", None)
    assert heading_title(source) == title


def test_hostile_headings_end(tmp_path: Path) -> None:
    pieces = ("[" * 198, "*a " * 66, "![a](" * 40, "_a" * 400, "a" + " " * 900 + "#b")
    document = extract(tmp_path / "a.md", "".join(f"# {piece}\n" for piece in pieces) * 400)
    assert (document.outcome, len(document.headings)) == (Outcome.OK, 2_000)


PIECES = [
    "# h", "## h ##", "####### no", "#no", "text", "===", "---", "- - -", "* item", "  * deep", "1. one", "2. two", "   # three",
    "    # four", "\t# tab", "> # quote", "> text", "```", "````", "~~~", "  ```", "    ```", "``` a`b", "<!-- c", "-->",
    "<div>", "</div>", "<pre>", "</pre>", "<span>", "<i>x</i> y", "[r]: /u", "-", "- # in item", "  ---", "-    x", "",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_headings_are_those_of_commonmark(lines: list[str]) -> None:
    assert [(h.level, h.line) for h in scan_headings(lines)] == oracle("\n".join(lines))


@pytest.mark.parametrize("text", ["> " * 30_000, "- " * 30_000 + "x", "`" * 300_000, "[" * 300_000, "a\n" * 90_000])
def test_hostile_input_has_no_headings_and_an_end(text: str) -> None:
    assert list(scan_headings(text.split("\n"))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# no matter", FrontMatter()),
        ("---\ntitle: Plain # note\n---", FrontMatter("Plain", None, 3)),
        ('---\ntitle: "A \\"b\\": c"\nauthor: "X"\n---', FrontMatter('A "b": c', "X", 4)),
        ("---\nauthors:\n  - Ada\n  - 'Bo'\n---\n", FrontMatter(None, "Ada, Bo", 5)),
        ("---\nauthors:\n- name: Ada\n  url: u\n- name: Bo\n---", FrontMatter(None, "Ada, Bo", 6)),
        ("---\nauthors: [Ada, 'Bo, Jr']\n---", FrontMatter(None, "Ada, Bo, Jr", 3)),
        ("---\ntitle: >-\n  Two\n  lines\nx: y\n...", FrontMatter("Two lines", None, 6)),
        ("---\nmeta:\n  title: Nested\n---", FrontMatter(None, None, 4)),
        ("+++\ntitle = 'Toml'\nauthor = \"A\"\n+++", FrontMatter("Toml", "A", 4)),
        ("---\nnot closed: x", FrontMatter()),
        ("---\nJust a paragraph.\n---", FrontMatter()),
    ],
)
def test_front_matter(text: str, expected: FrontMatter) -> None:
    assert read_front_matter(text.split("\n")) == expected
