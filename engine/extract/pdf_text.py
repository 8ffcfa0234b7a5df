"""The text of PDF pages: pdfium reads it; what pdfium refuses is left to pypdf, then read from a rebuilt file."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from engine.extract.base import ExtractionError
from engine.extract.foreign import HEAD, foreign, kind_of
from engine.extract.pdf_annotations import annotation_texts, has_signatures, signature_text
from engine.extract.pdf_catalog import PYPDF_ERRORS
from engine.extract.pdf_letters import clean, illegible, shown_text
from engine.extract.pdf_ocr import lacks_text
from engine.extract.pdf_repair import rebuilt, written_across
from engine.extract.pdf_title import headline
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from engine.extract.pdf_catalog import Catalog
    from engine.extract.pdf_ocr import PageReader

logging.getLogger("pypdfium2").setLevel(logging.CRITICAL + 1)

_SIGNS = re.compile(rb"%PDF-|\d obj\b|\bxref\b|\btrailer\b")
# What pypdf gives for a glyph that has a name of its own.
_GLYPH_NAMES = re.compile(r"(?:/[A-Za-z]{0,3}\d+){3}")
_PATIENCE = 100
"""Pages of one document that are read a second time when that helps."""
_FAILURES = 5
"""The same when it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page; `text` is None if it cannot be read.

    `needs_ocr`: it shows something, but has next to no text, or none that can be made out. `unread`: OCR did not come
    to its end. `headline`: what stands out on it as a title; looked for on the first page if the document states none.
    """

    text: str | None
    headline: str | None = None
    needs_ocr: bool = False
    unread: bool = False


def read_pages(path: Path, catalog: Catalog, ocr: PageReader | None = None) -> Iterator[Page]:
    """The pages in turn, none if the file has none; `ocr` reads those without text.

    Raises ExtractionError: ENCRYPTED if a password is needed, CORRUPT if neither library opens the file.
    """
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as exc:
        locked = exc.err_code in {pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY}
        if catalog.reader is None and (locked or catalog.locked):
            raise ExtractionError(Outcome.ENCRYPTED, "a password is needed to open the file") from exc
        yield from _second_try(path, catalog, ocr)
        return
    reading = _Reading(catalog, ocr)
    with document:
        if not len(document):
            yield from _pypdf_pages(catalog)
        elif across := written_across(path):
            yield from _fuller(document, across, reading)
        else:
            yield from reading.pages(document)


def _fuller(document: pdfium.PdfDocument, data: bytes, reading: _Reading) -> Iterator[Page]:
    """The pages of `document`, or of the one in `data` if they have more text."""
    try:
        other = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        yield from reading.pages(document)
        return
    with other:
        if _amount(other) > _amount(document):
            yield from reading.pages(other, across=True)
        else:
            yield from reading.pages(document)


def _amount(document: pdfium.PdfDocument) -> int:
    return sum(len(page.text or "") for page in _Reading().pages(document))


def _second_try(path: Path, catalog: Catalog, ocr: PageReader | None) -> Iterator[Page]:
    pages = list(_pypdf_pages(catalog))
    if any(page.text for page in pages):
        yield from pages
        return
    try:
        document = pdfium.PdfDocument(rebuilt(path.read_bytes()))
    except pdfium.PdfiumError as exc:
        if pages or catalog.page_count() == 0:
            yield from pages
            return
        with path.open("rb") as file:
            head = file.read(HEAD)
        if not _SIGNS.search(head) and (kind := kind_of(head)):
            raise foreign(kind, "a PDF") from exc
        raise ExtractionError(Outcome.CORRUPT, "neither PDF library can make sense of the file") from exc
    with document:
        yield from _Reading(ocr=ocr).pages(document)


def _pypdf_pages(catalog: Catalog) -> Iterator[Page]:
    try:
        pages = [] if catalog.reader is None else list(catalog.reader.pages)
    except PYPDF_ERRORS:
        return
    for page in pages:
        try:
            yield Page(text=clean(page.extract_text()))
        except PYPDF_ERRORS:
            yield Page(text=None)


class _SecondReader:
    """Pages as pypdf reads them: slowly, so only when pdfium cannot tell the letters, and not for long if it cannot."""

    def __init__(self, catalog: Catalog | None) -> None:
        self._catalog = catalog
        self._patience = _PATIENCE

    def text(self, index: int, instead_of: str) -> str | None:
        """The text of a page if it is better than the given one."""
        if self._catalog is None or self._catalog.reader is None or self._patience <= 0:
            return None
        self._patience -= 1
        try:
            text = self._catalog.reader.pages[index].extract_text()
        except PYPDF_ERRORS:
            text = ""
        if illegible(text) or _GLYPH_NAMES.search(text) or 2 * len(text) < len(instead_of):
            self._patience -= _PATIENCE // _FAILURES
            return None
        return text


class _Reading:
    """How the pages of a document are read: by pdfium, and by others where it finds no text or none that is legible."""

    def __init__(self, catalog: Catalog | None = None, ocr: PageReader | None = None) -> None:
        self._other = _SecondReader(catalog)
        self._ocr = ocr
        self._untitled = catalog is not None and catalog.properties()[0] is None

    def pages(self, document: pdfium.PdfDocument, *, across: bool = False) -> Iterator[Page]:
        """The pages in turn; `across`: they were `written_across`."""
        if document.get_formtype() != pdfium_c.FORMTYPE_NONE:
            # Without its form environment a document has no field values, but all its text.
            with suppress(pdfium.PdfiumError):
                document.init_forms()
        for index in range(len(document)):
            try:
                yield self._page(document, index, across=across)
            except pdfium.PdfiumError:
                yield Page(text=None)

    def _page(self, document: pdfium.PdfDocument, index: int, *, across: bool) -> Page:
        page = document[index]
        try:
            notes = list(annotation_texts(page))
            text_page = page.get_textpage()
            try:
                text = shown_text(page, text_page, across=across)
                title = headline(text_page, text) if index == 0 and self._untitled and not across else None
            finally:
                text_page.close()
            if has_signatures(page):
                page.close()
                notes.insert(0, signature_text(document, index))
                page = document[index]
            legible = not illegible(text)
            if not legible and (better := self._other.text(index, text)) is not None:
                text, legible, title = better, True, None
            result = Page(text=clean(text), headline=title if legible else None)
            return self._read_again(page, result, _joined(map(clean, notes)), legible=legible)
        finally:
            page.close()

    def _read_again(self, page: pdfium.PdfPage, result: Page, notes: str, *, legible: bool) -> Page:
        """The page with its notes, or with what OCR finds on it if it has next to no text."""
        known = _joined([result.text or "", notes])
        if legible and not lacks_text(page, known):
            return replace(result, text=known)
        if self._ocr is None:
            return replace(result, text=known, needs_ocr=True)
        read = self._ocr.read(page, known if legible else notes)
        return replace(result, text=read.text or known, unread=not read.complete)


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part.strip())
