"""HTML trees to Markdown-like text: a paragraph, list item or table row a line. Shared by web pages and EPUB chapters.

Everything is iterative, since real documents nest thousands deep. Emphasis and link targets are left out, so that
phrases are found as they read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from engine.extract.alt_text import names_file
from engine.extract.html_table import CELLS, TableRows, is_data_table, whole_number
from engine.extract.html_tree import REMOVED

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.extract.base import TextBuilder

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_BREAKS = frozenset((
    "address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog", "dir", "div", "dt",
    "fieldset", "figcaption", "footer", "form", "header", "hgroup", "html", "legend", "li", "main", "menu", "nav",
    "noscript", "option", "optgroup", "search", "section", "select", "summary", "tbody", "td", "textarea", "tfoot",
    "th", "thead", "title", "tr", "text", "desc",
))  # fmt: skip
_PREFORMATTED = frozenset(("pre", "listing", "xmp", "plaintext"))
_GAPS = frozenset(("blockquote", "dl", "figure", "hr", "ol", "p", "table", "ul", *_PREFORMATTED, *HEADINGS))
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
# Elements that stand apart on the page even where no blank is written between them.
_APART = frozenset(("a", "button", "del", "img", "ins", "label", "input", "time", "tspan"))
_NO_TITLE = ("table", "ul", "ol", "pre", "article", "section")
_LONGEST_TITLE = 500
_DEEPEST_INDENT = 8
_HANDLED = _BREAKS | _GAPS | _PREFORMATTED | _LISTS | _APART | CELLS | {REMOVED, "br", "sup", "ruby", "rt", "q"}
# Brackets around readings are made here; the TeX source repeats a formula.
_REPEATING = frozenset(("rp", "annotation", "annotation-xml"))
_LINE_BREAK = "\x00"


class _Pending(NamedTuple):
    """An anchor waiting for the line of the block it is in: `breaks` lines below the block's first."""

    name: str
    breaks: int


