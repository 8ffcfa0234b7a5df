"""Cutting documents into chunks and embedding these, in steps that may end at any moment and be taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import StorageError
from engine.requests import IndexProgress
from engine.store.catalog_vectors import StoredChunk
from engine.text.chunk import chunk_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from engine.models import VectorProgress
    from engine.requests import IndexRequest
    from engine.store.base import Embedder
    from engine.store.catalog_vectors import PendingChunk, VectorCatalog
    from engine.store.embedding_models import EmbeddingModel

_POOL = 512
"""Waiting chunks from which on no further documents are cut."""
_STEP = 64
"""Chunks embedded between two looks at whether to stop."""
_DOCUMENTS = 500
_WORDS = 200_000
"""Documents and words cut at a time."""
_SEARCHABLE_AFTER = 4_000
"""New vectors after which, once there are half as many as before, searches can use them."""


class VectorFeeder:
    """Brings the vectors of one model up to date with the catalogue."""

    def __init__(
        self, catalog: VectorCatalog, path: Path, model: EmbeddingModel, open_embedder: Callable[[], Embedder]
    ) -> None:
        self._catalog = catalog
        self._path = path
        self._model = model
        self._open_embedder = open_embedder
        self._model_id = 0

    def feed(self, request: IndexRequest) -> bool:
        """Embed everything that waits; whether that was interrupted. Raises UnavailableError without the model."""
        self._begin()
        before = self._progress()
        done = unseen = 0
        embedder: Embedder | None = None
        while not _is_stopped(request):
            pool = self._catalog.pending_chunks(self._model_id, _POOL)
            uncut = self._catalog.unchunked(self._model_id, _DOCUMENTS) if len(pool) < _POOL else []
            if not pool and not uncut:
                break
            embedder = embedder or self._open_embedder()
            if uncut:
                self._cut(embedder, uncut)
                continue
            for step in self._embed_each(embedder, pool, request):
                done, unseen = done + step, unseen + step
                _announce(request, done, before.pending)
            if unseen >= max(_SEARCHABLE_AFTER, (before.done + done) // 3):
                self.publish()
                unseen = 0
        interrupted = _is_stopped(request) and bool(self._progress().pending)
        self.publish()
        return interrupted

    def _begin(self) -> None:
        if not self._model_id:
            with self._catalog.transaction():
                self._model_id = self._catalog.model_id(self._model.name)

    def _progress(self) -> VectorProgress:
        return self._catalog.vector_progress(self._model.name)

    def _cut(self, embedder: Embedder, documents: Sequence[tuple[int, int, int]]) -> None:
        catalog, words = self._catalog, 0
        cut: list[tuple[int, int, list[StoredChunk]]] = []
        for doc_id, revision, length in documents:
            words += length
            if cut and words > _WORDS:
                break
            cut.append((doc_id, revision, self._chunks(embedder, doc_id)))
        with catalog.transaction():
            for doc_id, revision, chunks in cut:
                catalog.save_chunks(self._model_id, doc_id, revision, chunks)

    def _chunks(self, embedder: Embedder, doc_id: int) -> list[StoredChunk]:
        document, text = self._catalog.document(doc_id), self._catalog.text(doc_id)
        headings = self._catalog.structure(doc_id).headings
        chunks = chunk_text(text, headings, document.title, embedder.count_tokens, embedder.window)
        return [
            StoredChunk(
                first=chunk.start,
                last=chunk.end,
                context=chunk.context,
                text=_given_to_model(chunk.context, text[chunk.start : chunk.end]),
            )
            for chunk in chunks
        ]

    def _embed_each(self, embedder: Embedder, pool: Sequence[PendingChunk], request: IndexRequest) -> Iterator[int]:
        """Embed a pool step by step, until there is a wish to stop; how many each time."""
        for start in range(0, len(pool), _STEP):
            if _is_stopped(request):
                return
            self._embed(embedder, pool[start : start + _STEP])
            yield len(pool[start : start + _STEP])

    def _embed(self, embedder: Embedder, step: Sequence[PendingChunk]) -> None:
        import numpy as np

        texts = {doc_id: self._catalog.text(doc_id) for doc_id in {chunk.doc_id for chunk in step}}
        given = [_given_to_model(chunk.context, texts[chunk.doc_id][chunk.first : chunk.last]) for chunk in step]
        vectors = embedder.embed(given).astype(np.float16)
        packed = [(chunk.chunk_id, vector.tobytes()) for chunk, vector in zip(step, vectors, strict=True)]
        with self._catalog.transaction():
            self._catalog.save_vectors(self._model_id, packed)

    def publish(self) -> None:
        """Make what is embedded searchable, unless it is; vectors of another model stay until these are complete."""
        from engine.store.vectors import VectorFile, write_vectors

        self._begin()
        progress = self._progress()
        try:
            current = VectorFile(self._path)
        except (FileNotFoundError, StorageError):
            current = None
        if current is not None:
            if current.model != self._model.name and progress.pending:
                return
            state = (self._model.name, self._catalog.vector_revision(), progress.done)
            if (current.model, current.revision, current.count) == state and current.is_intact():
                return
        if not progress.pending:
            with self._catalog.transaction():
                self._catalog.forget_other_models(self._model_id)
        revision = self._catalog.vector_revision()
        write_vectors(self._path, self._model, revision, self._catalog.vector_rows(self._model_id))


def _given_to_model(context: str, passage: str) -> str:
    return f"{context}\n{passage}"


def _is_stopped(request: IndexRequest) -> bool:
    return request.stopped is not None and request.stopped()


def _announce(request: IndexRequest, done: int, total: int) -> None:
    if request.progress is not None:
        request.progress(IndexProgress(stage="Embedding", unit="passages", done=min(done, total), total=total))
