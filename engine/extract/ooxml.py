"""What Word and PowerPoint packages share: parts, relationships, properties, text in drawings (ECMA-376)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError, tidy
from engine.extract.container import member_path, parse_xml
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from engine.extract.container import Container

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
REPEATED = 100
"""Texts of merged cells up to this length stand in every row and column they cover, so that a row explains itself."""
_MAX_POINTS = 1000
_DC = "{http://purl.org/dc/elements/1.1/}"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/([A-Za-z]+)/([A-Za-z]+)")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/\2"
_JUNK_TITLE = re.compile(
    r"(microsoft (office )?(word|powerpoint)\b.*|(powerpoint|title|slide)?\s*(presentation|slide|title)\s*\d*"
    r"|untitled.*|(document|dokument|doc|folie|слайд|презентация)\s*\d*|powerpoint-präsentation|présentation powerpoint"
    r"|presentación de powerpoint|presentazione standard di powerpoint|презентация powerpoint|powerpoint 演示文稿"
    r"|no title|none|null|\(?(anonymous|unspecified|unknown)\)?|[\W_]*"
    r"|.*\.(docx?|dotx?|pptx?|pdf|indd|qxd|tmp|dvi|ps|eps|ai|rtf|odt|tex)|adobe photoshop( pdf)?)",
    re.IGNORECASE,
)


def sensible_title(text: str | None) -> str | None:
    """`text` as a title, or None if a program rather than a person wrote it (“Untitled”, “Microsoft Word - x.doc”)."""
    title = tidy(text)
    return None if title is None or _JUNK_TITLE.fullmatch(title) else title


def transitional(data: bytes) -> bytes:
    """XML with the namespaces of strict OOXML replaced by the transitional ones that everybody knows."""
    return _STRICT.sub(_TRANSITIONAL, data) if b"purl.oclc.org" in data else data


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """A link from one part to another; `kind` is the last segment of its type, `target` a member name."""

    id: str
    kind: str
    target: str


class Package:
    """The parts of an OOXML file. What could not be read on the way is noted in `damaged`."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self.damaged: list[str] = []
        self.unread: list[str] = []
        """Parts of formats that are not read, each with its reason."""
        self._relationships: dict[str, tuple[Relationship, ...]] = {}

    def main_part(self, fallback: str) -> str:
        """Name of the main part: what the package names as office document, or `fallback`.

        Raises ExtractionError: UNSUPPORTED if the archive is no office file at all, CORRUPT if its main part is gone.
        """
        for link in self.relationships(""):
            if link.kind == "officeDocument" and link.target in self._container:
                return link.target
        if fallback in self._container:
            return fallback
        if "[Content_Types].xml" in self._container or fallback.partition("/")[0] in _folders(self._container):
            raise ExtractionError(Outcome.CORRUPT, f"the main part {fallback} is missing")
        raise ExtractionError(Outcome.UNSUPPORTED, "a zip archive, but not an Office document")

    def part(self, name: str, *, needed: bool = False) -> _Element | None:
        """The root element of a part, or None; a malformed one is mended as far as it goes and noted as damaged.

        Raises ExtractionError for a `needed` part that gives nothing.
        """
        try:
            data = transitional(self._container.read(name))
        except KeyError as exc:
            if needed:
                raise ExtractionError(Outcome.CORRUPT, f"{name} is missing") from exc
            return None
        except ExtractionError as exc:
            self._lost(name, exc, needed=needed)
            return None
        try:
            return parse_xml(data, what=name)
        except ExtractionError:
            self.damaged.append(name)
        try:
            return parse_xml(data, what=name, recover=True)
        except ExtractionError as exc:
            self._lost(name, exc, needed=needed)
            return None

    def data(self, name: str) -> bytes | None:
        """The bytes of a part that need not be XML; None if there is none, or if it is damaged, which is noted."""
        try:
            return self._container.read(name)
        except KeyError:
            return None
        except ExtractionError as exc:
            self._lost(name, exc, needed=False)
            return None

    def nested(self, data: bytes) -> Package:
        """The package in a part. Raises ExtractionError if it is none."""
        return Package(self._container.nested(data))

    def shortcomings(self) -> tuple[Outcome, str | None]:
        """The outcome to record for what was read of the package, and the reason unless all of it was."""
        reasons = [f"damaged parts: {', '.join(self.damaged)}"] if self.damaged else []
        reasons += [f"parts not read: {', '.join(self.unread)}"] if self.unread else []
        return (Outcome.PARTIAL if reasons else Outcome.OK), "; ".join(reasons) or None

    def _lost(self, name: str, exc: ExtractionError, *, needed: bool) -> None:
        if needed or exc.outcome is not Outcome.CORRUPT:
            raise exc
        if name not in self.damaged:
            self.damaged.append(name)

    def relationships(self, name: str) -> tuple[Relationship, ...]:
        """The internal relationships of part `name` (of the package for the empty name), in file order."""
        if name not in self._relationships:
            self._relationships[name] = tuple(self._read_relationships(name))
        return self._relationships[name]

    def _read_relationships(self, name: str) -> Iterator[Relationship]:
        folder, _, file = name.rpartition("/")
        root = self.part(f"{folder}/_rels/{file}.rels".lstrip("/"))
        for link in () if root is None else root:
            if link.get("TargetMode") != "External" and link.get("Target"):
                yield Relationship(
                    id=link.get("Id", ""),
                    kind=link.get("Type", "").rpartition("/")[2],
                    target=member_path(name, link.get("Target", "")),
                )

    def related(self, name: str, kind: str) -> list[str]:
        """Targets of the relationships of one kind, each once."""
        return list(dict.fromkeys(link.target for link in self.relationships(name) if link.kind == kind))

    def properties(self) -> tuple[str | None, str | None]:
        """Title, if it is a sensible one, and author from the core properties."""
        names = [*self.related("", "core-properties"), "docProps/core.xml"]
        root = next((r for r in map(self.part, names) if r is not None), None)
        if root is None:
            return None, None
        return sensible_title(root.findtext(f"{_DC}title")), tidy(root.findtext(f"{_DC}creator"))

    def drawing_lines(self, part: str, ids: tuple[str, ...]) -> list[str]:
        """Text of the charts and diagrams among the relationships `ids` of a part, a line each."""
        lines: list[str] = []
        for link in self.relationships(part):
            if link.id in ids and link.kind in _DRAWING_LINES:
                root = self.part(link.target)
                lines += [] if root is None else _DRAWING_LINES[link.kind](root)
        return lines


