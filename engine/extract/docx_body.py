"""The stories of a Word document as blocks: paragraphs, list items, table rows, text boxes (WordprocessingML)."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from docx2python import numbering_formats as spelling

from engine.extract.alt_text import written_alt
from engine.extract.docx_styles import BULLET, W, number, value
from engine.extract.ooxml import REPEATED, R
from engine.extract.ooxml_drawings import CX, MC, A, C, paragraph_text
from engine.extract.ooxml_math import M, math_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from engine.documents import ExtractedDocument
    from engine.extract.docx_styles import Numbering, Styles
    from engine.extract.ooxml import Package

_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
_PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_P, _TBL, _CHUNK, _DRAWN_P = f"{W}p", f"{W}tbl", f"{W}altChunk", f"{A}p"
_V = "{urn:schemas-microsoft-com:vml}"
_BOXES = frozenset({f"{W}txbxContent", f"{A}txBody", f"{_V}shape"})
_WORD_ART = f"{_V}textpath"
_ALTERNATE = f"{MC}AlternateContent"
_GONE = frozenset(W + name for name in ("del", "moveFrom", "rt", "pPr", "rPr", "sdtPr", "tblPr", "sectPr", "instrText"))
_TEXT = frozenset({f"{W}t", f"{A}t"})
_MATH = frozenset({f"{M}oMath", f"{M}oMathPara"})
_CHARACTERS = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_DRAWN = {f"{_DGM}relIds": f"{R}dm", f"{C}chart": f"{R}id", f"{CX}chart": f"{R}id"}
_DESCRIBED = frozenset({f"{_WP}docPr", f"{_WPS}cNvPr", f"{_PIC}cNvPr"})
_NOTES = {f"{W}footnoteReference": "footnote", f"{W}endnoteReference": "endnote"}
_LINE_END = re.compile(r"\s*[\r\n]\s*")
_LIST = 1
_MAX_SPAN = 63  # columns of a Word table
_MAX_REPEATS = 4
# Adobe's Symbol encoding: the letters from 0x41 and 0x61, and the commonest signs.
_SYMBOL = dict(zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True))
_SYMBOL |= dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL |= {
    0xA3: "≤",
    0xA5: "∞",
    0xAE: "→",
    0xB0: "°",
    0xB1: "±",
    0xB3: "≥",
    0xB4: "×",
    0xB7: "•",
    0xB9: "≠",
    0xBB: "≈",
}
_WINGDINGS = {0x6C: "●", 0x6E: "■", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xE0: "→", 0xFB: "✗", 0xFC: "✓", 0xFE: "☑"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Text that stands alone; neighbours of one `group` (a list, a table), if it is not 0, follow without a gap."""

    text: str
    headings: tuple[tuple[int, str], ...] = ()
    group: int = 0


@dataclass(slots=True)
class _Inline:
    """What one paragraph holds: its text, and the boxes and drawings to follow it."""

    pieces: list[str] = field(default_factory=list)
    boxes: list[_Element] = field(default_factory=list)
    drawings: list[str] = field(default_factory=list)
    alts: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        return "\n".join(line.strip() for line in "".join(self.pieces).strip().split("\n"))


