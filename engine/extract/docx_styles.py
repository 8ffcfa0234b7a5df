"""Styles and numbering of a Word document: which paragraphs are headings, and what stands before list items."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.extract.ooxml_numbers import spell_number

if TYPE_CHECKING:
    from lxml.etree import _Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VAL = f"{W}val"
_ID = f"{W}abstractNumId"
_HEADING_NAME = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_PLACEHOLDER = re.compile("%([1-9])")
_MAX_CHAIN = 30
_BODY_LEVEL = 9
BULLET = "-"


def value(element: _Element | None, *path: str) -> str | None:
    """The `w:val` of the element at `path` below `element`."""
    if element is None:
        return None
    found = element.find("/".join(W + step for step in path))
    return None if found is None else found.get(_VAL)


def number(element: _Element | None, *path: str) -> int | None:
    """The same as a number; None if it is none."""
    text = value(element, *path)
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


class Styles:
    """The paragraph styles of styles.xml with what they inherit."""

    def __init__(self, root: _Element | None) -> None:
        found = () if root is None else root.iter(f"{W}style")
        self._styles = {s.get(f"{W}styleId", ""): s for s in found if s.get(f"{W}type", "paragraph") != "character"}
        self._levels: dict[str, int | None] = {}

    def chain(self, style_id: str | None) -> list[_Element]:
        """The style and those it is based on, nearest first; a cycle is cut."""
        chain: list[_Element] = []
        while style_id in self._styles and len(chain) < _MAX_CHAIN:
            chain.append(self._styles[style_id])
            style_id = value(chain[-1], "basedOn")
        return chain

    def heading_level(self, properties: _Element | None) -> int | None:
        """Outline level from 1 of a paragraph with these `w:pPr`; None for body text."""
        own = number(properties, "outlineLvl")
        if own is not None:
            return own + 1 if 0 <= own < _BODY_LEVEL else None
        style_id = value(properties, "pStyle")
        if style_id is None:
            return None
        if style_id not in self._levels:
            self._levels[style_id] = self._style_level(style_id)
        return self._levels[style_id]

    def _style_level(self, style_id: str) -> int | None:
        chain = self.chain(style_id)
        for style in chain:
            outline = number(style, "pPr", "outlineLvl")
            if outline is not None:
                return outline + 1 if 0 <= outline < _BODY_LEVEL else None
            if named := _HEADING_NAME.fullmatch(value(style, "name") or ""):
                return int(named[1])
        named = None if chain else _HEADING_NAME.fullmatch(style_id)
        return int(named[1]) if named else None

    def is_title(self, properties: _Element | None) -> bool:
        """Whether the paragraph has the Title style, by its invariant name or, without styles, by its id."""
        style_id = value(properties, "pStyle")
        names = [value(style, "name") or "" for style in self.chain(style_id)[:1]] or [style_id or ""]
        return names[0].lower() == "title"

    def numbering(self, properties: _Element | None) -> tuple[str | None, int | None, str | None]:
        """List, level in it and style that gave the list; the paragraph's own setting before its style's."""
        own, level = value(properties, "numPr", "numId"), number(properties, "numPr", "ilvl")
        if own is not None:
            return own, level, None
        for style in self.chain(value(properties, "pStyle")):
            inherited = value(style, "pPr", "numPr", "numId")
            if inherited is not None:
                style_level = number(style, "pPr", "numPr", "ilvl")
                return inherited, level if level is not None else style_level, style.get(f"{W}styleId")
        return None, None, None

    def list_of(self, style_id: str | None) -> str | None:
        """The list that a numbering style stands for."""
        return value(self._styles.get(style_id or ""), "pPr", "numPr", "numId")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    text: str
    format: str
    start: int
    legal: bool
    style: str | None


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, _Level]
    restarts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """The lists of numbering.xml and where each of them stands; labels must be asked for in document order."""

    def __init__(self, root: _Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract = {} if root is None else {a.get(_ID, ""): a for a in root.iter(f"{W}abstractNum")}
        self._nums = {} if root is None else {n.get(f"{W}numId", ""): n for n in root.iter(f"{W}num")}
        self._lists: dict[str, _List | None] = {}
        self._counters: dict[str, dict[int, int]] = defaultdict(dict)

    def label(self, properties: _Element | None) -> tuple[int, str] | None:
        """Level from 0 and label (“2.1”, “a)”, “-” for a bullet, perhaps empty) of the next paragraph in a list."""
        list_id, level, style = self._styles.numbering(properties)
        numbered = self._list(list_id) if list_id not in {None, "0"} else None
        if numbered is None:
            return None
        if level is None:
            level = next((i for i, lvl in numbered.levels.items() if style and lvl.style == style), 0)
        level = min(max(level, 0), 8)
        self._count(numbered, level)
        return level, self._spell(numbered, level)

    def _list(self, list_id: str | None) -> _List | None:
        key = list_id or ""
        if key not in self._lists:
            self._lists[key] = self._read_list(key)
        return self._lists[key]

    def _read_list(self, list_id: str) -> _List | None:
        num = self._nums.get(list_id)
        abstract_id = value(num, "abstractNumId")
        abstract = self._abstract.get(abstract_id or "")
        if num is None or abstract is None or abstract_id is None:
            return None
        # A list may only name a style, which in turn names the list that has the levels.
        target = self._nums.get(self._styles.list_of(value(abstract, "numStyleLink")) or "")
        if target is not None:
            abstract_id = value(target, "abstractNumId") or abstract_id
            abstract = self._abstract.get(abstract_id, abstract)
        numbered = _List(abstract_id, _levels(abstract))
        for override in num.iter(f"{W}lvlOverride"):
            numbered.levels |= _levels(override)
            restart = number(override, "startOverride")
            if restart is not None:
                numbered.restarts[_index(override)] = restart
        return numbered

    def _count(self, numbered: _List, level: int) -> None:
        counters = self._counters[numbered.abstract]
        for upper in range(level):
            counters.setdefault(upper, _start(numbered, upper))
        if level in numbered.restarts:
            counters[level] = numbered.restarts.pop(level)
        else:
            counters[level] = counters[level] + 1 if level in counters else _start(numbered, level)
        for deeper in [i for i in counters if i > level]:
            del counters[deeper]

    def _spell(self, numbered: _List, level: int) -> str:
        shape = numbered.levels.get(level)
        if shape is None or shape.format == "bullet":
            return BULLET
        if shape.format == "none":
            return _PLACEHOLDER.sub("", shape.text).strip()
        counters = self._counters[numbered.abstract]

        def spell(match: re.Match[str]) -> str:
            index = int(match[1]) - 1
            lvl = numbered.levels.get(index)
            style = "decimal" if lvl is None or (shape.legal and index != level) else lvl.format
            return spell_number(counters.get(index, 1), style)

        return _PLACEHOLDER.sub(spell, shape.text).strip()


def _index(level: _Element) -> int:
    text = level.get(f"{W}ilvl", "")
    return int(text) if text.isdecimal() else 0


def _start(numbered: _List, level: int) -> int:
    shape = numbered.levels.get(level)
    return shape.start if shape else 1


def _levels(parent: _Element) -> dict[int, _Level]:
    levels = {}
    for lvl in parent.iterfind(f"{W}lvl"):
        start = number(lvl, "start")
        levels[_index(lvl)] = _Level(
            text=value(lvl, "lvlText") or "",
            format=value(lvl, "numFmt") or "decimal",
            start=1 if start is None else start,
            legal=lvl.find(f"{W}isLgl") is not None,
            style=value(lvl, "pStyle"),
        )
    return levels
