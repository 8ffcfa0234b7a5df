"""Terminal: for somebody who reads on a screen. Colour only if the context allows it, escapes always shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.models import Failure
from renderers import terminal_overview as overview
from renderers.base import Renderer, failure_lines
from renderers.cells import cut, wrapped
from renderers.escape import one_line, quoted_line, visible_lines
from renderers.terminal_style import Ink, word_marker
from renderers.wording import (
    document_facts,
    explain_text,
    found_text,
    hit_facts,
    joined,
    lines_text,
    names,
    no_outline,
    node_tail,
    node_walk,
    numbered,
    place_changes,
    place_text,
    search_heading,
    search_notes,
    shown_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.models import (
        DoctorResult,
        DocumentMatches,
        DocumentOutline,
        DocumentText,
        ExploreResult,
        FindPathsResult,
        GrepLine,
        GrepResult,
        IndexResult,
        LibrariesResult,
        ListResult,
        OutlineResult,
        ReadResult,
        SearchHit,
        SearchResult,
        StatusResult,
    )
    from renderers.base import RenderContext

_MARGIN = " " * 5


class TerminalRenderer(Renderer):
    """Spells results for a screen: titles cut and passages wrapped to its width, paths whole, the time faint."""

    name: ClassVar[str] = "terminal"

    def search(self, result: SearchResult, context: RenderContext) -> Iterable[str]:
        """A block a hit."""
        ink = Ink(color=context.color)
        yield search_heading(result)
        yield from (ink.warning(f"Note: {note}") for note in search_notes(result))
        mark = word_marker(result.query, ink.match)
        for number, hit in enumerate(result.results, result.offset + 1):
            yield ""
            title = cut(one_line(hit.title), context.width - len(_MARGIN))
            yield f"{ink.number(f'{number:>3}')}  {ink.title(title)}"
            yield from _hit(hit, ink, mark, context.width)
        yield from footer(context)

    def outline(self, result: OutlineResult, context: RenderContext) -> Iterable[str]:
        """A block a document; no time if all failed."""
        ink = Ink(color=context.color)
        for entry in result.documents:
            yield from failure_lines(entry) if isinstance(entry, Failure) else _sections(entry, ink)
            yield ""
        if not result.documents:
            yield from ("No documents.", "")
        if not result.documents or any(not isinstance(entry, Failure) for entry in result.documents):
            yield ink.faint(context.now)

    def grep(self, result: GrepResult, context: RenderContext) -> Iterable[str]:
        """A block a document and the sum; no sum and no time if all failed."""
        ink = Ink(color=context.color)
        matches = found = answered = failed = 0
        for entry in result.documents:
            if isinstance(entry, Failure):
                failed += 1
                yield from failure_lines(entry)
            else:
                answered += 1
                matches += entry.total_matches
                found += entry.total_matches > 0
                yield from _matches(entry, ink)
            yield ""
        if answered or not failed:
            yield found_text(matches, found, result.pattern)
            yield from footer(context)

    def read(self, result: ReadResult, context: RenderContext) -> Iterable[str]:
        """A block a document; no time if all failed."""
        ink = Ink(color=context.color)
        answered = failed = 0
        for entry in result.documents:
            if isinstance(entry, Failure):
                failed += 1
                yield from failure_lines(entry)
            else:
                answered += 1
                yield from _page(entry, ink)
            yield ""
        if not answered and not failed:
            yield from ("No documents.", "")
        if answered or not failed:
            yield ink.faint(context.now)

    def libraries(self, result: LibrariesResult, context: RenderContext) -> Iterable[str]:
        """A block a library."""
        return (*overview.libraries(result, Ink(color=context.color)), *footer(context))

    def explore(self, result: ExploreResult, context: RenderContext) -> Iterable[str]:
        """A block a subject."""
        return (*overview.explore(result, Ink(color=context.color), context.width), *footer(context))

    def find_paths(self, result: FindPathsResult, context: RenderContext) -> Iterable[str]:
        """A line a folder."""
        return (*overview.find_paths(result, Ink(color=context.color)), *footer(context))

    def documents(self, result: ListResult, context: RenderContext) -> Iterable[str]:
        """A block a document."""
        return (*overview.documents(result, Ink(color=context.color), context.width), *footer(context))

    def index(self, result: IndexResult, context: RenderContext) -> Iterable[str]:
        """A block a library."""
        return (*overview.index(result, Ink(color=context.color)), *footer(context))

    def status(self, result: StatusResult, context: RenderContext) -> Iterable[str]:
        """Facts, libraries and failed files."""
        return (*overview.status(result, Ink(color=context.color)), *footer(context))

    def doctor(self, result: DoctorResult, context: RenderContext) -> Iterable[str]:
        """A line a check."""
        return overview.doctor(result, Ink(color=context.color))


def footer(context: RenderContext) -> list[str]:
    """The time, faint, below an empty line."""
    return ["", Ink(color=context.color).faint(context.now)]


# --- search ---------------------------------------------------------------------------------------------------------


def _hit(hit: SearchHit, ink: Ink, mark: Callable[[str], str], width: int) -> Iterator[str]:
    yield _MARGIN + ink.faint(f"doc_id {one_line(hit.doc_id)} · {hit_facts(hit)}")
    yield _MARGIN + ink.path(one_line(hit.path))
    for same in hit.also_at:
        yield _MARGIN + ink.faint(f"also at {one_line(same.path)} ({one_line(same.doc_id)})")
    for line in wrapped(joined((f"modified {hit.modified_at}", names(hit.keywords))), width - len(_MARGIN)):
        yield _MARGIN + ink.faint(line)
    yield from (_MARGIN + ink.warning(warning) for warning in _warnings(hit))
    if hit.explain:
        yield _MARGIN + ink.faint(explain_text(hit.explain))
    if hit.snippet is not None and hit.lines is not None:
        yield _MARGIN + ink.faint(lines_text(*hit.lines, hit.place))
        for quoted in visible_lines(hit.snippet):
            for line in wrapped(quoted.expandtabs(), width - len(_MARGIN) - 2):
                yield f"{_MARGIN}{ink.faint('│')} {mark(line)}"


def _warnings(hit: SearchHit) -> Iterator[str]:
    if hit.outcome != "ok":
        yield f"outcome: {hit.outcome}"
    if hit.stale:
        yield f"stale: {hit.stale} since it was indexed"


# --- outline, grep, read --------------------------------------------------------------------------------------------


def _head(document: DocumentOutline | DocumentText | DocumentMatches, facts: str, ink: Ink) -> Iterator[str]:
    yield ink.title(one_line(document.title))
    yield ink.faint(f"doc_id {one_line(document.doc_id)} · {facts}")
    yield ink.path(one_line(document.path))
    if document.stale:
        yield ink.warning(f"stale: {document.stale} since it was indexed")


def _by(author: str | None) -> str | None:
    return f"by {one_line(author)}" if author else None


def _sections(document: DocumentOutline, ink: Ink) -> Iterator[str]:
    source = f"outline from {document.outline_source}" if document.outline_source else None
    yield from _head(document, joined((document_facts(document), _by(document.author), source)), ink)
    yield ""
    for depth, node in node_walk(document.nodes):
        yield f"{'  ' * depth}{ink.number(one_line(node.id))} {one_line(node.title)} {ink.faint(node_tail(node))}"
    if not document.nodes:
        yield no_outline(document)


def _matches(document: DocumentMatches, ink: Ink) -> Iterator[str]:
    lines = document.matches or ()
    shown = sum(line.is_match for line in lines)
    cut_off = f"{shown} shown" if document.matches is not None and shown < document.total_matches else None
    yield from _head(document, joined((f"matches: {document.total_matches:,}", cut_off)), ink)
    if lines:
        yield ""
        yield from _grep_lines(lines, ink)


def _grep_lines(lines: tuple[GrepLine, ...], ink: Ink) -> Iterator[str]:
    width = max(4, len(str(lines[-1].line_number)))
    places = dict(place_changes(lines))
    previous = lines[0].line_number - 1
    for line in lines:
        if line.line_number != previous + 1:
            yield ink.faint("--")
        if line.line_number in places:
            yield ink.faint(f"── {place_text(places[line.line_number])}")
        previous = line.line_number
        number = f"{line.line_number:>{width}}"
        prefix = ink.number(f"{number}>") if line.is_match else ink.faint(number)
        yield f"{prefix}\t{quoted_line(line.content, line.spans, ink.match)}"


def _page(document: DocumentText, ink: Ink) -> Iterator[str]:
    shown = f"lines {shown_lines(document)}"
    yield from _head(document, joined((document_facts(document), _by(document.author), shown)), ink)
    places = {mark.line: mark.place for mark in document.places}
    for index, (number, line) in enumerate(numbered(document)):
        if not index:
            yield ""
        if number in places:
            yield ink.faint(f"── {place_text(places[number])}")
        yield f"{ink.faint(f'{number:>6}')}\t{quoted_line(line)}"
