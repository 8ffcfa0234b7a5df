"""The text of PDF pages: pdfium reads it; what pdfium refuses is left to pypdf, then read from a rebuilt file."""

from __future__ import annotations

import ctypes
import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from engine.extract.base import ExtractionError
from engine.extract.pdf_catalog import PYPDF_ERRORS
from engine.extract.pdf_ocr import lacks_text
from engine.extract.pdf_repair import rebuilt, written_across
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.extract.pdf_catalog import Catalog
    from engine.extract.pdf_ocr import PageReader

logging.getLogger("pypdfium2").setLevel(logging.CRITICAL + 1)

# pdfium marks a hyphen at a line end, and leaves the line end out.
_LINE_HYPHEN = re.compile("[\x02\ufffe](?:\r?\n)?")
# pdfium loses the space after a Latin word in right-to-left text.
_TURN = re.compile("(?<=[A-Za-z]{2})(?=[\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3])")
_CONTROLS = dict.fromkeys([*range(9), 0x0B, 0x0C, *range(0x0E, 0x20), 0x7F, 0xFFFF])
_ALEF_LAM = re.compile("[\u0622\u0623\u0625\u0627\u0671]\u0644")
_MARKUP = frozenset({
    pdfium_c.FPDF_ANNOT_FREETEXT, pdfium_c.FPDF_ANNOT_TEXT, pdfium_c.FPDF_ANNOT_HIGHLIGHT,
    pdfium_c.FPDF_ANNOT_UNDERLINE, pdfium_c.FPDF_ANNOT_SQUIGGLY, pdfium_c.FPDF_ANNOT_STRIKEOUT,
    pdfium_c.FPDF_ANNOT_CARET,
})  # fmt: skip
_FIELDS = frozenset(
    {pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX}
)
_UNSEEN = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD_FIELD = 1 << 13
_MAX_ANNOTATIONS = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page; `text` is None if it cannot be read.

    `needs_ocr`: it shows something, but has next to no text. `unread`: OCR did not come to its end.
    """

    text: str | None
    needs_ocr: bool = False
    unread: bool = False


def read_pages(path: Path, catalog: Catalog, ocr: PageReader | None = None) -> Iterator[Page]:
    """The pages in turn, none if the file has none; `ocr` reads those without text.

    Raises ExtractionError: ENCRYPTED if a password is needed, CORRUPT if neither library opens the file.
    """
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as exc:
        if exc.err_code in {pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY}:
            raise ExtractionError(Outcome.ENCRYPTED, "a password is needed to open the file") from exc
        yield from _second_try(path, catalog, ocr)
        return
    with document:
        if not len(document):
            yield from _pypdf_pages(catalog)
        elif across := written_across(path):
            yield from _fuller(document, across, ocr)
        else:
            yield from _document_pages(document, ocr)


def _fuller(document: pdfium.PdfDocument, data: bytes, ocr: PageReader | None) -> Iterator[Page]:
    """The pages of `document`, or of the one in `data` if they have more text."""
    try:
        other = pdfium.PdfDocument(data)
    except pdfium.PdfiumError:
        yield from _document_pages(document, ocr)
        return
    with other:
        yield from _document_pages(max(document, other, key=_amount), ocr)


def _amount(document: pdfium.PdfDocument) -> int:
    return sum(len(page.text or "") for page in _document_pages(document))


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
        raise ExtractionError(Outcome.CORRUPT, "neither PDF library can make sense of the file") from exc
    with document:
        yield from _document_pages(document, ocr)


def _pypdf_pages(catalog: Catalog) -> Iterator[Page]:
    try:
        pages = [] if catalog.reader is None else list(catalog.reader.pages)
    except PYPDF_ERRORS:
        return
    for page in pages:
        try:
            yield Page(text=_clean(page.extract_text()))
        except PYPDF_ERRORS:
            yield Page(text=None)


def _document_pages(document: pdfium.PdfDocument, ocr: PageReader | None = None) -> Iterator[Page]:
    if document.get_formtype() != pdfium_c.FORMTYPE_NONE:
        # Without its form environment a document has no field values, but all its text.
        with suppress(pdfium.PdfiumError):
            document.init_forms()
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError:
            yield Page(text=None)
            continue
        try:
            result = _page(page, ocr)
        except pdfium.PdfiumError:
            result = Page(text=None)
        finally:
            page.close()
        yield result


def _page(page: pdfium.PdfPage, ocr: PageReader | None) -> Page:
    text_page = page.get_textpage()
    try:
        text = _ligatures_mended(text_page, text_page.get_text_range())
    finally:
        text_page.close()
    parts = [_clean(text), *map(_clean, _annotations(page))]
    text = "\n".join(part for part in parts if part.strip())
    if not lacks_text(page, text):
        return Page(text=text)
    if ocr is None:
        return Page(text=text, needs_ocr=True)
    read = ocr.read(page, text)
    return Page(text=read.text, unread=not read.complete)


def _ligatures_mended(text_page: pdfium.PdfTextPage, text: str) -> str:
    """`text` with lam before alef where one glyph stands for both; pdfium turns right-to-left text round by letters."""
    pieces, end = [], 0
    for match in _ALEF_LAM.finditer(text):
        start = match.start()
        index = pdfium_c.FPDFText_GetCharIndexFromTextIndex(text_page, start)
        if index >= 0 and start >= end and _origin(text_page, index) == _origin(text_page, index + 1):
            pieces += [text[end:start], text[start + 1], text[start]]
            end = start + 2
    return "".join([*pieces, text[end:]])


def _origin(text_page: pdfium.PdfTextPage, index: int) -> tuple[float, float]:
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium_c.FPDFText_GetCharOrigin(text_page, index, x, y)
    return x.value, y.value


def _annotations(page: pdfium.PdfPage) -> Iterator[str]:
    """Notes written on the page and values of its form fields; hidden ones and passwords are left out."""
    for index in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            if not pdfium_c.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
                yield _annotation_text(annotation, page.formenv)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _annotation_text(annotation: object, form: pdfium.PdfFormEnv | None) -> str:
    kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
    if kind in _MARKUP:
        return _string(lambda buffer, size: pdfium_c.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, size))
    if (
        kind == pdfium_c.FPDF_ANNOT_WIDGET
        and form is not None
        and pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation) in _FIELDS
        and not pdfium_c.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD_FIELD
    ):
        return _string(lambda buffer, size: pdfium_c.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size))
    return ""


def _string(read: Callable[[object, int], int]) -> str:
    """A UTF-16 string that pdfium writes into a buffer; asked for its size first, in bytes with the end mark."""
    size = read(None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    read(buffer, size)
    return bytes(buffer)[:-2].decode("utf-16-le", errors="replace")


def _clean(text: str) -> str:
    text = _TURN.sub(" ", _LINE_HYPHEN.sub("-\n", text))
    lines = (line.rstrip() for line in text.translate(_CONTROLS).replace("\r\n", "\n").split("\n"))
    return "\n".join(lines).strip("\n")
