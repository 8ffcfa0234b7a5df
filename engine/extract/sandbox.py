"""Worker processes that read files, so that a hostile one costs itself and nothing else.

Each worker is a fresh interpreter with a time limit a file and an address-space limit. One that crashes, hangs or runs
out of memory is replaced; the file it was reading gets the outcome.
"""

from __future__ import annotations

import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from engine.documents import SourceFile
from engine.extract.job import (
    Job,
    OcrSetup,
    Report,
    WorkerSetup,
    decode_report,
    encode_job,
    failed_report,
    read_frame,
    write_frame,
)
from engine.models import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from engine.config import Settings

_LAUNCH = "import sys; sys.path.insert(0, sys.argv[1]); from engine.extract.worker import main; main(sys.argv[2:])"
_JOBS_PER_WORKER = 500
_WAITING_CHARACTERS = 8_000_000
"""Text that waits to be stored; enough for the workers to go on while a segment of the keyword index is written."""
_OCR_MEMORY = 3 * 1024**3
"""Address space of a worker with an OCR engine; models and thread stacks take most of it without touching it."""
_PATIENCE = 0.2
"""Seconds between two looks at whether to stop."""
_EASYOCR_MEMORY = 6 * 1024**3
_GRACE = 5
"""Seconds a worker without jobs has to end by itself."""


def reading_setup(settings: Settings) -> WorkerSetup:
    """Workers that read files without OCR."""
    return WorkerSetup(
        memory=settings.worker_memory, timeout=settings.file_timeout, max_file_size=settings.max_file_size
    )


def ocr_setup(settings: Settings) -> WorkerSetup:
    """Workers that read images and scanned pages; they stop by themselves well before their time is over."""
    easy = settings.ocr_engine == "easyocr" or (settings.ocr_engine == "auto" and find_spec("easyocr") is not None)
    ocr = OcrSetup(
        engine=settings.ocr_engine,
        languages=tuple(settings.ocr_languages.split(",")),
        seconds=settings.ocr_timeout * 0.8,
    )
    return WorkerSetup(
        memory=max(settings.worker_memory, _EASYOCR_MEMORY if easy else _OCR_MEMORY),
        timeout=settings.ocr_timeout,
        max_file_size=settings.max_file_size,
        ocr=ocr,
    )


class _WorkerDeathError(Exception):
    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome
        self.reason = reason


class Worker:
    """One worker process, started when it is first needed and replaced when it dies."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._process: subprocess.Popen[bytes] | None = None
        self._jobs = 0

    def read(self, job: Job) -> Report:
        """The report on one file; a worker that dies over it has one too."""
        try:
            return self._ask(job)
        except _WorkerDeathError as exc:
            self.kill()
            self.close()
            return _obituary(job, exc)

    def _ask(self, job: Job) -> Report:
        if self._jobs >= _JOBS_PER_WORKER:
            self.close()  # whatever its libraries leaked goes with it
        process = self._process or self._start()
        self._jobs += 1
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            write_frame(process.stdin.write, encode_job(job))
            process.stdin.flush()
        except BrokenPipeError:
            raise self._death() from None
        answer = read_frame(_Deadline(process.stdout.fileno(), self._setup.timeout).read)
        if answer is None:
            raise self._death()
        try:
            return decode_report(*answer)
        except (KeyError, TypeError, ValueError) as exc:
            raise _WorkerDeathError(
                Outcome.CORRUPT, f"the process reading it sent nonsense ({type(exc).__name__})"
            ) from exc

    def _start(self) -> subprocess.Popen[bytes]:
        home = str(Path(__file__).parents[2])
        self._jobs = 0
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _LAUNCH, home, self._setup.text()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._process

    def _death(self) -> _WorkerDeathError:
        assert self._process is not None  # noqa: S101 - it just broke its pipe
        code = self._process.wait()
        if code == -signal.SIGKILL:
            return _WorkerDeathError(Outcome.CORRUPT, "the process reading it was killed, probably for want of memory")
        if code == -signal.SIGALRM:
            return _WorkerDeathError(Outcome.TIMEOUT, f"reading it took more than {self._setup.timeout} s")
        name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return _WorkerDeathError(Outcome.CORRUPT, f"the process reading it crashed ({name})")

    def close(self) -> None:
        """End the process: when it has noticed that there are no more jobs, or at once if it does not notice."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):  # unsent bytes for a process that is gone
                    pipe.close()
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """End the process from another thread; the one that reads from it sees the end of its input."""
        if (process := self._process) is not None:
            process.kill()


