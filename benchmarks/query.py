"""How the time of a keyword search grows with the terms of the query and the postings they touch.

    python -m benchmarks.query [--documents N] [--words N] [--rounds N]

A collection of texts is generated whose words are distributed as in natural language (Zipf), always the same; the words
of the queries are drawn from the same distribution. A line a length of query gives, as medians over the queries: the
postings of its terms, and the time of the ranking alone, of the passages of the first 20 documents alone, and of the
whole search; each also as a ratio to the queries of one term in this run, which is what to compare between machines.
The queries of all lengths take turns, so that a machine whose speed drifts does not matter. The last line is a query of
10,000 characters.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from engine.documents import ExtractedDocument, SourceFile
from engine.ingest.keywords import KeywordFeeder
from engine.models import DocType, SearchMode
from engine.requests import SearchRequest
from engine.service import Engine
from engine.store.catalog import Catalog
from engine.store.catalog_writer import CatalogWriter, StoredFile
from engine.store.keyword import WhooshKeywordIndex
from engine.store.layout import Layout
from engine.store.records import Library
from engine.text.query import parse_query
from engine.text.snippet import best_snippet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.random import Generator

    from engine.text.query import Query

_T = TypeVar("_T")
TERMS = (1, 2, 4, 8, 16, 32, 64, 128)
LONG = 10_000
"""Characters of the longest query."""
VOCABULARY = 50_000
HITS = 20
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(slots=True)
class Row:
    """What was measured for queries of one length."""

    name: str
    queries: list[str]
    postings: list[int] = field(default_factory=list)
    ranking: list[float] = field(default_factory=list)
    passages: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)


class Language:
    """Made-up words; the n-th is drawn with a probability of about 1/n."""

    def __init__(self, random: Generator) -> None:
        self._random = random
        weights = 1 / (np.arange(VOCABULARY) + 2.7)
        self._cumulated = np.cumsum(weights / weights.sum())
        self._words = np.array([_spelled(number) for number in random.permutation(VOCABULARY).tolist()])

    def words(self, count: int) -> list[str]:
        """So many words, drawn one by one."""
        drawn: list[str] = self._words[np.searchsorted(self._cumulated, self._random.random(count))].tolist()
        return drawn

    def text(self, count: int) -> str:
        """A text of so many words, in lines of twelve."""
        words = self.words(count)
        return "\n".join(" ".join(words[at : at + 12]) + "." for at in range(0, count, 12))

    def query(self, terms: int) -> str:
        """A query of so many different words."""
        chosen: dict[str, None] = {}
        while len(chosen) < terms:
            chosen |= dict.fromkeys(self.words(terms - len(chosen)))
        return " ".join(chosen)


def _spelled(number: int) -> str:
    syllables = ""
    while number or not syllables:
        number, consonant = divmod(number, len(_CONSONANTS))
        number, vowel = divmod(number, len(_VOWELS))
        syllables += _CONSONANTS[consonant] + _VOWELS[vowel]
    return f"{syllables}k"


def fill(layout: Layout, texts: Iterator[str]) -> None:
    """A catalogue and a keyword index of `texts`, as `linkly index` leaves them."""
    layout.root.mkdir(parents=True)
    with CatalogWriter.open(layout.catalog) as catalog:
        with catalog.transaction():
            library = catalog.save_library(Library(name="generated", roots=("/generated",)))
            for number, text in enumerate(texts):
                catalog.set_membership(catalog.save_file(_stored(number, text), doc_id=None), [library])
        feeder = KeywordFeeder(catalog, layout.keyword)
        feeder.sync()
        feeder.close()


def _stored(number: int, text: str) -> StoredFile:
    path = f"/generated/{number}.txt"
    return StoredFile(
        source=SourceFile(path=path, suffix="txt", size=len(text), mtime_ns=number, inode=number),
        content_hash=path.encode(),
        extractor=1,
        document=ExtractedDocument(doc_type=DocType.TXT, text=text),
        title=str(number),
        word_count=text.count(" ") + 1,
        keywords=(),
    )


def measure(layout: Layout, rows: list[Row], rounds: int) -> None:
    """Search each query of each row, the rows taking turns."""
    engine = Engine.open(layout.root)
    with closing(WhooshKeywordIndex.open(layout.keyword)) as index, Catalog.open(layout.catalog) as catalog:
        for turn in range(-1, rounds):  # the first turn only warms up
            for row in rows:
                text = row.queries[turn]
                query = parse_query(text)
                ranking, ranked = _timed(partial(index.search, query))
                texts = [catalog.text(doc_id) for doc_id in ranking.doc_ids[:HITS].tolist()]
                _, shown = _timed(partial(_passages, texts, query))
                request = SearchRequest(query=text, limit=HITS, mode=SearchMode.KEYWORD)
                _, searched = _timed(partial(engine.search, request))
                if turn >= 0:
                    row.postings.append(sum(index.document_frequency(query.terms).values()))
                    row.ranking.append(ranked)
                    row.passages.append(shown)
                    row.whole.append(searched)


def _passages(texts: list[str], query: Query) -> None:
    for text in texts:
        best_snippet(text, query)


def _timed(call: Callable[[], _T]) -> tuple[_T, float]:
    start = time.perf_counter()
    result = call()
    return result, time.perf_counter() - start


def report(rows: list[Row]) -> None:
    """Print a line a row, medians beside ratios to the first."""
    print(f"{'terms':>12} {'postings':>10} {'ranking':>17} {'passages':>17} {'search':>17}")
    base = rows[0]
    for row in rows:
        cells = [
            f"{median(mine) * 1000:7.1f} ms {median(mine) / median(first):5.1f} ×"
            for mine, first in (
                (row.ranking, base.ranking),
                (row.passages, base.passages),
                (row.whole, base.whole),
            )
        ]
        print(f"{row.name:>12} {median(row.postings):10,.0f} {' '.join(cells)}")


def main() -> None:
    """Generate, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=4_000)
    parser.add_argument("--words", type=int, default=400, help="a document has on average")
    parser.add_argument("--rounds", type=int, default=15, help="queries of each length")
    options = parser.parse_args()
    random = np.random.default_rng(1)
    language = Language(random)
    lengths = random.poisson(options.words, options.documents).clip(1).tolist()
    rows = [Row(str(terms), [language.query(terms) for _ in range(options.rounds)]) for terms in TERMS]
    rows.append(Row(f"{LONG:,} chars", [language.query(LONG // 4)[:LONG] for _ in range(options.rounds)]))
    with tempfile.TemporaryDirectory(prefix="linkly-query-") as scratch:
        layout = Layout(Path(scratch) / "data")
        start = time.perf_counter()
        fill(layout, (language.text(length) for length in lengths))
        print(f"{options.documents:,} documents, {sum(lengths):,} words, made in {time.perf_counter() - start:.0f} s")
        measure(layout, rows, options.rounds)
    report(rows)


if __name__ == "__main__":
    main()
