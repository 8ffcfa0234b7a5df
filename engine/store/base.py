"""Contracts between the engine and its parts that can be exchanged: keyword index, vector index, embedder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from engine.text.query import Query


@value
class KeywordDocument(Value):
    """What the keyword index is given of one document. `name` is the file name, `path` the folder it lies in."""

    doc_id: int
    title: str
    name: str
    path: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Documents and their scores, best first; equal scores by ascending id. Arrays of one length.

    `relaxed`: a phrase of the query matched nothing, so its words were searched instead. `bound`: what no score can
    exceed. `barred`: documents (ascending ids) that may not be hits, because they have an excluded word or lack a
    phrase; None: there are no such conditions. `known`: whether any document at all has a term of the query.
    `extended`: terms that begin with a term of the query that no document has, and that were searched in its place.
    """

    doc_ids: NDArray[np.int64]
    scores: NDArray[np.float64]
    relaxed: bool = False
    bound: float = 0.0
    barred: NDArray[np.int64] | None = None
    known: bool = True
    extended: tuple[str, ...] = ()


class KeywordWriter(Protocol):
    """Changes to the keyword index, invisible to readers until `commit`. One at a time."""

    def remove(self, doc_id: int) -> None:
        """Forget a document; unknown ids are ignored."""
        ...

    def add(self, document: KeywordDocument) -> None:
        """Index a document that is not in the index, or has been removed with this writer."""
        ...

    def commit(self) -> None:
        """Make everything since the last commit durable and visible. The writer stays usable."""
        ...

    def close(self) -> None:
        """Drop what was not committed."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class KeywordIndex(Protocol):
    """An inverted index over titles, names, paths and texts."""

    def search(self, query: Query, allowed: NDArray[np.int64] | None = None) -> Ranking:
        """Every document that contains a term of `query`, among the `allowed` ids (ascending; None: all)."""
        ...

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of documents whose text has each analysed term."""
        ...

    def writer(self) -> KeywordWriter:
        """Begin changing the index; the caller holds the writer lock."""
        ...

    def generation(self) -> int:
        """Number of the last commit, 0 for an empty index; it only grows."""
        ...

    def close(self) -> None:
        """Release the files."""
        ...


class Embedder(Protocol):
    """Texts to vectors of unit length.

    `window`: tokens a text may have, special ones and prefixes not counted; what is beyond has no effect.
    """

    name: str
    dimensions: int
    window: int

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Number of tokens of each text, as the window counts them."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a query, which some models treat differently from a passage."""
        ...
