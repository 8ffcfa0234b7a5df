"""Two rankings made one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import SearchMode
from engine.store.base import Ranking
from engine.store.fuse import Fused, Semantic, fuse
from engine.store.vectors import Nearest

FLOOR = 0.3


def ranking(scores: dict[int, float], bound: float = 10.0, barred: list[int] | None = None) -> Ranking:
    order = sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))
    return Ranking(
        np.array(order, dtype=np.int64),
        np.array([scores[doc_id] for doc_id in order], dtype=np.float64),
        bound=bound,
        barred=None if barred is None else np.array(barred, dtype=np.int64),
    )


def semantic(similarities: dict[int, float], floor: float = FLOOR) -> Semantic:
    ids = sorted(similarities)
    values = np.array([similarities[doc_id] for doc_id in ids], dtype=np.float32)
    return Semantic(Nearest(np.array(ids, dtype=np.int64), values, np.arange(len(ids))), floor)


def run(keywords, meaning, mode=SearchMode.HYBRID, allowed=range(1, 1000)) -> Fused:
    return fuse(keywords, meaning, np.array(sorted(allowed), dtype=np.int64), mode)


BACKGROUND = dict.fromkeys(range(100, 200), 0.05)


def test_without_vectors_the_keyword_ranking_stays() -> None:
    fused = run(ranking({3: 4.0, 1: 2.0, 2: 4.0}), None, SearchMode.KEYWORD)
    assert fused.doc_ids.tolist() == [2, 3, 1]
    assert fused.relevance.tolist() == [0.4, 0.4, 0.2]
    assert np.isnan(fused.similarity).all()


def test_meaning_lifts_a_document_over_another() -> None:
    fused = run(ranking({1: 3.0, 2: 2.8}), semantic(BACKGROUND | {1: 0.05, 2: 0.6}))
    assert fused.doc_ids.tolist() == [2, 1]


def test_meaning_alone_makes_a_hit_above_the_floor() -> None:
    fused = run(ranking({1: 3.0}), semantic(BACKGROUND | {7: 0.55, 8: 0.29}))
    assert sorted(fused.doc_ids.tolist()) == [1, 7]
    assert np.isnan(fused.keyword).sum() == 1


def test_where_all_seem_alike_keywords_decide() -> None:
    alike = {doc_id: 0.6 + 0.001 * (doc_id % 7) for doc_id in range(1, 200)}
    fused = run(ranking({1: 3.0, 2: 2.9, 3: 2.8}), semantic(alike))
    assert fused.doc_ids.tolist() == [1, 2, 3]


def test_the_best_counts_more_where_the_others_are_closer_together() -> None:
    def score_of_best(spread: float) -> float:
        others = {doc_id: 0.05 + spread * (doc_id % 3 - 1) for doc_id in range(100, 400)}
        fused = run(ranking({1: 3.0}), semantic(others | {2: 0.5}))
        return float(fused.scores[fused.doc_ids == 2][0])

    assert score_of_best(0.01) > 2 * score_of_best(0.3)


def test_semantic_mode_ranks_by_similarity() -> None:
    fused = run(ranking({1: 9.0}), semantic(BACKGROUND | {1: 0.4, 2: 0.7}), SearchMode.SEMANTIC)
    assert fused.doc_ids.tolist() == [2, 1]


@pytest.mark.parametrize("mode", [SearchMode.HYBRID, SearchMode.SEMANTIC])
def test_what_is_barred_is_no_hit_by_meaning_either(mode: SearchMode) -> None:
    fused = run(ranking({1: 3.0}, barred=[7]), semantic(BACKGROUND | {1: 0.5, 7: 0.9}), mode)
    assert fused.doc_ids.tolist() == [1]


def test_documents_without_a_chunk_keep_their_words() -> None:
    fused = run(ranking({1: 3.0}), semantic(BACKGROUND))
    assert fused.doc_ids.tolist() == [1]
    assert fused.rows.tolist() == [-1]


SCORES = st.dictionaries(st.integers(1, 40), st.floats(0.1, 9.9), max_size=30)
SIMILARITIES = st.dictionaries(st.integers(1, 40), st.floats(-0.25, 0.875, width=32), min_size=1, max_size=40)


@given(SCORES, SIMILARITIES, st.sets(st.integers(1, 40)), st.sampled_from([SearchMode.HYBRID, SearchMode.SEMANTIC]))
def test_filtering_the_search_is_searching_the_filter(scores, similarities, allowed, mode) -> None:
    everything = run(ranking(scores), semantic(similarities), mode)
    kept = {doc_id: score for doc_id, score in scores.items() if doc_id in allowed}
    filtered = run(ranking(kept), semantic(similarities), mode, allowed)
    assert filtered.doc_ids.tolist() == [doc_id for doc_id in everything.doc_ids.tolist() if doc_id in allowed]
    wanted = [r for r, doc_id in zip(everything.relevance, everything.doc_ids, strict=True) if doc_id in allowed]
    np.testing.assert_allclose(filtered.relevance, wanted)


@given(SCORES, SIMILARITIES, st.sampled_from(list(SearchMode)))
def test_relevance_is_from_0_to_1_and_never_rises(scores, similarities, mode) -> None:
    fused = run(ranking(scores), semantic(similarities), mode)
    assert ((fused.relevance >= 0) & (fused.relevance <= 1)).all()
    assert (np.diff(fused.relevance) <= 1e-12).all()
    assert len(set(fused.doc_ids.tolist())) == len(fused.doc_ids)


def test_where_all_seem_alike_only_semantic_mode_has_them_all() -> None:
    alike = semantic(dict.fromkeys(range(1, 100), 0.6))
    assert len(run(ranking({}), alike, SearchMode.SEMANTIC).doc_ids) == 99
    assert len(run(ranking({}), alike).doc_ids) == 0
