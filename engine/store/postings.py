"""Posting lists in Whoosh's segment files: the only module that knows Whoosh's insides.

A segment is written with Whoosh's codec: one Whoosh document per linkly document, one posting per term, field and
document. Every posting list is one block, so its documents are read at once. The first posting of a list carries the
frequencies and positions of all of them as its value (`engine.store.packing`). A column of fixed-length rows holds the
document's id and the exact lengths of its fields, which Whoosh itself would round.

Only Whoosh's own classes reach its pickles, so no rename of ours can make an index unreadable.
"""
# mypy: disable-error-code="no-untyped-call"
# ruff: noqa: SLF001 - the blocks of a matcher and of a posting writer have no public interface

from __future__ import annotations

import heapq
import os
import struct
from contextlib import ExitStack, closing, contextmanager
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from pickle import dumps, load
from typing import TYPE_CHECKING, Any

import numpy as np
from whoosh import columns, fields, formats
from whoosh.analysis.analyzers import IDAnalyzer
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec, W3LeafMatcher
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, clean_files
from whoosh.reading import TermNotFound
from whoosh.system import _INT_SIZE, pack_int, pack_ushort

from engine.store.inversion import FIELDS
from engine.store.packing import PackedList, Postings, concatenate, unpack_rest, without_removed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from engine.store.inversion import Batch

INDEX_NAME = "MAIN"

_ROW_COLUMN = "row"
_ROW = struct.Struct("<q4I")  # document id, lengths in the order of FIELDS
_TERM_INFO = struct.Struct("!BfIBBfIIqi")  # W3TermInfo and the place of the posting list
_ROW_TYPE = np.dtype([("doc_id", "<i8"), *((name, "<u4") for name in FIELDS)])
COMP = 1
_ONE_BLOCK = 2**31 - 1


class PrivateStorage(FileStorage):
    """A folder of files that only their owner can read."""

    def __init__(self, directory: Path) -> None:
        super().__init__(str(directory))
        self._opened: list[Any] = []

    def open_file(self, name: str, **options: Any) -> Any:  # noqa: ANN401
        """As Whoosh's, and remembered for `whole_or_closed`."""
        file = super().open_file(name, **options)
        self._opened.append(file)
        return file

    @contextmanager
    def whole_or_closed(self) -> Iterator[None]:
        """Close the files that are opened in this block if it fails: Whoosh would leave them open."""
        self._opened = []
        try:
            yield
        except BaseException:
            for file in self._opened:
                if not file.is_closed:
                    file.close()
            raise
        finally:
            self._opened = []

    def create_file(self, name: str, excl: bool = False, mode: str = "wb", **options: Any) -> Any:  # noqa: ANN401, FBT001, FBT002
        """As Whoosh's, with mode 0600."""
        descriptor = os.open(self._fpath(name), os.O_RDWR | os.O_CREAT | (os.O_EXCL if excl else os.O_TRUNC), 0o600)
        os.close(descriptor)
        return super().create_file(name, mode=mode, **options)

    def sync(self, prefix: str) -> None:
        """Make the files whose names begin with `prefix`, and their names, durable."""
        for path in [*Path(self.folder).glob(f"{prefix}*"), Path(self.folder)]:
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _new_schema() -> Any:  # noqa: ANN401
    whole_value: Any = IDAnalyzer()
    terms = fields.FieldType(formats.Format(), whole_value, scorable=True)
    column = fields.COLUMN(columns.FixedBytesColumn(_ROW.size))
    return fields.Schema(**dict.fromkeys(FIELDS, terms), **{_ROW_COLUMN: column})


