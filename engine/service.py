"""`Engine`: the whole of linkly as a library. One instance serves any number of calls, from any thread."""

from __future__ import annotations

import os
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Self, TypeVar

from engine.config import EngineConfig
from engine.errors import LinklyError, NoIndexError, StorageError, UnavailableError
from engine.models import GrepResult, LibrariesResult, ReadResult
from engine.operations.libraries import list_libraries
from engine.store.catalog import Catalog, no_index
from engine.store.embedders import QueryEmbedders
from engine.store.embedding_models import OFF
from engine.store.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from engine.ingest.embeddings import VectorFeeder
    from engine.models import (
        DoctorResult,
        ExploreResult,
        Failure,
        FindPathsResult,
        IndexResult,
        ListResult,
        OutlineResult,
        SearchResult,
        StatusResult,
    )
    from engine.requests import (
        ExploreRequest,
        FindPathsRequest,
        GrepRequest,
        IndexRequest,
        ListRequest,
        OutlineRequest,
        ReadRequest,
        SearchRequest,
    )
    from engine.store.base import KeywordIndex
    from engine.store.catalog_vectors import VectorCatalog
    from engine.store.records import Library
    from engine.store.semantic import SemanticIndex

_T = TypeVar("_T")


class Engine:
    """Answers requests from a data directory, and indexes into it.

    Reading calls see one consistent state each and never wait for a writer. Every call raises LinklyError or one of its
    subclasses, as `engine.errors` lists them; other exceptions are bugs.
    """

    def __init__(self, config: EngineConfig) -> None:
        self._config = config
        self._layout = Layout(config.data_dir)
        self._embedders = QueryEmbedders(self._layout.models)

    @classmethod
    def open(cls, data_dir: Path) -> Self:
        """An engine over a data directory, which need not exist yet. Raises ConfigError for settings it cannot read."""
        return cls(EngineConfig.load(data_dir))

    @contextmanager
    def _reading(self) -> Iterator[Catalog]:
        """A snapshot of a catalogue that has a library."""
        with Catalog.open(self._layout.catalog) as catalog:
            if not catalog.libraries():
                raise no_index()
            yield catalog

    @contextmanager
    def _writing(self) -> Iterator[VectorCatalog]:
        """The catalogue to change, under the writer lock."""
        from engine.store.catalog_vectors import VectorCatalog
        from engine.store.files import make_private_dir
        from engine.store.lock import writer_lock

        try:
            make_private_dir(self._layout.root)
        except OSError as exc:
            raise StorageError(
                f"{self._layout.root} cannot be made: {exc.strerror}.", hint="choose another --data-dir"
            ) from exc
        with writer_lock(self._layout.lock), VectorCatalog.open(self._layout.catalog) as catalog:
            yield catalog

    # the seven tools

    def search(self, request: SearchRequest) -> SearchResult:
        """Documents for a query, best first."""
        from engine.operations.search import search

        with self._reading() as catalog, self._keyword_index() as index:
            return search(catalog, index, self._semantic_index, request)

    @contextmanager
    def _keyword_index(self) -> Iterator[KeywordIndex]:
        from engine.store.keyword import WhooshKeywordIndex

        with closing(WhooshKeywordIndex.open(self._layout.keyword)) as index:
            yield index

    def _semantic_index(self) -> SemanticIndex:
        if self._config.settings.vectors_model == OFF:
            raise UnavailableError("Search by meaning is off.", hint="linkly model use packaged && linkly index")
        return self._vectors()

    def _vectors(self) -> SemanticIndex:
        from engine.store.semantic import SemanticIndex

        return SemanticIndex(self._layout, self._embedders)

    def outline(self, request: OutlineRequest) -> OutlineResult:
        """Sections of documents."""
        from engine.operations.outline import outline

        with self._reading() as catalog:
            return outline(catalog, request)

    def grep(self, request: GrepRequest) -> GrepResult:
        """Lines that match a pattern; documents are opened as the result is iterated."""
        from engine.operations.grep import check_pattern, grep

        check_pattern(request)
        return GrepResult(
            request.pattern,
            self._each(request.doc_ids, lambda catalog, doc_id: grep(catalog, doc_id, request)),
        )

    def read(self, request: ReadRequest) -> ReadResult:
        """Pages of documents, opened as the result is iterated."""
        from engine.operations.read import read

        return ReadResult(self._each(request.doc_ids, lambda catalog, doc_id: read(catalog, doc_id, request)))

    def _each(self, doc_ids: Iterable[str], call: Callable[[Catalog, str], _T]) -> Iterator[_T | Failure]:
        """The call's results for the documents, an error where one fails. Raises NoIndexError at once."""
        with self._reading():
            return self._answers(doc_ids, call)

    def _answers(self, doc_ids: Iterable[str], call: Callable[[Catalog, str], _T]) -> Iterator[_T | Failure]:
        from dataclasses import replace

        with self._reading() as catalog:
            for doc_id in doc_ids:
                try:
                    yield call(catalog, doc_id)
                except LinklyError as exc:
                    yield replace(exc.as_failure(), doc_id=doc_id.strip().removeprefix("local://"))

    def list_libraries(self) -> LibrariesResult:
        """Every library; none before anything is indexed."""
        try:
            with Catalog.open(self._layout.catalog) as catalog:
                return list_libraries(catalog)
        except NoIndexError:
            return LibrariesResult(libraries=())

    def explore(self, request: ExploreRequest) -> ExploreResult:
        """An overview."""
        from engine.operations.explore import explore

        with self._reading() as catalog, self._keyword_index() as index:
            return explore(catalog, index, request)

    def find_paths(self, request: FindPathsRequest) -> FindPathsResult:
        """Folders by name."""
        from engine.operations.find_paths import find_paths

        with self._reading() as catalog:
            return find_paths(catalog, request)

    def list_documents(self, request: ListRequest) -> ListResult:
        """Documents one after another."""
        from engine.operations.listing import list_documents

        with self._reading() as catalog:
            return list_documents(catalog, request)

    # indexing and libraries

    def index(self, request: IndexRequest) -> IndexResult:
        """Bring libraries up to date."""
        from engine.ingest.index import run_index
        from engine.ingest.keywords import KeywordFeeder

        with self._writing() as catalog, closing(KeywordFeeder(catalog, self._layout.keyword)) as feeder:
            if request.rebuild and not request.dry_run:
                feeder.rebuild()
            return run_index(
                self._config, catalog, feeder.sync, lambda wish: self._vector_feeder(catalog).feed(wish), request
            )

    def _vector_feeder(self, catalog: VectorCatalog) -> VectorFeeder:
        """Embeds what waits, with the model of the settings. Raises UsageError for a model nobody knows."""
        from engine.ingest.embeddings import VectorFeeder
        from engine.store.embedders import indexing_embedder
        from engine.store.embedding_models import find_model

        model, threads = find_model(self._config.settings.vectors_model), len(os.sched_getaffinity(0))
        return VectorFeeder(
            catalog, self._layout.vectors, model, lambda: indexing_embedder(model.name, self._layout.models, threads)
        )

    def add_library(self, draft: Library, cwd: Path) -> LibrariesResult:
        """Store a new library; its documents come with the next `index`. Its roots may be relative to `cwd`."""
        from engine.ingest.libraries import checked_library

        return self._store_library(lambda _catalog: checked_library(draft, cwd))

    def change_library(self, name: str, change: Callable[[Library], Library], cwd: Path) -> LibrariesResult:
        """Replace a library by what `change` makes of it; new roots may be relative to `cwd`."""
        from engine.ingest.libraries import checked_library

        def changed(catalog: Catalog) -> Library:
            library = catalog.library(name)
            return checked_library(change(library), cwd, known_roots=library.roots)

        return self._store_library(changed)

    def _store_library(self, make: Callable[[Catalog], Library]) -> LibrariesResult:
        with self._writing() as catalog:
            library = make(catalog)
            with catalog.transaction():
                catalog.save_library(library)
            return self._named(catalog, library.name)

    def _named(self, catalog: Catalog, name: str) -> LibrariesResult:
        from engine.store.records import name_key

        infos = list_libraries(catalog).libraries
        return LibrariesResult(libraries=tuple(info for info in infos if name_key(info.name) == name_key(name)))

    def remove_library(self, name: str) -> int:
        """Forget a library and the documents that are in no other; how many those were. No file is touched."""
        from engine.ingest.keywords import KeywordFeeder

        with self._writing() as catalog, closing(KeywordFeeder(catalog, self._layout.keyword)) as feeder:
            library = catalog.library(name)
            with catalog.transaction():
                removed = catalog.remove_library(library)
            feeder.sync()
            if self._config.settings.vectors_model != OFF and self._layout.vectors.exists():
                self._vector_feeder(catalog).publish()  # without what has left
        return removed

    # state

    def status(self, version: str) -> StatusResult:
        """What is indexed; all zero before anything is."""
        from engine.operations.status import status

        try:
            with Catalog.open(self._layout.catalog) as catalog:
                return status(catalog, self._layout, self._config.settings.vectors_model, version)
        except NoIndexError:
            return status(None, self._layout, self._config.settings.vectors_model, version)

    def doctor(self, worker_probe: Path) -> DoctorResult:
        """Checks of this machine and this data directory."""
        from engine.operations.doctor import doctor

        return doctor(self._config, self._layout, worker_probe)
