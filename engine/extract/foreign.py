"""Files that are not what their extension says: `unsupported`, with a reason that names what they are instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError
from engine.models import Outcome
from engine.text.encoding import foreign_content, known_format

if TYPE_CHECKING:
    from engine.extract.container import Container

HEAD = 1 << 12
"""Bytes from the beginning of a file that are enough to tell."""
_PAGE = re.compile(
    rb"\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_MIMETYPES = {
    b"application/epub+zip": "an EPUB book",
    b"application/vnd.oasis.opendocument.text": "an OpenDocument text",
    b"application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation",
    b"application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet",
}
_MEMBERS = {
    "word/document.xml": "a Word document",
    "ppt/presentation.xml": "a PowerPoint presentation",
    "xl/workbook.xml": "an Excel workbook",
    "xl/workbook.bin": "an Excel workbook",
    "visio/document.xml": "a Visio drawing",
    "META-INF/container.xml": "an EPUB book",
    "Index/Document.iwa": "an iWork document",
    "META-INF/MANIFEST.MF": "a Java archive",
}


def foreign(what: str, expected: str) -> ExtractionError:
    """The error for a file that is `what` instead of the `expected`, both with their articles."""
    return ExtractionError(Outcome.UNSUPPORTED, f"this is {what}, not {expected}")


def kind_of(head: bytes) -> str | None:
    """What a file that begins with `head` is, with an article; None if it may be anything, damaged files included."""
    if known := known_format(head):
        return known
    if not head.strip() or foreign_content(head):
        return None
    if _PAGE.match(head.removeprefix(b"\xef\xbb\xbf")):
        return "an HTML page"
    return "an XML file" if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<?xml") else "plain text"


def kind_of_archive(container: Container) -> str:
    """What a readable zip archive is, with an article."""
    declared = container.read("mimetype")[:100].strip() if "mimetype" in container else b""
    found = (kind for name, kind in _MEMBERS.items() if name in container)
    return _MIMETYPES.get(declared) or next(found, "a zip archive")
