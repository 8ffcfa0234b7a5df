"""The semantic arm of a search: the query's vector, and the chunks nearest to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.errors import UnavailableError
from engine.store.fuse import Semantic
from engine.store.query_vectors import QueryVectors
from engine.store.vectors import VectorFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.store.base import Embedder
    from engine.store.embedders import QueryEmbedders
    from engine.store.layout import Layout


_LATIN = re.compile("[A-Za-z]+")
_LETTERS_A_TOKEN = 2.4
"""Words have more, made-up ones fewer: docs/quality.md."""
_CHARACTERS_A_TOKEN = 1.2
_STRANGE_WORDS = 0.15


class SemanticIndex:
    """The vectors of an index, and the model they were made with, opened when a query needs it."""

    def __init__(self, layout: Layout, embedders: QueryEmbedders) -> None:
        """Raises UnavailableError when there are no vectors, IndexDamagedError, StorageError."""
        self._embedders = embedders
        try:
            self._file = VectorFile(layout.vectors)
        except FileNotFoundError as exc:
            raise _no_vectors() from exc
        if not self._file.count:
            raise _no_vectors()
        self._kept = QueryVectors(layout.query_vectors, self._file.model, self._file.dimensions)

    def search(self, text: str, *, known: bool, outgrown: Sequence[int] = ()) -> Semantic:
        """Every document that has a chunk, but for the `outgrown`, by its similarity to `text`.

        Raises UnavailableError.

        `known`: whether the collection has a word of the text. If not, and if its words are none the model knows
        either, a chunk must be more similar to count: such a text is likely to mean nothing. So must it for a text
        without Latin letters of which the model sees only single characters.
        """
        rise = 0.0 if self._knows_words(text, known=known) else _STRANGE_WORDS
        nearest = self._file.search(self._vector(text))
        return Semantic(nearest.without(outgrown) if outgrown else nearest, self._file.floor + rise)

    def _knows_words(self, text: str, *, known: bool) -> bool:
        """Whether the model's tokenizer takes a text apart into more than shreds."""
        words = _LATIN.findall(text)
        if words:
            return known or sum(map(len, words)) >= _LETTERS_A_TOKEN * sum(self._opened().count_tokens(words))
        characters = sum(map(len, text.split()))
        return characters > _CHARACTERS_A_TOKEN * sum(self._opened().count_tokens([text]))

    def load(self) -> None:
        """Take the vectors into memory: worth it for a process that answers many searches."""
        self._file.load()

    def passage(self, row: int) -> tuple[int, int, int]:
        """Of a row of an answer: key of its document's text, first character, the one after the last."""
        chunk = self._file.rows[row]
        return int(chunk["text_key"]), int(chunk["first"]), int(chunk["last"])

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = self._kept.get(text)
        if vector is None:
            vector = self._opened().embed_query(text)
            self._kept.put(text, vector)
        return vector

    def _opened(self) -> Embedder:
        return self._embedders.get(self._file.model)


def _no_vectors() -> UnavailableError:
    return UnavailableError("There are no vectors to search by meaning.", hint="linkly index")
