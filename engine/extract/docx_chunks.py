"""Documents of other formats inside a Word document (`w:altChunk`): web pages, plain text, Word documents.

ECMA-376 part 1, 17.17.2.1. Word puts their content where the element stands when it opens the file.
"""

from __future__ import annotations

import re
from email import policy
from email.parser import BytesParser
from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError, TextBuilder
from engine.extract.html import read_page
from engine.extract.ooxml import transitional
from engine.models import DocType, Outcome
from engine.text.encoding import declared_charset, decode, foreign_content

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.documents import ExtractedDocument
    from engine.extract.base import Limits
    from engine.extract.ooxml import Package

WORD = "a Word document"
_ZIP = b"PK\x03\x04"
_PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|\?xml)\b", re.IGNORECASE | re.DOTALL)
_MAIL = re.compile(rb"\s*(?:MIME-Version|From|Content-Type|Date|Subject)\s*:", re.IGNORECASE)
_WORD_XML = re.compile(rb"<pkg:package\b|<w:wordDocument\b")
_PAGES = (".htm", ".html", ".xhtml")
_HEAD = 1 << 10


class Chunks:
    """Reads each such part of `package` once; `read_word` reads a nested Word document, where `deeper` allows it."""

    def __init__(
        self, package: Package, limits: Limits, read_word: Callable[[Package], ExtractedDocument], *, deeper: bool
    ) -> None:
        self._package = package
        self._limits = limits
        self._read_word = read_word
        self._deeper = deeper
        self._seen: set[str] = set()

    def read(self, part: str) -> ExtractedDocument | None:
        """The document in `part`; None if there is nothing to read. What cannot be read is noted in the package."""
        if part in self._seen:
            return None
        self._seen.add(part)
        data = self._package.data(part)
        if not data:
            return None
        try:
            return self._document(part, data)
        except ExtractionError as exc:
            if exc.outcome is Outcome.TOO_LARGE:
                raise
            self._package.unread.append(f"{part} ({exc.reason})")
            return None

    def _document(self, part: str, data: bytes) -> ExtractedDocument:
        if data.startswith(_ZIP):
            return self._word(part, data)
        if _MAIL.match(data[:_HEAD]):
            return _mail(data, self._limits)
        if (foreign := foreign_content(data)) or _WORD_XML.search(transitional(data[:_HEAD])):
            raise ExtractionError(Outcome.UNSUPPORTED, foreign or "Word XML in one file")
        if part.lower().endswith(_PAGES) or _PAGE.match(data[:_HEAD]):
            return read_page(decode(data, declared_charset(data)), self._limits, whole=True)
        return _plain(decode(data))

    def _word(self, part: str, data: bytes) -> ExtractedDocument:
        if not self._deeper:
            raise ExtractionError(Outcome.UNSUPPORTED, "documents inside documents, too deep")
        nested = self._package.nested(data, WORD)
        document = self._read_word(nested)
        self._package.damaged += [f"{part}: {name}" for name in nested.damaged]
        self._package.unread += [f"{part}: {name}" for name in nested.unread]
        return document


def _mail(data: bytes, limits: Limits) -> ExtractedDocument:
    """The page, or else the text, of a web page saved as one file (RFC 2557)."""
    message = BytesParser(policy=policy.compat32).parsebytes(data)
    parts = {part.get_content_type(): part for part in reversed([*message.walk()])}
    for kind in ("text/html", "text/plain"):
        payload = parts[kind].get_payload(decode=True) if kind in parts else None
        if isinstance(payload, bytes):
            charset = parts[kind].get_content_charset()
            declared = declared_charset(payload) or declared_charset(f'<meta charset="{charset}">'.encode())
            text = decode(payload, declared)
            return read_page(text, limits, whole=True) if kind == "text/html" else _plain(text)
    raise ExtractionError(Outcome.UNSUPPORTED, "a message without text")


def _plain(text: str) -> ExtractedDocument:
    builder = TextBuilder()
    builder.add(text)
    return builder.build(DocType.TXT)