def comment_lead(author: str | None, time: str | None) -> str:
    """What stands before a review comment: who made it and on which day, as far as the file says."""
    known = ", ".join(part for part in ((author or "").strip(), (time or "")[:10]) if part)
    return f"Comment ({known}):" if known else "Comment:"


def _folders(container: Container) -> set[str]:
    return {name.partition("/")[0] for name in container.names}


def paragraphs(root: _Element) -> list[str]:
    """The text of each DrawingML paragraph below `root` that has any."""
    lines = ("".join(t.text or "" for t in p.iter(f"{A}t")).strip() for p in root.iter(f"{A}p"))
    return [line for line in lines if line]


def chart_lines(root: _Element) -> list[str]:
    """A chart's titles, then its data as a table: series names, and a row a category."""
    titles = [line for title in root.iter(f"{C}title") for line in paragraphs(title)]
    series = [_Series(s) for s in root.iter(f"{C}ser")]
    names = [s.name for s in series]
    rows: dict[int, str] = {}
    for s in series:
        rows = s.categories | rows
    table = [" | ".join([rows[i], *(s.values.get(i, "") for s in series)]) for i in sorted(rows)[:_MAX_POINTS]]
    return [*titles, *([" | ".join(["", *names]).strip()] if any(names) else []), *table]


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
    def __init__(self, element: _Element) -> None:
        self.name = " ".join(_points(element.find(f"{C}tx")).values())
        self.values = _points(_first(element, "val", "yVal"))
        self.categories = _points(_first(element, "cat", "xVal")) or dict.fromkeys(self.values, "")


def _first(parent: _Element, *names: str) -> _Element | None:
    return next((found for name in names if (found := parent.find(C + name)) is not None), None)


def _points(element: _Element | None) -> dict[int, str]:
    """The cached values of a reference by index; of several levels the innermost, which comes first."""
    if element is None:
        return {}
    cache = next(element.iter(f"{C}lvl", f"{C}strCache", f"{C}numCache", f"{C}strLit", f"{C}numLit"), element)
    points = {
        int(index): (point.findtext(f"{C}v") or "").strip()
        for point in cache.iterfind(f"{C}pt")
        if (index := point.get("idx", "")).isdecimal()
    }
    # A name may also stand there as such.
    literal = (element.findtext(f"{C}v") or "").strip()
    return points or ({0: literal} if literal else {})


_DRAWING_LINES: dict[str, Callable[[_Element], list[str]]] = {
    "chart": chart_lines,
    "chartEx": new_chart_lines,
    "diagramData": paragraphs,
}
