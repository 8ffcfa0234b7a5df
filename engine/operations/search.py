"""`search`: documents for a plain-text query, best first, each with its best passage."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import StorageError, UnavailableError
from engine.models import DocType, Explanation, SameText, SearchHit, SearchMode, SearchResult, TimeSort
from engine.operations.state import place_at, stale_state
from engine.requests import Filter
from engine.text.dates import format_time, is_bare_date
from engine.text.query import parse_query
from engine.text.snippet import best_snippet, leading_snippet
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.errors import LinklyError
    from engine.models import Place
    from engine.requests import SearchRequest
    from engine.store.base import KeywordIndex, Ranking
    from engine.store.catalog import Catalog
    from engine.store.fuse import Fused, Semantic
    from engine.store.records import Document
    from engine.store.semantic import SemanticIndex
    from engine.text.snippet import SnippetSpan


_WORDS_PUT_RIGHT = 20
_WITH_PLACES = frozenset({DocType.PDF, DocType.PPTX, DocType.EPUB})
_OPTIONS = {"doc_types": "type"}
"""Fields of a filter whose option has another name."""


@value
class _Group(Value):
    """Documents with one text: the one that leads, where the others are, and the best place of them in the ranking."""

    leader: int
    others: tuple[int, ...]
    place: int


def search(
    catalog: Catalog, index: KeywordIndex, open_semantic: Callable[[], SemanticIndex], request: SearchRequest
) -> SearchResult:
    """The page of hits that the request names. Raises LibraryNotFoundError.

    `open_semantic` opens the vectors, if the request wants them; what it raises is said in a note, and keywords answer.
    """
    search = _Search(catalog, index, open_semantic, request)
    fused = search.run()
    same = catalog.same_texts()
    groups = group_same_texts(fused.doc_ids, same)
    page = [_group(place, ids, same) for place, ids in groups[request.offset : request.offset + request.limit]]
    documents = catalog.documents([doc_id for group in page for doc_id in (group.leader, *group.others)])
    page = [_led_by_a_file(group, documents) for group in page]
    hits = [_Hits(search, fused, documents).hit(group) for group in page]
    return SearchResult(
        query=request.query,
        mode=search.mode,
        total=len(groups),
        relaxed=search.relaxed,
        notes=_notes(search, found=len(groups)),
        results=tuple(_sorted_by_time(hits, request.time_sort)),
        offset=request.offset,
    )


class _Search:
    """One query against both rankings, for one filter or several."""

    def __init__(
        self,
        catalog: Catalog,
        index: KeywordIndex,
        open_semantic: Callable[[], SemanticIndex],
        request: SearchRequest,
    ) -> None:
        self.catalog = catalog
        self.request = request
        self.query = parse_query(request.query)
        self.known = True
        self.relaxed = False
        self.obstacle: LinklyError | None = None
        self._index = index
        self._open_semantic = open_semantic
        self._semantic: SemanticIndex | None = None
        self._found: Semantic | None = None

    def run(self) -> Fused:
        """The hits that the request asks for."""
        import numpy as np

        allowed = np.asarray(self.catalog.select(self.request.filter), dtype=np.int64)
        ranking = self._index.search(self.query, allowed)
        self.relaxed = ranking.relaxed
        self.known = ranking.known
        self.query = replace(self.query, terms=(*self.query.terms, *ranking.extended))
        if self.request.mode is not SearchMode.KEYWORD:
            self._look_for_meaning()
        return self._fuse(ranking, allowed)

    def _look_for_meaning(self) -> None:
        try:
            self._semantic = self._open_semantic()
            self._found = self._semantic.search(
                self.query.wording, known=self.known, outgrown=self.catalog.outgrown_vectors()
            )
        except (UnavailableError, StorageError) as exc:
            self.obstacle = exc

    @property
    def mode(self) -> SearchMode:
        """How the search is really answered."""
        return SearchMode.KEYWORD if self._found is None else self.request.mode

    def _fuse(self, ranking: Ranking, allowed: NDArray[np.int64]) -> Fused:
        from engine.store.fuse import fuse

        return fuse(ranking, self._found, allowed, self.mode)

    def count(self, chosen: Filter) -> int:
        """How many hits there would be with another filter."""
        import numpy as np

        allowed = np.asarray(self.catalog.select(chosen), dtype=np.int64)
        fused = self._fuse(self._index.search(self.query, allowed), allowed)
        return len(group_same_texts(fused.doc_ids, self.catalog.same_texts()))

    def passage(self, row: int, text_key: int) -> tuple[int, int] | None:
        """Where in its document the chunk of a row is, if it is of that text."""
        if self._semantic is None or row < 0:
            return None
        of, first, last = self._semantic.passage(row)
        return (first, last) if of == text_key else None


def group_same_texts(doc_ids: NDArray[np.int64], same: Mapping[int, tuple[bytes, int]]) -> list[tuple[int, list[int]]]:
    """The ranking with documents of equal text as one: the best place among them, and their ids.

    `same`: text hash and modification time of every document that shares its text with another.
    """
    members: dict[bytes, list[int]] = {}
    order: list[tuple[int, list[int]]] = []
    for place, doc_id in enumerate(doc_ids.tolist()):
        entry = same.get(doc_id)
        if entry is not None and entry[0] in members:
            members[entry[0]].append(doc_id)
            continue
        group = [doc_id]
        order.append((place, group))
        if entry is not None:
            members[entry[0]] = group
    return order


def _group(place: int, doc_ids: list[int], same: Mapping[int, tuple[bytes, int]]) -> _Group:
    """The group of some documents, led by the newest."""
    if len(doc_ids) > 1:
        doc_ids.sort(key=lambda doc_id: (-same[doc_id][1], doc_id))
    return _Group(leader=doc_ids[0], others=tuple(doc_ids[1:]), place=place)


def _led_by_a_file(group: _Group, documents: Mapping[int, Document]) -> _Group:
    """The group led by the first of its documents whose file is there, if any is."""
    members = [group.leader, *group.others]
    if not group.others or Path(documents[group.leader].path).exists():
        return group
    members.sort(key=lambda doc_id: not Path(documents[doc_id].path).exists())
    return replace(group, leader=members[0], others=tuple(members[1:]))


@dataclass(frozen=True, slots=True)
class _Hits:
    """What the hits of one page are made from."""

    search: _Search
    fused: Fused
    documents: Mapping[int, Document]

    def hit(self, group: _Group) -> SearchHit:
        """A group of documents as the answer shows it."""
        document = self.documents[group.leader]
        snippet = lines = place = None
        passage = self._passage(document, group.place) if document.total_lines else None
        if passage is not None:
            snippet, lines = passage.text, passage.lines
            place = self._place(document, passage.lines[0])
        return SearchHit(
            doc_id=str(document.doc_id),
            title=document.title,
            path=document.path,
            doc_type=document.doc_type,
            relevance=round(float(self.fused.relevance[group.place]), 4),
            word_count=document.word_count,
            total_lines=document.total_lines,
            has_outline=document.has_outline,
            modified_at=format_time(document.mtime_ns / 1e9),
            keywords=document.keywords,
            snippet=snippet,
            lines=lines,
            place=place,
            libraries=document.libraries,
            also_at=tuple(SameText(doc_id=str(other), path=self.documents[other].path) for other in group.others),
            outcome=document.outcome,
            stale=stale_state(document),
            explain=self._explanation(group.place) if self.search.request.explain else None,
        )

    def _place(self, document: Document, line: int) -> Place | None:
        if document.doc_type not in _WITH_PLACES:
            return None
        return place_at(self.search.catalog.structure(document.doc_id).places, line)

    def _passage(self, document: Document, place: int) -> SnippetSpan | None:
        """Where the query's words occur, else the chunk that is nearest to its meaning, else the beginning."""
        text, query = self.search.catalog.text(document.doc_id), self.search.query
        chunk = self.search.passage(int(self.fused.rows[place]), document.text_key)
        if chunk is None:
            return best_snippet(text, query) or leading_snippet(text)
        return best_snippet(text, query.telling()) or leading_snippet(text, *chunk)

    def _explanation(self, place: int) -> Explanation:
        keyword, similarity = self.fused.keyword, self.fused.similarity
        return Explanation(
            keyword_rank=_rank(keyword, place),
            keyword_score=_known(keyword[place]),
            semantic_rank=_rank(similarity, place),
            similarity=_known(similarity[place]),
            fused=round(float(self.fused.scores[place]), 4),
        )


