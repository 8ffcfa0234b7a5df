"""The vectors of all chunks in one flat file, and the scan that finds the nearest of them.

The file is derived from the catalogue, replaced in one step, and read through a memory map. In little-endian order:

    magic    8 bytes       b"LNKLYVEC"
    header   64 bytes      version, dimensions, rows, catalogue revision, the cosine from which on a passage counts as a
                           hit, bytes of the model's name; CRC-32 of the vectors, and of everything else
    name     padded with NUL to a multiple of 64 bytes
    vectors  float16, of unit length, one row after the other
    rows     one `ROW` each: which passage of which revision of which document

All are scanned, rather than a graph of neighbours followed, because every document above the floor is a hit and not
only the first k; docs/adr/0006-embeddings.md has the figures.
"""

from __future__ import annotations

import errno
import os
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.errors import IndexDamagedError, StorageError
from engine.store.files import make_private_dir

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from engine.store.catalog_vectors import VectorRow
    from engine.store.embedding_models import EmbeddingModel

_MAGIC = b"LNKLYVEC"
_VERSION = 2
_FIELDS = struct.Struct("<IIQQfI")
_CHECKSUMS = struct.Struct("<II")
_HEADER_SIZE = 64
_ALIGN = 64
_FIRST = len(_MAGIC) + _HEADER_SIZE
_ROW = struct.Struct("<qqii")
_ROW_FIELDS = ["doc_id", "text_key", "first", "last"]
_ROW_TYPE = np.dtype([(name, "<i8" if index < 2 else "<i4") for index, name in enumerate(_ROW_FIELDS)])
_SCANNED_AT_ONCE = 8_192
_MOST_IN_MEMORY = 512 * 1024**2


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """Documents with the cosine of their best chunk, ascending by id; `rows`: which chunk of the file that is."""

    doc_ids: NDArray[np.int64]
    similarities: NDArray[np.float32]
    rows: NDArray[np.int64]

    def without(self, doc_ids: Sequence[int]) -> Nearest:
        """The same without some documents."""
        kept = ~np.isin(self.doc_ids, np.asarray(doc_ids, dtype=np.int64))
        return Nearest(self.doc_ids[kept], self.similarities[kept], self.rows[kept])


class VectorFile:
    """An open vector file. It stays what it was when opened, also when a newer one takes its place."""

    def __init__(self, path: Path) -> None:
        """Raises IndexDamagedError, StorageError; FileNotFoundError when there is none."""
        self._path = path
        try:
            with path.open("rb") as file:
                head = file.read(_FIRST)
                if len(head) < _FIRST or not head.startswith(_MAGIC):
                    raise self._damaged("it does not begin as it should")
                fields = _FIELDS.unpack_from(head, len(_MAGIC))
                if fields[0] != _VERSION:
                    raise self._damaged(f"it has version {fields[0]}")
                _, self.dimensions, self.count, self.revision, self.floor, named = fields
                body = _padded(_FIRST + named)
                split = body + 2 * self.count * self.dimensions
                if os.fstat(file.fileno()).st_size != split + self.count * _ROW.size:
                    raise self._damaged("its length is wrong")
                data = np.memmap(file, dtype=np.uint8, mode="r")
        except FileNotFoundError:
            raise
        except OSError as exc:
            raise StorageError(
                f"The vectors in {path} cannot be read: {exc.strerror}.", hint=f"rm -r '{path}', then linkly index"
            ) from exc
        name = data[_FIRST : _FIRST + named].tobytes()
        self.model = name.decode("utf-8", "replace")
        self._matrix = data[body:split].view(np.float16).reshape(self.count, self.dimensions)
        self._scanned: NDArray[np.floating] = self._matrix
        self.rows = np.asarray(data[split:]).view(_ROW_TYPE)
        self._checksum, others = _CHECKSUMS.unpack_from(head, len(_MAGIC) + _FIELDS.size)
        if _checksum(head[len(_MAGIC) : len(_MAGIC) + _FIELDS.size], name, self.rows.tobytes()) != others:
            raise self._damaged("a checksum is wrong")

    def _damaged(self, reason: str) -> IndexDamagedError:
        return IndexDamagedError(f"The vectors in {self._path} are damaged: {reason}.", hint="linkly index")

    def is_intact(self) -> bool:
        """Whether the vectors are as they were written; reads them all. A damaged one only misplaces its own chunk."""
        checksum = 0
        for start in range(0, self.count, _SCANNED_AT_ONCE):
            checksum = zlib.crc32(self._matrix[start : start + _SCANNED_AT_ONCE].tobytes(), checksum)
        return bool(checksum == self._checksum)

    def load(self) -> None:
        """Keep the vectors in memory as float32, which a scan need not convert, unless there are too many."""
        if self.count * self.dimensions * 4 <= _MOST_IN_MEMORY:
            self._scanned = self._matrix.astype(np.float32)

    def search(self, vector: NDArray[np.float32]) -> Nearest:
        """Every document that has a chunk, by its best chunk."""
        similarities, owners = self._similarities(vector), self.rows["doc_id"].astype(np.int64)
        # Chunks lie in the order of their documents, so each document is a run.
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        if not len(starts):
            return Nearest(owners, similarities, owners)
        best = np.maximum.reduceat(similarities, starts)
        at_best = np.flatnonzero(similarities == np.repeat(best, np.diff(np.append(starts, len(owners)))))
        _, first = np.unique(owners[at_best], return_index=True)
        return Nearest(owners[starts], best, at_best[first])

    def _similarities(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        found = np.empty(self.count, dtype=np.float32)
        for start in range(0, self.count, _SCANNED_AT_ONCE):
            block = self._scanned[start : start + _SCANNED_AT_ONCE]
            found[start : start + len(block)] = block.astype(np.float32, copy=False) @ vector
        np.nan_to_num(found, copy=False, nan=-1.0)
        np.clip(found, -1.0, 1.0, out=found)
        return found


def write_vectors(path: Path, model: EmbeddingModel, revision: int, rows: Iterable[VectorRow]) -> None:
    """Replace the file by these rows, in ascending order of document ids. Raises StorageError."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    name = model.name.encode()
    packed, checksum = bytearray(), 0
    try:
        make_private_dir(path.parent)
        for left in path.parent.glob(f".{path.name}.*"):  # of a writer that was killed; there is never a second one
            left.unlink()
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(b"\0" * _padded(_FIRST + len(name)))
            for row in rows:
                packed += _ROW.pack(row.doc_id, row.text_key, row.first, row.last)
                checksum = zlib.crc32(row.vector, checksum)
                out.write(row.vector)
            out.write(packed)
            count = len(packed) // _ROW.size
            fields = _FIELDS.pack(_VERSION, model.dimensions, count, revision, model.floor, len(name))
            head = fields + _CHECKSUMS.pack(checksum, _checksum(fields, name, bytes(packed)))
            out.seek(0)
            out.write(_MAGIC + head.ljust(_HEADER_SIZE, b"\0") + name)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except OSError as exc:
        draft.unlink(missing_ok=True)
        raise StorageError(
            f"The vectors cannot be written to {path}: {exc.strerror}.",
            hint="free some space" if exc.errno == errno.ENOSPC else f"rm -r '{path}', then linkly index",
        ) from exc


def _checksum(*parts: bytes) -> int:
    return zlib.crc32(b"".join(parts))


def _padded(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN
