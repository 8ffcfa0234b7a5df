"""The worker process: reads jobs from standard input, answers on standard output, one file at a time.

Started by `sandbox`. It limits its own address space and lifetime, so that it cannot outlive a parent that was killed.
"""

from __future__ import annotations

import os
import resource
import signal
import stat
import sys
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING

from engine.documents import ExtractedDocument, SourceFile, hash_file, title_from_name
from engine.extract.base import ExtractionError, Limits
from engine.extract.job import (
    Job,
    Report,
    WorkerSetup,
    decode_job,
    encode_report,
    failed_report,
    read_frame,
    write_frame,
)
from engine.extract.registry import extractor_for
from engine.models import Outcome
from engine.text.keywords import extract_keywords
from engine.text.words import count_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.extract.base import Extractor
    from engine.models import DocType


def serve(setup: WorkerSetup) -> None:
    """Answer jobs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when an interrupted run ends
    resource.setrlimit(resource.RLIMIT_AS, (setup.memory, setup.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    jobs, answers = sys.stdin.buffer, _claim_stdout()
    limits = Limits(max_file_size=setup.max_file_size)
    read = _reader(setup, limits)
    while (frame := read_frame(jobs.read)) is not None:
        signal.setitimer(signal.ITIMER_REAL, setup.timeout + 10)
        write_frame(answers.write, *encode_report(read(decode_job(frame[0]))))
        answers.flush()
        signal.setitimer(signal.ITIMER_REAL, 0)


def _reader(setup: WorkerSetup, limits: Limits) -> Callable[[Job], Report]:
    """What answers a job; without the OCR engine that was asked for, an answer that says why."""
    ocr = setup.ocr
    if ocr is None:
        return lambda job: read_file(job, limits, extractor_for)
    from engine.extract.ocr import OcrUnavailableError, make_ocr_engine

    try:
        engine = make_ocr_engine(ocr.engine, ocr.languages)
    except OcrUnavailableError as exc:
        message = f"{exc.message} ({exc.hint})" if exc.hint else exc.message
        return lambda job: Report(path=job.path, source=None, unavailable=message)
    return lambda job: read_file(job, limits, partial(extractor_for, ocr=engine, ocr_seconds=ocr.seconds))


def _claim_stdout() -> IO[bytes]:
    """The answer pipe, moved away from descriptor 1, so that a library that prints cannot break the protocol."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def read_file(job: Job, limits: Limits, extractor: Callable[[DocType], Extractor]) -> Report:
    """Read one file. A file that changes meanwhile is read a second time; if it changes again, it is partial."""
    for attempt in (1, 2):
        try:
            before = _open_state(job.path)
        except FileNotFoundError:
            return Report(path=job.path, source=None)
        except OSError as exc:
            source = SourceFile(path=job.path, suffix="", size=0, mtime_ns=0, inode=0)
            return failed_report(job, source, Outcome.CORRUPT, f"the file cannot be opened: {exc.strerror}")
        report = _read_state(job, before, limits, extractor)
        try:
            changed = not before.same_state(os.lstat(job.path))
        except OSError:
            changed = True
        if not changed:
            return report
        if attempt == 2 and report.document is not None:
            return _changing(job, report)
    return report


def _open_state(path: str) -> SourceFile:
    # O_NONBLOCK: opening a FIFO must not wait for a writer.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise FileNotFoundError(path)
    return SourceFile.of(path, status)


def _read_state(job: Job, source: SourceFile, limits: Limits, extractor: Callable[[DocType], Extractor]) -> Report:
    if source.size > limits.max_file_size:
        reason = f"{source.size:,} bytes; files over {limits.max_file_size:,} are not read (max_file_size)"
        return failed_report(job, source, Outcome.TOO_LARGE, reason)
    content_hash = None
    try:
        content_hash = hash_file(job.path, source.size)
        if content_hash in job.known_hashes:
            return Report(path=job.path, source=source, content_hash=content_hash)
        document = extractor(job.doc_type).extract(Path(job.path), limits)
        return _finished(job, source, content_hash, document)
    except ExtractionError as exc:
        return failed_report(job, source, exc.outcome, exc.reason, content_hash)
    except MemoryError:
        return failed_report(
            job, source, Outcome.CORRUPT, "reading it needs more memory than allowed (worker_memory)", content_hash
        )
    except RecursionError:
        return failed_report(job, source, Outcome.CORRUPT, "it is nested too deeply to be read", content_hash)
    except ImportError as exc:
        return failed_report(job, source, Outcome.CORRUPT, f"its format cannot be read here: {exc}", content_hash)
    except OSError as exc:
        return failed_report(job, source, Outcome.CORRUPT, f"it cannot be read: {exc.strerror or exc}", content_hash)
    except Exception as exc:  # noqa: BLE001 - per file: whatever a parser raises on a bad file costs that file only
        return failed_report(job, source, Outcome.CORRUPT, f"{type(exc).__name__}: {exc}"[:500], content_hash)


def _finished(job: Job, source: SourceFile, content_hash: bytes, document: ExtractedDocument) -> Report:
    heading = document.headings[0].title if document.headings else None
    title = document.title or heading or title_from_name(job.path)
    return Report(
        path=job.path,
        source=source,
        content_hash=content_hash,
        document=document,
        title=title,
        word_count=count_words(document.text),
        keywords=extract_keywords(title, document.text),
    )


def _changing(job: Job, report: Report) -> Report:
    document = report.document
    assert document is not None  # noqa: S101 - the caller looked
    reason = "the file kept changing while it was read; the next run reads it again"
    if document.outcome is not Outcome.OK:
        return report
    partial = ExtractedDocument(
        **{
            name: getattr(document, name) for name in document.__dataclass_fields__ if name not in {"outcome", "reason"}
        },
        outcome=Outcome.PARTIAL,
        reason=reason,
    )
    return Report(
        path=job.path,
        source=report.source,
        content_hash=report.content_hash,
        document=partial,
        title=report.title,
        word_count=report.word_count,
        keywords=report.keywords,
    )


def main(arguments: list[str]) -> None:
    """`setup` as JSON, as `sandbox` passes it."""
    serve(WorkerSetup.parse(arguments[0]))