class _Deadline:
    """Reads from a pipe until a moment that does not move."""

    def __init__(self, descriptor: int, seconds: int) -> None:
        self._descriptor = descriptor
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    def read(self, size: int) -> bytes:
        parts: list[bytes] = []
        while size > 0:
            left = self._end - time.monotonic()
            if left <= 0 or not self._poll.poll(left * 1000):
                raise _WorkerDeathError(Outcome.TIMEOUT, f"reading it took more than {self._seconds} s")
            part = os.read(self._descriptor, min(size, 1 << 20))
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _obituary(job: Job, death: _WorkerDeathError) -> Report:
    try:
        source = SourceFile.of(job.path, os.lstat(job.path))
    except OSError:
        return Report(path=job.path, source=None)
    return failed_report(job, source, death.outcome, death.reason)


class _Reports(queue.Queue["Report | BaseException | None"]):
    """A queue whose size is the amount of text in it."""

    def _init(self, maxsize: int) -> None:
        super()._init(maxsize)
        self._characters = 0

    def _qsize(self) -> int:
        return self._characters

    def _put(self, item: Report | BaseException | None) -> None:
        super()._put(item)
        self._characters += _amount(item)

    def _get(self) -> Report | BaseException | None:
        item: Report | BaseException | None = super()._get()
        self._characters -= _amount(item)
        return item


def _amount(item: Report | BaseException | None) -> int:
    document = item.document if isinstance(item, Report) else None
    return 1 + len(document.text) if document is not None else 1


class WorkerPool:
    """Reads files in several worker processes; reports come in the order in which they are ready."""

    def __init__(self, setup: WorkerSetup, workers: int) -> None:
        self._workers = [Worker(setup) for _ in range(workers)]
        self._reports = _Reports(_WAITING_CHARACTERS)
        self._feeding = threading.Lock()
        self._stopped = threading.Event()

    def run(self, jobs: Iterable[Job], stopped: Callable[[], bool] = lambda: False) -> Generator[Report]:
        """One report a job, until `stopped`; what is being read then is given up, as when the iterator is closed."""
        feed = iter(jobs)
        threads = [threading.Thread(target=self._serve, args=(worker, feed), daemon=True) for worker in self._workers]
        for thread in threads:
            thread.start()
        try:
            running = len(threads)
            while running and not stopped():
                try:
                    report = self._reports.get(timeout=_PATIENCE)
                except queue.Empty:
                    continue
                if report is None:
                    running -= 1
                elif isinstance(report, BaseException):
                    raise report
                else:
                    yield report
        finally:
            self._stop(threads)

    def _serve(self, worker: Worker, feed: Iterator[Job]) -> None:
        try:
            while not self._stopped.is_set():
                with self._feeding:
                    job = next(feed, None)
                if job is None:
                    break
                self._reports.put(worker.read(job))
        except BaseException as exc:  # noqa: BLE001 - it is raised again in the thread that runs the pool
            self._reports.put(exc)
        finally:
            worker.close()
            self._reports.put(None)

    def _stop(self, threads: list[threading.Thread]) -> None:
        self._stopped.set()
        while any(thread.is_alive() for thread in threads):
            try:
                self._reports.get(timeout=0.05)  # makes room for a thread that waits to put its report
            except queue.Empty:
                for worker in self._workers:
                    worker.kill()
