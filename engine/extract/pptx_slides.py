"""The text of one slide: its shapes in order, from its XML (PresentationML)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from engine.extract.alt_text import written_alt
from engine.extract.ooxml import REPEATED, R
from engine.extract.ooxml_drawings import CX, MC, A, C
from engine.extract.ooxml_math import M, math_text
from engine.extract.ooxml_numbers import spell_automatic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lxml.etree import _Element

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_LEAVES = frozenset(P + name for name in ("sp", "cxnSp", "graphicFrame", "pic"))
_GROUP = f"{P}grpSp"
_DRAWN = {f"{_DGM}relIds": f"{R}dm", f"{C}chart": f"{R}id", f"{CX}chart": f"{R}id"}
_BULLETS = frozenset(A + name for name in ("buNone", "buAutoNum", "buChar", "buBlip"))
_ROW = 91440
_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"sldNum"})
_NOTES_FURNITURE = frozenset({"sldNum", "sldImg", "hdr", "ftr", "dt"})
_TEXT = frozenset({f"{A}t", f"{M}t"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SlideText:
    """What a slide says: its title on one line, and the text of each other shape, none empty."""

    title: str | None
    blocks: tuple[str, ...]


def slide_text(
    root: _Element,
    drawing_lines: Callable[[tuple[str, ...]], list[str]],
    inherited: Mapping[str, tuple[int, int]],
) -> SlideText:
    """The text of a slide part, from top to bottom and left to right.

    `drawing_lines` knows the text behind the relationships of charts and diagrams, `inherited` where the placeholders
    lie that take their position from the layout: top and left by shape id.
    """
    leaves = sorted(_leaves(root.find(f"{P}cSld"), inherited), key=itemgetter(0))
    shapes = [s for _, s in leaves if _placeholder(s) not in _FURNITURE]
    titles = [s for s in shapes if _placeholder(s) in _TITLES]
    title = " ".join(" ".join(_own_text(s, drawing_lines) for s in titles).split())
    texts = (_shape_text(s, drawing_lines) for s in shapes if s not in titles)
    return SlideText(title=title or None, blocks=tuple(text for text in texts if text))


def notes_text(root: _Element) -> str:
    """The speaker notes of a notes part, without its header, footer and numbers."""
    shapes = (s for _, s in _leaves(root.find(f"{P}cSld"), {}) if _placeholder(s) not in _NOTES_FURNITURE)
    return "\n".join(text for s in shapes if (text := _shape_text(s, lambda _: [])))


def _leaves(
    parent: _Element | None,
    inherited: Mapping[str, tuple[int, int]],
    outer: tuple[int, ...] | None = None,
) -> Iterator[tuple[tuple[int, ...], _Element]]:
    """The shapes below an element that can hold text, each with a sort key: its group's position, then its own."""
    for child in () if parent is None else parent:
        if child.tag in _LEAVES:
            yield (*(outer or ()), *_position(child, inherited)), child
        elif child.tag == _GROUP:
            if _alt(child):
                yield (*(outer or ()), *_position(child, inherited)), child
            yield from _leaves(child, inherited, (*(outer or ()), *_position(child, inherited)))
        elif child.tag == f"{MC}AlternateContent":
            yield from _leaves(_branch(child), inherited, outer)
        elif isinstance(child.tag, str):
            yield from _leaves(child, inherited, outer)


