"""What lies on top of a PDF page: notes, values of form fields, and the words in signatures and stamps."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium_c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pypdfium2 as pdfium

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
_NOTHING = 2
"""Bytes of an empty UTF-16 string: its end mark."""


def annotation_texts(page: pdfium.PdfPage) -> Iterator[str]:
    """Notes written on the page and values of its form fields; hidden ones and passwords are left out."""
    for annotation in _annotations(page):
        if not pdfium_c.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
            yield _text(annotation, page.formenv).replace("\r\n", "\n").replace("\r", "\n")


def has_signatures(page: pdfium.PdfPage) -> bool:
    """Whether signatures or stamps can be seen on the page."""
    return any(_is_signature(annotation, page.formenv) for annotation in _annotations(page))


def signature_text(document: pdfium.PdfDocument, index: int) -> str:
    """What signatures and stamps on a page say. They become part of the page, and its other annotations go.

    Their words are in their pictures only, which pdfium does not read. So they are drawn on the page, and what was on
    it before is left out: pdfium mixes lines that lie one over the other.
    """
    page = document[index]
    try:
        before = pdfium_c.FPDFPage_CountObjects(page)
        for annotation in _annotations(page):
            if not _is_signature(annotation, page.formenv):
                pdfium_c.FPDFAnnot_SetFlags(annotation, pdfium_c.FPDF_ANNOT_FLAG_HIDDEN)
        if pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY) != pdfium_c.FLATTEN_SUCCESS:
            return ""
        page.close()
        page = document[index]
        for _ in range(before):
            below = pdfium_c.FPDFPage_GetObject(page, 0)
            if pdfium_c.FPDFPage_RemoveObject(page, below):
                pdfium_c.FPDFPageObj_Destroy(below)
        text_page = page.get_textpage()
        try:
            return str(text_page.get_text_range())
        finally:
            text_page.close()
    finally:
        page.close()


def _annotations(page: pdfium.PdfPage) -> Iterator[object]:
    for index in range(min(pdfium_c.FPDFPage_GetAnnotCount(page), _MAX_ANNOTATIONS)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
        if annotation:
            try:
                yield annotation
            finally:
                pdfium_c.FPDFPage_CloseAnnot(annotation)


def _is_signature(annotation: object, form: pdfium.PdfFormEnv | None) -> bool:
    kind = pdfium_c.FPDFAnnot_GetSubtype(annotation)
    if kind == pdfium_c.FPDF_ANNOT_WIDGET:
        wanted = (
            form is not None
            and pdfium_c.FPDFAnnot_GetFormFieldType(form, annotation) == pdfium_c.FPDF_FORMFIELD_SIGNATURE
        )
    else:
        wanted = kind == pdfium_c.FPDF_ANNOT_STAMP
    return (
        wanted
        and not pdfium_c.FPDFAnnot_GetFlags(annotation) & _UNSEEN
        and pdfium_c.FPDFAnnot_GetAP(annotation, pdfium_c.FPDF_ANNOT_APPEARANCEMODE_NORMAL, None, 0) > _NOTHING
    )


def _text(annotation: object, form: pdfium.PdfFormEnv | None) -> str:
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
    if size <= _NOTHING:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    read(buffer, size)
    return bytes(buffer)[:-2].decode("utf-16-le", errors="replace")
