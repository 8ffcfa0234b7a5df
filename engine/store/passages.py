"""Long texts in passages, so that a book about much is found for what one of its pages is about.

A passage is PASSAGE positions long and begins in the middle of the one before. A text up to that length is one passage.
M. Kaszkiel, J. Zobel: Effective Ranking with Arbitrary Passages (2001).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

PASSAGE = 300
_HALF = PASSAGE // 2


class Passages:
    """The passages of all documents, numbered through; those of one document follow one another."""

    def __init__(self, lengths: Floats) -> None:
        """`lengths`: positions of the text of each document."""
        halves = np.ceil(lengths / _HALF).astype(np.int64)
        self._counts = np.maximum(1, halves - 1)
        self._first = np.cumsum(self._counts) - self._counts
        self._found = np.zeros(int(self._counts.sum()), dtype=np.int64)

    def __len__(self) -> int:
        return len(self._found)

    def best(self, values: Floats) -> Floats:
        """The greatest value among the passages of each document."""
        return np.maximum.reduceat(values, self._first) if len(self._first) else values

    def frequencies(self, docs: Ints, counts: Ints, positions: Ints) -> tuple[Ints, Ints, Ints]:
        """Passages with a term, the document of each, and how often each has it; a passage may be there several times.

        `counts`: how often each of the `docs` has the term; `positions`: all places of it in that order.
        """
        long = self._counts[docs] > 1
        parts = [(self._first[docs[~long]], docs[~long], counts[~long])]
        if long.any():
            parts += self._of_long_texts(docs[long], counts[long], positions[np.repeat(long, counts)])
        passages, docs, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
        np.add.at(self._found, passages, counts)
        frequencies = self._found[passages]
        self._found[passages] = 0
        return passages, docs, frequencies

    def _of_long_texts(self, docs: Ints, counts: Ints, positions: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
        """(passages, their documents, occurrences)."""
        docs, halves = np.repeat(docs, counts), positions // _HALF
        # occurrences in one half of one document are neighbours
        begins = np.flatnonzero(np.diff(docs, prepend=-1) | np.diff(halves, prepend=-1))
        counts = np.diff(begins, append=len(docs))
        docs, halves = docs[begins], halves[begins]
        first, last = self._first[docs], self._counts[docs] - 1
        # a half is the first one of a passage and the second one of the passage before
        for passages in (halves, halves - 1):
            inside = (passages >= 0) & (passages <= last)
            yield (first + passages)[inside], docs[inside], counts[inside]
