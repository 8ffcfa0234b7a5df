"""Plain: tab-separated records for shell scripts, one a line. COLUMNS is the contract; docs/output.md explains it."""
# Records carry no time, so that most methods leave their context unread.
# ruff: noqa: ARG002

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.models import Failure
from renderers.base import Renderer
from renderers.escape import visible, visible_lines
from renderers.wording import directory_walk, node_walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.models import (
        DoctorResult,
        ExploreResult,
        FailedFile,
        FindPathsResult,
        GrepResult,
        IndexResult,
        LibrariesResult,
        LibraryInfo,
        LibrarySync,
        ListResult,
        OutlineResult,
        ReadResult,
        SearchResult,
        StatusResult,
    )
    from renderers.base import RenderContext

COLUMNS: dict[str, tuple[str, ...]] = {
    "search": ("doc_id relevance doc_type modified_at first_line last_line title path",),
    "outline": ("doc_id node_id level start_line end_line title",),
    "grep": ("doc_id line_number match|context content",),
    "grep --mode count": ("doc_id total_matches",),
    "list-libraries": ("name state doc_count folder_count description path...",),
    "explore": (
        "summary documents words with_outline",
        "type doc_type count",
        "directory path file_count median_words last_modified",
        "keyword keyword documents",
        "local path keyword...",
        "recent path file_count last_modified",
    ),
    "find-paths": ("file_count path path_glob",),
    "list": ("doc_id doc_type outcome word_count total_lines modified_at title path",),
    "index": (
        "library name added updated moved removed unchanged seconds",
        "skipped name reason count",
        "failed name outcome path reason",
        "vectors done pending",
        "ocr done pending",
    ),
    "status": (
        "version version",
        "data_dir path",
        "documents count",
        "outcome outcome count",
        "vectors done pending",
        "ocr_pending count",
        "model name",
        "index_bytes bytes",
        "last_run time",
        "index_status state",
        "library name state doc_count folder_count description path...",
        "failed outcome path reason",
    ),
    "doctor": ("ok|failed name detail advice",),
}
"""Columns of each command's records; a word that begins several kinds of record is written as it stands."""


def _field(value: object) -> str:
    text = "" if value is None else str(value)
    return visible(text.replace("\r\n", " ").translate({9: " ", 10: " ", 13: " "}))


def _record(*values: object) -> str:
    return "\t".join(map(_field, values))


class PlainRenderer(Renderer):
    """Spells results as tab-separated records, and `read` as the bare text. No headings, no time.

    Documents that failed are left out: the caller says so on standard error, and no record could hold it.
    """

    name: ClassVar[str] = "plain"

    def search(self, result: SearchResult, context: RenderContext) -> Iterable[str]:
        """A record a hit."""
        for hit in result.results:
            first, last = hit.lines or (None, None)
            facts = (hit.doc_id, f"{hit.relevance:.4f}", hit.doc_type, hit.modified_at, first, last)
            yield _record(*facts, hit.title, hit.path)

    def outline(self, result: OutlineResult, context: RenderContext) -> Iterable[str]:
        """A record a section."""
        for document in result.documents:
            if isinstance(document, Failure):
                continue
            for _, node in node_walk(document.nodes):
                lines = (node.start_line, node.end_line)
                yield _record(document.doc_id, node.id, node.level, *lines, node.title)

    def grep(self, result: GrepResult, context: RenderContext) -> Iterable[str]:
        """A record a line, or a document if lines were only counted."""
        for document in result.documents:
            if isinstance(document, Failure):
                continue
            if document.matches is None:
                yield _record(document.doc_id, document.total_matches)
            for line in document.matches or ():
                kind = "match" if line.is_match else "context"
                yield _record(document.doc_id, line.line_number, kind, line.content)

    def read(self, result: ReadResult, context: RenderContext) -> Iterable[str]:
        """The text of each page, whole and as it is; on a terminal made visible."""
        for document in result.documents:
            if isinstance(document, Failure) or document.shown_to < document.shown_from:
                continue
            yield from visible_lines(document.content) if context.tty else [document.content]

    def libraries(self, result: LibrariesResult, context: RenderContext) -> Iterable[str]:
        """A record a library."""
        return (_record(*_library(library)) for library in result.libraries)

    def explore(self, result: ExploreResult, context: RenderContext) -> Iterable[str]:
        """Records of several kinds, named in their first column."""
        return _explore(result)

    def find_paths(self, result: FindPathsResult, context: RenderContext) -> Iterable[str]:
        """A record a folder."""
        return (_record(found.file_count, found.path, found.path_glob) for found in result.directories)

    def documents(self, result: ListResult, context: RenderContext) -> Iterable[str]:
        """A record a document."""
        for one in result.documents:
            facts = (one.doc_id, one.doc_type, one.outcome, one.word_count, one.total_lines, one.modified_at)
            yield _record(*facts, one.title, one.path)

    def index(self, result: IndexResult, context: RenderContext) -> Iterable[str]:
        """Records of several kinds, named in their first column."""
        for library in result.libraries:
            yield from _sync(library)
        yield _record("vectors", result.vectors.done, result.vectors.pending)
        yield _record("ocr", result.ocr.done, result.ocr.pending)

    def status(self, result: StatusResult, context: RenderContext) -> Iterable[str]:
        """Records of several kinds, named in their first column."""
        return _status(result)

    def doctor(self, result: DoctorResult, context: RenderContext) -> Iterable[str]:
        """A record a check."""
        for check in result.checks:
            yield _record("ok" if check.ok else "failed", check.name, check.detail, check.advice)


def _library(library: LibraryInfo) -> tuple[object, ...]:
    size = (library.doc_count, library.folder_count)
    return (library.name, library.state, *size, library.description, *library.paths)


def _explore(result: ExploreResult) -> Iterator[str]:
    summary = result.summary
    yield _record("summary", summary.documents, summary.words, summary.with_outline)
    for kind in summary.types:
        yield _record("type", kind.doc_type, kind.count)
    for _, _, folder in directory_walk(result.directories):
        yield _record("directory", folder.path, folder.file_count, folder.median_words, folder.last_modified)
    for entry in result.keywords.global_:
        yield _record("keyword", entry.keyword, entry.documents)
    for local in result.keywords.local:
        yield _record("local", local.path, *local.keywords)
    for recent in result.recent:
        yield _record("recent", recent.path, recent.file_count, recent.last_modified)


def _failed(failed: FailedFile) -> tuple[str, ...]:
    return failed.outcome, failed.path, failed.reason


def _sync(library: LibrarySync) -> Iterator[str]:
    changes = (library.added, library.updated, library.moved, library.removed, library.unchanged)
    yield _record("library", library.name, *changes, f"{library.seconds:.3f}")
    for reason, number in library.skipped.items():
        yield _record("skipped", library.name, reason, number)
    for failed in library.failed:
        yield _record("failed", library.name, *_failed(failed))


def _status(result: StatusResult) -> Iterator[str]:
    yield _record("version", result.version)
    yield _record("data_dir", result.data_dir)
    yield _record("documents", result.documents)
    for outcome, number in result.outcomes.items():
        yield _record("outcome", outcome, number)
    yield _record("vectors", result.vectors.done, result.vectors.pending)
    yield _record("ocr_pending", result.ocr_pending)
    yield _record("model", result.model)
    yield _record("index_bytes", result.index_bytes)
    yield _record("last_run", result.last_run)
    yield _record("index_status", result.index_status)
    for library in result.libraries:
        yield _record("library", *_library(library))
    for failed in result.failed:
        yield _record("failed", *_failed(failed))
