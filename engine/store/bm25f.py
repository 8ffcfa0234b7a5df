"""BM25F over arrays of postings.

S. Robertson, H. Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond (2009), section 3.6:
the frequencies of a term in the fields of a document, each divided by its length norm, are weighted and added, and
only the sum is saturated. The idf is Lucene's, which is never negative. The constant factor k1 + 1 is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Field:
    """Weight of a field, and `b`: how much its length counts, from 0 to 1."""

    weight: float
    b: float


K1 = 1.4
LIGHT = 0.2
"""Weight of a term that says little, where others count 1."""
FIELDS = {
    "title": Field(2.0, 0.75),
    "name": Field(1.0, 0.75),
    "text": Field(1.0, 0.75),
    "path": Field(0.5, 0.75),
}


class Scorer:
    """Adds up the scores of terms for a collection of documents numbered from 0.

    `scores` and `hits` have an entry a document; `bound` is what no document's score reaches.
    """

    def __init__(self, lengths: Mapping[str, NDArray[np.float64]], live: NDArray[np.bool_]) -> None:
        """`lengths` of all documents by field; only `live` ones count for averages, for the idf and as hits."""
        self._live = live
        self._documents = int(live.sum())
        self._factors = {name: _factors(FIELDS[name], of, live) for name, of in lengths.items()}
        self.scores = np.zeros(len(live))
        self.hits = np.zeros(len(live), dtype=np.bool_)
        self.bound = 0.0

    def add(self, postings: Iterable[tuple[str, NDArray[np.int64], NDArray[np.int64]]], weight: float = 1.0) -> None:
        """Score one term: (field, documents, frequencies), no document twice in one of them.

        A term that no document has still raises the bound: whatever is found lacks it.
        """
        frequencies = np.zeros(len(self.scores))
        for name, docs, counts in postings:
            frequencies[docs] += counts * self._factors[name][docs]
        docs = np.flatnonzero((frequencies > 0) & self._live)
        found, most = frequencies[docs], weight * idf(len(docs), self._documents)
        self.scores[docs] += most * found / (K1 + found)
        self.hits[docs] = True
        self.bound += most


def idf(document_frequency: int, documents: int) -> float:
    """Lucene's inverse document frequency."""
    return float(np.log1p((documents - document_frequency + 0.5) / (document_frequency + 0.5)))


def _factors(field: Field, lengths: NDArray[np.float64], live: NDArray[np.bool_]) -> NDArray[np.float64]:
    average = float(lengths[live].mean()) if live.any() else 0.0
    return field.weight / (1 - field.b + field.b * lengths / (average or 1.0))
