from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits, TextBuilder
from engine.extract.html import HtmlExtractor
from engine.extract.html_text import HtmlWriter
from engine.extract.html_tree import parse_html, parse_xhtml
from engine.models import Outcome, OutlineSource

PROSE = "The harbour keeps its own time, and the ferry waits for nobody but the tide, which comes in twice a day. "


def extract(path: Path, html: str | bytes) -> ExtractedDocument:
    path.write_bytes(html if isinstance(html, bytes) else html.encode())
    return HtmlExtractor().extract(path, Limits())


def text_of(html: str) -> str:
    builder = TextBuilder()
    HtmlWriter(builder).write(parse_html(html))
    return "\n".join(builder.lines)


def test_page_becomes_text_with_title_author_and_outline(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.html",
        "<!doctype html><html><head><title>Tides - The Site</title><meta name=Author content='Ada L'>"
        "<style>p{}</style></head><body><h1>Tides</h1><p>First <b>bo</b>ld &amp; <a href=x>link</a>.<p>Second"
        "<h2>Low <i>water</i></h2><script>no()</script><p>Third<br>line</body></html>",
    )
    assert document.text == "# Tides\n\nFirst bold & link.\n\nSecond\n\n## Low water\n\nThird\nline"
    assert (document.title, document.author) == ("Tides", "Ada L")
    assert [(h.level, h.title, h.line) for h in document.headings] == [(1, "Tides", 1), (2, "Low water", 7)]
    assert (document.outcome, document.outline_source) == (Outcome.OK, OutlineSource.HEADINGS)


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Tides</title>", "Tides"),
        ("<title>A | B</title>", "A | B"),
        ("<title>Tides | Site</title><meta property='og:title' content='Tides'>", "Tides"),
        ("<meta property='og:title' content='Tides'>", "Tides"),
        ("<title>Low tides - Harbour News</title><meta property='og:site_name' content='Harbour News'>", "Low tides"),
        ("<title>Harbour: Low tides</title><meta name=application-name content=Harbour>", "Harbour: Low tides"),
        ("<body><svg><title>icon</title></svg><h1>Tides</h1>", "Tides"),
        ("<body>text", None),
    ],
)
def test_title(tmp_path: Path, head: str, title: str | None) -> None:
    assert extract(tmp_path / "a.html", head).title == title


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("just text", "just text"),
        ("a&nbsp;b&hellip;\u00ad", "a b…"),
        ("<ul><li>a<li>b<ul><li>c</ul><li><p>d</p></ul>", "- a\n- b\n  - c\n- d"),
        ("<ol start=3><li>a<li>b<p>more</p><li value=9>c</ol>", "3. a\n4. b\n\n  more\n\n9. c"),
        ("<p>a<blockquote>q<p>r</blockquote>b", "a\n\n> q\n\n> r\n\nb"),
        ("<p>x</p><pre>\n  one\n\n    <b>t</b>wo\n</pre>y", "x\n\n```\n  one\n\n    two\n```\n\ny"),
        ("<dl><dt>term<dd>meaning</dl>", "term\nmeaning"),
        ("<a>one</a><a>two</a> three", "one two three"),
        ("<p>see <img alt='a boat' src=x.png>here", "see a boat here"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<div><br>a<br><br>b<br></div><div>c</div>", "a\n\nb\nc"),
        ("<li>stray", "- stray"),
        ("H<sub>2</sub>O, 10<sup>3</sup>, word<sup>1</sup>, 1<sup>st</sup>", "H2O, 10^3, word^1, 1st"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "漢(かん)字"),
        ("<math><mi>x</mi><annotation>\\x</annotation></math>.", "x."),
        ("<p>the <del>old</del><ins>new</ins> price", "the old new price"),
        ("<p>see <img alt='IMG_0042.JPG' src=x>here<img alt='data:image/png;base64,AAAA'>", "see here"),
        ("<h1>one<h2>two<p>three", "# one\n\n## two\n\nthree"),
        ("<h2><br></h2>x", "x"),
        ("<h2>" + "long " * 200 + "</h2>x", ("long " * 200).strip() + "\n\nx"),
    ],
)
def test_conversion(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ("<tr><th>a<th>b<tr><td>1<td><p>2</p><p>3", "a | b\n1 | 2 3"),
        ("<tr><td>a<td><td>c<tr><td><td>", "a |  | c"),
        ("<caption>C</caption><tr><td>a<td>b", "C\na | b"),
        ("<tr><td colspan=2>a<td>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g", "a | a | b\nc | d | e\nc | f | g"),
        ("<tr><th colspan=2>Title<tr><td>a<td>b", "Title\na | b"),
        ("<tr><td><h2>Layout</h2><td>text", "## Layout\n\ntext"),
        ("<tr><td>outer<td><table><tr><td>a<td>b</table>", "outer\n\na | b"),
    ],
)
def test_tables(rows: str, text: str) -> None:
    assert text_of(f"<table>{rows}</table>") == text


