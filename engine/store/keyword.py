"""The keyword index: Whoosh stores and updates it, this module commits, merges, and ranks.

Whoosh and NumPy are imported by the methods that need them; `generation` needs neither.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from engine.errors import IndexDamagedError, StorageError
from engine.store.files import make_private_dir
from engine.text.analyse import analyse_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from engine.store.base import KeywordDocument, Ranking
    from engine.store.postings import SegmentReader
    from engine.store.snapshot import Snapshot
    from engine.text.query import Query

_TOC = re.compile(r"_MAIN_(\d+)\.toc")
_BATCH_TERMS = 8_000_000
"""Terms kept in memory before they go to a segment: about 300 MB while it is written."""
_TIER = 10
"""A tier holds segments of similar size, and fewer than this many of them."""
_SMALLEST_TIER = 1 << 20
_OPEN_ATTEMPTS = 50


class WhooshKeywordIndex:
    """The keyword index in a folder. Searches see the newest commit; one object serves several threads, in turn."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._snapshot: Snapshot | None = None
        self._lock = RLock()

    @classmethod
    def open(cls, directory: Path) -> Self:
        """The index in `directory`. Raises IndexDamagedError when there is none."""
        index = cls(directory)
        index.generation()
        return index

    @classmethod
    def create(cls, directory: Path) -> Self:
        """A new, empty index in `directory`; one that is there is emptied. The caller holds the writer lock."""
        from engine.store.postings import Commits

        with _errors_of(directory, "written"):
            make_private_dir(directory)
            newest = _newest_generation(directory)
            Commits(directory).write(0 if newest is None else newest + 1, [])
        return cls(directory)

    def generation(self) -> int:
        """Number of the last commit, 0 for a new index; it only grows."""
        with _errors_of(self._directory, "read"):
            newest = _newest_generation(self._directory)
        if newest is None:
            raise _damaged(self._directory, "it has no commit")
        return newest

    def search(self, query: Query, allowed: NDArray[np.int64] | None = None) -> Ranking:
        """Every document that contains a term of `query`, among the `allowed` ids (ascending; None: all)."""
        with self._lock, _errors_of(self._directory, "read"):
            snapshot = self._current()
            ranking = snapshot.rank(query, allowed)
            if query.phrases and not len(ranking.doc_ids):
                ranking = snapshot.rank(query.relaxed(), allowed)
                return replace(ranking, relaxed=True)
            return ranking

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of documents whose text has each analysed term."""
        with self._lock, _errors_of(self._directory, "read"):
            snapshot = self._current()
            return {term: snapshot.document_frequency(term) for term in terms}

    def writer(self) -> WhooshKeywordWriter:
        """Begin changing the index; the caller holds the writer lock."""
        return WhooshKeywordWriter(self._directory)

    def close(self) -> None:
        """Release the files."""
        with self._lock:
            if self._snapshot is not None:
                self._snapshot.close()
            self._snapshot = None

    def _current(self) -> Snapshot:
        if self._snapshot is None or self._snapshot.generation != self.generation():
            self.close()
            self._snapshot = _open_snapshot(self._directory)
        return self._snapshot


class WhooshKeywordWriter:
    """Changes to the index, visible with `commit`. Memory is bounded: full batches go to segments nobody sees yet."""

    def __init__(self, directory: Path) -> None:
        from engine.store.inversion import Batch
        from engine.store.postings import Commits

        self._directory = directory
        self._commits = Commits(directory)
        self._new_batch = Batch
        self._batch = Batch()
        self._readers: list[SegmentReader] = []
        self._changed = False
        with _errors_of(directory, "read"):
            self._commits.read()
            self._readers = self._commits.open_segments()

    def remove(self, doc_id: int) -> None:
        """Forget a document; unknown ids are ignored."""
        import numpy as np

        if doc_id in self._batch.numbers:
            self._batch.remove(doc_id)
        for reader in self._readers:
            for number in np.flatnonzero(reader.rows["doc_id"] == doc_id).tolist():
                if not reader.segment.is_deleted(number):
                    reader.segment.delete_document(number)
                    self._changed = True

    def add(self, document: KeywordDocument) -> None:
        """Index a document that is not in the index, or has been removed with this writer."""
        self._batch.add(
            document.doc_id,
            {
                "title": analyse_parts(document.title),
                "name": analyse_parts(document.name),
                "text": analyse_parts(document.text),
                "path": analyse_parts(document.path),
            },
        )
        if self._batch.size >= _BATCH_TERMS:
            with _errors_of(self._directory, "written"):
                self._flush()

    def commit(self) -> None:
        """Make everything since the last commit durable and visible. The writer stays usable."""
        with _errors_of(self._directory, "written"):
            self._flush()
            if self._changed:
                self._merge()
                self._commits.write(self._commits.generation + 1, [reader.segment for reader in self._readers])
                self._changed = False

    def close(self) -> None:
        """Drop what was not committed."""
        for reader in self._readers:
            reader.close()
        self._readers = []
        self._batch = self._new_batch()
        with _errors_of(self._directory, "written"):
            self._commits.clean()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _reader(self, segment: Any) -> SegmentReader:  # noqa: ANN401 - Whoosh has no types
        from engine.store.postings import SegmentReader

        return SegmentReader(self._commits.storage, segment)

    def _flush(self) -> None:
        from engine.store.postings import write_segment

        if self._batch.numbers:
            batch, self._batch = self._batch, self._new_batch()
            self._readers.append(self._reader(write_segment(self._commits.storage, batch)))
            self._changed = True

    def _merge(self) -> None:
        """Drop segments without documents, rewrite those that have lost most, merge tiers that are full."""
        from engine.store.postings import merge_segments

        while group := self._next_group():
            live = [reader for reader in group if reader.live.any()]
            if live:
                self._readers.append(self._reader(merge_segments(self._commits.storage, live)))
            self._readers = [reader for reader in self._readers if reader not in group]
            for reader in group:
                reader.close()

    def _next_group(self) -> list[SegmentReader]:
        tiers: dict[int, list[SegmentReader]] = {}
        for reader in self._readers:
            if reader.segment.deleted_count() * 2 > len(reader.rows):
                return [reader]
            tiers.setdefault(_tier(reader.size), []).append(reader)
        return next((tier for _, tier in sorted(tiers.items()) if len(tier) >= _TIER), [])


def _open_snapshot(directory: Path) -> Snapshot:
    """The newest commit. A commit may remove files while they are being opened: then there is a newer one to open."""
    from engine.store.postings import Commits
    from engine.store.snapshot import Snapshot

    for attempt in range(_OPEN_ATTEMPTS):
        commits = Commits(directory)
        try:
            commits.read()
            return Snapshot(commits.generation, commits.open_segments())
        except FileNotFoundError:
            if attempt + 1 == _OPEN_ATTEMPTS or _newest_generation(directory) == commits.generation:
                raise
    raise AssertionError


def _newest_generation(directory: Path) -> int | None:
    try:
        names = [entry.name for entry in directory.iterdir()]
    except FileNotFoundError:
        return None
    return max((int(match[1]) for name in names if (match := _TOC.fullmatch(name))), default=None)


def _tier(size: int) -> int:
    tier = 0
    while size > _SMALLEST_TIER * _TIER**tier:
        tier += 1
    return tier


def _damaged(directory: Path, reason: object) -> IndexDamagedError:
    return IndexDamagedError(f"The keyword index in {directory} is damaged: {reason}.", hint="linkly index --rebuild")


@contextmanager
def _errors_of(directory: Path, verb: str) -> Iterator[None]:
    """Translate what Whoosh, pickle and the operating system raise."""
    try:
        yield
    except FileNotFoundError as exc:
        raise _damaged(directory, f"{exc.filename} is missing") from exc
    except OSError as exc:
        raise StorageError(f"The keyword index in {directory} cannot be {verb}: {exc.strerror or exc}.") from exc
    except _damage_signs() as exc:
        raise _damaged(directory, str(exc) or type(exc).__name__) from exc


def _damage_signs() -> tuple[type[Exception], ...]:
    """What comes up while damaged files are read: Whoosh's own errors, and anything that unpickling meets."""
    import pickle
    import struct
    import zlib

    from whoosh.filedb.filetables import FileFormatError
    from whoosh.index import EmptyIndexError, IndexVersionError
    from whoosh.index import IndexError as TocError
    from whoosh.reading import CorruptIndexError

    whoosh = (TocError, EmptyIndexError, IndexVersionError, FileFormatError, CorruptIndexError)
    values = (ValueError, LookupError, TypeError, AttributeError, AssertionError, ImportError, MemoryError)
    return (*whoosh, *values, pickle.UnpicklingError, EOFError, struct.error, zlib.error, ArithmeticError)
