"""Text from images and scanned pages: a second reading with an OCR engine, one document at a time.

What it made of a content is kept, so that copies, moves, edits undone and rebuilds cost nothing again.
"""

from __future__ import annotations

import zlib
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from engine.documents import SourceFile, title_from_name
from engine.errors import IndexDamagedError
from engine.extract.job import Job, Report, decode_report, encode_report, read_frame, write_frame
from engine.extract.ocr import OCR_PACKAGES
from engine.extract.registry import EXTRACTION_VERSION
from engine.extract.sandbox import WorkerPool, ocr_setup
from engine.models import OcrProgress, Outcome
from engine.requests import IndexProgress
from engine.store.catalog_writer import StoredFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.config import Settings
    from engine.documents import ExtractedDocument
    from engine.requests import IndexRequest
    from engine.store.catalog_writer import CatalogWriter
    from engine.store.records import KnownFile

_LOST = frozenset({Outcome.CORRUPT, Outcome.TIMEOUT, Outcome.ENCRYPTED, Outcome.TOO_LARGE, Outcome.UNSUPPORTED})


def stored_file(source: SourceFile, report: Report, document: ExtractedDocument) -> StoredFile:
    """A report as the catalogue takes it."""
    return StoredFile(
        source=source,
        content_hash=report.content_hash,
        extractor=EXTRACTION_VERSION,
        document=document,
        title=report.title,
        word_count=report.word_count,
        keywords=report.keywords,
    )


class ScanReader:
    """Reads the documents that wait for OCR."""

    def __init__(self, settings: Settings, catalog: CatalogWriter, request: IndexRequest) -> None:
        self._settings = settings
        self._catalog = catalog
        self._request = request
        self._done = 0
        self._unavailable: str | None = None
        self.interrupted = False

    def read(self) -> Iterator[KnownFile]:
        """Read one document after the other; each is yielded once it is stored."""
        if self._obstacle() is not None:
            return
        setup = ocr_setup(self._settings)
        assert setup.ocr is not None  # noqa: S101 - that is what the set-up is for
        work = {known.path: (known, doc_type) for known, doc_type in self._catalog.ocr_work()}
        total = len(work)
        for path, (known, _) in list(work.items()):
            kept = self._kept(known, setup.ocr.key)
            if kept is not None:
                self._store(known, kept, setup.ocr.key)
                del work[path]
                yield known
        jobs = (Job(path=known.path, doc_type=doc_type) for known, doc_type in work.values())
        # The engine uses both cores by itself, so one worker is as fast as two and needs half the memory.
        reports = WorkerPool(setup, 1 if work else 0).run(jobs, self._is_stopped)
        try:
            for report in reports:
                if report.unavailable is not None:
                    self._unavailable = report.unavailable
                    return
                known, _ = work[report.path]
                self._store(known, report, setup.ocr.key)
                if self._request.progress is not None:
                    self._request.progress(
                        IndexProgress(stage="OCR", unit="files", done=self._done, total=total, path=report.path)
                    )
                yield known
        finally:
            reports.close()

    def _is_stopped(self) -> bool:
        self.interrupted = self.interrupted or (self._request.stopped is not None and self._request.stopped())
        return self.interrupted

    def _obstacle(self) -> str | None:
        """Why nothing can be read."""
        if self._unavailable is not None:
            return self._unavailable
        engine = self._settings.ocr_engine
        if not self._request.ocr or engine == "off":
            return "OCR is off: linkly config set ocr.engine auto"
        if not any(find_spec(package) for package in OCR_PACKAGES[engine]):
            return f"The OCR engine {engine} is not installed: pip install 'linkly[easyocr]', or ocr.engine auto"
        return None

    def _kept(self, known: KnownFile, engine: str) -> Report | None:
        """What was read earlier from the same content."""
        if known.content_hash is None:
            return None
        packed = self._catalog.ocr_report(known.content_hash, engine, EXTRACTION_VERSION)
        if packed is None:
            return None
        report = _unpack(packed)
        source = SourceFile(
            path=known.path,
            suffix=report.source.suffix if report.source else "",
            size=known.size,
            mtime_ns=known.mtime_ns,
            inode=known.inode,
        )
        return Report(
            path=known.path,
            source=source,
            content_hash=known.content_hash,
            document=report.document,
            title=_own_title(report, known),
            word_count=report.word_count,
            keywords=report.keywords,
        )

    def _store(self, known: KnownFile, report: Report, engine: str) -> None:
        self._done += 1
        document, catalog = report.document, self._catalog
        with catalog.transaction():
            if report.source is None or document is None:
                return  # the file is gone; the next run notices
            if document.outcome in _LOST:
                catalog.give_up_ocr(known.doc_id, f"OCR failed: {document.reason}")
                return
            catalog.save_file(stored_file(report.source, report, document), doc_id=known.doc_id)
            if report.content_hash is not None and document.outcome is not Outcome.PARTIAL:
                catalog.save_ocr_report(report.content_hash, engine, EXTRACTION_VERSION, _pack(report))

    def progress(self) -> OcrProgress:
        """Documents read, those still waiting, and why if none could be read."""
        pending = self._catalog.ocr_pending()
        return OcrProgress(done=self._done, pending=pending, note=self._obstacle() if pending else None)


def _pack(report: Report) -> bytes:
    message = BytesIO()
    write_frame(message.write, *encode_report(report))
    return zlib.compress(message.getvalue())


def _unpack(packed: bytes) -> Report:
    answer = read_frame(BytesIO(zlib.decompress(packed)).read)
    if answer is None:
        raise IndexDamagedError("A kept result of OCR is damaged.", hint="linkly doctor")
    return decode_report(*answer)


def _own_title(report: Report, known: KnownFile) -> str:
    """The title of a copy: its own file name where the original had its."""
    return title_from_name(known.path) if report.title == title_from_name(report.path) else report.title
