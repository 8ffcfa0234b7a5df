"""BM25F over arrays of postings.

S. Robertson, H. Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond (2009), section 3.6:
the frequencies of a term in the fields of a document, each divided by its length norm, are weighted and added, and
only the sum is saturated. The idf is Lucene's, which is never negative. The constant factor k1 + 1 is left out.

A document is scored twice: as a whole, and with its best passage in place of its text (`engine.store.passages`). As a
whole, a long text needs many occurrences to count as much as a short one that has the word once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.store.passages import PASSAGE, Passages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Field:
    """Weight of a field, and `b`: how much its length counts, from 0 to 1."""

    weight: float
    b: float


K1 = 1.4
WHOLE = 0.25
"""Share of a document's score as a whole; the rest is that of its best passage."""
SHORTEST = 50
"""Length that shorter texts count as: a note of five words is not about its words ten times as much as one of fifty."""
LONGEST = 1.5
"""Length that a passage counts as at most, in average lengths: where it begins and ends says nothing about it."""
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

    `hits` has an entry a document; `bound` is what no document's score reaches.
    """

    def __init__(self, lengths: Mapping[str, NDArray[np.float64]], live: NDArray[np.bool_]) -> None:
        """`lengths` of all documents by field; only `live` ones count for averages, for the idf and as hits."""
        self._live = live
        self._documents = int(live.sum())
        self._passages = Passages(lengths["text"])
        self._factors = {name: _factors(FIELDS[name], of, _average(of, live)) for name, of in lengths.items()}
        text = np.maximum(lengths["text"], SHORTEST)
        average = _average(np.minimum(text, PASSAGE), live)
        self._factors["text"] = _factors(FIELDS["text"], text, average)
        self._in_passage = _factors(FIELDS["text"], np.minimum(text, min(PASSAGE, LONGEST * average)), average)
        self._whole = np.zeros(len(live))
        self._outside = np.zeros(len(live))
        self._inside = np.zeros(len(self._passages))
        self.hits = np.zeros(len(live), dtype=np.bool_)
        self.bound = 0.0

    @property
    def scores(self) -> NDArray[np.float64]:
        """The score of each document for the terms so far."""
        return WHOLE * self._whole + (1 - WHOLE) * (self._outside + self._passages.best(self._inside))

    def add(self, postings: Sequence[tuple[str, Ints, Ints, Ints]], *, light: bool = False) -> None:
        """Score one term: (field, documents, frequencies, positions), no document twice in one of them.

        A term that no document has still raises the bound: whatever is found lacks it. In which passage a `light` term
        is does not count: most places are those of such words, and they tell least.
        """
        outside, whole = np.zeros(len(self._live)), np.zeros(len(self._live))
        for name, docs, counts, _ in postings:
            (whole if name == "text" else outside)[docs] += counts * self._factors[name][docs]
        whole += outside
        docs = np.flatnonzero((whole > 0) & self._live)
        most = (LIGHT if light else 1.0) * idf(len(docs), self._documents)
        self._whole[docs] += most * _saturated(whole[docs])
        self._outside[docs] += most * _saturated((whole if light else outside)[docs])
        if not light:
            self._add_passages([places for name, *places in postings if name == "text"], outside, most)
        self.hits[docs] = True
        self.bound += most

    def _add_passages(self, postings: Sequence[list[Ints]], outside: NDArray[np.float64], most: float) -> None:
        if not postings:
            return
        passages, of, counts = self._passages.frequencies(
            *(np.concatenate(part) for part in zip(*postings, strict=True))
        )
        rest = outside[of]
        # a passage that is there twice has the same value twice, and it is added once
        self._inside[passages] += most * (_saturated(rest + counts * self._in_passage[of]) - _saturated(rest))


def idf(document_frequency: int, documents: int) -> float:
    """Lucene's inverse document frequency."""
    return float(np.log1p((documents - document_frequency + 0.5) / (document_frequency + 0.5)))


def _saturated(frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    return frequencies / (K1 + frequencies)


def _average(lengths: NDArray[np.float64], live: NDArray[np.bool_]) -> float:
    return (float(lengths[live].mean()) if live.any() else 0.0) or 1.0


def _factors(field: Field, lengths: NDArray[np.float64], average: float) -> NDArray[np.float64]:
    return field.weight / (1 - field.b + field.b * lengths / average)
