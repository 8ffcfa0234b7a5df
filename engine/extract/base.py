"""The contract between a file format and the rest: `Extractor` in, `ExtractedDocument` out.

Extractors run in worker processes (see `sandbox`). A bad file is a value, not an exception that travels: an extractor
raises `ExtractionError` with the outcome and a reason a person understands, or returns `Outcome.PARTIAL` with what it
got.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from engine.documents import ExtractedDocument, Heading
from engine.models import DocType, Outcome, OutlineSource, Place, PlaceMark
from engine.text.normalise import clean_line, clean_text
from engine.values import Value, value

if TYPE_CHECKING:
    from pathlib import Path


@value
class Limits(Value):
    """Bounds an extractor keeps to by itself; time and memory are enforced from outside."""

    max_file_size: int = 200 * 1024 * 1024
    max_inflated: int = 500 * 1024 * 1024
    """Bytes really inflated from one zip container."""
    max_entries: int = 20_000
    """Members of one zip container."""
    max_ratio: int = 200
    """Inflated to packed bytes of one zip member larger than 1 MB."""
    max_headings: int = 10_000


class ExtractionError(Exception):
    """A file that gives no text: the outcome to record and the reason to show."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class Extractor(Protocol):
    """Reads the files of one document type. Stateless; safe to call again and again in one process."""

    doc_type: DocType

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`. Raises ExtractionError, OSError or MemoryError; anything else is a bug."""
        ...


@dataclass(slots=True)
class TextBuilder:
    """Collects lines, headings and places in step, so that their line numbers cannot disagree."""

    lines: list[str] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    places: list[PlaceMark] = field(default_factory=list)

    @property
    def next_line(self) -> int:
        """Number of the line that would be added next."""
        return len(self.lines) + 1

    def add(self, text: str) -> int:
        """Append `text`, which may hold several lines; the number of its first line."""
        first = self.next_line
        self.lines.extend(clean_text(text).split("\n"))
        return first

    def blank(self) -> None:
        """Separate blocks: one empty line, never two, none at the very beginning."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def block(self, text: str) -> int:
        """Append `text` as a paragraph of its own; the number of its first line."""
        self.blank()
        return self.add(text)

    def heading(self, level: int, title: str, line: int | None = None) -> None:
        """Note a heading at `line` (default: the next line to be added). A title without text is not noted."""
        title = " ".join(clean_line(title).split())
        if title:
            self.headings.append(Heading(level=max(1, level), title=title, line=line or self.next_line))

    def place(self, place: Place) -> None:
        """What follows is at `place`; a place without text gives way to the one after it."""
        mark = PlaceMark(line=self.next_line, place=place)
        if self.places and self.places[-1].line == mark.line:
            self.places.pop()
        self.places.append(mark)

    def build(
        self,
        doc_type: DocType,
        *,
        title: str | None = None,
        author: str | None = None,
        outline_source: OutlineSource | None = None,
        outcome: Outcome = Outcome.OK,
        reason: str | None = None,
        limits: Limits | None = None,
    ) -> ExtractedDocument:
        """The finished document: trailing empty lines go, headings and places past the end move to the last line."""
        lines = self.lines
        while lines and not lines[-1].strip():
            lines.pop()
        last = max(1, len(lines))
        headings = sorted(self.headings, key=lambda h: h.line)[: (limits or Limits()).max_headings]
        headings = [Heading(level=h.level, title=h.title, line=min(h.line, last)) for h in headings]
        has_text = any(line.strip() for line in lines)
        if not has_text and outcome in {Outcome.OK, Outcome.PARTIAL}:
            outcome, reason = Outcome.NO_TEXT, reason or "the file holds no text"
        return ExtractedDocument(
            doc_type=doc_type,
            text="\n".join(lines) if has_text else "",
            title=tidy(title),
            author=tidy(author),
            headings=tuple(headings) if has_text else (),
            outline_source=outline_source if headings and has_text else None,
            places=tuple(m for m in self.places if m.line <= last) if has_text else (),
            outcome=outcome,
            reason=reason,
        )


def tidy(text: str | None) -> str | None:
    """Metadata on one line, without control characters, at most 500 characters; None when nothing is left."""
    if not text:
        return None
    printable = "".join(" " if unicodedata.category(c) == "Cc" else c for c in clean_line(text))
    return " ".join(printable.split())[:500].rstrip() or None
