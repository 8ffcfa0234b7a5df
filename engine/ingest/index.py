"""An index run: walk, plan, read the files in worker processes, store, and bring the keyword index up to date."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.documents import SourceFile, hash_file
from engine.errors import StorageError, UnavailableError, UsageError
from engine.extract.job import Job, Report
from engine.extract.registry import EXTRACTION_VERSION, doc_type_of
from engine.extract.sandbox import WorkerPool, reading_setup
from engine.ingest.libraries import resolve_targets
from engine.ingest.plan import Plan, Reading, make_plan
from engine.ingest.scans import ScanReader, stored_file
from engine.ingest.survey import Survey, survey
from engine.ingest.tally import Tally
from engine.ingest.walk import is_within
from engine.models import IndexResult, OcrProgress
from engine.requests import IndexProgress
from engine.store.embedding_models import OFF
from engine.text.dates import format_datetime

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.config import EngineConfig
    from engine.ingest.libraries import Task
    from engine.requests import IndexRequest
    from engine.store.catalog_vectors import VectorCatalog

_BATCH_FILES = 100
_BATCH_CHARACTERS = 8_000_000
_SEARCHABLE_AFTER = 2_000
"""Changes after which the keyword index is brought up to date during a run; it always is at the end."""


def run_index(
    config: EngineConfig,
    catalog: VectorCatalog,
    sync_keywords: Callable[..., None],
    feed_vectors: Callable[[IndexRequest], bool],
    request: IndexRequest,
) -> IndexResult:
    """Bring libraries up to date. `sync_keywords(at_least=n)` makes documents searchable once n changes wait for it.
    `feed_vectors` embeds what is new and says whether it was interrupted.

    The caller holds the writer lock. Raises what `resolve_targets` raises; a bad file is a value in the result.
    """
    tasks = resolve_targets(request.targets, catalog.libraries(), request.cwd, str(config.data_dir))
    tasks = _numbered(tasks) if request.dry_run else _stored(catalog, tasks)
    run = IndexRun(config, catalog, request, tasks)
    run.prepare()
    if not request.dry_run:
        run.apply()
        run.read_files(sync_keywords)
        sync_keywords()
        run.read_scans(sync_keywords)
        sync_keywords()
        run.read_meaning(feed_vectors)
        with catalog.transaction():
            catalog.set_meta("last_run", format_datetime(request.now))
    return run.result()


def _numbered(tasks: Sequence[Task]) -> list[Task]:
    """The tasks with ids for libraries that are not stored, below those of all that are."""
    return [
        task if task.library.library_id else replace(task, library=replace(task.library, library_id=-number))
        for number, task in enumerate(tasks, start=1)
    ]


def _stored(catalog: VectorCatalog, tasks: Sequence[Task]) -> list[Task]:
    """The tasks, their new libraries stored."""
    with catalog.transaction():
        return [
            task
            if task.library.library_id
            else replace(task, library=replace(task.library, library_id=catalog.save_library(task.library)))
            for task in tasks
        ]


class IndexRun:
    """One run over some libraries, step by step."""

    def __init__(
        self, config: EngineConfig, catalog: VectorCatalog, request: IndexRequest, tasks: Sequence[Task]
    ) -> None:
        self._config = config
        self._catalog = catalog
        self._request = request
        self._tasks = tasks
        self._tally = Tally(tasks, request.timer)
        self._survey = Survey()
        self._plan = Plan()
        self._interrupted = False
        self._vectors_note: str | None = None
        self._ocr = OcrProgress(done=0, pending=catalog.ocr_pending())

    def prepare(self) -> None:
        """Walk the libraries and plan what to do."""
        request = self._request
        known = self._catalog.known_files()
        self._survey = survey(self._tasks, known, str(self._config.data_dir), prune=request.prune)
        self._tally.note_walks(self._survey)
        self._plan = make_plan(
            self._survey.expected,
            self._survey.seen,
            extractor=EXTRACTION_VERSION,
            hash_of=_hash_or_none,
            verify=request.verify,
            rebuild=request.rebuild,
        )
        self._tally.note_plan(self._plan, self._survey)

    def apply(self) -> None:
        """Store everything that needs no file to be opened: memberships, moves, and documents that left."""
        catalog, members = self._catalog, self._survey.members
        with catalog.transaction():
            for known in self._survey.leaving:
                catalog.set_membership(known.doc_id, self._survey.remaining(known))
            for known in self._plan.unchanged:
                if known.library_ids != members(known.path, known):
                    catalog.set_membership(known.doc_id, members(known.path, known))
            for move in self._plan.moves:
                catalog.move(move.known.doc_id, move.source)
                catalog.set_membership(move.known.doc_id, members(move.source.path, None))
            for known in self._plan.gone:
                catalog.set_membership(known.doc_id, self._survey.remaining(known))
            catalog.retire_orphans()

    def read_files(self, sync_keywords: Callable[..., None]) -> None:
        """Open what is new or changed; documents become searchable as they come."""
        readings = {reading.source.path: reading for reading in self._plan.readings}
        pool = WorkerPool(reading_setup(self._config.settings), self._workers(len(readings)))
        reports = pool.run(self._jobs(readings), self._is_stopped)
        try:
            for batch in _batches(self._observed(reports, len(readings))):
                with self._catalog.transaction():
                    for report in batch:
                        self._store(readings[report.path], report)
                sync_keywords(at_least=_SEARCHABLE_AFTER)
        finally:
            reports.close()

    def _workers(self, files: int) -> int:
        wanted = self._request.jobs or self._config.settings.jobs or len(os.sched_getaffinity(0))
        return max(1, min(wanted, files))

    def _jobs(self, readings: dict[str, Reading]) -> Iterator[Job]:
        for path, reading in readings.items():
            doc_type = doc_type_of(reading.source.suffix)
            if doc_type is not None:
                known = (reading.expected_hash,) if reading.expected_hash else ()
                yield Job(path=path, doc_type=doc_type, known_hashes=known)

    def _is_stopped(self) -> bool:
        self._interrupted = self._interrupted or (self._request.stopped is not None and self._request.stopped())
        return self._interrupted

    def _observed(self, reports: Iterator[Report], total: int) -> Iterator[Report]:
        """The reports, each announced."""
        for done, report in enumerate(reports, start=1):
            if self._request.progress is not None:
                self._request.progress(
                    IndexProgress(stage="Reading", unit="files", done=done, total=total, path=report.path)
                )
            yield report

    def _store(self, reading: Reading, report: Report) -> None:
        known, source = reading.known, report.source
        if source is None:
            self._vanished(reading)
            return
        library_ids = self._survey.members(report.path, known)
        if report.document is None:
            assert known is not None  # noqa: S101 - only a known file can have the hash that was expected
            self._catalog.touch(known.doc_id, source)
            self._catalog.set_membership(known.doc_id, library_ids)
            self._tally.unchanged(library_ids)
            return
        returning = None if known else self._returning(report.content_hash)
        doc_id = known.doc_id if known else returning
        doc_id = self._catalog.save_file(stored_file(source, report, report.document), doc_id=doc_id)
        self._catalog.set_membership(doc_id, library_ids)
        self._tally.stored(report, library_ids, kind="updated" if known else "added" if returning is None else "moved")

    def _returning(self, content_hash: bytes | None) -> int | None:
        """The id of a document with this content that left a path where nothing is now: it has been moved here."""
        left = self._catalog.left_behind(content_hash) if content_hash else []
        gone = (doc_id for doc_id, path in left if path not in self._survey.seen and self._is_gone(path))
        return next(gone, None)

    def _is_gone(self, path: str) -> bool:
        """Whether a file is not there although the library it was in is: its disk has not just been unplugged."""
        roots = [root for library in self._catalog.libraries() for root in library.roots if is_within(path, root)]
        present = any(os.path.isdir(root) and os.listdir(root) for root in roots)  # noqa: PTH112, PTH208 - paths are str
        return not os.path.lexists(path) and (present or not roots)

    def read_scans(self, sync_keywords: Callable[..., None]) -> None:
        """Read text from images and scanned pages, after everything else."""
        if self._interrupted:
            return
        reader = ScanReader(self._config.settings, self._catalog, self._request)
        for _ in reader.read():
            sync_keywords(at_least=_SEARCHABLE_AFTER)
        self._ocr = reader.progress()
        self._interrupted = reader.interrupted

    def read_meaning(self, feed_vectors: Callable[[IndexRequest], bool]) -> None:
        """Embed what has no vector yet, last of all, because it takes longest."""
        model = self._config.settings.vectors_model
        if not self._request.vectors or model == OFF:
            self._vectors_note = "off: linkly model use packaged" if model == OFF else "left out by --no-vectors"
        elif not self._interrupted:
            try:
                self._interrupted = feed_vectors(self._request)
            except (UnavailableError, StorageError, UsageError) as exc:
                self._vectors_note = f"{exc.message} {exc.hint or ''}".strip()

    def _vanished(self, reading: Reading) -> None:
        """The file was there when the folder was walked, and is not any more."""
        if reading.known is not None:
            self._catalog.set_membership(reading.known.doc_id, ())
            self._catalog.retire_orphans()
            self._tally.removed(reading.known.library_ids)

    def result(self) -> IndexResult:
        """What the run did."""
        return IndexResult(
            libraries=self._tally.libraries(dry_run=self._request.dry_run),
            vectors=replace(
                self._catalog.vector_progress(self._config.settings.vectors_model), note=self._vectors_note
            ),
            ocr=self._ocr,
            dry_run=self._request.dry_run,
            interrupted=self._interrupted,
        )


def _batches(reports: Iterator[Report]) -> Iterator[list[Report]]:
    """Reports in groups that are stored together."""
    batch: list[Report] = []
    characters = 0
    for report in reports:
        batch.append(report)
        characters += len(report.document.text) if report.document else 0
        if len(batch) >= _BATCH_FILES or characters >= _BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _hash_or_none(source: SourceFile) -> bytes | None:
    try:
        return hash_file(source.path, source.size)
    except OSError:
        return None
