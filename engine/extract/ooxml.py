"""What Word and PowerPoint packages share: parts, relationships, properties (ECMA-376)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.extract.base import ExtractionError, tidy
from engine.extract.container import member_path, parse_xml
from engine.extract.foreign import foreign, kind_of_archive
from engine.extract.ooxml_drawings import DRAWING_LINES, paragraphs
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from engine.extract.container import Container

R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
REPEATED = 100
"""Texts of merged cells up to this length stand in every row and column they cover, so that a row explains itself."""
_DC = "{http://purl.org/dc/elements/1.1/}"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/([A-Za-z]+)/([A-Za-z]+)")
_TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/\2"
# What PowerPoint in its languages calls a presentation, and its slides, that nobody named.
_PRESENTATION = (
    "presentation|präsentation|présentation|presentación|presentazione|apresentação|presentatie|præsentation"
    "|presentasjon|esitys|prezentacja|prezentace|prezentácia|bemutató|prezentare|sunusu|presentació|prezentacija"
    "|predstavitev|presentasi|pateiktis|prezentācija|esitlus|παρουσίαση|презентация|презентація"
    "|プレゼンテーション|演示文稿|簡報|프레젠테이션|عرض تقديمي|מצגת"
)
_SLIDE = (
    "slide|folie|diapositive|diapositiva|slajd|snímek|snímka|slayt|lysbilde|dias nummer|διαφάνεια|слайд|スライド|幻灯片"
    "|投影片|슬라이드"
)
_JUNK_TITLE = re.compile(
    rf"(microsoft (office )?(word|powerpoint)\b.*|(powerpoint|title|slide)?\s*(presentation|slide|title)\s*\d*"
    rf"|(?:{_PRESENTATION})(?: \w{{1,9}}){{0,2}} powerpoint|powerpoint\w{{0,3}}[ -]?(?:{_PRESENTATION})"
    rf"|(?:{_SLIDE})\s*\d*|(?:bild|dia|page|seite) ?\d+"
    r"|untitled.*|(document|dokument|doc|презентация)\s*\d*|[a-z0-9]"
    r"|no title|none|null|\(?(anonymous|unspecified|unknown)\)?|[\W_]*"
    r"|.*\.(docx?|dotx?|pptx?|pdf|indd|qxd|tmp|dvi|ps|eps|ai|rtf|odt|tex)|adobe photoshop( pdf)?"
    # Sites that sell templates put their address there.
    r"|.*(?:https?://|www\.|ppt\w*\.\w+).*)",
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

    def main_part(self, fallback: str, expected: str) -> str:
        """Name of the main part: what the package names as office document, or `fallback`.

        Raises ExtractionError: UNSUPPORTED if the archive is something else, CORRUPT if its main part is gone.
        """
        for link in self.relationships(""):
            if link.kind == "officeDocument" and link.target in self._container:
                return link.target
        if fallback in self._container:
            return fallback
        if "[Content_Types].xml" in self._container or fallback.partition("/")[0] in _folders(self._container):
            raise ExtractionError(Outcome.CORRUPT, f"the main part {fallback} is missing")
        raise self.unlike(expected)

    def unlike(self, expected: str) -> ExtractionError:
        """The error for a package that does not hold the `expected` document."""
        kind = kind_of_archive(self._container)
        if kind == expected:
            return ExtractionError(Outcome.CORRUPT, f"its main part is not that of {expected}")
        return foreign(kind, expected)

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

    def nested(self, data: bytes, expected: str) -> Package:
        """The package in a part. Raises ExtractionError if it is none."""
        return Package(self._container.nested(data, expected))

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
            if link.id in ids and link.kind in DRAWING_LINES:
                for name in (link.target, *self.related(link.target, "chartUserShapes")):
                    root = self.part(name)
                    read = DRAWING_LINES[link.kind] if name == link.target else paragraphs
                    lines += [] if root is None else read(root)
        return lines


def comment_lead(author: str | None, time: str | None) -> str:
    """What stands before a review comment: who made it and on which day, as far as the file says."""
    known = ", ".join(part for part in ((author or "").strip(), (time or "")[:10]) if part)
    return f"Comment ({known}):" if known else "Comment:"


def _folders(container: Container) -> set[str]:
    return {name.partition("/")[0] for name in container.names}
