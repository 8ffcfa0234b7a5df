"""Worker processes: whatever a file does to one, the run goes on."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import Settings
from engine.documents import ExtractedDocument
from engine.extract import sandbox
from engine.extract.job import (
    Job,
    OcrSetup,
    Report,
    WorkerSetup,
    decode_job,
    decode_report,
    encode_job,
    encode_report,
    read_frame,
    write_frame,
)
from engine.extract.sandbox import Worker, WorkerPool, ocr_setup, reading_setup
from engine.models import DocType, Outcome

SETUP = reading_setup(Settings(file_timeout=20))


def job(path: Path | str, **more: object) -> Job:
    return Job(path=str(path), doc_type=DocType.TXT, **more)  # type: ignore[arg-type]


@pytest.fixture
def worker():
    worker = Worker(SETUP)
    yield worker
    worker.close()


def outcome(report: Report) -> Outcome | None:
    return report.document.outcome if report.document else None


def test_a_file_is_read(worker: Worker, write: Callable[..., Path]) -> None:
    report = worker.read(job(write("Tide table.txt", "High water\nat noon\n")))
    assert report.document is not None
    assert (report.document.text, report.document.outcome) == ("High water\nat noon", Outcome.OK)
    assert (report.title, report.word_count) == ("Tide table", 4)
    assert report.content_hash is not None


def test_known_content_is_not_extracted(worker: Worker, write: Callable[..., Path]) -> None:
    path = write("a.txt", "x")
    known = worker.read(job(path)).content_hash
    assert known is not None
    again = worker.read(job(path, known_hashes=(known,)))
    assert (again.document, again.content_hash) == (None, known)


def test_a_file_that_is_gone_has_no_source(worker: Worker, tmp_path: Path) -> None:
    assert worker.read(job(tmp_path / "nowhere.txt")).source is None


def test_a_fifo_does_not_hang(worker: Worker, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.txt")
    assert worker.read(job(tmp_path / "f.txt")).source is None


def test_a_symbolic_link_is_not_followed(worker: Worker, tmp_path: Path, write: Callable[..., Path]) -> None:
    (tmp_path / "l.txt").symlink_to(write("a.txt", "x"))
    assert outcome(worker.read(job(tmp_path / "l.txt"))) is Outcome.CORRUPT


def test_a_file_over_the_limit_is_not_read(write: Callable[..., Path]) -> None:
    small = Worker(replace(SETUP, max_file_size=3))
    try:
        report = small.read(job(write("a.txt", "four")))
    finally:
        small.close()
    assert outcome(report) is Outcome.TOO_LARGE
    assert report.document is not None
    assert report.document.reason == "4 bytes; files over 3 are not read (max_file_size)"


def test_too_much_memory_costs_one_file(write: Callable[..., Path]) -> None:
    small = Worker(replace(SETUP, memory=256 * 1024**2))
    big, good = write("big.txt", "мир " * 20_000_000), write("good.txt", "fine")
    try:
        assert outcome(small.read(job(big))) is Outcome.CORRUPT
        assert outcome(small.read(job(good))) is Outcome.OK
    finally:
        small.close()


@pytest.mark.parametrize(
    ("program", "expected", "reason"),
    [
        ("import time; time.sleep(60)", Outcome.TIMEOUT, "took more than 1 s"),
        ("import os, sys; sys.stdin.buffer.read(8); os.abort()", Outcome.CORRUPT, "crashed (SIGABRT)"),
        ("import os, sys, signal; sys.stdin.buffer.read(8); os.kill(os.getpid(), signal.SIGKILL)", Outcome.CORRUPT, "memory"),
        ("import sys; sys.exit(3)", Outcome.CORRUPT, "exit status 3"),
        ("import sys; sys.stdout.buffer.write(bytes(7) + b'\\x02' + bytes(8) + b'{}'); sys.stdout.flush(); sys.stdin.read()", Outcome.CORRUPT, "nonsense"),
    ],
)  # fmt: skip
def test_a_worker_that_dies_leaves_an_outcome(
    monkeypatch: pytest.MonkeyPatch, write: Callable[..., Path], program: str, expected: Outcome, reason: str
) -> None:
    path = write("a.txt", "x")
    dying = Worker(replace(SETUP, timeout=1))
    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "_LAUNCH", program)
        report = dying.read(job(path))
    assert outcome(report) is expected
    assert report.document is not None
    assert reason in str(report.document.reason)
    with monkeypatch.context() as patch:
        patch.setattr(dying, "_setup", SETUP)
        assert outcome(dying.read(job(path))) is Outcome.OK
    dying.close()


def test_a_pool_reports_every_job(write: Callable[..., Path]) -> None:
    paths = [write(f"{number}.txt", f"text {number}") for number in range(40)]
    reports = list(WorkerPool(SETUP, 2).run(job(path) for path in paths))
    assert sorted(report.path for report in reports) == sorted(map(str, paths))
    assert {outcome(report) for report in reports} == {Outcome.OK}


def test_reports_wait_while_little_text_does(worker: Worker, write: Callable[..., Path]) -> None:
    """Many small reports may wait for a caller that is busy, and few large ones."""
    small, large = worker.read(job(write("small.txt", "x"))), worker.read(job(write("large.txt", "x" * 900)))
    reports = sandbox._Reports(1000)
    for _ in range(400):
        reports.put_nowait(small)
    assert [reports.get_nowait() for _ in range(400)] == [small] * 400
    reports.put_nowait(large)
    reports.put_nowait(large)
    with pytest.raises(queue.Full):
        reports.put_nowait(small)
    assert [reports.get_nowait(), reports.get_nowait()] == [large, large]
    with pytest.raises(queue.Empty):
        reports.get_nowait()


def test_a_pool_that_is_left_early_ends_its_workers(write: Callable[..., Path]) -> None:
    path = write("a.txt", "x")
    before = threading.active_count()
    reports = WorkerPool(SETUP, 2).run(job(path) for _ in range(1000))
    next(reports)
    reports.close()
    assert threading.active_count() == before


def test_an_error_in_the_jobs_reaches_the_caller() -> None:
    def jobs():
        raise KeyError("broken")
        yield

    with pytest.raises(KeyError):
        list(WorkerPool(SETUP, 2).run(jobs()))


def test_a_worker_ends_with_its_parent(write: Callable[..., Path]) -> None:
    path = write("a.txt", "x")
    script = (
        "import os; from engine.config import Settings; from engine.extract.sandbox import Worker, reading_setup\n"
        "from engine.extract.job import Job; from engine.models import DocType\n"
        f"w = Worker(reading_setup(Settings())); w.read(Job(path={str(path)!r}, doc_type=DocType.TXT))\n"
        "print(w._process.pid, flush=True); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() or "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
            return
        threading.Event().wait(0.05)
    pytest.fail("the worker outlived its parent")


def test_messages_survive_the_pipe() -> None:
    sent = job("/x/\udcff\n.txt", known_hashes=(b"ab",))
    buffer = bytearray()
    write_frame(buffer.extend, encode_job(sent))

    def read(size: int) -> bytes:
        part = bytes(buffer[:size])
        del buffer[:size]
        return part

    message = read_frame(read)
    assert message is not None
    assert decode_job(message[0]) == sent
    assert read_frame(read) is None
    document = ExtractedDocument(doc_type=DocType.TXT, text='a \u2028 "b"\n')
    report = Report(path="/x/\udcff.txt", source=None, title="t", document=document)
    write_frame(buffer.extend, *encode_report(report))
    answer = read_frame(read)
    assert answer is not None
    assert decode_report(*answer) == report


def test_set_ups_survive_the_command_line() -> None:
    for setup in (SETUP, ocr_setup(Settings(ocr_languages="en,de"))):
        assert WorkerSetup.parse(setup.text()) == setup
    ocr = ocr_setup(Settings(ocr_languages="en,de", ocr_timeout=100)).ocr
    assert ocr == OcrSetup(engine="auto", languages=("en", "de"), seconds=80.0)
    assert ocr.key == "auto:en,de"