class HtmlWriter:
    """Writes elements into `builder`, headings noted. `anchors` maps each id of `wanted` to its line."""

    def __init__(self, builder: TextBuilder, wanted: Collection[str] = ()) -> None:
        self.anchors: dict[str, int] = {}
        self._builder = builder
        self._wanted = set(wanted)
        self._pending: list[_Pending] = []
        self._parts: list[str] = []
        self._gap = False
        self._lists: list[int | None] = []
        self._marker = ""
        self._quotes = 0
        self._heading = 0
        self._literal = 0
        self._tables: list[bool] = []
        self._rows = TableRows()
        self._in_row = False
        self._ruby: list[str] | None = None
        self._in_reading = False

    def write(self, root: etree._Element) -> None:
        """Append everything in `root`, whose tags are local names in lower case."""
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            tag = element.tag
            if event == "end":
                if tag in _HANDLED:
                    self._end(element, tag)
                if element.tail and element is not root:
                    self._text(element.tail)
            elif tag in _REPEATING:
                walk.skip_subtree()
            else:
                if tag in _HANDLED:
                    self._start(element, tag)
                elif self._wanted:
                    self._anchor(element)
                if element.text:
                    self._text(element.text)
        self._flush()
        self._settle(self._builder.next_line)

    def _text(self, text: str) -> None:
        if self._ruby is not None and self._in_reading:
            self._ruby.append(text)
        elif self._literal:
            self._parts.append(text.replace("\r\n", "\n").replace("\n", _LINE_BREAK))
        else:
            self._parts.append(text)

    # --- elements ---------------------------------------------------------------------------------------------------

    def _start(self, element: etree._Element, tag: str) -> None:
        if self._heading and tag in HEADINGS:
            # Browsers close an unclosed heading where the next begins; this parser nests them.
            self._end_heading()
        self._block_border(tag)
        self._anchor(element)
        if tag in HEADINGS:
            self._start_heading(element, HEADINGS[tag])
        elif tag in _LISTS:
            self._lists.append(whole_number(element.get("start"), 1) if tag == "ol" else None)
        elif tag == "li":
            self._start_item(element)
        elif tag == "blockquote":
            self._quotes += 1
        elif tag in _PREFORMATTED:
            self._literal += 1
        elif tag == "table":
            self._start_table(element)
        elif tag == "tr" and self._in_data() and not self._in_row:
            self._in_row = True
            self._rows.start_row()
        else:
            self._start_inline(element, tag)

    def _start_inline(self, element: etree._Element, tag: str) -> None:
        if tag == REMOVED:
            self._parts.append(" ")
        elif tag == "br":
            self._parts.append(" " if self._in_row or self._heading else _LINE_BREAK)
        elif tag in _APART:
            self._parts.append(" " if self._parts and self._parts[-1] == "" else "")
            if tag == "img":
                alt = element.get("alt") or ""
                self._parts.append(" " if names_file(alt) else f" {alt} ")
        elif tag == "sup" and (element.text or "")[:1].isdigit() and self._parts and self._parts[-1][-1:].isalnum():
            # Keeps a note's number off the word and a power off its base.
            self._parts.append("^")
        elif tag == "ruby":
            self._ruby = []
        elif tag == "rt":
            self._in_reading = True
        elif tag == "q":
            self._parts.append("“")

    def _end(self, element: etree._Element, tag: str) -> None:
        if tag in HEADINGS:
            self._end_heading()
        elif tag in CELLS and self._in_row:
            self._rows.add(_collapse("".join(self._parts)), element)
            self._parts.clear()
        elif tag == "tr" and self._in_row:
            self._end_row()
        elif tag in _PREFORMATTED:
            self._end_literal()
        else:
            self._block_border(tag, closing=True)
            self._end_container(tag)

    def _end_container(self, tag: str) -> None:
        if tag in _LISTS and self._lists:
            self._lists.pop()
        elif tag == "li":
            self._marker = ""
        elif tag == "blockquote":
            self._quotes -= 1
        elif tag == "table":
            self._tables.pop()
        elif tag in _APART:
            self._parts.append("")
        elif tag == "rt":
            self._in_reading = False
        elif tag == "ruby" and self._ruby is not None:
            readings, self._ruby = "".join(self._ruby).strip(), None
            self._parts.append(f"({readings})" if readings else "")
        elif tag == "q":
            self._parts.append("”")

    def _block_border(self, tag: str, *, closing: bool = False) -> None:
        if tag not in _BREAKS and tag not in _GAPS:
            return
        if self._in_row or (self._heading and tag not in HEADINGS):
            self._parts.append(" ")
        elif self._literal:
            if self._parts and not self._parts[-1].endswith(_LINE_BREAK):
                self._parts.append(_LINE_BREAK)
        else:
            self._flush()
            nested = tag in _LISTS and len(self._lists) > closing
            if tag in _GAPS and not nested and not (tag == "p" and self._marker):
                self._gap = True

    # --- headings, items, tables, code ------------------------------------------------------------------------------

    def _start_heading(self, element: etree._Element, level: int) -> None:
        if next(element.iterdescendants(*_NO_TITLE), None) is None and not self._in_row and not self._literal:
            self._heading = level

    def _end_heading(self) -> None:
        level, self._heading = self._heading, 0
        title = _collapse("".join(self._parts)) if level else ""
        if not title or len(title) > _LONGEST_TITLE:
            self._block_border("p")
            return
        self._parts.clear()
        self._builder.blank()
        line = self._builder.add(f"{'#' * level} {title}")
        self._builder.heading(level, title, line)
        self._settle(line)
        self._gap, self._marker = True, ""

    def _start_item(self, element: etree._Element) -> None:
        number = self._lists[-1] if self._lists else None
        self._marker = "- "
        if number is not None:
            number = whole_number(element.get("value"), number)
            self._lists[-1] = number + 1
            self._marker = f"{number}. "

    def _start_table(self, element: etree._Element) -> None:
        self._tables.append(not self._in_row and is_data_table(element))
        self._rows.start_table()

    def _in_data(self) -> bool:
        return bool(self._tables) and self._tables[-1]

    def _end_row(self) -> None:
        self._in_row = False
        line = self._rows.end_row(_collapse("".join(self._parts)))
        self._parts.clear()
        if line:
            self._write([line])

    def _end_literal(self) -> None:
        if self._literal > 1 or self._in_row or self._heading:
            self._literal -= 1
            return
        self._literal = 0
        lines = "".join(self._parts).expandtabs(8).split(_LINE_BREAK)
        self._parts.clear()
        while lines and not lines[-1].strip():
            lines.pop()
        while lines and not lines[0].strip():
            lines.pop(0)
        if lines:
            self._builder.blank()
            self._builder.add("```")
            self._settle(self._builder.add("\n".join(line.rstrip() for line in lines)))
            self._builder.add("```")
            self._gap, self._marker = True, ""

    # --- lines ------------------------------------------------------------------------------------------------------

    def _flush(self) -> None:
        if not self._parts:
            return
        text = "".join(self._parts)
        self._parts.clear()
        lines = [_collapse(line) for line in text.split(_LINE_BREAK)]
        if any(lines):
            self._write(lines)

    def _write(self, lines: list[str]) -> None:
        """Append the lines of one block, indented; blank ones at its ends go, and never two stand together."""
        if self._gap:
            self._builder.blank()
            self._gap = False
        while not lines[-1]:
            lines.pop()
        marker, self._marker = self._marker, ""
        depth = min(len(self._lists), _DEEPEST_INDENT)
        quote = "> " * min(self._quotes, _DEEPEST_INDENT)
        indent = quote + "  " * (depth - 1 if marker and depth else depth)
        first = self._builder.next_line
        numbers = []
        for line in lines:
            numbers.append(self._builder.next_line)
            if line:
                self._builder.add(f"{indent}{marker}{line}")
                indent, marker = quote + "  " * depth, ""
            elif self._builder.next_line > first:
                self._builder.blank()
        self._settle_at(numbers)

    def _anchor(self, element: etree._Element) -> None:
        if not self._wanted:
            return
        for name in (element.get("id"), element.get("name") if element.tag == "a" else None):
            if name and name in self._wanted:
                self._wanted.discard(name)
                has_text = any(part.strip(" \t\r\n" + _LINE_BREAK) for part in self._parts)
                breaks = sum(part.count(_LINE_BREAK) for part in self._parts) if has_text else 0
                self._pending.append(_Pending(name, breaks))

    def _settle(self, line: int) -> None:
        self._settle_at([line])

    def _settle_at(self, numbers: list[int]) -> None:
        for name, breaks in self._pending:
            self.anchors.setdefault(name, numbers[min(breaks, len(numbers) - 1)])
        self._pending.clear()


def _collapse(text: str) -> str:
    return " ".join(text.replace(_LINE_BREAK, " ").split())
