"""Phrases the formats for people share, so that Markdown and the terminal say the same things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.escape import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.models import (
        DirectoryInfo,
        DocumentOutline,
        DocumentText,
        Explanation,
        FailedFile,
        FindPathsResult,
        GrepLine,
        IndexResult,
        LibraryInfo,
        LibrarySync,
        ListedDocument,
        ListResult,
        OcrProgress,
        OutlineNode,
        Place,
        PlaceMark,
        SearchHit,
        SearchResult,
        StatusResult,
        Summary,
        VectorProgress,
    )

SHOWN_FAILURES = 20
"""Failed files that a text answer lists; `list --outcome` has them all."""


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 word`, `5,120 words`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def joined(parts: Iterable[str | None]) -> str:
    """The parts there are, separated by middle dots."""
    return " · ".join(part for part in parts if part)


def names(values: Iterable[str]) -> str:
    """Names as a comma-separated line."""
    return ", ".join(map(one_line, values))


def byte_size(number: int) -> str:
    """`312 bytes`, `1.5 MB`; decimal units."""
    if number < 1_000:
        return count(number, "byte")
    size = number / 1_000
    for unit in ("kB", "MB", "GB"):
        if size < 999.95:
            return f"{size:.1f} {unit}"
        size /= 1_000
    return f"{size:,.1f} TB"


def place_text(place: Place) -> str:
    """`p. 12`, `slide 4`, `ch. "Tides"`."""
    if place.page is not None:
        return f"p. {place.page}"
    if place.slide is not None:
        return f"slide {place.slide}"
    return f'ch. "{one_line(place.chapter or "")}"'


def lines_text(first: int, last: int, place: Place | None) -> str:
    """`lines 120-123 (p. 12)`."""
    return f"lines {first}-{last}" + (f" ({place_text(place)})" if place else "")


def marks_text(marks: Iterable[PlaceMark]) -> str:
    """`line 1: p. 12 · line 40: p. 13`."""
    return joined(f"line {mark.line}: {place_text(mark.place)}" for mark in marks)


def place_changes(lines: Iterable[GrepLine]) -> Iterator[tuple[int, Place]]:
    """Line number and place of each line that lies elsewhere than the one before it."""
    last = None
    for line in lines:
        if line.place is not None and line.place != last:
            yield line.line_number, line.place
        last = line.place


# --- search, outline, read ------------------------------------------------------------------------------------------


def search_heading(result: SearchResult) -> str:
    """How many hits are shown, out of how many, for what."""
    query = f'"{one_line(result.query)}"'
    shown = len(result.results)
    total = count(result.total, "result")
    if not result.total:
        return f"No documents match {query}."
    if not shown:
        return f"No more results for {query}: offset {result.offset} is past the last of {total}."
    if result.offset:
        return f"Showing results {result.offset + 1}-{result.offset + shown} of {result.total:,} for {query}"
    return f"Showing top {shown} of {total} for {query}"


def search_notes(result: SearchResult) -> list[str]:
    """What a person must know about how the answer came about."""
    relaxed = ["No document has the phrase; its words were searched."] if result.relaxed else []
    return [*relaxed, *map(one_line, result.notes)]


def _size(document: SearchHit | DocumentOutline | DocumentText | ListedDocument) -> str:
    return f"{count(document.word_count, 'word')} · {count(document.total_lines, 'line')}"


def hit_facts(hit: SearchHit) -> str:
    """`pdf · relevance 0.87 · 5,120 words · 410 lines · outline`."""
    return joined((hit.doc_type, f"relevance {hit.relevance:.2f}", _size(hit), "outline" if hit.has_outline else None))


def document_facts(document: DocumentOutline | DocumentText) -> str:
    """`pdf · 5,120 words · 410 lines`."""
    return joined((document.doc_type, _size(document)))


def listed_facts(document: ListedDocument) -> str:
    """`pdf · 5,120 words · 410 lines · outline`."""
    return joined((document.doc_type, _size(document), "outline" if document.has_outline else None))


def _ranking(name: str, rank: int | None, score: str, value: float | None) -> str:
    if rank is None and value is None:
        return f"not in the {name} ranking"
    position = "unranked" if rank is None else f"rank {rank}"
    return f"{name} {position}" + ("" if value is None else f" ({score} {value:.3f})")


def explain_text(explain: Explanation) -> str:
    """Ranks and scores behind a hit."""
    keyword = _ranking("keyword", explain.keyword_rank, "score", explain.keyword_score)
    semantic = _ranking("semantic", explain.semantic_rank, "similarity", explain.similarity)
    return joined((keyword, semantic, f"fused {explain.fused:.3f}"))


def node_tail(node: OutlineNode) -> str:
    """`[L5-15] (p. 12) (+12)`."""
    place = f" ({place_text(node.place)})" if node.place else ""
    folded = f" (+{node.folded})" if node.folded else ""
    return f"[L{node.start_line}-{node.end_line}]{place}{folded}"


def node_walk(nodes: Iterable[OutlineNode], depth: int = 0) -> Iterator[tuple[int, OutlineNode]]:
    """Every node with its depth, parents first."""
    for node in nodes:
        yield depth, node
        yield from node_walk(node.children, depth + 1)


def no_outline(document: DocumentOutline) -> str:
    """Why there is nothing to show."""
    return f"No outline: {one_line(document.no_outline_reason or 'the document has no headings')}"


def shown_lines(document: DocumentText) -> str:
    """`120-123 of 410`, or that there is nothing at that offset."""
    if document.shown_to < document.shown_from:
        return f"none from line {document.shown_from} on; the document has {count(document.total_lines, 'line')}"
    return f"{document.shown_from}-{document.shown_to} of {document.total_lines:,}"


def numbered(document: DocumentText) -> Iterator[tuple[int, str]]:
    """The lines of a page with their numbers; none if the page is empty."""
    if document.shown_to >= document.shown_from:
        yield from enumerate(document.content.split("\n"), document.shown_from)


def found_text(matches: int, documents: int, pattern: str) -> str:
    """The sum that ends a grep."""
    where = f"{count(matches, 'match', 'matches')} in {count(documents, 'document')}"
    return f"Found {where} for `{one_line(pattern)}`"


# --- overviews ------------------------------------------------------------------------------------------------------


def library_size(library: LibraryInfo) -> str:
    """`42 docs, 3 folders`, and the state unless it is ok."""
    state = "" if library.state == "ok" else f", {library.state}"
    return f"{count(library.doc_count, 'doc')}, {count(library.folder_count, 'folder')}{state}"


def collection_size(summary: Summary) -> str:
    """`120 documents · 90,000 words · 80 with outline`."""
    return joined(
        (count(summary.documents, "document"), count(summary.words, "word"), f"{summary.with_outline:,} with outline")
    )


def directory_facts(directory: DirectoryInfo) -> str:
    """`12 files, median 900 words, last modified …`."""
    median = f"median {count(directory.median_words, 'word')}"
    return f"{count(directory.file_count, 'file')}, {median}, last modified {directory.last_modified}"


def directory_walk(
    directories: Iterable[DirectoryInfo], parent: str = "", depth: int = 0
) -> Iterator[tuple[int, str, DirectoryInfo]]:
    """Every folder with its depth and its path, below the first level relative to its parent."""
    for directory in directories:
        yield depth, one_line(directory.path.removeprefix(parent)), directory
        yield from directory_walk(directory.children, f"{directory.path.rstrip('/')}/", depth + 1)


def paths_heading(result: FindPathsResult) -> str:
    """`Found 2 folder(s), 940 files total.`"""
    found = max(result.total_directories, len(result.directories))
    return f"Found {found:,} folder(s), {result.total_files:,} files total."


def paths_advice(result: FindPathsResult) -> str | None:
    """What to do if the list is empty or cut."""
    if not result.directories:
        return 'No folder name matches. To look inside documents: linkly search "words"'
    if result.truncated:
        return f"Showing the first {len(result.directories)}; raise the limit (at most 50) for more."
    return None


def list_heading(result: ListResult) -> str:
    """Which part of how many documents is shown."""
    shown = len(result.documents)
    if not result.total:
        return "No documents match."
    if not shown:
        return f"No more documents: offset {result.offset} is past the last of {result.total:,}."
    return f"Showing {result.offset + 1}-{result.offset + shown} of {count(result.total, 'document')}"


def counts_text(counts: dict[str, int]) -> str:
    """`hidden 4 · ignored 2`."""
    return joined(f"{one_line(name)} {number:,}" for name, number in counts.items())


def changes_text(library: LibrarySync) -> str:
    """What a run did to a library."""
    changes = ("added", "updated", "moved", "removed", "unchanged")
    return joined((*(f"{name} {getattr(library, name):,}" for name in changes), f"{library.seconds:.1f} s"))


def failed_text(failed: FailedFile) -> str:
    """`corrupt: /path/x.pdf (reason)`."""
    return f"{failed.outcome}: {one_line(failed.path)} ({one_line(failed.reason)})"


def failed_list(failed: tuple[FailedFile, ...]) -> list[str]:
    """The first failed files, and how to see the others."""
    rest = len(failed) - SHOWN_FAILURES
    outcomes = ",".join(sorted({one.outcome for one in failed}))
    more = [f"… and {rest:,} more: linkly list --outcome {outcomes}"] if rest > 0 else []
    return [*map(failed_text, failed[:SHOWN_FAILURES]), *more]


def index_closing(result: IndexResult) -> list[str]:
    """What is still being made, and what to type after a run that was stopped or was the first."""
    if result.dry_run:
        return ["Dry run: nothing was changed."]
    lines = [*_vectors_line(result.vectors), *_ocr_line(result.ocr)]
    if result.interrupted:
        return [*lines, "Interrupted. To go on where this run ended: linkly index"]
    first = any(library.added and not library.unchanged for library in result.libraries)
    return [*lines, 'Next: linkly search "words to look for"'] if first else lines


def _vectors_line(vectors: VectorProgress) -> list[str]:
    if not vectors.done and not vectors.pending:
        return []
    return [f"Vectors: {_vectors_text(vectors)}."]


def _vectors_text(vectors: VectorProgress) -> str:
    note = f" ({one_line(vectors.note)})" if vectors.note else ""
    return f"{vectors.done:,} done, {vectors.pending:,} pending{note}"


def _ocr_line(ocr: OcrProgress) -> list[str]:
    if not ocr.done and not ocr.pending:
        return []
    note = f" ({one_line(ocr.note)})" if ocr.note else ""
    return [f"Images and scans: {ocr.done:,} read, {ocr.pending:,} waiting{note}."]


def status_facts(result: StatusResult) -> list[tuple[str, str]]:
    """Names and values of what `status` reports besides libraries and failed files."""
    outcomes = counts_text(result.outcomes)
    return [
        ("version", one_line(result.version)),
        ("data directory", one_line(result.data_dir)),
        ("index", f"{one_line(result.index_status)} · {byte_size(result.index_bytes)}"),
        ("documents", f"{result.documents:,}" + (f" ({outcomes})" if outcomes else "")),
        ("vectors", _vectors_text(result.vectors)),
        ("images and scans waiting for OCR", f"{result.ocr_pending:,}"),
        ("model", one_line(result.model)),
        ("last run", result.last_run or "never"),
    ]


def issues_text(issues: int) -> str:
    """The sum that ends a doctor's report."""
    return f"{count(issues, 'issue')} found." if issues else "No issues found."
