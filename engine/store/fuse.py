"""Keyword and semantic rankings fused into one.

A document's score is its share of the greatest possible keyword score, plus how far its best chunk stands out from the
collection, times how sure the semantic ranking is for this query:

    keyword / bound  +  sure · max(0, similarity − usual)
    sure  =  WEIGHT · (best − usual) · ((best − usual) / spread / USUAL_SPREADS)²

`usual` and `spread` are the median and the standard deviation of the similarities of all documents, `best` is the
greatest one. Where the model understands query and documents, the best stands far out; in a language it does not know
all texts seem alike, and the second part vanishes. Neither part depends on filters, so that filtering and searching
commute. docs/quality.md compares this with fusing ranks and with sums of normalised scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.models import SearchMode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.store.base import Ranking
    from engine.store.vectors import Nearest

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

WEIGHT = 1.2
USUAL_SPREADS = 5.0
"""By how many standard deviations the best document stands out where the model understands."""
STANDS_OUT = 0.2
"""In hybrid mode a document without a word of the query is a hit only if it exceeds the usual similarity by this."""
_PRIOR_DOCUMENTS, _PRIOR_USUAL, _PRIOR_SPREAD = 20, 0.15, 0.1
"""A few documents say little about what is usual, so they count beside this many with what is usual elsewhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """Hits, best first; equal scores by ascending id. All arrays have one length.

    `relevance` is from 0 to 1 and never rises along the ranking. `keyword` is NaN for documents without a word of the
    query, `similarity` for those without a chunk; `rows` (−1: none) says which chunk is nearest.
    """

    doc_ids: NDArray[np.int64]
    relevance: Floats
    scores: Floats
    keyword: Floats
    similarity: Floats
    rows: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Semantic:
    """The semantic side of a search: the nearest chunks, of all documents, and from which similarity on they count."""

    nearest: Nearest
    floor: float


def fuse(ranking: Ranking, semantic: Semantic | None, allowed: NDArray[np.int64], mode: SearchMode) -> Fused:
    """The hits of a search among the `allowed` ids (ascending), by the ranking or rankings that `mode` names."""
    ids = ranking.doc_ids if semantic is None else np.union1d(ranking.doc_ids, semantic.nearest.doc_ids)
    keyword = _spread(ids, ranking.doc_ids, ranking.scores)
    similarity, rows = np.full(len(ids), np.nan), np.full(len(ids), -1, dtype=np.int64)
    hits = ~np.isnan(keyword)
    share = np.nan_to_num(keyword) / (ranking.bound or 1.0)
    scores, most = share, 1.0
    if semantic is not None:
        nearest = semantic.nearest
        similarity = _spread(ids, nearest.doc_ids, nearest.similarities)
        rows[np.searchsorted(ids, nearest.doc_ids)] = nearest.rows
        usual, sure = _background(nearest.similarities)
        near = np.nan_to_num(similarity, nan=-1.0)
        close = (near >= semantic.floor) & _fitting(ids, allowed, ranking.barred)
        if mode is SearchMode.SEMANTIC:
            hits, scores = close, np.maximum(0.0, near)
        else:
            hits = hits | (close & (near >= usual + STANDS_OUT))
            scores, most = share + sure * np.maximum(0.0, near - usual), 1.0 + sure * max(0.0, 1.0 - usual)
    order = np.flatnonzero(hits)
    order = order[np.lexsort((ids[order], -scores[order]))]
    relevance = np.clip(scores[order] / most, 0.0, 1.0)
    if semantic is not None and mode is SearchMode.HYBRID:
        relevance **= 0.5  # most of the scale is out of reach of a document that only one of the rankings finds
    return Fused(ids[order], relevance, scores[order], keyword[order], similarity[order], rows[order])


def _background(similarities: NDArray[np.float32]) -> tuple[float, float]:
    """`usual` and `sure`, as the module describes them."""
    count = len(similarities)
    if not count:
        return _PRIOR_USUAL, 0.0
    documents = count + _PRIOR_DOCUMENTS
    usual = (count * float(np.median(similarities)) + _PRIOR_DOCUMENTS * _PRIOR_USUAL) / documents
    spread = ((count * float(similarities.var()) + _PRIOR_DOCUMENTS * _PRIOR_SPREAD**2) / documents) ** 0.5
    out = max(0.0, float(similarities.max()) - usual)
    return usual, WEIGHT * out * (out / spread / USUAL_SPREADS) ** 2


def _fitting(ids: NDArray[np.int64], allowed: NDArray[np.int64], barred: NDArray[np.int64] | None) -> Bools:
    fitting: Bools = np.isin(ids, allowed, assume_unique=True)
    if barred is not None:
        fitting &= ~np.isin(ids, barred, assume_unique=True)
    return fitting


def _spread(ids: NDArray[np.int64], some: NDArray[np.int64], values: NDArray[np.floating]) -> Floats:
    """The values at the places of their ids, NaN elsewhere; `ids` ascending unless they are the same as `some`."""
    if ids is some:
        return values.astype(np.float64)
    spread = np.full(len(ids), np.nan)
    spread[np.searchsorted(ids, some)] = values
    return spread
