"""The catalogue's chunks and their vectors."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from engine.store.catalog_writer import CatalogWriter
from engine.store.records import text_key
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_READ_AT_ONCE = 4_096


@value
class StoredChunk(Value):
    """A chunk as the catalogue takes it. `text` is what the model is given; `first` and `last`: see the schema."""

    first: int
    last: int
    context: str
    text: str

    @property
    def key(self) -> bytes:
        """The same for the same text."""
        return hashlib.blake2b(self.text.encode(), digest_size=16).digest()


@value
class PendingChunk(Value):
    """A chunk that waits for its vector."""

    chunk_id: int
    doc_id: int
    first: int
    last: int
    context: str


@value
class VectorRow(Value):
    """A vector as float16 bytes, and what it is of. `text_key`: of the document's text then, as in `Document`."""

    doc_id: int
    text_key: int
    first: int
    last: int
    vector: bytes


class VectorCatalog(CatalogWriter):
    """A catalogue that can also keep what a model makes of its documents."""

    def model_id(self, name: str) -> int:
        """The number of a model, a new one if it is new."""
        self._change("INSERT OR IGNORE INTO model(name) VALUES (?)", (name,))
        return int(self._rows("SELECT id FROM model WHERE name = ?", (name,))[0][0])

    def forget_other_models(self, model_id: int) -> None:
        """Drop the chunks and vectors of every model but one."""
        if self._change("DELETE FROM model WHERE id <> ?", (model_id,)).rowcount:
            self._note_change()

    def forget_vectors(self) -> None:
        """Drop all chunks and vectors."""
        self._change("DELETE FROM chunk")
        self._change("DELETE FROM chunked")
        self._note_change()

    def unchunked(self, model_id: int, limit: int) -> list[tuple[int, int, int]]:
        """Documents not cut in their present revision, those of few words first: ids, revisions, numbers of words."""
        return self._rows(
            """SELECT d.id, d.revision, d.word_count FROM document d
               LEFT JOIN chunked c ON c.document_id = d.id AND c.model_id = ?
               WHERE (d.total_lines > 0 OR c.revision > 0) AND c.revision IS NOT d.revision
               ORDER BY d.word_count, d.id LIMIT ?""",
            (model_id, limit),
        )

    def save_chunks(self, model_id: int, doc_id: int, revision: int, chunks: Sequence[StoredChunk]) -> None:
        """Replace a document's chunks. Those that any document has had already keep their vectors."""
        keys = [chunk.key for chunk in chunks]
        vectors = self._vectors_of(model_id, keys)
        self._change("DELETE FROM chunk WHERE document_id = ? AND model_id = ?", (doc_id, model_id))
        self._change_many(
            """INSERT INTO chunk(model_id, document_id, ordinal, first, last, context, length, key, vector)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                (model_id, doc_id, ordinal, chunk.first, chunk.last, chunk.context, len(chunk.text), key,
                 vectors.get(key))
                for ordinal, (chunk, key) in enumerate(zip(chunks, keys, strict=True))
            ),
        )  # fmt: skip
        self._change(
            "INSERT OR REPLACE INTO chunked SELECT ?, id, ?, text_hash FROM document WHERE id = ?",
            (model_id, revision, doc_id),
        )
        self._note_change()

    def _vectors_of(self, model_id: int, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        for start in range(0, len(keys), 500):
            part = keys[start : start + 500]
            marks = ",".join("?" * len(part))
            found |= self._rows(
                f"SELECT key, vector FROM chunk WHERE model_id = ? AND vector IS NOT NULL AND key IN ({marks})",  # noqa: S608
                (model_id, *part),
            )
        return found

    def pending_chunks(self, model_id: int, limit: int) -> list[PendingChunk]:
        """Chunks that wait for a vector, of documents that were cut first; one of those with the same text."""
        rows = self._rows(
            """SELECT min(id), document_id, first, last, context FROM
                   (SELECT id, document_id, first, last, context, key, length FROM chunk INDEXED BY chunk_pending
                    WHERE model_id = ? AND vector IS NULL ORDER BY id LIMIT ?)
               GROUP BY key ORDER BY length, document_id""",
            (model_id, limit),
        )
        return [PendingChunk(chunk_id=row[0], doc_id=row[1], first=row[2], last=row[3], context=row[4]) for row in rows]

    def save_vectors(self, model_id: int, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Keep vectors (chunk id, float16 bytes), also for every other waiting chunk with the same text."""
        self._change_many(
            """UPDATE chunk INDEXED BY chunk_key SET vector = ?3 WHERE model_id = ?1 AND vector IS NULL
               AND key = (SELECT key FROM chunk WHERE id = ?2)""",
            ((model_id, chunk_id, vector) for chunk_id, vector in vectors),
        )
        self._note_change()

    def _note_change(self) -> None:
        self.set_meta("vector_revision", self.vector_revision() + 1)

    def vector_rows(self, model_id: int) -> Iterator[VectorRow]:
        """Every vector of a model, in the order of documents."""
        with_text = """SELECT c.document_id, d.text_hash, c.first, c.last, c.vector FROM chunk c
            JOIN chunked d ON d.document_id = c.document_id AND d.model_id = c.model_id
            WHERE c.model_id = ? AND c.vector IS NOT NULL AND c.document_id > ?
              AND c.document_id <= ? ORDER BY c.document_id, c.ordinal"""
        last = 0
        while ids := self._rows(
            "SELECT document_id FROM chunked WHERE model_id = ? AND document_id > ? ORDER BY 1 LIMIT ?",
            (model_id, last, _READ_AT_ONCE),
        ):
            for row in self._rows(with_text, (model_id, last, ids[-1][0])):
                yield VectorRow(doc_id=row[0], text_key=text_key(row[1]), first=row[2], last=row[3], vector=row[4])
            last = ids[-1][0]
