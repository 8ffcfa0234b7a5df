"""Searching one commit of the keyword index."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from engine.store.base import Ranking
from engine.store.bm25f import Scorer
from engine.store.inversion import FIELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.store.packing import Postings
    from engine.store.postings import SegmentReader
    from engine.text.query import Query

    Bools: TypeAlias = NDArray[np.bool_]
    Ints: TypeAlias = NDArray[np.int64]


_SHORTEST_PREFIX = 5
_MOST_EXTENDED = 64


class Snapshot:
    """One commit, open for reading; not for several threads at once. Documents are numbered through all segments."""

    def __init__(self, generation: int, readers: Sequence[SegmentReader]) -> None:
        self.generation = generation
        self._readers = readers
        self._bases = np.cumsum([0, *(len(reader.rows) for reader in readers)]).tolist()
        rows = [reader.rows for reader in readers]
        self._size = self._bases[-1]
        self._doc_ids = np.concatenate([np.zeros(0, dtype=np.int64), *(row["doc_id"] for row in rows)])
        self._live = np.concatenate([np.zeros(0, dtype=np.bool_), *(reader.live for reader in readers)])
        self._lengths = {
            field: np.concatenate([np.zeros(0), *(row[field].astype(np.float64) for row in rows)]) for field in FIELDS
        }

    def close(self) -> None:
        """Release the files."""
        for reader in self._readers:
            reader.close()

    def rank(self, query: Query, allowed: Ints | None) -> Ranking:
        """Documents with a term and every phrase of the query, among the `allowed` ids (ascending; None: all)."""
        lists = {term: self._postings(term) for term in dict.fromkeys((*query.terms, *chain(*query.phrases)))}
        scorer = Scorer(self._lengths, self._live)
        extended: list[str] = []
        for term in query.terms:
            light = term in query.light
            if not lists[term] and len(term) >= _SHORTEST_PREFIX and not light:
                longer = self._terms_that_begin_with(term)
                extended += longer
                lists[term], light = [each for one in longer for each in self._postings(one)], True
            scorer.add(_numbered(lists[term]), light=light)
        hits = scorer.hits.copy()
        for term in query.supporting:
            scorer.add(_numbered(self._postings(term)), light=True)
        fitting = np.ones(self._size, dtype=np.bool_)
        for phrase in query.phrases:
            fitting &= self._with_phrase([lists[term] for term in phrase])
        for phrase in query.excluded:
            fitting &= ~self._with_phrase([self._postings(term) for term in phrase])
        kept = hits & fitting & self._allowed(allowed)
        numbers = np.flatnonzero(kept)
        ids, scores = self._doc_ids[numbers], scorer.scores[numbers]
        order = np.lexsort((ids, -scores))
        barred = np.sort(self._doc_ids[~fitting]) if query.phrases or query.excluded else None
        return Ranking(
            ids[order],
            scores[order],
            bound=scorer.bound,
            barred=barred,
            known=bool(hits.any()),
            extended=tuple(extended),
        )

    def document_frequency(self, term: str) -> int:
        """Number of documents whose text has the term."""
        found = self._postings(term)
        return sum(int(self._live[base + postings.docs].sum()) for field, base, postings in found if field == "text")

    def _terms_that_begin_with(self, term: str) -> list[str]:
        """Longer terms of the texts and titles: the compounds of a language that writes them as one word."""
        prefix = term.encode("utf-8", "surrogatepass")
        found = {
            longer
            for field in ("text", "title")
            for reader in self._readers
            for longer in reader.terms_with_prefix(field, prefix, _MOST_EXTENDED)
        }
        return [longer.decode("utf-8", "surrogatepass") for longer in sorted(found)[:_MOST_EXTENDED]]

    def _postings(self, term: str) -> list[tuple[str, int, Postings]]:
        """(field, number of the segment's first document, posting list) wherever the term occurs."""

        key = term.encode("utf-8", "surrogatepass")
        return [
            (field, base, found)
            for field in FIELDS
            for base, reader in zip(self._bases, self._readers, strict=False)
            if (found := reader.postings(field, key)) is not None
        ]

    def _allowed(self, allowed: Ints | None) -> Bools:
        if allowed is None:
            return np.ones(self._size, dtype=np.bool_)
        if not len(allowed):
            return np.zeros(self._size, dtype=np.bool_)
        places = np.minimum(np.searchsorted(allowed, self._doc_ids), len(allowed) - 1)
        found: Bools = allowed[places] == self._doc_ids
        return found

    def _with_phrase(self, lists: Sequence[Sequence[tuple[str, int, Postings]]]) -> Bools:
        """Documents with the terms at consecutive positions of one field; the lists are those of the terms."""

        marks = np.zeros(self._size, dtype=np.bool_)
        places = [{(field, base): postings for field, base, postings in found} for found in lists]
        for where in places[0]:
            if all(where in place for place in places[1:]):
                marks[where[1] + _phrase_docs([place[where] for place in places])] = True
        return marks


def _numbered(found: Sequence[tuple[str, int, Postings]]) -> list[tuple[str, Ints, Ints, Ints]]:
    return [(field, base + each.docs, each.frequencies, each.positions) for field, base, each in found]


def _phrase_docs(lists: Sequence[Postings]) -> Ints:
    """Documents where the n-th list has a position n places after one of the first list."""

    common = lists[0].docs
    for postings in lists[1:]:
        common = np.intersect1d(common, postings.docs, assume_unique=True)
    if len(lists) == 1 or not len(common):
        return common
    starts: Ints | None = None
    for offset, postings in enumerate(lists):
        keep = np.repeat(np.isin(postings.docs, common, assume_unique=True), postings.frequencies)
        docs = np.repeat(postings.docs, postings.frequencies)[keep]
        keys = (docs << 32) + postings.positions[keep].astype(np.int64) - offset
        starts = keys if starts is None else np.intersect1d(starts, keys)
    return np.unique((starts if starts is not None else common) >> 32)
