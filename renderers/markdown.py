"""Markdown: for pipes and language models. Structure is ours, document text is quoted, the time comes last."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.models import Failure
from renderers import markdown_overview as overview
from renderers.base import Renderer, failure_lines
from renderers.escape import one_line, quoted_line, visible_lines
from renderers.wording import (
    document_facts,
    explain_text,
    found_text,
    hit_facts,
    lines_text,
    marks_text,
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
    from collections.abc import Iterable, Iterator

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


class MarkdownRenderer(Renderer):
    """Spells results as Markdown. Lines of documents are prefixed, so that none can pose as a heading or the footer."""

    name: ClassVar[str] = "markdown"

    def search(self, result: SearchResult, context: RenderContext) -> Iterable[str]:
        """A section a hit."""
        return (*_search(result), *footer(context))

    def outline(self, result: OutlineResult, context: RenderContext) -> Iterable[str]:
        """A section a document; no time if all failed."""
        return _outline(result, context)

    def grep(self, result: GrepResult, context: RenderContext) -> Iterable[str]:
        """A section a document and the sum; no sum and no time if all failed."""
        return _grep(result, context)

    def read(self, result: ReadResult, context: RenderContext) -> Iterable[str]:
        """A section a document; no time if all failed."""
        return _read(result, context)

    def libraries(self, result: LibrariesResult, context: RenderContext) -> Iterable[str]:
        """An item a library."""
        return (*overview.libraries(result), *footer(context))

    def explore(self, result: ExploreResult, context: RenderContext) -> Iterable[str]:
        """A section a subject."""
        return (*overview.explore(result), *footer(context))

    def find_paths(self, result: FindPathsResult, context: RenderContext) -> Iterable[str]:
        """An item a folder."""
        return (*overview.find_paths(result), *footer(context))

    def documents(self, result: ListResult, context: RenderContext) -> Iterable[str]:
        """An item a document."""
        return (*overview.documents(result), *footer(context))

    def index(self, result: IndexResult, context: RenderContext) -> Iterable[str]:
        """A section a library."""
        return (*overview.index(result), *footer(context))

    def status(self, result: StatusResult, context: RenderContext) -> Iterable[str]:
        """Facts, libraries and failed files."""
        return (*overview.status(result), *footer(context))

    def doctor(self, result: DoctorResult, context: RenderContext) -> Iterable[str]:  # noqa: ARG002 - no time
        """An item a check."""
        return overview.doctor(result)


def footer(context: RenderContext) -> list[str]:
    """The block that ends an answer."""
    return ["", "---", f"[meta] now={context.now}"]


def _item(name: str, value: str | None) -> list[str]:
    return [f"- {name}: {value}"] if value else []


def _quote(text: str) -> list[str]:
    return [f"> {line}" for line in visible_lines(text)]


# --- search ---------------------------------------------------------------------------------------------------------


def _search(result: SearchResult) -> Iterator[str]:
    yield from ("# Search Results", "", search_heading(result))
    prefix = "Note: " if result.results else "- "
    yield from (f"{prefix}{note}" for note in search_notes(result))
    for number, hit in enumerate(result.results, result.offset + 1):
        yield from ("", f"## {number}. {one_line(hit.title)}")
        yield from _hit(hit)


def _hit(hit: SearchHit) -> Iterator[str]:
    yield f"- doc_id: {one_line(hit.doc_id)} · {hit_facts(hit)}"
    yield f"- path: {one_line(hit.path)}"
    for same in hit.also_at:
        yield f"- also at: {one_line(same.path)} (doc_id: {one_line(same.doc_id)})"
    yield f"- modified: {hit.modified_at}"
    yield from _item("keywords", names(hit.keywords))
    yield from _item("outcome", None if hit.outcome == "ok" else hit.outcome)
    yield from _item("stale", hit.stale)
    yield from _item("explain", explain_text(hit.explain) if hit.explain else None)
    if hit.snippet is not None and hit.lines is not None:
        yield f"- {lines_text(*hit.lines, hit.place)}:"
        yield from _quote(hit.snippet)


# --- outline --------------------------------------------------------------------------------------------------------


def _outline(result: OutlineResult, context: RenderContext) -> Iterator[str]:
    yield "# Outline"
    for entry in result.documents:
        yield ""
        yield from failure_lines(entry) if isinstance(entry, Failure) else _sections(entry)
    if not _all_failed(result.documents):
        yield from footer(context)


def _all_failed(entries: tuple[object, ...]) -> bool:
    return bool(entries) and all(isinstance(entry, Failure) for entry in entries)


def _sections(document: DocumentOutline) -> Iterator[str]:
    yield f"## {one_line(document.title)}"
    yield f"- doc_id: {one_line(document.doc_id)} · {document_facts(document)}"
    yield from _item("author", one_line(document.author or ""))
    yield f"- path: {one_line(document.path)}"
    yield from _item("outline source", document.outline_source)
    yield from _item("stale", document.stale)
    yield ""
    for depth, node in node_walk(document.nodes):
        yield f"{'  ' * depth}[{one_line(node.id)}] {one_line(node.title)} {node_tail(node)}"
    if not document.nodes:
        yield no_outline(document)


# --- grep -----------------------------------------------------------------------------------------------------------


def _grep(result: GrepResult, context: RenderContext) -> Iterator[str]:
    yield "# Grep Results"
    matches = found = answered = failed = 0
    for entry in result.documents:
        yield ""
        if isinstance(entry, Failure):
            failed += 1
            yield from failure_lines(entry)
            continue
        answered += 1
        matches += entry.total_matches
        found += entry.total_matches > 0
        yield from _matches(entry)
    if answered or not failed:
        yield from ("", found_text(matches, found, result.pattern), *footer(context))


def _matches(document: DocumentMatches) -> Iterator[str]:
    yield f"## {one_line(document.title)}"
    yield f"- doc_id: {one_line(document.doc_id)} · {one_line(document.path)}"
    lines = document.matches or ()
    shown = sum(line.is_match for line in lines)
    cut = document.matches is not None and shown < document.total_matches
    yield f"- matches: {document.total_matches:,}" + (f", {shown} shown" if cut else "")
    places = " · ".join(f"line {number}: {place_text(place)}" for number, place in place_changes(lines))
    yield from _item("places", places)
    yield from _item("stale", document.stale)
    if lines:
        yield ""
        yield from grep_lines(lines)


def grep_lines(lines: tuple[GrepLine, ...]) -> Iterator[str]:
    """Number, `>` for a match, tab, text; `--` where lines are left out."""
    width = max(4, len(str(lines[-1].line_number)))
    previous = lines[0].line_number - 1
    for line in lines:
        if line.line_number != previous + 1:
            yield "--"
        previous = line.line_number
        mark = ">" if line.is_match else ""
        yield f"{line.line_number:>{width}}{mark}\t{quoted_line(line.content, line.spans)}"


# --- read -----------------------------------------------------------------------------------------------------------


def _read(result: ReadResult, context: RenderContext) -> Iterator[str]:
    answered = failed = 0
    for entry in result.documents:
        if answered or failed:
            yield ""
        if isinstance(entry, Failure):
            failed += 1
            yield from failure_lines(entry)
        else:
            answered += 1
            yield from _page(entry)
    if not answered and not failed:
        yield "No documents."
    if answered or not failed:
        yield from footer(context)


def _page(document: DocumentText) -> Iterator[str]:
    yield f"# {one_line(document.title)}"
    yield f"- doc_id: {one_line(document.doc_id)} · {document_facts(document)}"
    yield from _item("author", one_line(document.author or ""))
    yield f"- path: {one_line(document.path)}"
    yield f"- lines: {shown_lines(document)}"
    yield from _item("places", marks_text(document.places))
    yield from _item("stale", document.stale)
    yield from _numbered(numbered(document))


def _numbered(lines: Iterable[tuple[int, str]]) -> Iterator[str]:
    separator: tuple[str, ...] = ("",)
    for number, line in lines:
        yield from separator
        separator = ()
        yield f"{number:>6}\t{quoted_line(line)}"
