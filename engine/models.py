"""Values that cross layers. Frozen, keyword-only; the field names are the names of the JSON output.

A field without a default is always in the JSON (perhaps as null). A field with a default is left out of it while it has
that default. Times are RFC 3339 UTC in whole seconds, lines count from 1, ranges include both ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Iterable


class DocType(StrEnum):
    """Kind of document, by file extension."""

    PDF = "pdf"
    DOCX = "docx"
    PPTX = "pptx"
    EPUB = "epub"
    MD = "md"
    TXT = "txt"
    HTML = "html"
    IMAGE = "image"


class Outcome(StrEnum):
    """How reading a file ended."""

    OK = "ok"
    PARTIAL = "partial"
    ENCRYPTED = "encrypted"
    CORRUPT = "corrupt"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    NO_TEXT = "no_text"
    UNSUPPORTED = "unsupported"


class SearchMode(StrEnum):
    """Which rankings answer a search."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    SEMANTIC = "semantic"


class TimeSort(StrEnum):
    """Order of the hits that relevance selected."""

    DEFAULT = "default"
    NEWEST = "newest"
    OLDEST = "oldest"


class GrepMode(StrEnum):
    """What grep returns: lines or only their number."""

    CONTENT = "content"
    COUNT = "count"


class ListSort(StrEnum):
    """Order of an enumeration of documents."""

    RECENT = "recent"
    OLDEST = "oldest"
    NAME = "name"


class Stale(StrEnum):
    """How a file differs from what was indexed."""

    MISSING = "missing"
    MODIFIED = "modified"


class OutlineSource(StrEnum):
    """Where an outline came from."""

    HEADINGS = "headings"
    STYLES = "styles"
    SLIDES = "slides"
    CONTENTS = "contents"
    BOOKMARKS = "bookmarks"
    INFERRED = "inferred"


class LibraryState(StrEnum):
    """Whether a library can be brought up to date."""

    OK = "ok"
    OFFLINE = "offline"
    EMPTY = "empty"


@value
class Place(Value):
    """Position in the original: exactly one field is set. Pages and slides count from 1."""

    page: int | None = None
    slide: int | None = None
    chapter: str | None = None


@value
class PlaceMark(Value):
    """From `line` on, text belongs to `place`, until the next mark."""

    line: int
    place: Place


# --- search ---------------------------------------------------------------------------------------------------------


@value
class SameText(Value):
    """Another document with the same extracted text as a hit."""

    doc_id: str
    path: str


@value
class Explanation(Value):
    """Ranks (from 1) and scores behind a hit; null where a ranking did not find it."""

    keyword_rank: int | None
    keyword_score: float | None
    semantic_rank: int | None
    similarity: float | None
    fused: float


@value
class SearchHit(Value):
    """One document that answers a query, with its best passage."""

    doc_id: str
    title: str
    path: str
    doc_type: DocType
    relevance: float
    word_count: int
    total_lines: int
    has_outline: bool
    modified_at: str
    keywords: tuple[str, ...]
    snippet: str | None
    lines: tuple[int, int] | None
    place: Place | None = None
    libraries: tuple[str, ...]
    also_at: tuple[SameText, ...] = ()
    outcome: Outcome = Outcome.OK
    stale: Stale | None = None
    explain: Explanation | None = None


@value
class SearchResult(Value):
    """Answer to `search`. `total` counts hits after filters and de-duplication, before offset and limit."""

    query: str
    mode: SearchMode
    total: int
    relaxed: bool = False
    notes: tuple[str, ...] = ()
    results: tuple[SearchHit, ...]
    offset: int = field(default=0, metadata={"json": False})


# --- outline --------------------------------------------------------------------------------------------------------


@value
class OutlineNode(Value):
    """A section; `folded` counts the descendants that are not shown."""

    id: str
    title: str
    level: int
    start_line: int
    end_line: int
    place: Place | None = None
    folded: int = 0
    children: tuple[OutlineNode, ...] = ()


@value
class DocumentOutline(Value):
    """The sections of one document."""

    doc_id: str
    title: str
    author: str | None = None
    path: str
    doc_type: DocType
    word_count: int
    total_lines: int
    has_outline: bool
    outline_source: OutlineSource | None = None
    nodes: tuple[OutlineNode, ...]
    no_outline_reason: str | None = None
    stale: Stale | None = None


@value
class Failure(Value):
    """An error as a value: of a whole call, or of one document among several."""

    code: str
    message: str
    hint: str | None = None
    doc_id: str | None = None


@value
class OutlineResult(Value):
    """Answer to `outline`, in the order of the ids."""

    documents: tuple[DocumentOutline | Failure, ...]


# --- grep -----------------------------------------------------------------------------------------------------------


@value
class GrepLine(Value):
    """A line of a grep answer: a match, or context around one."""

    line_number: int
    content: str
    is_match: bool
    place: Place | None = None
    spans: tuple[tuple[int, int], ...] = field(default=(), metadata={"json": False})


@value
class DocumentMatches(Value):
    """Matching lines of one document. `total_matches` counts lines; `matches` is None in count mode."""

    doc_id: str
    title: str
    path: str
    pattern: str
    total_matches: int
    matches: tuple[GrepLine, ...] | None = None
    stale: Stale | None = None


@dataclass(frozen=True, slots=True)
class GrepResult:
    """Answer to `grep`: one entry an id, in order, produced while it is read."""

    pattern: str
    documents: Iterable[DocumentMatches | Failure]


# --- read -----------------------------------------------------------------------------------------------------------


