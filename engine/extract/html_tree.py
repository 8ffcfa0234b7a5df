"""Parsing HTML and XHTML into trees of plain local tag names, and taking out what no reader sees."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING

from lxml import etree

from engine.extract.base import ExtractionError
from engine.extract.container import parse_xml

if TYPE_CHECKING:
    from collections.abc import Callable

_SILENT = frozenset((
    "script", "style", "template", "noscript", "head", "iframe", "frame", "frameset", "noframes", "object", "embed",
    "applet", "canvas", "audio", "video", "map", "area", "input", "select", "option", "optgroup", "textarea",
    "datalist", "button", "progress", "meter", "link", "meta", "param", "source", "track",
))  # fmt: skip
_METADATA = frozenset(("title", "meta", "link", "base", "style", "script", "noscript", "template"))
_SECTIONS = frozenset((
    "article", "aside", "details", "dialog", "figure", "footer", "header", "hgroup", "main", "nav", "search", "section",
))  # fmt: skip
_SHADOW = ("shadowrootmode", "shadowroot")
"""Attributes of a template that is shown: saved pages keep the inside of custom elements in it."""
_PERMALINKS = frozenset(("¶", "#", "§", "🔗", "⚓", "\uf0c1"))
_SKIP = re.compile(r"\bskip", re.IGNORECASE)
_MATH_SIGNS = {"mfrac": "/", "msup": "^"}
_IN_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "summary")
_NAMED_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")
_XML_ENTITIES = frozenset(("amp;", "lt;", "gt;", "quot;", "apos;"))
_XML_HEAD = re.compile(
    r"\s*(?:<\?xml\b[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\b[^>\[]*(?:\[[^\]]*\]\s*)?>)?", re.DOTALL
)
_HIDDEN_STYLE = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
# libxml2 stops reading at 2048 open elements.
_DEEPEST = 1000
_TOO_DEEP = "ERR_RESOURCE_LIMIT"
REMOVED = "removed"
"""Tag of an emptied element: it keeps its place, so that the text behind it need not move."""


def parse_html(text: str) -> etree._Element:
    """The root element of a page, however broken; its `body` may be missing. Never fails."""
    data = text.replace("\0", "").encode("utf-8", errors="replace")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True)
    root = _parse(data, parser)
    if any(entry.type_name == _TOO_DEEP for entry in parser.error_log):
        root = _parse(data, etree.HTMLParser(encoding="utf-8", huge_tree=True, target=_Flattener()))
    return etree.Element("html") if root is None else root


def parse_xhtml(text: str) -> etree._Element:
    """The same for what should be XHTML or SVG; as HTML if it is not well-formed."""
    # Without its declarations nothing but the entities of HTML can occur, and those are resolved here.
    source = _NAMED_ENTITY.sub(_entity, _XML_HEAD.sub("", text.replace("\0", ""), count=1))
    try:
        root = parse_xml(source.encode("utf-8", errors="replace"))
    except ExtractionError:
        return parse_html(text)
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname.lower()
    return root


def _parse(data: bytes, parser: etree.HTMLParser) -> etree._Element | None:
    try:
        root: etree._Element | None = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, etree.ParserError, AssertionError) as exc:
        if getattr(exc, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY or "emory" in str(exc):
            raise MemoryError from exc
        return None
    return root


def _entity(match: re.Match[str]) -> str:
    if match[1] in _XML_ENTITIES:
        return match[0]
    return html5.get(match[1], match[0])


class _Flattener:
    """A parser target that opens no element below `_DEEPEST`; the text in there goes to the deepest open one."""

    def __init__(self) -> None:
        self._builder = etree.TreeBuilder()
        self._depth = 0

    def comment(self, text: str | bytes) -> None:
        """Left out."""

    def start(self, tag: str | bytes, attrib: dict[str | bytes, str | bytes]) -> None:
        """Open an element, or note where one would be."""
        self._depth += 1
        if self._depth <= _DEEPEST:
            self._builder.start(tag, attrib)
        else:
            self._builder.data("\n")

    def end(self, tag: str | bytes) -> None:
        """Close it."""
        if self._depth <= _DEEPEST:
            self._builder.end(tag)
        self._depth -= 1

    def data(self, data: str | bytes) -> None:
        """Append text."""
        self._builder.data(data)

    def close(self) -> etree._Element:
        """The root element."""
        return self._builder.close()


def clean(root: etree._Element) -> None:
    """Empty what is never shown: scripts, styles, media, form fields, drawings without words, hidden elements.

    Hidden elements stay when they hold most of the text: such a page is shown by a script.
    """
    _free_content(root)
    remove([e for e in root.iter(*_SILENT) if not _is_shown(e)])
    remove([e for e in root.iter("title") if next(e.iterancestors("svg"), None) is None])
    remove([e for e in root.iter("a") if _leads_within(e)])
    _spell_math(root)
    remove([e for e in root.iter("svg") if e is not root and next(e.iterdescendants("text"), None) is None])
    hidden = outermost(root, _is_hidden)
    if hidden and sum(map(text_length, hidden)) <= 0.5 * text_length(root):
        remove(hidden)


def _free_content(root: etree._Element) -> None:
    """Make a body of what the parser left in the head: it knows no HTML 5 elements to end an unwritten head with."""
    for head in root.iter("head"):
        if any(child.tag in _SECTIONS for child in head):
            remove([child for child in head if child.tag in _METADATA])
            head.tag = "div"


def _is_shown(element: etree._Element) -> bool:
    """Whether an element of a silent kind is an exception to it."""
    if element.tag == "button":
        # A heading may be a button; one beside its text is none of it.
        heading = next(element.iterancestors(*_IN_HEADINGS), None)
        return heading is not None and text_length(heading) == text_length(element)
    return element.tag == "template" and any(name in element.attrib for name in _SHADOW)


def _leads_within(link: etree._Element) -> bool:
    """Whether a link only helps in moving about its page: a heading's link to itself, or one past the menu."""
    if not link.get("href", "").startswith("#"):
        return False
    return text_of(link) in _PERMALINKS or bool(_SKIP.search(f"{link.get('class', '')} {link.get('id', '')}"))


