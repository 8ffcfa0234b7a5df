"""PDF: text page by page with pdfium, bookmarks and properties with pypdf."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.documents import title_from_name
from engine.extract.base import ExtractionError, TextBuilder
from engine.extract.pdf_catalog import Catalog
from engine.extract.pdf_ocr import PageReader
from engine.extract.pdf_text import Page, read_pages
from engine.extract.pdf_title import root_title
from engine.models import DocType, Outcome, OutlineSource, Place

if TYPE_CHECKING:
    from pathlib import Path

    from engine.documents import ExtractedDocument
    from engine.extract.base import Limits
    from engine.extract.ocr import OcrEngine
    from engine.extract.pdf_catalog import Bookmark

_NAMED_PAGES = 20


class PdfExtractor:
    """Reads PDF files that open without a password. Pages are places, bookmarks headings on the pages they point to."""

    doc_type = DocType.PDF

    def __init__(self, ocr: OcrEngine | None = None, ocr_seconds: float = 90.0) -> None:
        self._ocr = ocr
        self._seconds = ocr_seconds

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`; pages without text are read by the engine. Raises ExtractionError or OSError."""
        ocr = None if self._ocr is None else PageReader(self._ocr, self._seconds)
        catalog = Catalog(path)
        try:
            return _read(path, catalog, limits, ocr)
        finally:
            catalog.close()


@dataclass(slots=True)
class _Pages:
    """Numbers of the pages that did not give all their text."""

    unreadable: list[int] = field(default_factory=list)
    need_ocr: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)

    def note(self, number: int, page: Page) -> None:
        if page.text is None:
            self.unreadable.append(number)
        if page.needs_ocr:
            self.need_ocr.append(number)
        if page.unread:
            self.unread.append(number)

    def reason(self, *, has_text: bool) -> str | None:
        missing = []
        if self.need_ocr:
            missing.append(f"{'' if has_text else 'no text layer; '}pages that need OCR: {_listed(self.need_ocr)}")
        elif not has_text and not self.unread:
            missing.append("the pages hold no text")
        if self.unreadable:
            missing.append(f"unreadable pages: {_listed(self.unreadable)}")
        if self.unread:
            missing.append(f"pages OCR did not read to the end: {_listed(self.unread)}")
        return "; ".join(missing) or None


def _read(path: Path, catalog: Catalog, limits: Limits, ocr: PageReader | None) -> ExtractedDocument:
    builder = TextBuilder()
    starts: list[int] = []
    pages = _Pages()
    headline: str | None = None
    for number, page in enumerate(read_pages(path, catalog, ocr), start=1):
        builder.blank()
        builder.place(Place(page=number))
        starts.append(builder.next_line)
        pages.note(number, page)
        headline = page.headline or headline
        if page.text:
            builder.add(page.text)
    if not starts:
        raise ExtractionError(Outcome.CORRUPT, "the file has no pages")
    if len(pages.unreadable) == len(starts):
        raise ExtractionError(Outcome.CORRUPT, "no page can be read")
    bookmarks = catalog.bookmarks(limits)
    for bookmark in bookmarks:
        builder.heading(bookmark.level, bookmark.title, _line(builder.lines, starts, bookmark))
    title, author = catalog.properties()
    document = builder.build(
        DocType.PDF,
        title=title or headline or (bookmarks and (root_title(bookmarks) or title_from_name(str(path)))) or None,
        author=author,
        outline_source=OutlineSource.BOOKMARKS,
        outcome=Outcome.PARTIAL if pages.unreadable or pages.unread else Outcome.OK,
        reason=pages.reason(has_text=any(line.strip() for line in builder.lines)),
        limits=limits,
    )
    return replace(document, needs_ocr=bool(pages.need_ocr))


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