class Commits:
    """The list of segments of an index, one file a commit. Raises OSError and whatever unpickling raises."""

    def __init__(self, directory: Path) -> None:
        self.storage = PrivateStorage(directory)
        self.generation = 0
        self.segments: list[Any] = []

    def read(self) -> None:
        """Take over the state of the newest commit."""
        with self.storage.whole_or_closed():
            toc = TOC.read(self.storage, INDEX_NAME)
        self.generation, self.segments, schema = toc.generation, toc.segments, toc.schema
        if set(schema.names()) != {*FIELDS, _ROW_COLUMN}:
            raise ValueError("the fields of the index are not the expected ones")

    def open_segments(self) -> list[SegmentReader]:
        """Readers of all segments, or of none if one cannot be opened."""
        with ExitStack() as opened:
            readers: list[SegmentReader] = [
                opened.enter_context(closing(SegmentReader(self.storage, segment))) for segment in self.segments
            ]
            opened.pop_all()
        return readers

    def write(self, generation: int, segments: Sequence[Any]) -> None:
        """Make `segments` the state of the index and remove the files of those no longer in it."""
        TOC(_new_schema(), list(segments), generation).write(self.storage, INDEX_NAME)
        self.storage.sync(TOC._filename(INDEX_NAME, generation))
        self.generation, self.segments = generation, list(segments)
        self.clean()

    def clean(self) -> None:
        """Remove files that no committed segment uses."""
        clean_files(self.storage, INDEX_NAME, self.generation, self.segments)


class SegmentReader:
    """Posting lists and rows of one segment."""

    def __init__(self, storage: PrivateStorage, segment: Any) -> None:  # noqa: ANN401
        self.segment = segment
        self.size = _segment_size(storage, segment)
        self.rows = _read_rows(storage, segment)
        self._format = formats.Format()
        with storage.whole_or_closed():
            self._terms = segment.codec().terms_reader(storage, segment)

    @property
    def live(self) -> NDArray[np.bool_]:
        """Which documents have not been removed."""
        live = np.ones(len(self.rows), dtype=np.bool_)
        live[list(self.segment.deleted_docs())] = False
        return live

    def postings(self, field: str, term: bytes) -> Postings | None:
        """The posting list of a term, None if the segment has none."""
        try:
            matcher = self._terms.matcher(field, term, self._format)
        except TermNotFound:
            return None
        return _read_block(matcher) if _has_blocks(matcher) else _read_public(matcher)

    def terms_with_prefix(self, field: str, prefix: bytes, limit: int) -> list[bytes]:
        """The first terms of a field, ascending, that begin with `prefix`."""
        found: list[bytes] = []
        for name, term in self._terms.terms_from(field, prefix):
            if name != field or not term.startswith(prefix) or len(found) == limit:
                break
            found.append(term)
        return found

    def lists(self, field: str) -> Iterator[tuple[bytes, PackedList]]:
        """All terms of a field in ascending order with their lists; only of segments that were written here."""
        postings = self._terms._postfile
        for (name, term), info in self._terms.items_from(field, b""):
            if name != field:
                return
            start = info.extent()[0] + len(WHOOSH3_HEADER_MAGIC)
            block = BytesIO(postings.get(start + _INT_SIZE, -postings.get_int(start)))
            last = load(block)[1]  # noqa: S301 - our own file, in a folder only its owner can write
            gaps, _, values = load(block)  # noqa: S301
            yield term, PackedList(gaps, last, values[0])

    def close(self) -> None:
        """Release the files."""
        self._terms.close()


def _has_blocks(matcher: Any) -> bool:  # noqa: ANN401
    return isinstance(matcher, W3LeafMatcher) and hasattr(matcher, "_read_data") and bool(matcher._lastblock)


def _read_block(matcher: Any) -> Postings:  # noqa: ANN401
    matcher._read_data()
    gaps, _, values = matcher._data
    return PackedList(gaps, matcher._maxid, values[0]).unpack()


def _read_public(matcher: Any) -> Postings:  # noqa: ANN401
    docs: list[int] = []
    rest = matcher.value()
    while matcher.is_active():
        docs.append(matcher.id())
        matcher.next()
    return Postings(np.array(docs, dtype=np.int64), *unpack_rest(rest, len(docs)))


def _read_rows(storage: PrivateStorage, segment: Any) -> NDArray[np.void]:  # noqa: ANN401
    size = segment.doc_count_all() * _ROW.size
    with closing(storage.open_file(W3Codec.column_filename(segment, _ROW_COLUMN))) as file:
        rows = file.read(size + 1)
    if len(rows) != size:
        raise ValueError("the lengths of the documents are not those of the segment")
    return np.frombuffer(rows, dtype=_ROW_TYPE)


def _segment_size(storage: PrivateStorage, segment: Any) -> int:  # noqa: ANN401
    return sum(storage.file_length(name) for name in segment.list_files(storage))


