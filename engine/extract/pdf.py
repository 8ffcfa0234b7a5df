"""PDF: text page by page with pdfium, bookmarks and properties with pypdf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError, TextBuilder
from engine.extract.pdf_catalog import Catalog
from engine.extract.pdf_text import read_pages
from engine.models import DocType, Outcome, OutlineSource, Place

if TYPE_CHECKING:
    from pathlib import Path

    from engine.documents import ExtractedDocument
    from engine.extract.base import Limits
    from engine.extract.pdf_catalog import Bookmark

_NAMED_PAGES = 20


class PdfExtractor:
    """Reads PDF files that open without a password. Pages are places, bookmarks headings on the pages they point to."""

    doc_type = DocType.PDF

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`. Raises ExtractionError or OSError."""
        catalog = Catalog(path)
        try:
            return _read(path, catalog, limits)
        finally:
            catalog.close()


def _read(path: Path, catalog: Catalog, limits: Limits) -> ExtractedDocument:
    builder = TextBuilder()
    starts: list[int] = []
    unreadable: list[int] = []
    scanned = 0
    for number, page in enumerate(read_pages(path, catalog), start=1):
        builder.blank()
        builder.place(Place(page=number))
        starts.append(builder.next_line)
        scanned += page.scanned
        if page.text is None:
            unreadable.append(number)
        elif page.text:
            builder.add(page.text)
    if not starts:
        raise ExtractionError(Outcome.CORRUPT, "the file has no pages")
    if len(unreadable) == len(starts):
        raise ExtractionError(Outcome.CORRUPT, "no page can be read")
    for bookmark in catalog.bookmarks(limits):
        builder.heading(bookmark.level, bookmark.title, _line(builder.lines, starts, bookmark))
    title, author = catalog.properties()
    return builder.build(
        DocType.PDF,
        title=title,
        author=author,
        outline_source=OutlineSource.BOOKMARKS,
        outcome=Outcome.PARTIAL if unreadable else Outcome.OK,
        reason=_reason(builder, scanned, unreadable),
        limits=limits,
    )


def _reason(builder: TextBuilder, scanned: int, unreadable: list[int]) -> str | None:
    missing = [f"unreadable pages: {_listed(unreadable)}"] if unreadable else []
    if not any(line.strip() for line in builder.lines):
        scans = f"{scanned} scanned page{' needs' if scanned == 1 else 's need'} OCR"
        missing.insert(0, f"no text layer; {scans}" if scanned else "the pages hold no text")
    return "; ".join(missing) or None


def _listed(pages: list[int]) -> str:
    return ", ".join(map(str, pages[:_NAMED_PAGES])) + (", …" if len(pages) > _NAMED_PAGES else "")


def _line(lines: list[str], starts: list[int], bookmark: Bookmark) -> int:
    """The line where the title stands on its page; else the first line of the page, or of the text."""
    if bookmark.page is None or bookmark.page >= len(starts):
        return 1
    start = starts[bookmark.page]
    end = starts[bookmark.page + 1] if bookmark.page + 1 < len(starts) else len(lines) + 1
    wanted = _squeezed(bookmark.title)
    page = [_squeezed(line) for line in lines[start - 1 : end - 1]]
    for offset, (line, following) in enumerate(zip(page, [*page[1:], ""], strict=False)):
        # A numbered title often has its number in the text only, a long one goes over two lines.
        if line and (line.endswith(wanted) or line + following == wanted):
            return start + offset
    return start


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
