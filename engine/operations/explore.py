"""`explore`: what a collection holds: numbers, folders, keywords, what changed lately."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from statistics import median
from typing import TYPE_CHECKING

from engine.models import (
    DirectoryInfo,
    ExploreResult,
    GlobalKeyword,
    Keywords,
    LocalKeywords,
    RecentActivity,
    Summary,
    TypeCount,
)
from engine.text.analyse import analyse
from engine.text.dates import format_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.requests import ExploreRequest
    from engine.store.base import KeywordIndex
    from engine.store.catalog import Catalog
    from engine.store.records import FolderRow

_MAX_DEPTH = 3
_MAX_CHILDREN = 20
_GLOBAL_KEYWORDS = 20
_LOCAL_KEYWORDS = 5
_LOCAL_FOLDERS = 10
_CANDIDATES = 10
"""Keywords looked at for each that is shown: looking up every one would take seconds in a large library."""
_RECENT_FOLDERS = 10
_RECENT_SECONDS = 7 * 24 * 3600


@dataclass(slots=True)
class _Folder:
    """A folder with the words and times of everything below it."""

    path: str
    words: list[int] = field(default_factory=list)
    newest: int = 0
    children: dict[str, _Folder] = field(default_factory=dict)

    def note(self, row: FolderRow) -> None:
        self.words.append(row.word_count)
        self.newest = max(self.newest, row.mtime_ns)


def explore(catalog: Catalog, index: KeywordIndex, request: ExploreRequest) -> ExploreResult:
    """The overview of a library, or of everything. Raises LibraryNotFoundError."""
    library = catalog.library(request.library) if request.library is not None else None
    rows = list(catalog.folder_rows(library))
    libraries = [library] if library else list(catalog.libraries())
    roots = sorted({root for entry in libraries for root in entry.roots})
    background = _Background(index)
    return ExploreResult(
        library=library.name if library else None,
        summary=_summary(rows),
        directories=_directories(rows, roots),
        keywords=Keywords(global_=_global_keywords(rows, background), local=_local_keywords(rows, background)),
        recent=_recent(rows, int(request.now.timestamp())),
    )


def _summary(rows: Sequence[FolderRow]) -> Summary:
    types = Counter(row.doc_type for row in rows)
    return Summary(
        documents=len(rows),
        words=sum(row.word_count for row in rows),
        with_outline=sum(row.has_outline for row in rows),
        types=tuple(TypeCount(doc_type=doc_type, count=count) for doc_type, count in types.most_common()),
    )


def _directories(rows: Iterable[FolderRow], roots: Sequence[str]) -> tuple[DirectoryInfo, ...]:
    """A tree under each root, as deep as it is bounded; documents further down count where the tree ends."""
    tops: dict[str, _Folder] = {}
    for row in rows:
        root = _root_of(row.folder, roots)
        folder = tops.setdefault(root, _Folder(root))
        folder.note(row)
        parts = [part for part in row.folder[len(root) :].split("/") if part]
        for part in parts[:_MAX_DEPTH]:
            folder = folder.children.setdefault(part, _Folder(f"{folder.path.rstrip('/')}/{part}"))
            folder.note(row)
    return tuple(_info(tops[root]) for root in sorted(tops))


def _root_of(folder: str, roots: Sequence[str]) -> str:
    """The outermost root around a folder; a root that is a file leaves the folder for itself."""
    return next((root for root in roots if folder == root or folder.startswith(root.rstrip("/") + "/")), folder)


def _info(folder: _Folder) -> DirectoryInfo:
    largest = sorted(folder.children.values(), key=lambda child: (-len(child.words), child.path))[:_MAX_CHILDREN]
    return DirectoryInfo(
        path=folder.path,
        file_count=len(folder.words),
        median_words=int(median(folder.words)),
        last_modified=format_time(folder.newest / 1e9),
        children=tuple(_info(child) for child in largest),
    )


class _Background:
    """How many documents mention a keyword at all: one that many mention in passing says little."""

    def __init__(self, index: KeywordIndex) -> None:
        self._index = index

    def best(self, counts: Mapping[str, int], limit: int) -> list[str]:
        """The keywords that are one for most of the documents that mention them, and for many."""
        likely = sorted(counts, key=lambda keyword: (-counts[keyword], keyword))[: limit * _CANDIDATES]
        terms = {keyword: analyse(keyword).terms for keyword in likely}
        mentions = self._index.document_frequency(list(dict.fromkeys(chain(*terms.values()))))
        scores = {
            keyword: counts[keyword] ** 2 / max(counts[keyword], min((mentions[t] for t in terms[keyword]), default=1))
            for keyword in likely
        }
        return sorted(scores, key=lambda keyword: (-scores[keyword], keyword))[:limit]


def _global_keywords(rows: Iterable[FolderRow], background: _Background) -> tuple[GlobalKeyword, ...]:
    counts = Counter(keyword for row in rows for keyword in row.keywords)
    found = background.best(counts, _GLOBAL_KEYWORDS)
    return tuple(GlobalKeyword(keyword=keyword, documents=counts[keyword]) for keyword in found)


def _local_keywords(rows: Sequence[FolderRow], background: _Background) -> tuple[LocalKeywords, ...]:
    """For the largest folders, the keywords that are more frequent there than elsewhere."""
    everywhere = Counter(keyword for row in rows for keyword in row.keywords)
    by_folder: dict[str, Counter[str]] = {}
    sizes = Counter(row.folder for row in rows)
    for row in rows:
        by_folder.setdefault(row.folder, Counter()).update(row.keywords)
    largest = sorted(sizes, key=lambda folder: (-sizes[folder], folder))[:_LOCAL_FOLDERS]
    own = {folder: _mostly_here(by_folder[folder], everywhere) for folder in largest}
    found = ((folder, tuple(background.best(own[folder], _LOCAL_KEYWORDS))) for folder in largest)
    return tuple(LocalKeywords(path=folder, keywords=keywords) for folder, keywords in found if keywords)


def _mostly_here(here: Counter[str], everywhere: Counter[str]) -> dict[str, int]:
    """The keywords of a folder of which at least half are in it; all of them, if none is."""
    return {keyword: count for keyword, count in here.items() if count * 2 >= everywhere[keyword]} or dict(here)


def _recent(rows: Iterable[FolderRow], now: int) -> tuple[RecentActivity, ...]:
    """Folders with documents modified in the seven days before `now`, the latest first."""
    counts, newest = Counter[str](), dict[str, int]()
    for row in rows:
        if now - _RECENT_SECONDS <= row.mtime_ns // 1_000_000_000 <= now:
            counts[row.folder] += 1
            newest[row.folder] = max(newest.get(row.folder, 0), row.mtime_ns)
    ranked = sorted(counts, key=lambda folder: (-newest[folder], folder))[:_RECENT_FOLDERS]
    return tuple(
        RecentActivity(path=folder, file_count=counts[folder], last_modified=format_time(newest[folder] / 1e9))
        for folder in ranked
    )
