"""Headings of Markdown, by a scan of its lines for as much of its block structure as decides what a heading is.

A full parser reads 3 MB/s and takes minutes over hostile input; this scan is linear. Tests compare the two.
https://spec.commonmark.org/0.31.2/
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ATX = re.compile(r"(#{1,6})(?:[ \t]+(.*))?$")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_ITEM = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)")
_REFERENCE = re.compile(r"\[[^\]]{1,999}\]:")
_RAW = re.compile(r"<(script|pre|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div"
    r"|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu"
    r"|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    r"|track|ul)(?=[\s/>]|$)",
    re.IGNORECASE,
)
_LONE_TAG = re.compile(r"<(?:/[a-zA-Z][\w-]*\s*|[a-zA-Z][\w-]*(?:\s[^<>]*|/)?)>\s*$")
_MARKUP_STARTS = frozenset("#`~<=-+*_>[0123456789")
_DEEPEST_LIST = 20


class RawHeading(NamedTuple):
    """A heading as written: its level, its inline Markdown, and the line it begins at (from 1)."""

    level: int
    source: str
    line: int


class _Fence(NamedTuple):
    mark: str
    container: int


def scan_headings(lines: Iterable[str], first: int = 1, *, jsx: bool = False) -> Iterator[RawHeading]:
    """The ATX and setext headings of `lines`, of which the first has the number `first`.

    Headings in block quotes are somebody else's and left out. With `jsx` (MDX), tags do not begin raw HTML.
    """
    scanner = _Scanner(jsx=jsx)
    for number, line in enumerate(lines, first):
        if heading := scanner.feed(line, number):
            yield heading


class _Scanner:
    """The state between lines: the open fence or raw HTML, the open paragraph, the open list items."""

    def __init__(self, *, jsx: bool) -> None:
        self._jsx = jsx
        self._fence: _Fence | None = None
        self._raw_end: str | None = None
        self._paragraph: list[str] | None = None
        self._paragraph_line = 0
        self._quoted = False
        self._empty_item = False
        self._items: list[int] = []

    def feed(self, line: str, number: int) -> RawHeading | None:
        text = line.lstrip(" \t")
        if self._fence and self._inside_fence(line, text, self._fence):
            return None
        if self._raw_end is not None and self._inside_raw(text):
            return None
        if not text:
            self._blank()
            return None
        self._empty_item = False
        column = _column(line, len(line) - len(text))
        lazy = self._leave_items(column, text)
        if text[0] not in _MARKUP_STARTS:
            self._plain(text, number, column)
            return None
        return self._block(text, number, column, lazy=lazy)

    def _inside_fence(self, line: str, text: str, fence: _Fence) -> bool:
        indent = _column(line, len(line) - len(text)) - fence.container
        if text and indent < 0:
            self._fence = None
            return False
        if indent < 4 and text.startswith(fence.mark) and not text.strip(fence.mark[0] + " \t"):
            self._fence = None
        return True

    def _inside_raw(self, text: str) -> bool:
        end = self._raw_end
        if not end:
            if text:
                return True
            self._raw_end = None
            return False
        if end in text.lower():
            self._raw_end = None
        return True

    def _blank(self) -> None:
        self._close_paragraph()
        if self._empty_item:
            self._items.pop()
            self._empty_item = False

    def _close_paragraph(self) -> None:
        self._paragraph, self._quoted = None, False

    def _leave_items(self, column: int, text: str) -> bool:
        """Close the list items that the line is not indented for; whether it may still continue their paragraph."""
        if not self._items or column >= self._items[-1]:
            return self._quoted
        if self._paragraph is not None and not _interrupts(text):
            return True
        while self._items and column < self._items[-1]:
            self._items.pop()
        self._close_paragraph()
        return False

    def _plain(self, text: str, number: int, column: int) -> None:
        if self._paragraph is not None:
            self._paragraph.append(text)
        elif column - self._offset() < 4:
            self._paragraph, self._paragraph_line = [text], number

    def _offset(self) -> int:
        return self._items[-1] if self._items else 0

    def _block(self, text: str, number: int, column: int, *, lazy: bool) -> RawHeading | None:
        while True:
            if column - self._offset() >= 4:
                self._plain(text, number, column)
                return None
            if match := _ATX.match(text):
                self._close_paragraph()
                return RawHeading(len(match[1]), match[2] or "", number)
            if not lazy and self._paragraph is not None and (match := _SETEXT.match(text)):
                return self._setext(1 if match[1][0] == "=" else 2)
            if _RULE.match(text):
                self._close_paragraph()
                return None
            if text[0] == ">":
                self._quote(text.lstrip("> \t"))
                return None
            if match := _FENCE.match(text):
                self._close_paragraph()
                self._fence = _Fence(match[1] or match[2], self._offset())
                return None
            if text[0] == "<" and self._html(text):
                return None
            item = _ITEM.match(text)
            if not item or len(self._items) >= _DEEPEST_LIST or not self._may_begin(item, text):
                break
            column, text = self._enter_item(column, text, item.end())
            if not text:
                return None
            lazy = False
        if self._paragraph is None and _REFERENCE.match(text):
            return None
        self._plain(text, number, column)
        return None

    def _quote(self, text: str) -> None:
        """Skip a quoted line. The paragraph in it may go on without its mark, but is no heading of ours."""
        self._close_paragraph()
        if text and not _interrupts(text):
            self._paragraph, self._quoted = [], True

    def _setext(self, level: int) -> RawHeading:
        heading = RawHeading(level, " ".join(self._paragraph or ()), self._paragraph_line)
        self._close_paragraph()
        return heading

    def _html(self, text: str) -> bool:
        """Whether raw HTML begins here."""
        if text.startswith("<!--"):
            self._raw_end = None if "-->" in text[4:] else "-->"
        elif raw := _RAW.match(text):
            end = f"</{raw[1].lower()}>"
            self._raw_end = None if end in text.lower() else end
        elif _BLOCK_TAG.match(text) or (self._paragraph is None and _LONE_TAG.match(text)):
            self._raw_end = None if self._jsx else ""
        else:
            return False
        self._close_paragraph()
        return True

    def _may_begin(self, item: re.Match[str], text: str) -> bool:
        """Only a list that begins with 1, and not with an empty item, interrupts a paragraph outside a list."""
        if self._paragraph is None or self._items or self._quoted:
            return True
        return bool(text[item.end() :].strip()) and item[1] in {None, "1"}

    def _enter_item(self, column: int, text: str, width: int) -> tuple[int, str]:
        self._close_paragraph()
        rest = text[width:].lstrip(" \t")
        gap = _column(text[width:], len(text) - width - len(rest), column + width) - column - width
        self._empty_item = not rest
        if not rest or gap >= 5:
            self._items.append(column + width + 1)
        else:
            self._items.append(column + width + gap)
        return column + width + gap, rest


def _interrupts(text: str) -> bool:
    """Whether a line begins a block of its own even right after a paragraph."""
    if text[0] not in _MARKUP_STARTS:
        return False
    if text[0] == "<":
        return bool(text.startswith("<!--") or _RAW.match(text) or _BLOCK_TAG.match(text))
    patterns = (_ATX, _RULE, _FENCE, _ITEM)
    return text[0] == ">" or any(p.match(text) for p in patterns)


def _column(line: str, length: int, start: int = 0) -> int:
    """The column after the first `length` characters of `line`, which are blanks; tabs stop at every fourth column."""
    if "\t" not in line[:length]:
        return start + length
    column = start
    for char in line[:length]:
        column += 4 - column % 4 if char == "\t" else 1
    return column