def test_spans_cannot_blow_up_the_text() -> None:
    row = f"<tr><td colspan=9999 rowspan=9999>{'x' * 90}</td><td>b</td></tr>"
    assert len(text_of(f"<table>{row * 2000}</table>")) < 3_000_000


def test_what_is_never_shown_is_left_out(tmp_path: Path) -> None:
    html = (
        "<p>seen, and the longer part of the page by far</p><p hidden>h1</p><p aria-hidden=true>h2</p>"
        "<div style='color:red; DISPLAY: none'>h3<p>h4</p></div><template>h5</template><noscript>h6</noscript>"
        "<select><option>h7</select><button>h8</button><svg><title>h9</title></svg><textarea>h10</textarea>tail"
    )
    assert extract(tmp_path / "a.html", html).text == "seen, and the longer part of the page by far\n\ntail"


def test_a_page_that_a_script_would_show_is_read(tmp_path: Path) -> None:
    assert extract(tmp_path / "a.html", "<body style='display:none'><p>All of it</p>").text == "All of it"
    assert extract(tmp_path / "b.html", "<title>t</title><div hidden>All of it</div>x").text == "All of it\nx"


@pytest.mark.parametrize(
    "html",
    ["", "<html><body><script>x()</script></body></html>", "<frameset><frame src=a><noframes>n</noframes></frameset>"],
)
def test_pages_without_text(tmp_path: Path, html: str) -> None:
    document = extract(tmp_path / "a.html", html)
    assert (document.outcome, document.text) == (Outcome.NO_TEXT, "")


def test_main_content_without_the_furniture(tmp_path: Path) -> None:
    html = (
        "<header><a href=/>Site</a> <a href=/x>Sections</a></header><nav><a>Home</a></nav><h1>Tides</h1>"
        f"<div class=page><div class=side-bar-x>n</div><div class='article-body'><p>{PROSE * 4}</p><p>Short.</p>"
        f"<table><tr><td>a<td>b</table><p>{PROSE * 4}</p></div><div class='related-posts'><p>{PROSE}</p></div>"
        f"<section id=comments><p>{PROSE}</p></section></div>"
        "<footer>Imprint</footer>"
    )
    prose = (PROSE * 4).strip()
    assert extract(tmp_path / "a.html", html).text == f"# Tides\n\n{prose}\n\nShort.\n\na | b\n\n{prose}"


def test_a_summary_beside_the_heading_stays(tmp_path: Path) -> None:
    prose = "<p>High water comes twice a day, and the ferry leaves an hour before it from the quay.</p>" * 20
    page = (
        "<body><header><a href=/>Site</a> <a href=/x>Sections</a></header><div><header><h1>Tides</h1>"
        f"<p>When to sail</p></header></div><div>{prose}</div>"
    )
    document = extract(tmp_path / "a.html", page.encode())
    assert document.text.startswith("# Tides\n\nWhen to sail\n\nHigh water")
    assert "Sections" not in document.text


def test_prose_stays_whatever_its_class_is_called(tmp_path: Path) -> None:
    html = f"<div class='comments sidebar'><p>{PROSE * 4}</p></div><p>{PROSE * 4}</p>"
    assert extract(tmp_path / "a.html", html).text == "\n\n".join([(PROSE * 4).strip()] * 2)


@pytest.mark.parametrize(("comments", "kept"), [(4, False), (12, True)])
def test_comments_are_left_out_unless_they_are_the_page(tmp_path: Path, comments: int, kept: bool) -> None:
    html = f"<p>{PROSE * 8}</p>" + f"<div class=comment-body>Reply: {PROSE}</div>" * comments
    assert extract(tmp_path / "a.html", html).text.count("Reply") == (comments if kept else 0)


def test_a_heading_slug_is_no_class_name(tmp_path: Path) -> None:
    html = f"<div id=sharing-with-a-single-friend><p>{PROSE}</p></div><p>{PROSE * 9}</p>"
    assert extract(tmp_path / "a.html", html).text == f"{PROSE.strip()}\n\n{(PROSE * 9).strip()}"


