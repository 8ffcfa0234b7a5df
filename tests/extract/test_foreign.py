"""Files named after a format that they do not have: unsupported, and the reason says what they are."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from engine.extract.base import ExtractionError, Limits
from engine.extract.registry import doc_type_of, extractor_for
from engine.models import Outcome

if TYPE_CHECKING:
    from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n" + bytes(200)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def archive(**members: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as out:
        for name, content in members.items():
            out.writestr(name, content)
    return target.getvalue()


def office(main: str, content: str) -> bytes:
    """A package with nothing but its main part."""
    links = f'<Relationships><Relationship Type="{RELATIONSHIP}" Target="{main}"/></Relationships>'
    return archive(**{"[Content_Types].xml": "<Types/>", "_rels/.rels": links, main: content})


SPREADSHEET = office("xl/workbook.xml", "<workbook/>")
WORD = office("word/document.xml", "<document/>")
SLIDES = office("ppt/presentation.xml", "<presentation/>")
OPEN_DOCUMENT = archive(mimetype="application/vnd.oasis.opendocument.text", **{"content.xml": "<a/>"})
BOOK = archive(mimetype="application/epub+zip", **{"META-INF/container.xml": "<container/>"})


def failure(path: Path, data: bytes) -> tuple[Outcome, str]:
    path.write_bytes(data)
    doc_type = doc_type_of(path.suffix[1:])
    assert doc_type is not None
    with pytest.raises(ExtractionError) as caught:
        extractor_for(doc_type).extract(path, Limits())
    return caught.value.outcome, caught.value.reason


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [("docx", "a Word document"), ("pptx", "a PowerPoint presentation"), ("epub", "an EPUB book")],
)
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PNG, "a PNG image"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        (b"{\\rtf1\\ansi text}", "an RTF document"),
        (b"\xef\xbb\xbf<!-- saved from url=(0014)about:internet -->\n<html><body>text", "an HTML page"),
        (b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', "an HTML page"),
        (b'<?xml version="1.0"?><w:wordDocument/>', "an XML file"),
        (b"Dear all,\nthe tide tables.\n", "plain text"),
        ("Größe\n".encode("utf-16"), "plain text"),
        (OLE + "WordDocument".encode("utf-16-le"), "an old Word document (.doc)"),
        (OLE + "PowerPoint Document".encode("utf-16-le"), "an old PowerPoint presentation (.ppt)"),
        (OLE, "an OLE file"),
        (SPREADSHEET, "an Excel workbook"),
        (OPEN_DOCUMENT, "an OpenDocument text"),
        (archive(**{"META-INF/MANIFEST.MF": "x"}), "a Java archive"),
        (archive(readme="x"), "a zip archive"),
    ],
)
def test_content_of_another_format_is_named(tmp_path: Path, suffix: str, expected: str, data: bytes, kind: str) -> None:
    reason = f"this is {kind}, not {expected}"
    assert failure(tmp_path / f"file.{suffix}", data) == (Outcome.UNSUPPORTED, reason)


@pytest.mark.parametrize(
    ("suffix", "data", "reason"),
    [
        ("docx", SLIDES, "this is a PowerPoint presentation, not a Word document"),
        ("docx", BOOK, "this is an EPUB book, not a Word document"),
        ("pptx", WORD, "this is a Word document, not a PowerPoint presentation"),
        ("epub", WORD, "this is a Word document, not an EPUB book"),
        ("pdf", WORD, "this is a zip archive, not a PDF"),
        ("pdf", b"<html>text", "this is an HTML page, not a PDF"),
        ("pdf", b"Dear all,\nthe tide tables.\n", "this is plain text, not a PDF"),
        ("txt", PNG, "this is a PNG image, not text"),
        ("html", WORD, "this is a zip archive, not a web page"),
        ("png", b"<html>text", "this is an HTML page, not a PNG, JPEG, BMP or WebP image"),
    ],
)
def test_formats_taken_for_one_another(tmp_path: Path, suffix: str, data: bytes, reason: str) -> None:
    assert failure(tmp_path / f"file.{suffix}", data) == (Outcome.UNSUPPORTED, reason)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n%\xe2\xe3", b"", b"1 0 obj\n<< /Type /Page >>\nendobj\n", bytes(300)])
def test_a_damaged_pdf_stays_corrupt(tmp_path: Path, data: bytes) -> None:
    assert failure(tmp_path / "file.pdf", data)[0] is Outcome.CORRUPT


@pytest.mark.parametrize("suffix", ["docx", "pptx", "epub"])
@pytest.mark.parametrize("data", [b"", WORD[:-40], b"PK\x03\x04", bytes(300), bytes(range(256)) * 4])
def test_damaged_files_stay_corrupt(tmp_path: Path, suffix: str, data: bytes) -> None:
    assert failure(tmp_path / f"file.{suffix}", data)[0] is Outcome.CORRUPT


@pytest.mark.parametrize("suffix", ["docx", "pptx", "epub"])
def test_protected_files_stay_encrypted(tmp_path: Path, suffix: str) -> None:
    data = OLE + "EncryptedPackage".encode("utf-16-le")
    assert failure(tmp_path / f"file.{suffix}", data)[0] is Outcome.ENCRYPTED


def test_a_book_without_its_package_is_corrupt(tmp_path: Path) -> None:
    assert failure(tmp_path / "file.epub", BOOK) == (Outcome.CORRUPT, "it has no package document")
