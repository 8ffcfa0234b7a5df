"""`search`: documents for a plain-text query, best first, each with its best passage."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from engine.models import Explanation, SameText, SearchHit, SearchMode, SearchResult, TimeSort
from engine.operations.state import place_at, stale_state
from engine.requests import Filter
from engine.text.dates import format_time, is_bare_date
from engine.text.query import parse_query
from engine.text.snippet import best_snippet, leading_snippet
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.requests import SearchRequest
    from engine.store.base import KeywordIndex, Ranking
    from engine.store.catalog import Catalog
    from engine.store.records import Document
    from engine.text.query import Query


@value
class _Group(Value):
    """Documents with one text: the one that leads, where the others are, and the best score among them."""

    leader: int
    others: tuple[int, ...]
    rank: int
    score: float


def search(catalog: Catalog, index: KeywordIndex, request: SearchRequest) -> SearchResult:
    """The page of hits that the request names. Raises LibraryNotFoundError."""
    import numpy as np

    query = parse_query(request.query)
    allowed = catalog.select(request.filter)
    ranking = index.search(query, np.asarray(allowed, dtype=np.int64))
    groups = group_same_texts(ranking, catalog.same_texts())
    page = groups[request.offset : request.offset + request.limit]
    documents = catalog.documents([doc_id for group in page for doc_id in (group.leader, *group.others)])
    page = [_led_by_a_file(group, documents) for group in page]
    hits = [_hit(catalog, group, documents, query, ranking, explain=request.explain) for group in page]
    return SearchResult(
        query=request.query,
        mode=SearchMode.KEYWORD,
        total=len(groups),
        relaxed=ranking.relaxed,
        notes=_notes(catalog, index, request, query, found=bool(groups)),
        results=tuple(_sorted_by_time(hits, request.time_sort)),
        offset=request.offset,
    )


def group_same_texts(ranking: Ranking, same: Mapping[int, tuple[bytes, int]]) -> list[_Group]:
    """The ranking with documents of equal text as one: the newest leads, at the rank of the best.

    `same`: text hash and modification time of every document that shares its text with another.
    """
    positions: dict[bytes, list[int]] = {}
    order: list[list[int]] = []
    ids: list[int] = ranking.doc_ids.tolist()
    for position, doc_id in enumerate(ids):
        entry = same.get(doc_id)
        if entry is not None and entry[0] in positions:
            positions[entry[0]].append(position)
            continue
        group = [position]
        order.append(group)
        if entry is not None:
            positions[entry[0]] = group
    return [_group(members, ids, ranking, same, rank) for rank, members in enumerate(order, start=1)]


def _group(
    members: Sequence[int], ids: Sequence[int], ranking: Ranking, same: Mapping[int, tuple[bytes, int]], rank: int
) -> _Group:
    doc_ids = [ids[position] for position in members]
    if len(doc_ids) > 1:
        doc_ids.sort(key=lambda doc_id: (-same[doc_id][1], doc_id))
    return _Group(leader=doc_ids[0], others=tuple(doc_ids[1:]), rank=rank, score=float(ranking.scores[members[0]]))


def _led_by_a_file(group: _Group, documents: Mapping[int, Document]) -> _Group:
    """The group led by the first of its documents whose file is there, if any is."""
    members = [group.leader, *group.others]
    if not group.others or Path(documents[group.leader].path).exists():
        return group
    members.sort(key=lambda doc_id: not Path(documents[doc_id].path).exists())
    return replace(group, leader=members[0], others=tuple(members[1:]))


def _hit(
    catalog: Catalog,
    group: _Group,
    documents: Mapping[int, Document],
    query: Query,
    ranking: Ranking,
    *,
    explain: bool,
) -> SearchHit:
    document = documents[group.leader]
    snippet = lines = place = None
    if document.total_lines:
        text = catalog.text(document.doc_id)
        passage = best_snippet(text, query) or leading_snippet(text)
        if passage is not None:
            snippet, lines = passage.text, passage.lines
            place = place_at(catalog.structure(document.doc_id).places, passage.lines[0])
    return SearchHit(
        doc_id=str(document.doc_id),
        title=document.title,
        path=document.path,
        doc_type=document.doc_type,
        relevance=relevance(group.score, ranking.bound),
        word_count=document.word_count,
        total_lines=document.total_lines,
        has_outline=document.has_outline,
        modified_at=format_time(document.mtime_ns / 1e9),
        keywords=document.keywords,
        snippet=snippet,
        lines=lines,
        place=place,
        libraries=document.libraries,
        also_at=tuple(SameText(doc_id=str(other), path=documents[other].path) for other in group.others),
        outcome=document.outcome,
        stale=stale_state(document),
        explain=_explanation(group) if explain else None,
    )


def relevance(score: float, bound: float) -> float:
    """The share of the greatest score a document could have for this query, four decimals."""
    return round(min(1.0, score / bound), 4) if bound > 0 else 0.0


def _explanation(group: _Group) -> Explanation:
    return Explanation(
        keyword_rank=group.rank,
        keyword_score=round(group.score, 4),
        semantic_rank=None,
        similarity=None,
        fused=round(group.score, 4),
    )


def _sorted_by_time(hits: Sequence[SearchHit], order: TimeSort) -> list[SearchHit]:
    """The same hits; those of one second stay in the order of relevance."""
    if order is TimeSort.DEFAULT:
        return list(hits)
    return sorted(hits, key=lambda hit: hit.modified_at, reverse=order is TimeSort.NEWEST)


def _notes(
    catalog: Catalog, index: KeywordIndex, request: SearchRequest, query: Query, *, found: bool
) -> tuple[str, ...]:
    notes: list[str] = []
    before = request.filter.modified_before
    if before is not None and is_bare_date(before):
        notes.append(f"modified_before {before} ends at {before}T00:00:00Z; later on that day is left out.")
    if request.mode is SearchMode.SEMANTIC:
        notes.append("There are no vectors to search by meaning, so keywords answered.")
    if not found:
        notes += _advice(catalog, index, request, query)
    return tuple(notes)


def _did_you_mean(catalog: Catalog, query: str) -> list[str]:
    """Keywords of the documents that are spelt almost like words of the query."""
    known = {keyword.casefold(): keyword for keyword in catalog.keywords()}
    meant: list[str] = []
    for word in re.findall(r"\w{4,}", query.casefold()):
        similar = [other for other in known if abs(len(other) - len(word)) <= 2 and other[0] == word[0]]
        if word not in known:
            meant += get_close_matches(word, similar, n=1, cutoff=0.75)
    return [f"Did you mean: {', '.join(known[word] for word in dict.fromkeys(meant))}?"] if meant else []


def _advice(catalog: Catalog, index: KeywordIndex, request: SearchRequest, query: Query) -> list[str]:
    """What to try when nothing was found."""
    meant = _did_you_mean(catalog, request.query)
    if request.filter == Filter():
        return [*meant, "Try fewer or other words; linkly explore shows what the documents are about."]
    left = len(catalog.select(request.filter))
    without = len(group_same_texts(index.search(query), catalog.same_texts()))
    noun = "document passes" if left == 1 else "documents pass"
    advice = [*meant, f"{left:,} {noun} the filters; without them the query finds {without:,}."]
    if without:
        advice.append("Drop a filter, or look for the folder: linkly find-paths --patterns NAME")
    return advice
