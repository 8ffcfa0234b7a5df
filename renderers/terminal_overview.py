"""Terminal look of what is not quoted from documents: libraries, explore, find-paths, list, index, status, doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.cells import cells, cut, wrapped
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
    joined,
    library_size,
    list_heading,
    listed_facts,
    names,
    paths_advice,
    paths_heading,
    status_facts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    from renderers.terminal_style import Ink


def libraries(result: LibrariesResult, ink: Ink) -> Iterator[str]:
    """A block a library, its folders below it."""
    for library in result.libraries:
        yield from _library(library, ink)
    if not result.libraries:
        yield "No libraries yet. To make one: linkly index ~/Documents"


def _library(library: LibraryInfo, ink: Ink) -> Iterator[str]:
    size = f"({library_size(library)})"
    size = ink.faint(size) if library.state == "ok" else ink.warning(size)
    yield "  ".join(part for part in (ink.title(one_line(library.name)), one_line(library.description), size) if part)
    yield from (f"  {ink.path(one_line(path))}" for path in library.paths)


def _section(title: str, lines: Iterable[str], ink: Ink) -> Iterator[str]:
    yield from ("", ink.title(title))
    empty = True
    for line in lines:
        empty = False
        yield f"  {line}"
    if empty:
        yield "  None."


def _aligned(names_: Sequence[str]) -> Iterator[str]:
    width = max(map(cells, names_), default=0)
    yield from (name + " " * (width - cells(name)) for name in names_)


def explore(result: ExploreResult, ink: Ink, width: int) -> Iterator[str]:
    """What a collection holds: numbers, folders, keywords, recent changes."""
    yield ink.title("Everything" if result.library is None else one_line(result.library))
    yield collection_size(result.summary)
    if result.summary.types:
        yield joined(f"{kind.doc_type} {kind.count:,}" for kind in result.summary.types)
    yield from _section("Directories", _directories(result, ink), ink)
    yield from _section("Keywords", _keywords(result, ink, width - 2), ink)
    yield from _section("Recent activity", _recent(result, ink), ink)


def _directories(result: ExploreResult, ink: Ink) -> Iterator[str]:
    walked = list(directory_walk(result.directories))
    labels = _aligned([f"{'  ' * depth}{path}" for depth, path, _ in walked])
    for label, (_, _, directory) in zip(labels, walked, strict=True):
        yield f"{ink.path(label)}  {ink.faint(directory_facts(directory))}"


def _keywords(result: ExploreResult, ink: Ink, width: int) -> Iterator[str]:
    everywhere = ", ".join(f"{one_line(entry.keyword)} ({entry.documents:,})" for entry in result.keywords.global_)
    if everywhere:
        yield from wrapped(everywhere, width)
    for local in result.keywords.local:
        yield ink.path(one_line(local.path))
        yield from (f"  {line}" for line in wrapped(names(local.keywords), width - 2))


def _recent(result: ExploreResult, ink: Ink) -> Iterator[str]:
    labels = _aligned([one_line(entry.path) for entry in result.recent])
    for label, entry in zip(labels, result.recent, strict=True):
        facts = f"{count(entry.file_count, 'file')}, last modified {entry.last_modified}"
        yield f"{ink.path(label)}  {ink.faint(facts)}"


def find_paths(result: FindPathsResult, ink: Ink) -> Iterator[str]:
    """A line a folder, the number of files first."""
    yield paths_heading(result)
    advice = paths_advice(result)
    if advice:
        yield advice
    if result.directories:
        yield ""
    width = max((len(f"{found.file_count:,}") for found in result.directories), default=0)
    for found in result.directories:
        yield f"{ink.number(f'{found.file_count:>{width},}')}  {ink.path(one_line(found.path))}"


def documents(result: ListResult, ink: Ink, width: int) -> Iterator[str]:
    """A block a document."""
    yield list_heading(result)
    for document in result.documents:
        yield ""
        yield from _document(document, ink, width)


def _document(document: ListedDocument, ink: Ink, width: int) -> Iterator[str]:
    yield ink.title(cut(one_line(document.title), width))
    facts = joined((one_line(document.doc_id), listed_facts(document), f"modified {document.modified_at}"))
    yield f"  {ink.faint(facts)}"
    yield f"  {ink.path(one_line(document.path))}"
    if document.libraries:
        yield f"  {ink.faint(f'in {names(document.libraries)}')}"
    if document.outcome != "ok":
        reason = f" ({one_line(document.reason)})" if document.reason else ""
        yield f"  {ink.warning(f'{document.outcome}{reason}')}"


def index(result: IndexResult, ink: Ink) -> Iterator[str]:
    """A block a library, then the vectors."""
    for library in result.libraries:
        yield from _sync(library, ink)
        yield ""
    yield from index_closing(result)


def _sync(library: LibrarySync, ink: Ink) -> Iterator[str]:
    yield ink.title(one_line(library.name))
    yield f"  {changes_text(library)}"
    if library.skipped:
        yield f"  {ink.faint(f'skipped: {counts_text(library.skipped)}')}"
    if library.failed:
        yield f"  {ink.warning(f'not read, or not in full: {len(library.failed):,}')}"
        yield from (f"    {line}" for line in failed_list(library.failed))
    yield from (f"  {ink.warning(f'Note: {one_line(note)}')}" for note in library.notes)


def status(result: StatusResult, ink: Ink) -> Iterator[str]:
    """Facts in two columns, libraries, failed files."""
    facts = status_facts(result)
    for label, (_, value) in zip(_aligned([name for name, _ in facts]), facts, strict=True):
        yield f"{ink.faint(label)}  {value}"
    yield from _section("Libraries", (line for library in result.libraries for line in _library(library, ink)), ink)
    if result.failed:
        yield from _section("Not read, or not in full", failed_list(result.failed), ink)


def doctor(result: DoctorResult, ink: Ink) -> Iterator[str]:
    """A line a check, advice below those that failed, and the sum."""
    for check in result.checks:
        yield from _check(check, ink)
    total = issues_text(result.issues)
    yield from ("", ink.warning(total) if result.issues else ink.good(total))


def _check(check: Check, ink: Ink) -> Iterator[str]:
    sign = ink.good("✓") if check.ok else ink.warning("✗")
    yield f"{sign} {ink.title(one_line(check.name))}  {one_line(check.detail)}"
    if check.advice:
        yield f"  {ink.warning('→')} {one_line(check.advice)}"
