import zipfile
from pathlib import Path

import pytest

from engine.documents import ExtractedDocument
from engine.extract.base import ExtractionError, Limits
from engine.extract.epub import EpubExtractor
from engine.models import Outcome, OutlineSource

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
XHTML = "application/xhtml+xml"


def package(items: str, spine: str, toc: str = "") -> str:
    return (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        "<dc:title>The Book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator></metadata>"
        f"<manifest>{items}</manifest><spine{toc}>{spine}</spine></package>"
    )


def item(name: str, href: str = "", media_type: str = XHTML, extra: str = "") -> str:
    return f'<item id="{name}" href="{href or name + ".xhtml"}" media-type="{media_type}" {extra}/>'


def refs(*names: str) -> str:
    return "".join(f'<itemref idref="{n}"/>' for n in names)


def page(body: str) -> str:
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>{body}</body></html>'


def nav(entries: str, rest: str = "") -> str:
    return (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>'
        f'<nav epub:type="landmarks"><ol><li><a href="a.xhtml">Start</a></li></ol></nav>'
        f'<nav epub:type="toc"><h1>Contents</h1><ol>{entries}</ol></nav>{rest}</body></html>'
    )


def extract(path: Path, members: dict[str, str]) -> ExtractedDocument:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            **members,
        }.items():
            archive.writestr(name, content)
    return EpubExtractor().extract(path, Limits())


def outline(document: ExtractedDocument) -> list[tuple[int, str, int]]:
    return [(h.level, h.title, h.line) for h in document.headings]


def places(document: ExtractedDocument) -> list[tuple[int, str | None]]:
    return [(m.line, m.place.chapter) for m in document.places]


def test_book_with_a_nav(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.epub",
        {
            "OPS/book.opf": package(
                item("nav", extra='properties="nav"') + item("a") + item("b", "text/b%20c.xhtml") + item("c"),
                refs("nav", "a", "b", "c"),
            ),
            "OPS/nav.xhtml": nav(
                '<li><a href="a.xhtml">One</a><ol><li><a href="a.xhtml#s">One point one</a></li></ol></li>'
                '<li><span>Part</span><ol><li><a href="text/b%20c.xhtml">Two</a></li></ol></li>'
            ),
            "OPS/a.xhtml": page('<h1>1</h1><p>first</p><p>line<br/>below<br/><i id="s">here</i></p>'),
            "OPS/text/b c.xhtml": page("<p>second</p>"),
            "OPS/c.xhtml": page("<p>not in the contents</p>"),
        },
    )
    assert document.text == "# 1\n\nfirst\n\nline\nbelow\nhere\n\nsecond\n\nnot in the contents"
    assert outline(document) == [(1, "One", 1), (2, "One point one", 7), (1, "Part", 9), (2, "Two", 9)]
    assert places(document) == [(1, "One"), (9, "Two")]
    assert (document.title, document.author) == ("The Book", "Ada, Bo")
    assert (document.outcome, document.outline_source) == (Outcome.OK, OutlineSource.CONTENTS)


def test_chapters_of_one_file_have_their_own_places(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.epub",
        {
            "OPS/book.opf": package(
                item("n", "toc.ncx", "application/x-dtbncx+xml") + item("a"), refs("a"), ' toc="n"'
            ),
            "OPS/toc.ncx": (
                '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>'
                '<navPoint><navLabel><text>I</text></navLabel><content src="a.xhtml#i"/>'
                '<navPoint><navLabel><text>I.1</text></navLabel><content src="a.xhtml#i1"/></navPoint></navPoint>'
                '<navPoint><navLabel><text>II</text></navLabel><content src="a.xhtml#ii"/></navPoint></navMap></ncx>'
            ),
            "OPS/a.xhtml": page('<p id="i">one</p><p id="i1">sub</p><p id="ii">two</p><p id="i">again</p>'),
        },
    )
    assert document.text == "one\n\nsub\n\ntwo\n\nagain"
    assert outline(document) == [(1, "I", 1), (2, "I.1", 3), (1, "II", 5)]
    assert places(document) == [(1, "I"), (5, "II")]


@pytest.mark.parametrize("contents", ["", nav("")])
def test_headings_where_there_is_no_table_of_contents(tmp_path: Path, contents: str) -> None:
    document = extract(
        tmp_path / "a.epub",
        {
            "OPS/book.opf": package(
                item("nav", extra='properties="nav"') + item("a", "a.html", "text/plain") + item("b") + item("c"),
                refs("a", "b", "c"),
            ),
            **({"OPS/nav.xhtml": contents} if contents else {}),
            "OPS/a.html": "<h1>First<p>not well-formed &nbsp; text",
            "OPS/b.xhtml": page("<p>goes on</p>"),
            "OPS/c.xhtml": page("<h2>Second</h2>"),
        },
    )
    assert document.text == "# First\n\nnot well-formed text\n\ngoes on\n\n## Second"
    assert outline(document) == [(1, "First", 1), (2, "Second", 7)]
    assert places(document) == [(1, "First"), (7, "Second")]
    assert document.outline_source is OutlineSource.HEADINGS