class Story:
    """Walks the parts of one document, the main part first; keeps list numbers, note order and the title on the way."""

    def __init__(
        self,
        package: Package,
        styles: Styles,
        numbering: Numbering,
        embedded: Callable[[str], ExtractedDocument | None],
    ) -> None:
        """`embedded` reads the document in a part of another format."""
        self._embedded = embedded
        self._package = package
        self._styles = styles
        self._numbering = numbering
        self._part = ""
        self._tables = _LIST
        self._initial = ""
        self.title: str | None = None
        """The first paragraph of style Title."""
        self.notes: dict[str, list[str]] = {"footnote": [], "endnote": []}
        """Ids of the notes referred to so far, in order."""

    def blocks(self, part: str, root: _Element) -> list[Block]:
        """The blocks below an element of a part, in reading order. Deleted and moved-away text is left out."""
        self._part = part
        return list(self._walk(root))

    def _walk(self, parent: _Element) -> Iterator[Block]:
        for child in parent:
            tag = child.tag
            if tag == _P:
                yield from self._paragraph(child)
            elif tag == _TBL:
                yield from self._table(child)
            elif tag == _ALTERNATE:
                yield from self._walk(_branch(child))
            elif tag in _MATH:
                yield from _block(math_text(child))
            elif tag == _CHUNK:
                yield from self._chunk(child)
            elif tag == _DRAWN_P:
                yield from _block(paragraph_text(child))
            elif tag == _WORD_ART:
                yield from _block(child.get("string", ""))
            elif isinstance(tag, str) and tag not in _GONE:
                yield from self._walk(child)

    def _chunk(self, element: _Element) -> Iterator[Block]:
        """The lines of a document inside this one."""
        chunk_id = element.get(f"{R}id", "")
        part = next((link.target for link in self._package.relationships(self._part) if link.id == chunk_id), None)
        document = self._embedded(part) if part else None
        headings = defaultdict[int, list[tuple[int, str]]](list)
        for heading in () if document is None else document.headings:
            headings[heading.line].append((heading.level, heading.title))
        self._tables += 1
        for at, line in enumerate(document.text.split("\n") if document else (), start=1):
            if line.strip():
                yield Block(text=line, headings=tuple(headings[at]), group=self._tables)
            else:
                self._tables += 1

    def _paragraph(self, paragraph: _Element) -> Iterator[Block]:
        properties = paragraph.find(f"{W}pPr")
        inline = self._inline(paragraph)
        if self._is_initial(paragraph, properties):
            self._initial += inline.text
            inline.pieces.clear()
        elif self._initial:
            inline.pieces.insert(0, self._initial)
            self._initial = ""
        # A paragraph whose very mark is deleted is not counted in its list.
        deleted = properties is not None and properties.find(f"{W}rPr/{W}del") is not None
        label = None if deleted else self._numbering.label(properties)
        if inline.text:
            yield self._text_block(inline.text, properties, label)
        for box in inline.boxes:
            yield from self._walk(box)
        drawn = self._package.drawing_lines(self._part, tuple(inline.drawings)) if inline.drawings else []
        if drawn:
            yield Block(text="\n".join(drawn))

    def _is_initial(self, paragraph: _Element, properties: _Element | None) -> bool:
        """Whether a paragraph is the large first letter of the one after it."""
        frame = None if properties is None else properties.find(f"{W}framePr")
        if frame is None or frame.get(f"{W}dropCap", "none") == "none":
            return False
        following = paragraph.getnext()
        return following is not None and following.tag == _P

    def _text_block(self, text: str, properties: _Element | None, label: tuple[int, str] | None) -> Block:
        if self.title is None and self._styles.is_title(properties):
            self.title = text
        level = self._styles.heading_level(properties)
        indent, mark = label or (0, "")
        if level is not None:
            text = text if mark in {"", BULLET} else f"{mark} {text}"
            return Block(text=text, headings=((level, text),))
        return Block(text="  " * indent + f"{mark} {text}".lstrip(), group=_LIST if label else 0)

    def _table(self, table: _Element) -> Iterator[Block]:
        self._tables += 1
        group = self._tables
        above: dict[int, str] = {}
        for row in _children(table, "tr", "trPr"):
            cells = [(cell, list(self._walk(cell))) for cell in _children(row, "tc", "tcPr")]
            # One cell is a frame around text; a table inside a cell means page layout.
            if len(cells) == 1 or any(cell.find(f".//{_TBL}") is not None for cell, _ in cells):
                for _, content in cells:
                    yield from content if len(content) > 1 else (replace(b, group=group) for b in content)
            elif any(content for _, content in cells):
                headings = tuple(h for _, blocks in cells for b in blocks for h in b.headings)
                yield Block(text=" | ".join(_columns(row, cells, above)), headings=headings, group=group)

    def _inline(self, paragraph: _Element) -> _Inline:
        found = _Inline()
        self._collect(paragraph, found)
        return found

    def _collect(self, parent: _Element, found: _Inline) -> None:
        for child in parent:
            tag = child.tag
            if tag in _TEXT:
                found.pieces.append(_LINE_END.sub(" ", child.text or ""))
            elif tag in _CHARACTERS:
                found.pieces.append(_CHARACTERS[tag])
            elif tag == f"{M}oMath":
                # Equations side by side must not run into each other.
                before = child.getprevious()
                found.pieces.append(" " if before is not None and before.tag == tag else "")
                found.pieces.append(math_text(child))
            elif tag == f"{W}sym":
                found.pieces.append(_symbol(child))
            elif tag in _NOTES:
                found.pieces.append(self._note_mark(_NOTES[tag], child.get(f"{W}id", "")))
            elif tag in _BOXES:
                found.boxes.append(child)
            elif tag in _DRAWN:
                found.drawings.append(child.get(_DRAWN[tag], ""))
            elif tag in _DESCRIBED:
                self._describe(child, found)
            elif tag == _ALTERNATE:
                self._collect(_branch(child), found)
            elif isinstance(tag, str) and tag not in _GONE:
                self._collect(child, found)

    def _describe(self, element: _Element, found: _Inline) -> None:
        """A picture's alternative text, once a paragraph: the picture inside a drawing may have the drawing's."""
        alt = written_alt(element.get("descr"))
        if alt and alt not in found.alts:
            found.alts.add(alt)
            found.pieces.append(f" {alt} ")

    def _note_mark(self, kind: str, note_id: str) -> str:
        self.notes[kind].append(note_id)
        return note_mark(kind, len(self.notes[kind]))