@pytest.mark.parametrize(
    "html",
    [
        "<nav>" + "<a href=x>Some page of the index</a> " * 60 + "</nav>",
        "<footer>Few words</footer>",
        "<div class=menu><p>Soup</p></div>",
    ],
)
def test_pages_without_prose_stay_whole(tmp_path: Path, html: str) -> None:
    assert extract(tmp_path / "a.html", html).text == " ".join(text_of(html).split())


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<meta charset=koi8-r><p>Привет".encode("koi8_r"), "Привет"),
        ('<?xml version="1.0" encoding="euc-jp"?><html><p>日本</p></html>'.encode("euc_jp"), "日本"),
        (b"\xff\xfe" + "<p>Größe".encode("utf-16-le"), "Größe"),
        ("<meta charset=iso-8859-1><p>Größe".encode(), "Größe"),
        ("<p>Größe".encode("cp1252"), "Größe"),
        (b"<html>" + b"<p>text</p>" * 9 + b"a\0b", "\n\n".join(["text"] * 9) + "\n\nab"),
    ],
)
def test_charsets(tmp_path: Path, data: bytes, text: str) -> None:
    assert extract(tmp_path / "a.html", data).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<!doctype html><title>T</title><main><h1>Tides</h1><p>text</main>", "# Tides\n\ntext"),
        ("<meta charset=utf-8><title>T</title><article><p>one<p>two</article>", "one\n\ntwo"),
        ("<title>T</title><header><h1>Tides</h1></header><p>text", "# Tides\n\ntext"),
        ("<head><div>early</div><title>T</title></head><body><p>text", "early\n\ntext"),
        ("<my-card><template shadowrootmode=open><p>shown</p></template></my-card>", "shown"),
        ("<h2>Tides<a class=headerlink href='#tides'>¶</a></h2><p>in C# <a href='#x'>#</a>", "## Tides\n\nin C#"),
        (
            "<h1>Type bool <button>Copy path</button></h1><h2><button>Opens</button></h2>x",
            "# Type bool\n\n## Opens\n\nx",
        ),
        ("<a class='skip-link' href='#main'>Skip to content</a><p id=main>text", "text"),
        ("<p>x=<math><mfrac><mn>1</mn><mn>2</mn></mfrac><msup><mi>y</mi><mn>2</mn></msup></math>", "x=1/2y^2"),
    ],
)
def test_what_is_shown_and_what_is_not(tmp_path: Path, html: str, text: str) -> None:
    assert extract(tmp_path / "a.html", html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<nav><a>Home</a> <a>About</a></nav><main><p>Open 9-17</p></main><footer>Imprint</footer>", "Open 9-17"),
        ("<div role=navigation>Home</div><p>Open 9-17</p><div class='cookie-bar'>We use cookies</div>", "Open 9-17"),
        (
            "<h1>Bake</h1><div class='cookie-recipes'><p>Mix flour.</p></div><div id=cookies>OK?</div>",
            "# Bake Mix flour.",
        ),
        ("<div class=navheader>Prev Next</div><p>Open 9-17</p><div id=help-popup>Press ?</div>", "Open 9-17"),
        ("<blockquote><p>Be.</p><footer>Hamlet</footer></blockquote>", "> Be.\n\n> Hamlet"),
        ("<p>Hi</p><footer>The address, which is longer than the page</footer>", None),
        ("<h1>A</h1><nav>" + "<a href=x>The pages</a> of the book " * 20 + "</nav>", None),
    ],
)
def test_menus_footers_and_banners_of_small_pages(tmp_path: Path, html: str, text: str | None) -> None:
    whole = text_of(html)
    assert extract(tmp_path / "a.html", html).text.split() == (whole if text is None else text).split()


def test_notes_that_documentation_sets_aside_stay(tmp_path: Path) -> None:
    html = f"<main><p>{PROSE * 9}</p><aside class='note'>Mind the gap</aside><aside>Popular pages</aside></main>"
    assert extract(tmp_path / "a.html", html).text == f"{(PROSE * 9).strip()}\n\nMind the gap"


def test_foreign_content_is_unsupported(tmp_path: Path) -> None:
    with pytest.raises(ExtractionError) as error:
        extract(tmp_path / "a.html", b"\x89PNG\r\n\x1a\n")
    assert error.value.outcome is Outcome.UNSUPPORTED


@pytest.mark.parametrize("tag", ["div", "span", "blockquote", "ul", "table"])
def test_nothing_is_lost_in_deep_nesting(tag: str) -> None:
    text = text_of(f"<{tag}>" * 5000 + "<p>deep</p>" + f"</{tag}>" * 5000 + "<h2>after</h2>")
    assert text.replace(">", "").split() == ["deep", "##", "after"]


def test_xhtml_is_read_as_xml_and_else_as_html() -> None:
    good = '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><p><title/>&nbsp;a</p></body></html>'
    assert [e.tag for e in parse_xhtml(good).iter()] == ["html", "body", "p", "title"]
    assert "".join(map(str, parse_xhtml("<html><p>a<br>b &bogus; c").itertext())) == "ab &bogus; c"


@given(st.lists(st.text("ab é日", min_size=1).filter(str.strip), min_size=1, max_size=5))
def test_every_paragraph_is_a_line(paragraphs: list[str]) -> None:
    html = "".join(f"<p>{p}</p>" for p in paragraphs)
    assert text_of(html).split("\n\n") == [" ".join(p.split()) for p in paragraphs]


@given(st.text())
def test_nothing_breaks_the_parser(html: str) -> None:
    assert isinstance(text_of(html), str)