@value
class DocumentText(Value):
    """A page of a document's lines. An empty page has `shown_to` = `shown_from` − 1."""

    doc_id: str
    title: str
    author: str | None = None
    path: str
    doc_type: DocType
    word_count: int
    total_lines: int
    shown_from: int
    shown_to: int
    content: str
    places: tuple[PlaceMark, ...] = ()
    stale: Stale | None = None


@dataclass(frozen=True, slots=True)
class ReadResult:
    """Answer to `read`: one entry an id, in order, produced while it is read."""

    documents: Iterable[DocumentText | Failure]


# --- libraries ------------------------------------------------------------------------------------------------------


@value
class LibraryInfo(Value):
    """A named set of root folders; `folder_count` counts folders that hold documents."""

    name: str
    description: str
    doc_count: int
    folder_count: int
    paths: tuple[str, ...]
    state: LibraryState


@value
class LibrariesResult(Value):
    """Answer to `list-libraries`."""

    libraries: tuple[LibraryInfo, ...]


# --- explore --------------------------------------------------------------------------------------------------------


@value
class TypeCount(Value):
    """Number of documents of one type."""

    doc_type: DocType
    count: int


@value
class Summary(Value):
    """What a collection holds, in numbers."""

    documents: int
    words: int
    with_outline: int
    types: tuple[TypeCount, ...]


@value
class DirectoryInfo(Value):
    """A folder with everything below it."""

    path: str
    file_count: int
    median_words: int
    last_modified: str
    children: tuple[DirectoryInfo, ...] = ()


@value
class GlobalKeyword(Value):
    """A keyword and the number of documents that have it."""

    keyword: str
    documents: int


@value
class LocalKeywords(Value):
    """Keywords that set a folder apart from the rest."""

    path: str
    keywords: tuple[str, ...]


@value
class Keywords(Value):
    """What documents are about, over all of them and folder by folder."""

    global_: tuple[GlobalKeyword, ...] = field(metadata={"json": "global"})
    local: tuple[LocalKeywords, ...]


@value
class RecentActivity(Value):
    """A folder with documents modified in the seven days before now."""

    path: str
    file_count: int
    last_modified: str


@value
class ExploreResult(Value):
    """Answer to `explore`."""

    library: str | None = None
    summary: Summary
    directories: tuple[DirectoryInfo, ...]
    keywords: Keywords
    recent: tuple[RecentActivity, ...]


# --- find-paths -----------------------------------------------------------------------------------------------------


@value
class FoundDirectory(Value):
    """A folder whose name matches; `path_glob` is `path` made literal for `search --path-glob`."""

    path: str
    path_glob: str
    file_count: int


@value
class FindPathsResult(Value):
    """Answer to `find-paths`. `total_files` counts the files under all matching folders, before the limit."""

    total_files: int
    truncated: bool
    directories: tuple[FoundDirectory, ...]
    total_directories: int = field(default=0, metadata={"json": False})


# --- list, index, status, doctor ------------------------------------------------------------------------------------


@value
class ListedDocument(Value):
    """A catalogue entry."""

    doc_id: str
    title: str
    path: str
    doc_type: DocType
    libraries: tuple[str, ...]
    word_count: int
    total_lines: int
    has_outline: bool
    modified_at: str
    outcome: Outcome
    reason: str | None = None


@value
class ListResult(Value):
    """Answer to `list`: `total` before offset and limit."""

    total: int
    offset: int
    limit: int
    documents: tuple[ListedDocument, ...]


@value
class FailedFile(Value):
    """A file that gave no text, or not all of it, and why."""

    path: str
    outcome: Outcome
    reason: str


@value
class LibrarySync(Value):
    """What an index run did to one library. `skipped` counts files and folders left out, by reason."""

    name: str
    added: int
    updated: int
    moved: int
    removed: int
    unchanged: int
    skipped: dict[str, int]
    failed: tuple[FailedFile, ...]
    seconds: float
    notes: tuple[str, ...] = ()


@value
class VectorProgress(Value):
    """Chunks that have a vector, and chunks still waiting for one; `note` says why nothing is made."""

    done: int
    pending: int
    note: str | None = None


@value
class OcrProgress(Value):
    """Documents whose images were read in this run, and those still waiting; `note` says why nothing was read."""

    done: int
    pending: int
    note: str | None = None


@value
class IndexResult(Value):
    """Answer to `index`. `dry_run`: nothing was changed; `interrupted`: the next run goes on where this one ended."""

    libraries: tuple[LibrarySync, ...]
    vectors: VectorProgress
    ocr: OcrProgress
    dry_run: bool = False
    interrupted: bool = False


@value
class StatusResult(Value):
    """Answer to `status`."""

    version: str
    data_dir: str
    libraries: tuple[LibraryInfo, ...]
    documents: int
    outcomes: dict[str, int]
    failed: tuple[FailedFile, ...] = ()
    vectors: VectorProgress
    ocr_pending: int
    model: str
    index_bytes: int
    last_run: str | None = None
    index_status: str


@value
class Check(Value):
    """One link of doctor's chain; `advice` says what to type when it is not ok."""

    name: str
    ok: bool
    detail: str
    advice: str | None = None


@value
class DoctorResult(Value):
    """Answer to `doctor`: `issues` counts the checks that failed."""

    checks: tuple[Check, ...]
    issues: int


Result = (
    SearchResult
    | OutlineResult
    | GrepResult
    | ReadResult
    | LibrariesResult
    | ExploreResult
    | FindPathsResult
    | ListResult
    | IndexResult
    | StatusResult
    | DoctorResult
)
