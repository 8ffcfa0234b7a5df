"""Tables of values as lines: cells joined by ` | `, those that span rows or columns said again where they span."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lxml import etree

CELLS = frozenset(("td", "th"))
# A table that contains one of these lays out the page; its cells are blocks, not values.
_NO_VALUE = ("table", "pre", "form", "article", "section", "h1", "h2", "h3", "h4", "h5", "h6")
_LONGEST_CELL = 1500
_WIDEST_SPAN = 50
_LONGEST_SPAN = 1000
_LONGEST_REPEATED = 100
_MOST_REPEATED = 1 << 20
"""Characters in one document that spans may add: a few bytes of markup can span a million cells."""


class _Span(NamedTuple):
    rows: int
    text: str


class TableRows:
    """The row being read, and the cells above that reach down into it."""

    def __init__(self) -> None:
        self._row: list[str] = []
        self._cells = 0
        self._spans: dict[int, _Span] = {}
        self._left = _MOST_REPEATED

    def start_table(self) -> None:
        """Forget the cells of the table before."""
        self._spans.clear()

    def start_row(self) -> None:
        """Begin an empty row."""
        self._row, self._cells = [], 0

    def add(self, text: str, cell: etree._Element) -> None:
        """Append a cell, as often as it spans columns, so that the columns of all rows stand in line."""
        self._cells += 1
        if self._spans:
            self._reach_down()
        if self._left <= 0 or not ("colspan" in cell.attrib or "rowspan" in cell.attrib):
            self._row.append(text)
            return
        columns = min(whole_number(cell.get("colspan"), 1), _WIDEST_SPAN)
        rows = min(whole_number(cell.get("rowspan"), 1), _LONGEST_SPAN)
        again = text if len(text) <= _LONGEST_REPEATED else ""
        for number in range(max(1, columns)):
            if rows > 1:
                self._spans[len(self._row)] = _Span(rows - 1, again)
            self._row.append(again if number else text)
        self._left -= (columns - 1) * (len(again) + 3)

    def end_row(self, rest: str = "") -> str:
        """The line of the row, with `rest` that stood outside its cells; empty if there is nothing in it."""
        if rest:
            self._row.append(rest)
        if not any(self._row):
            return ""
        if self._cells == 1 and len(set(self._row)) == 1:
            # A title over the whole width is said once.
            del self._row[1:]
        elif self._spans:
            self._reach_down()
        return " | ".join(self._row)

    def _reach_down(self) -> None:
        """Append the cells above that fill the columns at which the row has arrived."""
        while self._left > 0 and (span := self._spans.pop(len(self._row), None)):
            if span.rows > 1:
                self._spans[len(self._row)] = _Span(span.rows - 1, span.text)
            self._row.append(span.text)
            self._left -= len(span.text) + 3


def is_data_table(table: etree._Element) -> bool:
    """Whether a table holds values: several columns, no parts of a page inside, no cell as long as a text."""
    if next(table.iterdescendants(*_NO_VALUE), None) is not None:
        return False
    several = False
    for row in table.iterdescendants("tr"):
        cells = [cell for cell in row if cell.tag in CELLS]
        several = several or len(cells) > 1
        if any(len(cell) and sum(map(len, cell.itertext())) > _LONGEST_CELL for cell in cells):
            return False
    return several


def whole_number(text: str | None, default: int) -> int:
    """The number that an attribute holds, at most six digits of it; `default` if it holds none."""
    text = text.strip()[:6] if text else ""
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else default
