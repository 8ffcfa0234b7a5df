"""Which extractor reads which file. A new format is one module and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.models import DocType

if TYPE_CHECKING:
    from engine.extract.base import Extractor
    from engine.extract.ocr import OcrEngine

EXTRACTION_VERSION = 3
"""Raised when extraction changes, so that the next run reads every document again."""

_EXTRACTORS: dict[DocType, str] = {
    DocType.PDF: "engine.extract.pdf:PdfExtractor",
    DocType.DOCX: "engine.extract.docx:DocxExtractor",
    DocType.PPTX: "engine.extract.pptx:PptxExtractor",
    DocType.EPUB: "engine.extract.epub:EpubExtractor",
    DocType.MD: "engine.extract.markdown:MarkdownExtractor",
    DocType.TXT: "engine.extract.text:TextExtractor",
    DocType.HTML: "engine.extract.html:HtmlExtractor",
    DocType.IMAGE: "engine.extract.image:ImageExtractor",
}
_SUFFIXES: dict[DocType, str] = {
    DocType.PDF: "pdf",
    DocType.DOCX: "docx",
    DocType.PPTX: "pptx",
    DocType.EPUB: "epub",
    DocType.MD: "md mdx markdown",
    DocType.TXT: "txt text log rst org",
    DocType.HTML: "html htm xhtml",
    DocType.IMAGE: "png jpg jpeg bmp webp",
}
_WITH_OCR = frozenset({DocType.IMAGE, DocType.PDF})
_TYPES = {suffix: doc_type for doc_type, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def doc_type_of(suffix: str) -> DocType | None:
    """The type of files with that lower-case suffix, None if they are not indexed."""
    return _TYPES.get(suffix)


def extractor_for(doc_type: DocType, ocr: OcrEngine | None = None, ocr_seconds: float = 0) -> Extractor:
    """The extractor of a type, its libraries imported now.

    Those of images and PDF read pictures with `ocr`, for at most so many seconds a document.
    """
    module, _, name = _EXTRACTORS[doc_type].partition(":")
    kind = getattr(import_module(module), name)
    with_ocr = ocr is not None and doc_type in _WITH_OCR
    extractor: Extractor = kind(ocr=ocr, ocr_seconds=ocr_seconds) if with_ocr else kind()
    return extractor
