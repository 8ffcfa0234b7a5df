"""Web pages: their main content as Markdown-like text, their headings as the outline."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.extract.base import Limits, TextBuilder
from engine.extract.html_main import main_content
from engine.extract.html_text import HtmlWriter
from engine.extract.html_tree import clean, parse_html, parse_xhtml, text_of
from engine.extract.text import read_text
from engine.models import DocType, OutlineSource

if TYPE_CHECKING:
    from pathlib import Path

    from lxml import etree

    from engine.documents import ExtractedDocument

_XHTML = re.compile(r"\s*<\?xml\b|\s*<!DOCTYPE[^>]*XHTML|\s*<html\b[^>]*xmlns\s*=", re.IGNORECASE)
_SEPARATORS = (" | ", " - ", " – ", " — ", " · ", " :: ", " » ", " « ", " : ")


class HtmlExtractor:
    """Reads HTML and XHTML files."""

    doc_type = DocType.HTML

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The visible main content of `path`. Raises ExtractionError (UNSUPPORTED, TOO_LARGE) or OSError."""
        return read_page(read_text(path, limits, html=True), limits)


def read_page(text: str, limits: Limits, *, whole: bool = False) -> ExtractedDocument:
    """The visible content of a page: its main content, or the `whole` of it."""
    root = _parse(text)
    title, author = page_title(root), _meta(root, "author", "article:author", "dc.creator", "dcterms.creator")
    clean(root)
    builder = TextBuilder()
    for element in [root] if whole else main_content(root):
        builder.blank()
        HtmlWriter(builder).write(element)
    return builder.build(DocType.HTML, title=title, author=author, outline_source=OutlineSource.HEADINGS, limits=limits)


def _parse(text: str) -> etree._Element:
    return parse_xhtml(text) if _XHTML.match(text) else parse_html(text)


def page_title(root: etree._Element) -> str | None:
    """The `title` of a page without the site's name, where the page shows what that is; else its heading."""
    title = next((t for e in root.iter("title") if (t := text_of(e)) and not _in_drawing(e)), None)
    headings = (text_of(e) for e in root.iter("h1"))
    candidates = [c for c in (_meta(root, "og:title"), next(headings, None)) if c]
    if title is None:
        return next(iter(candidates), None)
    for candidate in candidates:
        if title.startswith(candidate) and title[len(candidate) :].startswith(_SEPARATORS):
            return candidate
    return _without_site(title, _meta(root, "og:site_name", "application-name"))


def _without_site(title: str, site: str | None) -> str:
    for separator in _SEPARATORS if site else ():
        title = title.removesuffix(f"{separator}{site}").removeprefix(f"{site}{separator}")
    return title


def _in_drawing(element: etree._Element) -> bool:
    return next(element.iterancestors("svg"), None) is not None


def _meta(root: etree._Element, *names: str) -> str | None:
    for element in root.iter("meta"):
        name = element.get("name") or element.get("property") or ""
        content = (element.get("content") or "").strip()
        if content and name.lower() in names and not content.startswith(("http://", "https://")):
            return content
    return None
