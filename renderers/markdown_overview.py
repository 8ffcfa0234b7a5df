"""Markdown of what is not quoted from documents: libraries, explore, find-paths, list, index, status, doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.escape import one_line
from renderers.wording import (
    changes_text,
    collection_size,
    count,
    counts_text,
    directory_facts,
    directory_walk,
    failed_list,
    index_closing,
    issues_text,
    library_size,
    list_heading,
    listed_facts,
    names,
    paths_advice,
    paths_heading,
    status_facts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.models import (
        Check,
        DoctorResult,
        ExploreResult,
        FindPathsResult,
        IndexResult,
        LibrariesResult,
        LibraryInfo,
        LibrarySync,
        ListedDocument,
        ListResult,
        StatusResult,
    )


def libraries(result: LibrariesResult) -> Iterator[str]:
    """An item a library, its folders below it."""
    yield from ("# Libraries", "")
    for library in result.libraries:
        yield from _library(library)
    if not result.libraries:
        yield "No libraries yet. To make one: linkly index ~/Documents"


def _library(library: LibraryInfo) -> Iterator[str]:
    description = f": {one_line(library.description)}" if library.description else ""
    yield f"- **{one_line(library.name)}**{description} ({library_size(library)})"
    yield from (f"  - {one_line(path)}" for path in library.paths)


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}")
    empty = True
    for line in lines:
        empty = False
        yield line
    if empty:
        yield "None."


def explore(result: ExploreResult) -> Iterator[str]:
    """What a collection holds: numbers, folders, keywords, recent changes."""
    yield "# Explore" if result.library is None else f"# Explore {one_line(result.library)}"
    yield from ("", f"- {collection_size(result.summary)}")
    if result.summary.types:
        yield f"- types: {', '.join(f'{kind.doc_type} {kind.count:,}' for kind in result.summary.types)}"
    yield from _section("Directories", _directories(result))
    yield from _section("Keywords", _keywords(result))
    yield from _section("Recent activity", _recent(result))


def _directories(result: ExploreResult) -> Iterator[str]:
    for depth, path, directory in directory_walk(result.directories):
        yield f"{'  ' * depth}- {path}: {directory_facts(directory)}"


def _keywords(result: ExploreResult) -> Iterator[str]:
    everywhere = ", ".join(f"{one_line(entry.keyword)} ({entry.documents:,})" for entry in result.keywords.global_)
    if everywhere:
        yield f"- everywhere: {everywhere}"
    yield from (f"- {one_line(local.path)}: {names(local.keywords)}" for local in result.keywords.local)


def _recent(result: ExploreResult) -> Iterator[str]:
    for entry in result.recent:
        yield f"- {one_line(entry.path)}: {count(entry.file_count, 'file')}, last modified {entry.last_modified}"


def find_paths(result: FindPathsResult) -> Iterator[str]:
    """An item a folder; its glob where it is not the path itself."""
    yield from ("# Find Paths", "", paths_heading(result))
    advice = paths_advice(result)
    if advice:
        yield advice
    if result.directories:
        yield ""
    for directory in result.directories:
        yield f"- {one_line(directory.path)} ({count(directory.file_count, 'file')})"
        if directory.path_glob != directory.path:
            yield f"  - path_glob: {one_line(directory.path_glob)}"


def documents(result: ListResult) -> Iterator[str]:
    """An item a document."""
    yield from ("# Documents", "", list_heading(result))
    if result.documents:
        yield ""
    for document in result.documents:
        yield from _document(document)


def _document(document: ListedDocument) -> Iterator[str]:
    yield f"- **{one_line(document.title)}** (doc_id: {one_line(document.doc_id)} · {listed_facts(document)})"
    yield f"  - path: {one_line(document.path)}"
    yield f"  - modified: {document.modified_at}"
    if document.libraries:
        yield f"  - libraries: {names(document.libraries)}"
    if document.outcome != "ok":
        reason = f" ({one_line(document.reason)})" if document.reason else ""
        yield f"  - outcome: {document.outcome}{reason}"


def index(result: IndexResult) -> Iterator[str]:
    """A section a library, then the vectors."""
    yield "# Index"
    for library in result.libraries:
        yield from _section(one_line(library.name), _sync(library))
    yield from ("", *index_closing(result))


def _sync(library: LibrarySync) -> Iterator[str]:
    yield f"- {changes_text(library)}"
    if library.skipped:
        yield f"- skipped: {counts_text(library.skipped)}"
    if library.failed:
        yield f"- not read, or not in full: {len(library.failed):,}"
        yield from (f"  - {line}" for line in failed_list(library.failed))
    yield from (f"- note: {one_line(note)}" for note in library.notes)


def status(result: StatusResult) -> Iterator[str]:
    """Facts, libraries, failed files."""
    yield from ("# Status", "")
    yield from (f"- {name}: {value}" for name, value in status_facts(result))
    yield from _section("Libraries", (line for library in result.libraries for line in _library(library)))
    if result.failed:
        yield from _section("Not read, or not in full", (f"- {line}" for line in failed_list(result.failed)))


def doctor(result: DoctorResult) -> Iterator[str]:
    """An item a check, advice below those that failed, and the sum."""
    yield from ("# Doctor", "")
    for check in result.checks:
        yield from _check(check)
    yield from ("", issues_text(result.issues))


def _check(check: Check) -> Iterator[str]:
    yield f"- {'ok' if check.ok else 'FAILED'}: {one_line(check.name)}: {one_line(check.detail)}"
    if check.advice:
        yield f"  - advice: {one_line(check.advice)}"
