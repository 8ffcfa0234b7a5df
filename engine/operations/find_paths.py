"""`find-paths`: folders whose names contain a pattern, ready to narrow a search."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from engine.models import FindPathsResult, FoundDirectory
from engine.text.glob import escape_glob

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.requests import FindPathsRequest
    from engine.store.catalog import Catalog

_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def find_paths(catalog: Catalog, request: FindPathsRequest) -> FindPathsResult:
    """Matching folders by the number of files below them. Raises LibraryNotFoundError."""
    library = catalog.library(request.library) if request.library is not None else None
    found = count_matches(catalog.folder_counts(library), request.patterns)
    ranked = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return FindPathsResult(
        total_files=sum(found.values()),
        truncated=len(ranked) > request.limit,
        directories=tuple(
            FoundDirectory(path=path, path_glob=escape_glob(path), file_count=count)
            for path, count in ranked[: request.limit]
        ),
        total_directories=len(ranked),
    )


def count_matches(folders: Iterable[tuple[str, int]], patterns: Sequence[str]) -> Counter[str]:
    """Files by the shallowest part of their folder's path that contains a pattern, in any ASCII case."""
    lowered = [form.translate(_LOWER) for pattern in patterns for form in _spellings(pattern)]
    found = Counter[str]()
    for folder, files in folders:
        end = _shallowest(folder.rstrip("/").translate(_LOWER) + "/", lowered)
        if end is not None:
            found[folder[:end]] += files
    return found


def _spellings(pattern: str) -> set[str]:
    """A pattern in the Unicode forms in which file systems keep the same name."""
    return {pattern, unicodedata.normalize("NFC", pattern), unicodedata.normalize("NFD", pattern)}


def _shallowest(path: str, patterns: Sequence[str]) -> int | None:
    """Where the folder ends in which the earliest match ends; `path` ends with a slash, which no folder name holds."""
    starts = [(path.find(pattern), len(pattern)) for pattern in patterns]
    ends = [path.find("/", start + length) for start, length in starts if start >= 0]
    return min((end for end in ends if end >= 0), default=None)