def _rank(values: NDArray[np.float64], place: int) -> int | None:
    """The rank of one of the hits among them all by some value, None where it has none."""
    return None if isnan(values[place]) else int((values > values[place]).sum()) + 1


def _known(number: float) -> float | None:
    return None if isnan(number) else round(float(number), 4)


def _sorted_by_time(hits: Sequence[SearchHit], order: TimeSort) -> list[SearchHit]:
    """The same hits; those of one second stay in the order of relevance."""
    if order is TimeSort.DEFAULT:
        return list(hits)
    return sorted(hits, key=lambda hit: hit.modified_at, reverse=order is TimeSort.NEWEST)


def _notes(search: _Search, found: int) -> tuple[str, ...]:
    notes: list[str] = []
    before = search.request.filter.modified_before
    if before is not None and is_bare_date(before):
        notes.append(f"modified_before {before} ends at {before}T00:00:00Z; later on that day is left out.")
    obstacle = search.obstacle
    if obstacle is not None and (
        search.request.mode is SearchMode.SEMANTIC or not isinstance(obstacle, UnavailableError)
    ):
        notes.append(f"{obstacle.message} So keywords answered. To mend it: {obstacle.hint or 'linkly doctor'}")
    if not search.known:
        notes += _did_you_mean(search.catalog, search.request.query)
    if not found:
        notes += _advice(search)
    return tuple(notes)