def _block(text: str) -> Iterator[Block]:
    """`text` by itself, if there is any."""
    if text := text.strip():
        yield Block(text=text)


def note_mark(kind: str, n: int) -> str:
    """The mark of the n-th footnote or endnote, where it is referred to and before its text."""
    return f"[{spelling.lower_roman(n) if kind == 'endnote' else n}]"


def _columns(row: _Element, cells: list[tuple[_Element, list[Block]]], above: dict[int, str]) -> list[str]:
    """One text a grid column; `above` hands the text of a merged cell down to the rows it covers."""
    column = min(max(number(row, "trPr", "gridBefore") or 0, 0), _MAX_SPAN)
    texts = [""] * column
    for cell, blocks in cells:
        text = " ".join(" ".join(block.text.split()) for block in blocks)
        if cell.find(f"{W}tcPr/{W}vMerge") is not None:
            covered = value(cell, "tcPr", "vMerge") != "restart"
            text = text or (above.get(column, "") if covered else "")
            above[column] = text if len(text) <= REPEATED else ""
        span = min(max(number(cell, "tcPr", "gridSpan") or 1, 1), _MAX_SPAN)
        column += span
        # The grid of a form is far finer than its cells: one cell over many columns is one text.
        repeated = text if len(text) <= REPEATED and span <= _MAX_REPEATS else ""
        texts += [text, *[repeated] * (span - 1 if span <= _MAX_REPEATS else 0)]
    return texts


def _children(parent: _Element, name: str, properties: str) -> Iterator[_Element]:
    """Rows of a table or cells of a row, also those in content controls; deleted ones are left out."""
    for child in parent:
        if child.tag == W + name:
            found = child.find(W + properties)
            if found is None or (found.find(f"{W}del") is None and found.find(f"{W}cellDel") is None):
                yield child
        elif isinstance(child.tag, str) and child.tag not in _GONE:
            yield from _children(_branch(child) if child.tag == _ALTERNATE else child, name, properties)


def _branch(alternate: _Element) -> _Element:
    """The one branch to read: the first choice with text or a drawing, else one with a picture, else the fallback."""
    branches = sorted(alternate, key=lambda branch: branch.tag == f"{MC}Fallback")
    for wanted in ({*_TEXT, *_DRAWN, f"{M}t"}, _DESCRIBED):
        for branch in branches:
            if any(e.tag in wanted for e in branch.iter()):
                return branch
    # Without branches the element itself stands for an empty one.
    return (branches or [alternate])[-1]


def _symbol(element: _Element) -> str:
    try:
        code = int(element.get(f"{W}char", ""), 16)
    except ValueError:
        return ""
    font = element.get(f"{W}font", "").lower()
    # Symbol fonts are addressed through the private use area, U+F000 on.
    low = code & 0xFF if 0xF000 <= code <= 0xF0FF else code
    if font == "symbol" or font.startswith("wingdings"):
        table = _SYMBOL if font == "symbol" else _WINGDINGS if font == "wingdings" else {}
        return table.get(low) or (chr(low) if font == "symbol" and 0x20 <= low < 0x41 else "")
    return chr(code) if 0x20 <= code < 0xD800 else ""
