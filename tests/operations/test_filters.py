"""Filters take part in ranking: one document behind thousands of better ones is found by its filter."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.documents import ExtractedDocument, SourceFile
from engine.ingest.embeddings import VectorFeeder
from engine.ingest.keywords import KeywordFeeder
from engine.models import DocType, SearchMode
from engine.requests import Filter, IndexRequest, SearchRequest
from engine.service import Engine
from engine.store.catalog_vectors import VectorCatalog
from engine.store.catalog_writer import StoredFile
from engine.store.layout import Layout
from engine.store.records import Library
from toy_embedder import TOY, ToyEmbedder

OTHERS = 5_000
MODES = list(SearchMode)
EARLY, LATE = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (2020, 2024))
FILTERS = {
    "type": Filter(doc_types=frozenset({DocType.HTML})),
    "library": Filter(library="rare"),
    "path": Filter(path_glob="/rare/*.html"),
    "before": Filter(modified_before="2021-01-01"),
    "all": Filter(
        doc_types=frozenset({DocType.HTML, DocType.PDF}),
        library="rare",
        path_glob="*/one.*",
        modified_after="2019-01-01",
    ),
}


def stored(path: str, text: str, doc_type: DocType, seconds: float) -> StoredFile:
    source = SourceFile(path=path, suffix=path.rpartition(".")[2], size=9, mtime_ns=int(seconds * 1e9), inode=1)
    document = ExtractedDocument(doc_type=doc_type, text=text)
    return StoredFile(
        source=source, content_hash=path.encode(), extractor=1, document=document, title="T", word_count=9, keywords=()
    )


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An index of 5,000 text files that are all about ferries, and of one web page that mentions one."""
    root = tmp_path_factory.mktemp("filters")
    layout = Layout(root)
    with VectorCatalog.open(layout.catalog) as catalog:
        with catalog.transaction():
            common = catalog.save_library(Library(name="common", roots=("/common",)))
            rare = catalog.save_library(Library(name="rare", roots=("/rare",)))
            for number in range(OTHERS):
                file = stored(f"/common/{number}.txt", f"ferry ferry ferry {number}", DocType.TXT, LATE)
                catalog.set_membership(catalog.save_file(file, doc_id=None), [common])
            far = "A ferry came by"
            file = stored("/rare/one.html", far, DocType.HTML, EARLY)
            catalog.set_membership(catalog.save_file(file, doc_id=None), [rare])
        feeder = KeywordFeeder(catalog, layout.keyword)
        feeder.sync()
        feeder.close()
        request = IndexRequest(now=datetime(2026, 5, 8, tzinfo=UTC), timer=lambda: 0.0, cwd=root)
        VectorFeeder(catalog, layout.vectors, TOY, ToyEmbedder).feed(request)
    engine = Engine.open(root)
    engine._embedders._opened[TOY.name] = ToyEmbedder()
    return engine


@pytest.mark.parametrize("mode", MODES)
def test_the_one_is_last_without_a_filter(engine: Engine, mode: SearchMode) -> None:
    result = engine.search(SearchRequest(query="ferry", mode=mode, limit=50, offset=OTHERS - 40))
    assert result.total == OTHERS + 1
    assert result.results[-1].path == "/rare/one.html"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_finds_the_one(engine: Engine, mode: SearchMode, name: str) -> None:
    result = engine.search(SearchRequest(query="ferry", mode=mode, limit=1, filter=FILTERS[name]))
    assert (result.mode, result.total, [hit.path for hit in result.results]) == (mode, 1, ["/rare/one.html"])


@pytest.mark.parametrize("mode", MODES)
def test_a_filtered_search_is_a_search_then_filtered(engine: Engine, mode: SearchMode) -> None:
    chosen = Filter(path_glob="/common/1*7.txt")
    pages = [
        engine.search(SearchRequest(query="ferry 1237", mode=mode, limit=50, offset=offset, filter=chosen))
        for offset in range(0, 150, 50)
    ]
    found = [hit.path for page in pages for hit in page.results]
    expected = {f"/common/{n}.txt" for n in range(OTHERS) if str(n).startswith("1") and str(n).endswith("7") and n > 9}
    assert found[0] == "/common/1237.txt"
    assert set(found) == expected
    assert len(found) == len(expected) == pages[0].total