def _did_you_mean(catalog: Catalog, query: str) -> list[str]:
    """Keywords of the documents that are spelt almost like words of the query."""
    known = {keyword.casefold(): keyword for keyword in catalog.keywords()}
    meant: list[str] = []
    for word in re.findall(r"\w{4,}", query.casefold())[:_WORDS_PUT_RIGHT]:
        similar = [other for other in known if abs(len(other) - len(word)) <= 2 and other[0] == word[0]]
        if word not in known:
            meant += get_close_matches(word, similar, n=1, cutoff=0.75)
    return [f"Did you mean: {', '.join(known[word] for word in dict.fromkeys(meant))}?"] if meant else []


def _advice(search: _Search) -> list[str]:
    """What to try when nothing was found."""
    chosen = search.request.filter
    advice = _folders_called_so(search.catalog, search.request.query)
    if chosen == Filter():
        return [*advice, "Try fewer or other words; linkly explore shows what the documents are about."]
    left = len(search.catalog.select(chosen))
    noun = "document passes" if left == 1 else "documents pass"
    none = Filter()
    without = [
        f"without --{_OPTIONS.get(name, name.replace('_', '-'))} it finds {count:,}"
        for name in (spec.name for spec in fields(chosen))
        if getattr(chosen, name) != getattr(none, name)
        and (count := search.count(replace(chosen, **{name: getattr(none, name)})))
    ] or [f"without them it finds {search.count(none):,}"]
    return [*advice, f"{left:,} {noun} the filters. The query finds nothing there; {', '.join(without)}."]


def _folders_called_so(catalog: Catalog, query: str) -> list[str]:
    """A hint where a word of the query is in the name of a folder."""
    names = {path.rpartition("/")[2].casefold() for path, _ in catalog.folder_counts(None)}
    words = [word for word in re.findall(r"\w{3,}", query.casefold()) if any(word in name for name in names)]
    return [f'There is a folder whose name has "{words[0]}": linkly find-paths --patterns {words[0]}'] if words else []
