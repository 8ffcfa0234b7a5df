"""From boxes of text on a page to lines in reading order."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SAME_LINE = 0.5
"""Share of the lower box that must lie beside the other."""
_HEIGHTS = 3
"""Boxes of one line are at most so many times as high as one another."""
_BLANK = 0.6
_GUTTER = 0.8
"""Least gap, in heights of a line, that sets columns apart, or (`_BLANK`) paragraphs."""
_COLUMN_LINES = 5
_COLUMN_LETTERS = 16
_COLUMN_FILLED = 0.6
"""A column of prose has so many lines, so long, and they fill so much of its width; cells of a table do not."""


@value
class Box(Value):
    """Text in an upright rectangle; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def height(self) -> float:
        """Its height."""
        return self.bottom - self.top


_Row: TypeAlias = list[Box]
_Gaps: TypeAlias = list[tuple[float, float]]


def join_boxes(boxes: Sequence[Box]) -> str:
    """The text of a page: line by line, columns one after the other, an empty line where there is a gap."""
    if not boxes:
        return ""
    height = median(box.height for box in boxes)
    lines: list[str] = []
    above: _Row | None = None
    for band in _bands(_rows(boxes), height):
        for column, rows in enumerate(_columns(band, height)):
            for number, row in enumerate(rows):
                begins_column = column > 0 and number == 0
                if above is not None and (begins_column or _gap(above, row) > _BLANK * height):
                    lines.append("")
                lines.append(" ".join(box.text for box in row))
                above = row
    return "\n".join(lines)


def _rows(boxes: Sequence[Box]) -> list[_Row]:
    rows: list[_Row] = []
    for box in sorted(boxes, key=lambda b: b.top + b.bottom):
        if rows and _beside(box, rows[-1]):
            rows[-1].append(box)
        else:
            rows.append([box])
    for row in rows:
        row.sort(key=lambda b: b.left)
    return rows


def _beside(box: Box, row: _Row) -> bool:
    """Whether the box stands on the line; the line's own extent is its boxes' mean, so that it cannot creep."""
    top = sum(b.top for b in row) / len(row)
    bottom = sum(b.bottom for b in row) / len(row)
    lower, higher = sorted((box.height, bottom - top))
    return min(box.bottom, bottom) - max(box.top, top) >= _SAME_LINE * lower and higher <= _HEIGHTS * lower


def _bands(rows: Sequence[_Row], height: float) -> Iterator[list[_Row]]:
    """Runs of rows that all leave the same strip free, so that columns may stand beside it."""
    boxes = [box for row in rows for box in row]
    width = min(b.left for b in boxes), max(b.right for b in boxes)
    band: list[_Row] = []
    gaps: _Gaps = []
    for row in rows:
        gaps = _free(gaps, row, height)
        if band and not gaps:
            yield band
            band = []
        gaps = gaps or _free([width], row, height)
        band.append(row)
    yield band


def _free(gaps: _Gaps, boxes: Sequence[Box], height: float) -> _Gaps:
    """What the boxes leave of the gaps, if it is wide enough to set columns apart."""
    for box in boxes:
        sides = [(left, min(right, box.left)) for left, right in gaps]
        sides += [(max(left, box.right), right) for left, right in gaps]
        gaps = sorted({(left, right) for left, right in sides if right - left >= _GUTTER * height})
    return gaps


def _columns(band: list[_Row], height: float) -> list[list[_Row]]:
    """The band as columns if it is prose in columns, else as it is."""
    boxes = [box for row in band for box in row]
    gaps = _free([(min(b.left for b in boxes), max(b.right for b in boxes))], boxes, height)
    edges = [float("-inf"), *((left + right) / 2 for left, right in gaps), float("inf")]
    columns = [[box for box in boxes if left < box.left <= right] for left, right in pairwise(edges)]
    if len(columns) > 1 and all(map(_is_prose, columns)):
        return [_rows(column) for column in columns]
    return [band]


def _is_prose(column: Sequence[Box]) -> bool:
    if len(column) < _COLUMN_LINES:
        return False
    width = max(b.right for b in column) - min(b.left for b in column)
    filled = median(b.right - b.left for b in column) / width
    return filled >= _COLUMN_FILLED and median(len(b.text) for b in column) >= _COLUMN_LETTERS


def _gap(above: _Row, below: _Row) -> float:
    return min(box.top for box in below) - max(box.bottom for box in above)