def test_a_navigation_document_with_more_in_it_is_kept(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.epub",
        {
            "OPS/book.opf": package(item("nav", extra='properties="nav"') + item("a"), refs("nav", "a")),
            "OPS/nav.xhtml": nav('<li><a href="a.xhtml">One</a></li>', f"<p>{'preface ' * 40}</p>"),
            "OPS/a.xhtml": page("<p>text</p>"),
        },
    )
    assert document.text == ("preface " * 40).strip() + "\n\ntext"


def test_nothing_of_a_chapter_is_left_out_as_furniture(tmp_path: Path) -> None:
    body = f"<p>{'long prose ' * 90}</p><aside><p>note</p></aside><footer>end</footer>"
    document = extract(tmp_path / "a.epub", {"OPS/book.opf": package(item("a"), refs("a")), "OPS/a.xhtml": page(body)})
    assert document.text == ("long prose " * 90).strip() + "\n\nnote\n\nend"


def test_drawings_in_the_spine_give_their_words(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>Plate</title><style>x</style><text>Ship <tspan>ahoy</tspan></text></svg>'
    items = item("a", "a.svg", "image/svg+xml") + item("b", "b.jpg", "image/jpeg")
    document = extract(tmp_path / "a.epub", {"OPS/book.opf": package(items, refs("a", "b")), "OPS/a.svg": svg})
    assert (document.text, document.outcome) == ("Plate\nShip ahoy", Outcome.OK)


def test_missing_files_make_it_partial(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.epub",
        {"OPS/book.opf": package(item("a") + item("b"), refs("a", "b", "ghost")), "OPS/a.xhtml": page("<p>text</p>")},
    )
    assert (document.outcome, document.text) == (Outcome.PARTIAL, "text")
    assert document.reason == "missing or unreadable: ghost, OPS/b.xhtml"


def test_a_package_is_found_without_the_container_file(tmp_path: Path) -> None:
    document = extract(
        tmp_path / "a.epub",
        {
            "META-INF/container.xml": "<broken",
            "other.opf": package(item("a"), ""),
            "a.xhtml": page("<p>all pages where there is no spine</p>"),
        },
    )
    assert document.text == "all pages where there is no spine"


def encryption(algorithm: str, target: str) -> str:
    return (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
        f'<e:EncryptedData><e:EncryptionMethod Algorithm="{algorithm}"/><e:CipherData>'
        f'<e:CipherReference URI="{target}"/></e:CipherData></e:EncryptedData></encryption>'
    )


BOOK = {"OPS/book.opf": package(item("a"), refs("a")), "OPS/a.xhtml": page("<p>text</p>")}


@pytest.mark.parametrize(
    "protection",
    [
        {"META-INF/rights.xml": "<rights/>"},
        {"META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OPS/a.xhtml")},
    ],
)
def test_protected_books_are_encrypted(tmp_path: Path, protection: dict[str, str]) -> None:
    with pytest.raises(ExtractionError) as error:
        extract(tmp_path / "a.epub", BOOK | protection)
    assert error.value.outcome is Outcome.ENCRYPTED


@pytest.mark.parametrize(
    ("algorithm", "target"),
    [
        ("http://www.idpf.org/2008/embedding", "OPS/font.otf"),
        ("http://ns.adobe.com/pdf/enc#RC", "OPS/font.otf"),
        ("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OPS/font.otf"),
    ],
)
def test_obfuscated_fonts_do_not_matter(tmp_path: Path, algorithm: str, target: str) -> None:
    assert (
        extract(tmp_path / "a.epub", BOOK | {"META-INF/encryption.xml": encryption(algorithm, target)}).text == "text"
    )


@pytest.mark.parametrize("members", [{}, {"OPS/book.opf": package(item("a"), refs("a"))}])
def test_books_without_a_package_or_pages_are_corrupt(tmp_path: Path, members: dict[str, str]) -> None:
    with pytest.raises(ExtractionError) as error:
        extract(tmp_path / "a.epub", members)
    assert error.value.outcome is Outcome.CORRUPT


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut short"])
def test_what_is_no_zip_is_corrupt(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.epub"
    path.write_bytes(data)
    with pytest.raises(ExtractionError) as error:
        EpubExtractor().extract(path, Limits())
    assert error.value.outcome is Outcome.CORRUPT


def test_a_book_over_the_limit_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    path.write_bytes(b"x" * 20)
    with pytest.raises(ExtractionError) as error:
        EpubExtractor().extract(path, Limits(max_file_size=10))
    assert error.value.outcome is Outcome.TOO_LARGE