def _spell_math(root: etree._Element) -> None:
    """Write what fractions and powers show by where their parts stand: `1/2` is not 12, `x^2` is not x2."""
    for element in root.iter(*_MATH_SIGNS):
        parts = [child for child in element if isinstance(child.tag, str)]
        if len(parts) == 2:
            parts[0].tail = _MATH_SIGNS[element.tag]


def remove(elements: list[etree._Element]) -> None:
    """Empty `elements` and rename them to `REMOVED`; the text behind them stays."""
    for element in elements:
        tail = element.tail
        element.clear()
        element.tail = tail
        element.tag = REMOVED


def outermost(root: etree._Element, wanted: Callable[[etree._Element], bool]) -> list[etree._Element]:
    """The descendants of `root` that are `wanted` and in no other that is."""
    found = []
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        if element is not root and wanted(element):
            found.append(element)
            walk.skip_subtree()
    return found


def text_of(element: etree._Element) -> str:
    """All text in `element` on one line."""
    return " ".join("".join(map(str, element.itertext())).split())


def text_length(element: etree._Element) -> int:
    """Number of characters in `element`, runs of white space at either end of a piece of text not counted."""
    return sum(len(piece.strip()) for piece in element.itertext())


def _is_hidden(element: etree._Element) -> bool:
    if element.get("hidden") is not None and element.get("hidden") != "until-found":
        return True
    if element.get("aria-hidden") == "true" and element.tag != "body":
        return True
    if element.tag == "dialog" and element.get("open") is None:
        return True
    style = element.get("style")
    return bool(style and _HIDDEN_STYLE.search(style))