def _position(shape: _Element, inherited: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Top, in steps of a tenth of an inch, and left; the origin if neither the shape nor its layout says."""
    offset = next(shape.iterfind(f"*/{A}xfrm/{A}off"), None)
    if offset is None:
        offset = shape.find(f"{P}xfrm/{A}off")
    if offset is not None and _is_number(offset.get("x")) and _is_number(offset.get("y")):
        top, left = int(offset.get("y", "0")), int(offset.get("x", "0"))
    else:
        name = next(shape.iterfind(f"*/{P}cNvPr"), None)
        top, left = inherited.get("" if name is None else name.get("id", ""), (0, 0))
    return top // _ROW, left


def _is_number(text: str | None) -> bool:
    return text is not None and text.lstrip("-").isdecimal()


def _branch(alternate: _Element) -> _Element | None:
    wanted = {*_TEXT, *_DRAWN}
    branches = sorted(alternate, key=lambda branch: branch.tag == f"{MC}Fallback")
    speaking = (b for b in branches if any(e.tag in wanted for e in b.iter()))
    described = (b for b in branches if any(written_alt(e.get("descr")) for e in b.iter(f"{P}cNvPr")))
    return next(chain(speaking, described), None)


def _alt(shape: _Element) -> str:
    """The alternative text of a shape, picture or group itself."""
    found = next(shape.iterfind(f"*/{P}cNvPr"), None)
    return "" if found is None else written_alt(found.get("descr"))


def _placeholder(shape: _Element) -> str | None:
    """The type of a placeholder; None for any other shape."""
    found = next(shape.iterfind(f"*/{P}nvPr/{P}ph"), None)
    return None if found is None else found.get("type", "obj")


def _shape_text(shape: _Element, drawing_lines: Callable[[tuple[str, ...]], list[str]]) -> str:
    """What a shape says, then its alternative text unless that says the same."""
    text, alt = "" if shape.tag == _GROUP else _own_text(shape, drawing_lines), _alt(shape)
    return text if alt in " ".join(text.split()) else f"{text}\n{alt}".strip()


def _own_text(shape: _Element, drawing_lines: Callable[[tuple[str, ...]], list[str]]) -> str:
    table = shape.find(f".//{A}tbl")
    if table is not None:
        return "\n".join(_rows(table))
    drawn = tuple(e.get(_DRAWN[e.tag], "") for e in shape.iter(*_DRAWN))
    lines = [*_paragraphs(shape), *(drawing_lines(drawn) if drawn else ())]
    return "\n".join(lines).strip()


def _rows(table: _Element) -> Iterator[str]:
    """The rows with text; cells that others cover say what those say."""
    above: list[str] = []
    for row in table.iterfind(f"{A}tr"):
        texts: list[str] = []
        for column, cell in enumerate(row.iterfind(f"{A}tc")):
            text = _cell_text(cell)
            if not text and _is_true(cell, "hMerge") and texts:
                text = texts[-1]
            elif not text and _is_true(cell, "vMerge") and column < len(above):
                text = above[column]
            texts.append(text if len(text) <= REPEATED or _cell_text(cell) else "")
        above = texts
        if any(texts):
            yield " | ".join(texts)


def _is_true(element: _Element, name: str) -> bool:
    return element.get(name) in {"1", "true"}


def _cell_text(cell: _Element) -> str:
    return " ".join(" ".join(_paragraphs(cell)).split())


def _paragraphs(parent: _Element) -> list[str]:
    numbers = _Numbers(parent)
    texts = ((p, "".join(_pieces(p)).strip()) for p in parent.iter(f"{A}p"))
    return [f"{numbers.next(p)} {text}".lstrip() for p, text in texts if text]


class _Numbers:
    """The numbers of the paragraphs of a shape, as far as the slide itself states them: layouts are not looked at.

    A level counts on below deeper levels; it begins again after a paragraph of a higher level, and after one of its
    own without a number or with another kind of it.
    """

    def __init__(self, shape: _Element) -> None:
        styles = shape.find(f".//{A}lstStyle")
        self._styles = () if styles is None else tuple(styles)
        self._counts: dict[int, tuple[str, int, int]] = {}

    def next(self, paragraph: _Element) -> str:
        """The number of the next paragraph with text; empty if it has none."""
        properties = paragraph.find(f"{A}pPr")
        level = 0 if properties is None else _whole(properties.get("lvl"), 0)
        self._counts = {upper: count for upper, count in self._counts.items() if upper <= level}
        automatic = self._automatic(properties, level)
        if automatic is None:
            self._counts.pop(level, None)
            return ""
        scheme, start = automatic.get("type", ""), _whole(automatic.get("startAt"), 1)
        before = self._counts.get(level)
        count = before[2] + 1 if before and before[:2] == (scheme, start) else start
        self._counts[level] = (scheme, start, count)
        return spell_automatic(count, scheme)

    def _automatic(self, properties: _Element | None, level: int) -> _Element | None:
        """The `a:buAutoNum` of the paragraph, else of its level in the shape's own styles."""
        styled = (style for style in self._styles if style.tag == f"{A}lvl{level + 1}pPr")
        for source in (properties, *styled):
            bullets = [] if source is None else [e for e in source if e.tag in _BULLETS]
            if bullets:
                return bullets[0] if bullets[0].tag == f"{A}buAutoNum" else None
        return None


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 6 else default


def _pieces(paragraph: _Element) -> Iterator[str]:
    for child in paragraph:
        if child.tag == f"{M}oMath":
            yield math_text(child)
        elif child.tag == f"{A}t":
            yield (child.text or "").replace("\v", "\n")
        elif child.tag == f"{A}br":
            yield "\n"
        elif child.tag == f"{A}fld" and child.get("type") == "slidenum":
            continue
        elif child.tag == f"{MC}AlternateContent":
            branch = _branch(child)
            yield from () if branch is None else _pieces(branch)
        elif isinstance(child.tag, str):
            yield from _pieces(child)
