"""What a PDF says about itself, read with pypdf: encryption, title and author, bookmarks (ISO 32000-1, 12.3.3)."""

from __future__ import annotations

import logging
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pypdf import PasswordType, PdfReader
from pypdf.errors import DeprecationError, PyPdfError
from pypdf.generic import ArrayObject, Destination, DictionaryObject, IndirectObject

from engine.extract.base import ExtractionError, tidy
from engine.extract.pdf_title import stated_title
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.extract.base import Limits

logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)

# Broken files make pypdf raise whatever Python raises for a value of the wrong kind.
PYPDF_ERRORS = (
    PyPdfError, DeprecationError,
    ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError, ArithmeticError,
    NotImplementedError, RecursionError, EOFError, OSError, struct.error, zlib.error,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookmark:
    """An entry of the outline; levels count from 1, pages from 0. `page` is None if it points outside the document."""

    level: int
    title: str
    page: int | None


class Catalog:
    """A PDF as pypdf sees it. `reader` is None if pypdf refuses the file; every answer is then empty.

    `locked` if that is because the empty password does not open it; one that pypdf overlooks may open it all the same.
    Raises ExtractionError (ENCRYPTED) if attachments alone are encrypted: what is missing is not known without them.
    """

    def __init__(self, path: Path) -> None:
        self.reader: PdfReader | None = None
        self.locked = pages_are_open = False
        try:
            reader = PdfReader(path)
            self.locked = reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED
            keys = reader.trailer["/Encrypt"].get_object() if self.locked else None
            pages_are_open = isinstance(keys, DictionaryObject) and keys.get("/StmF") == "/Identity"
        except PYPDF_ERRORS:
            return
        if self.locked:
            reader.close()
        else:
            self.reader = reader
        if pages_are_open:
            raise ExtractionError(Outcome.ENCRYPTED, "a password is needed to open its attachments")

    def close(self) -> None:
        """Close the file."""
        if self.reader is not None:
            self.reader.close()

    def page_count(self) -> int | None:
        """The number of pages; None if the page tree cannot be read."""
        try:
            return None if self.reader is None else len(self.reader.pages)
        except PYPDF_ERRORS:
            return None

    def properties(self) -> tuple[str | None, str | None]:
        """Title, if it is a sensible one, and author of the information dictionary."""
        return stated_title(self._property("title")), tidy(self._property("author"))

    def _property(self, name: str) -> str | None:
        try:
            value = getattr(self.reader.metadata, name, None) if self.reader else None
        except PYPDF_ERRORS:
            return None
        return value if isinstance(value, str) else None

    def bookmarks(self, limits: Limits) -> list[Bookmark]:
        """The outline from top to bottom, at most `limits.max_headings` entries; a cycle or a broken link ends it."""
        found: list[Bookmark] = []
        if self.reader is None:
            return found
        try:
            walk = _Outline(self.reader)
            for bookmark in walk.bookmarks():
                found.append(bookmark)
                if len(found) >= limits.max_headings:
                    break
        except PYPDF_ERRORS:
            return found
        return found


class _Outline:
    """The outline tree; entries are taken apart here because pypdf gives up on all of them when one is broken."""

    def __init__(self, reader: PdfReader) -> None:
        self._reader = reader
        self._pages: dict[tuple[int, int], int] | None = None
        self._named: dict[str, Destination] | None = None

    def bookmarks(self) -> Iterator[Bookmark]:
        seen: set[int] = set()
        pending = [(1, _entry(self._reader.root_object.get("/Outlines"), "/First"))]
        while pending:
            level, node = pending.pop()
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            title = _title(node)
            if title:
                yield Bookmark(level=level, title=title, page=self._page(node))
            pending.append((level, _entry(node, "/Next")))
            pending.append((level + 1, _entry(node, "/First")))

    def _page(self, node: DictionaryObject) -> int | None:
        try:
            action = _resolved(node.get("/A"))
            target = node.get("/Dest")
            if target is None and isinstance(action, DictionaryObject) and action.get("/S") == "/GoTo":
                target = action.get("/D")
            return self._page_number(self._destination(_resolved(target)))
        except PYPDF_ERRORS:
            return None

    def _destination(self, target: object) -> object:
        """The page a destination starts with, after looking up its name."""
        if isinstance(target, (str, bytes)):
            if self._named is None:
                self._named = dict(self._reader.named_destinations)
            name = target if isinstance(target, str) else target.decode("latin-1")
            found = self._named.get(name)
            return None if found is None else found.raw_get("/Page")
        if isinstance(target, DictionaryObject):
            target = _resolved(target.get("/D"))
        return target[0] if isinstance(target, ArrayObject) and target else None

    def _page_number(self, page: object) -> int | None:
        if self._pages is None:
            references = (p.indirect_reference for p in self._reader.pages)
            self._pages = {(r.idnum, r.generation): n for n, r in enumerate(references) if r is not None}
        if isinstance(page, IndirectObject):
            return self._pages.get((page.idnum, page.generation))
        return int(page) if isinstance(page, int) and 0 <= page < len(self._pages) else None


def _resolved(value: object) -> object:
    return value.get_object() if isinstance(value, IndirectObject) else value


def _entry(node: object, key: str) -> DictionaryObject | None:
    try:
        node = _resolved(node)
        value = _resolved(node.get(key)) if isinstance(node, DictionaryObject) else None
    except PYPDF_ERRORS:
        return None
    return value if isinstance(value, DictionaryObject) else None


def _title(node: DictionaryObject) -> str | None:
    try:
        title = _resolved(node.get("/Title"))
    except PYPDF_ERRORS:
        return None
    return tidy(title if isinstance(title, str) else title.decode("latin-1") if isinstance(title, bytes) else None)
