"""PowerPoint presentations (.pptx): python-pptx opens the package; what it refuses is read part by part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from lxml import etree
from pptx import Presentation
from pptx.exc import InvalidXmlError, PythonPptxError

from engine.extract.base import ExtractionError, TextBuilder
from engine.extract.container import open_container
from engine.extract.ooxml import Package, R, comment_lead, transitional
from engine.extract.ooxml_drawings import paragraphs
from engine.extract.pptx_slides import P, notes_text, slide_text
from engine.models import DocType, Outcome, OutlineSource, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from engine.documents import ExtractedDocument
    from engine.extract.base import Limits
    from engine.extract.container import Container

_POWERPOINT = "a PowerPoint presentation"
_MAIN = "ppt/presentation.xml"
_SLIDE_NAME = re.compile(r"ppt/slides/slide(\d+)\.xml", re.IGNORECASE)
_REFUSED = (
    PythonPptxError, InvalidXmlError, etree.XMLSyntaxError, KeyError, ValueError, AttributeError, TypeError, IndexError,
    AssertionError, NotImplementedError,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slide:
    part: str
    root: _Element
    notes: _Element | None
    inherited: Mapping[str, tuple[int, int]]


class PptxExtractor:
    """Reads presentations slide by slide, hidden ones too, each with its speaker notes."""

    doc_type = DocType.PPTX

    def extract(self, path: Path, limits: Limits) -> ExtractedDocument:
        """The document in `path`. Raises ExtractionError or OSError."""
        try:
            with open_container(path, limits, _POWERPOINT) as container:
                return _read(container, limits)
        except RecursionError as exc:
            raise ExtractionError(Outcome.CORRUPT, "the presentation is nested too deeply") from exc


def _read(container: Container, limits: Limits) -> ExtractedDocument:
    package = Package(container)
    main = package.main_part(_MAIN, _POWERPOINT)
    slides = _slides(container) or list(_raw_slides(package, container, main))
    if not slides and (root := package.part(main)) is not None and root.tag != f"{P}presentation":
        raise package.unlike(_POWERPOINT)
    authors = _authors(package, main)
    builder = TextBuilder()
    for n, slide in enumerate(slides, start=1):
        builder.blank()
        builder.place(Place(slide=n))
        _write(builder, package, slide, authors)
    title, author = package.properties()
    outcome, reason = package.shortcomings()
    return builder.build(
        DocType.PPTX,
        title=title,
        author=author,
        outline_source=OutlineSource.SLIDES,
        outcome=outcome,
        reason=reason,
        limits=limits,
    )


def _write(builder: TextBuilder, package: Package, slide: _Slide, authors: dict[str, str]) -> None:
    text = slide_text(slide.root, partial(package.drawing_lines, slide.part), slide.inherited)
    if text.title:
        builder.heading(1, text.title)
        builder.add(text.title)
    for block in text.blocks:
        builder.block(block)
    notes = "" if slide.notes is None else notes_text(slide.notes)
    if notes:
        builder.block(f"Notes:\n{notes}")
    for comment in _comments(package, slide.part, authors):
        builder.block(comment)


def _authors(package: Package, main: str) -> dict[str, str]:
    """Names of those who comment, by id; the older and the newer kind of comments keep them in different parts."""
    names = package.related(main, "commentAuthors") + package.related(main, "authors")
    roots = [root for name in names if (root := package.part(name)) is not None]
    return {author.get("id", ""): author.get("name", "") for root in roots for author in root}


def _comments(package: Package, part: str, authors: dict[str, str]) -> Iterator[str]:
    """Review comments of a slide and the replies to them, of either kind."""
    for name in package.related(part, "comments"):
        root = package.part(name)
        for comment in () if root is None else root.iter():
            body = next((e for e in comment if str(e.tag).endswith("}txBody")), None)
            text = comment.findtext(f"{P}text") or ("" if body is None else " ".join(paragraphs(body)))
            if text.strip():
                time = comment.get("created") or comment.get("dt")
                yield f"{comment_lead(authors.get(comment.get('authorId', '')), time)} {text.strip()}"


def _slides(container: Container) -> list[_Slide]:
    """The slides as python-pptx finds them; none if it refuses the file. Media are not unpacked."""
    try:
        deck = Presentation(container.copy(_is_xml, transitional))
        return [
            _Slide(
                part=str(slide.part.partname).lstrip("/"),
                root=slide.element,
                notes=slide.notes_slide.element if slide.has_notes_slide else None,
                inherited={str(s.shape_id): (s.top or 0, s.left or 0) for s in slide.placeholders},
            )
            for slide in deck.slides
        ]
    except _REFUSED:
        return []


def _is_xml(name: str) -> bool:
    return name.casefold().endswith((".xml", ".rels"))


def _raw_slides(package: Package, container: Container, main: str) -> Iterator[_Slide]:
    """The slides in the order of the presentation part, or of their names if it has none."""
    root = package.part(main)
    listed = () if root is None else root.iterfind(f"{P}sldIdLst/{P}sldId")
    targets = {link.id: link.target for link in package.relationships(main)}
    names = [targets[slide_id] for s in listed if (slide_id := s.get(f"{R}id", "")) in targets]
    for name in names or _by_number(container):
        slide = package.part(name)
        if slide is not None:
            notes = next(iter(package.related(name, "notesSlide")), None)
            yield _Slide(part=name, root=slide, notes=package.part(notes) if notes else None, inherited={})


def _by_number(container: Container) -> list[str]:
    found = {name: int(match[1]) for name in container.names if (match := _SLIDE_NAME.fullmatch(name))}
    return sorted(found, key=found.__getitem__)
