"""Text in drawings: paragraphs, diagrams, and charts with their data as a table (DrawingML, ECMA-376)."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from engine.extract.ooxml_math import M, math_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_NUMBERS = frozenset({f"{C}numCache", f"{C}numLit"})
_LABEL_CELLS = "{http://schemas.microsoft.com/office/drawing/2012/chart}dlblRangeCache"
_MAX_POINTS = 1000
_NOT_SHAPE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_DATE = re.compile(r"(?=.*[dy])[dmyhs /.,:-]+")
_DECIMALS = re.compile(r"\.([0#?]+)")
_DAYS = 2_900_000  # to the year 9839, whatever is counted from


def paragraphs(root: _Element) -> list[str]:
    """The text of each DrawingML paragraph below `root` that has any."""
    return [text for paragraph in root.iter(f"{A}p") if (text := paragraph_text(paragraph))]


def paragraph_text(paragraph: _Element) -> str:
    """The text of one DrawingML paragraph on one line."""
    return " ".join("".join(_pieces(paragraph)).split())


def _pieces(paragraph: _Element) -> Iterator[str]:
    for element in paragraph.iter(f"{A}t", f"{A}br", f"{M}oMath"):
        if next(element.iterancestors(f"{MC}Fallback"), None) is not None:
            continue
        if element.tag == f"{M}oMath":
            yield math_text(element)
        else:
            yield (element.text or "") if element.tag == f"{A}t" else " "


def chart_lines(root: _Element) -> list[str]:
    """A chart's titles, then its data as a table: series names, and a row a category."""
    titles = [line for title in root.iter(f"{C}title") for line in paragraphs(title)]
    day_zero = _day_zero(root)
    series = [_Series(s, day_zero) for s in root.iter(f"{C}ser")]
    names = [s.name for s in series]
    rows: dict[int, str] = {}
    for s in series:
        rows = s.categories | rows
    table = [" | ".join([rows[i], *(s.values.get(i, "") for s in series)]) for i in sorted(rows)[:_MAX_POINTS]]
    head = [" | ".join(["", *names]).strip()] if any(names) else []
    return [*titles, *head, *table, *_labels(root)]


def _labels(root: _Element) -> list[str]:
    """What labels of data points say beyond the data: text typed into them, or taken from other cells."""
    lines = (p for label in root.iter(f"{C}dLbl") for rich in label.iter(f"{C}rich") for p in rich.iter(f"{A}p"))
    # Fields among the runs repeat the value or its name.
    texts = ["".join(t.text or "" for t in line.iterfind(f"{A}r/{A}t")).strip() for line in lines]
    texts += [(v.text or "").strip() for cells in root.iter(_LABEL_CELLS) for v in cells.iter(f"{C}v")]
    return [text for text in dict.fromkeys(texts) if any(c.isalnum() for c in text)][:_MAX_POINTS]


def new_chart_lines(root: _Element) -> list[str]:
    """The same of a chart of the kinds that came later: waterfall, funnel, treemap, histogram, map."""
    names = [name for s in root.iter(f"{CX}series") if (name := (s.findtext(f"{CX}tx/{CX}txData/{CX}v") or "").strip())]
    lines = [*paragraphs(root), *([" | ".join(names)] if names else [])]
    for data in root.iter(f"{CX}data"):
        levels = [
            {p.get("idx", ""): (p.text or "").strip() for p in level.iterfind(f"{CX}pt")}
            for level in data.iter(f"{CX}lvl")
        ]
        order = list(dict.fromkeys(index for level in levels for index in level))[:_MAX_POINTS]
        lines += [" | ".join(filter(None, (level.get(index) for level in levels))) for index in order]
    return lines


class _Series:
    def __init__(self, element: _Element, day_zero: date) -> None:
        self.name = " ".join(_points(element.find(f"{C}tx"), day_zero).values())
        self.values = _points(_first(element, "val", "yVal"), day_zero)
        self.categories = _points(_first(element, "cat", "xVal"), day_zero) or dict.fromkeys(self.values, "")


def _first(parent: _Element, *names: str) -> _Element | None:
    return next((found for name in names if (found := parent.find(C + name)) is not None), None)


def _points(element: _Element | None, day_zero: date) -> dict[int, str]:
    """The cached values of a reference by index; of several levels the innermost, which comes first."""
    if element is None:
        return {}
    cache = next(element.iter(f"{C}lvl", f"{C}strCache", f"{C}numCache", f"{C}strLit", f"{C}numLit"), element)
    shape = cache.findtext(f"{C}formatCode") or ""
    points = {
        int(index): _shown(text, point.get("formatCode", shape), day_zero) if cache.tag in _NUMBERS else text
        for point in cache.iterfind(f"{C}pt")
        if (index := point.get("idx", "")).isdecimal()
        for text in [(point.findtext(f"{C}v") or "").strip()]
    }
    # A name may also stand there as such.
    literal = (element.findtext(f"{C}v") or "").strip()
    return points or ({0: literal} if literal else {})


def _day_zero(root: _Element) -> date:
    """The day before the first one that a spreadsheet counts; 1900 is a leap year there."""
    since_1904 = root.find(f"{C}date1904")
    is_old = since_1904 is not None and since_1904.get("val", "1") in {"1", "true"}
    return date(1904, 1, 1) if is_old else date(1899, 12, 30)


def _shown(text: str, shape: str, day_zero: date) -> str:
    """A number nearly as its format shows it: a date, a percentage, or with the fifteen digits that are meant."""
    try:
        number = float(text)
    except ValueError:
        return text
    code = _NOT_SHAPE.sub("", shape).partition(";")[0].lower()
    if _DATE.fullmatch(code) and 0 < number < _DAYS:
        return str(day_zero + timedelta(days=int(number)))
    if "%" in code and math.isfinite(number):
        decimals = _DECIMALS.search(code)
        return f"{number:.{min(len(decimals[1]), 15) if decimals else 0}%}"
    return f"{number:.15g}"


DRAWING_LINES: dict[str, Callable[[_Element], list[str]]] = {
    "chart": chart_lines,
    "chartEx": new_chart_lines,
    "diagramData": paragraphs,
}