class _SegmentFile:
    """Writes the terms of a new segment, field by field in the order of FIELDS, terms ascending.

    The bytes are those of Whoosh's W3PostingsWriter for a list of one block, except that the pickles are of protocol 4,
    which knows bytes, and that gaps below 256 are a bytes object: a third of the time and half of the size.
    """

    def __init__(self, storage: PrivateStorage, segment: Any) -> None:  # noqa: ANN401
        self._schema = _new_schema()
        self._writer = segment.codec().field_writer(storage, segment)
        self._postings = self._writer._postfile
        self._terms = self._writer._tindex
        self._offset = self._postings.tell()

    def start_field(self, field: str) -> None:
        self._writer.start_field(field, self._schema[field])
        self._prefix = pack_ushort(self._writer._fieldid)

    def add(self, term: bytes, packed: PackedList) -> None:
        gaps = packed.gaps
        data = dumps((gaps, None, (packed.rest,)), 4)
        info = dumps((len(gaps), packed.last, 1.0, 0, 0, 0), 4)
        block = b"".join((WHOOSH3_HEADER_MAGIC, pack_int(-len(info) - len(data)), info, data))
        self._postings.write(block)
        value = _TERM_INFO.pack(0, len(gaps), len(gaps), 0, 0, 1.0, gaps[0], packed.last, self._offset, len(block))
        self._terms.add(self._prefix + term, value)
        self._offset += len(block)

    def finish_field(self) -> None:
        self._writer.finish_field()

    def close(self) -> None:
        self._writer.close()


def write_segment(storage: PrivateStorage, batch: Batch) -> Any:  # noqa: ANN401
    """Write the documents of `batch` as a segment and return what a commit lists."""
    segment = _new_segment(storage)
    _write_rows(storage, segment, [_ROW.pack(doc_id, *lengths) for doc_id, lengths in batch.rows])
    with closing(_SegmentFile(storage, segment)) as file:
        for field in FIELDS:
            file.start_field(field)
            for term, packed in batch.lists(field):
                file.add(term, packed)
            file.finish_field()
    for docnum in batch.removed:
        segment.delete_document(docnum)
    storage.sync(segment.segment_id())
    return segment


def merge_segments(storage: PrivateStorage, readers: Sequence[SegmentReader]) -> Any:  # noqa: ANN401
    """A new segment with the documents of several that have not been removed; it needs little memory."""
    segment = _new_segment(storage)
    live = [reader.live for reader in readers]
    bases = np.cumsum([0, *(int(keep.sum()) for keep in live)]).tolist()
    rows = [row.tobytes() for reader, keep in zip(readers, live, strict=True) for row in reader.rows[keep]]
    _write_rows(storage, segment, rows)
    with closing(_SegmentFile(storage, segment)) as file:
        for field in FIELDS:
            file.start_field(field)
            streams = [_live_lists(*source, field) for source in zip(readers, live, bases, strict=False)]
            for term, group in groupby(heapq.merge(*streams, key=itemgetter(0)), key=itemgetter(0)):
                file.add(term, concatenate([(base, packed) for _, base, packed in group]))
            file.finish_field()
    storage.sync(segment.segment_id())
    return segment


def _live_lists(
    reader: SegmentReader, live: NDArray[np.bool_], base: int, field: str
) -> Iterator[tuple[bytes, int, PackedList]]:
    """(term, number before the segment's documents, list), without documents that were removed."""
    whole = bool(live.all())
    numbers = np.where(live, np.cumsum(live) - 1, -1)
    for term, packed in reader.lists(field):
        kept = packed if whole else without_removed(packed, numbers)
        if kept is not None:
            yield term, base, kept


def _new_segment(storage: PrivateStorage) -> Any:  # noqa: ANN401
    segment = W3Codec(blocklimit=_ONE_BLOCK).new_segment(storage, INDEX_NAME)
    segment._fieldlengths = {}
    return segment


def _write_rows(storage: PrivateStorage, segment: Any, rows: Sequence[bytes]) -> None:  # noqa: ANN401
    with closing(storage.create_file(W3Codec.column_filename(segment, _ROW_COLUMN))) as file:
        writer = columns.FixedBytesColumn(_ROW.size).writer(file)
        for docnum, row in enumerate(rows):
            writer.add(docnum, row)
        writer.finish(len(rows))
    segment.set_doc_count(len(rows))
