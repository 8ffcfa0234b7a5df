"""From documents, each with its terms, to terms, each with its documents: in memory, for one batch."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.store.packing import PackedList, pack_gaps, pack_rest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from engine.text.analyse import Tokens


FIELDS = ("title", "name", "text", "path")
_LONGEST = 8_000_000
"""Terms of one text that are kept with all their places, about 50 MB of it; of those further on, one place each."""
_NONE = np.empty(0, dtype=np.int32)


class Batch:
    """Documents on their way into a segment, numbered from 0.

    `rows`: id and the lengths of FIELDS of each document; `numbers`: their numbers by id, without those `removed`;
    `size`: terms in all of them, about 40 bytes each while the batch is written.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[int, list[int]]] = []
        self.numbers: dict[int, int] = {}
        self.removed: list[int] = []
        self.size = 0
        self._vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
        self._terms: dict[str, list[NDArray[np.int32]]] = {field: [] for field in FIELDS}
        self._positions: dict[str, list[NDArray[np.int32]]] = {field: [] for field in FIELDS}
        self._ranking: tuple[list[bytes], NDArray[np.int32]] | None = None

    def add(self, doc_id: int, tokens: Mapping[str, Iterable[Tokens]]) -> None:
        """Take up a document, the terms of its fields part by part. Not after `lists`."""
        self.numbers[doc_id] = len(self.rows)
        self.rows.append((doc_id, [self._add_field(field, tokens[field]) for field in FIELDS]))

    def remove(self, doc_id: int) -> None:
        """Forget a document that was added; its postings stay."""
        self.removed.append(self.numbers.pop(doc_id))

    def lists(self, field: str) -> Iterator[tuple[bytes, PackedList]]:
        """The terms of a field, ascending in UTF-8, with their posting lists."""
        lengths = [len(terms) for terms in self._terms[field]]
        if not sum(lengths):
            return
        keys, ranks = self._ranked_vocabulary()
        terms = ranks[np.concatenate(self._terms[field])]
        positions = np.concatenate(self._positions[field])
        docs = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
        order = np.lexsort((positions, docs, terms))
        terms, docs, positions = terms[order], docs[order], positions[order]
        # a run of one term in one document is a posting, a run of postings of one term is a list
        first = np.flatnonzero(_changes(terms) | _changes(docs))
        frequencies = np.diff(first, append=len(terms))
        terms, docs = terms[first], docs[first]
        begins = np.flatnonzero(_changes(terms))
        ends = np.append(begins[1:], len(terms))
        gaps = np.diff(docs, prepend=np.int32(0))
        gaps[begins] = docs[begins]
        columns = (
            terms[begins], begins, ends, docs[ends - 1], first[begins], np.append(first[begins[1:]], len(positions)),
            np.maximum.reduceat(gaps, begins), np.maximum.reduceat(frequencies, begins),
            np.maximum.reduceat(positions, first[begins]),
        )  # fmt: skip
        for rank, begin, end, last, low, high, gap, frequency, position in zip(
            *(c.tolist() for c in columns), strict=True
        ):
            rest = pack_rest(frequencies[begin:end], positions[low:high], (frequency, position))
            yield keys[rank], PackedList(pack_gaps(gaps[begin:end], gap), last, rest)

    def _add_field(self, field: str, parts: Iterable[Tokens]) -> int:
        """Take up one field; the number of its positions. Far into a very long text only new terms are kept."""
        kept_terms, kept_positions = [_NONE], [_NONE]
        kept = length = 0
        for part in parts:
            terms, positions = self._numbered(part)
            if kept > _LONGEST:
                terms, first = np.unique(terms, return_index=True)
                new = np.isin(terms, np.concatenate(kept_terms), invert=True)
                terms, positions = terms[new], positions[first][new]
            kept_terms.append(terms)
            kept_positions.append(positions + np.int32(length))
            kept += len(terms)
            length += len(part.terms)
        self._terms[field].append(np.concatenate(kept_terms))
        self._positions[field].append(np.concatenate(kept_positions))
        self.size += kept
        return length

    def _numbered(self, tokens: Tokens) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The terms of a text by their numbers, and their positions."""
        vocabulary = self._vocabulary
        terms = [vocabulary[term] for term in tokens.terms]
        terms += [vocabulary[term] for _, term in tokens.extras]
        positions = np.arange(len(terms), dtype=np.int32)
        if tokens.extras:
            positions[len(tokens.terms) :] = [position for position, _ in tokens.extras]
        return np.array(terms, dtype=np.int32), positions

    def _ranked_vocabulary(self) -> tuple[list[bytes], NDArray[np.int32]]:
        """Terms in ascending order, and the place there of each number that `add` gave."""
        if self._ranking is None:
            keys = [term.encode("utf-8", "surrogatepass") for term in self._vocabulary]
            order = sorted(range(len(keys)), key=keys.__getitem__)
            ranks = np.empty(len(keys), dtype=np.int32)
            ranks[order] = np.arange(len(keys), dtype=np.int32)
            self._ranking = sorted(keys), ranks
        return self._ranking


def _changes(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Where a value differs from the one before it; true for the first."""
    changes = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes
