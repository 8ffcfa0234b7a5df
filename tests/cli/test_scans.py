"""Text from images, through the real program and the real engine of the base installation."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from engine.extract.job import Job, Report, WorkerSetup
from harness import Linkly

Write = Callable[..., Path]


@pytest.fixture
def notice(tmp_path: Path) -> Path:
    """A picture of two lines of print."""
    picture = Image.new("RGB", (900, 260), "white")
    draw = ImageDraw.Draw(picture)
    draw.text((40, 40), "The inner berth is closed", fill="black", font=ImageFont.load_default(size=56))
    draw.text((40, 140), "until the surveyor returns", fill="black", font=ImageFont.load_default(size=56))
    path = tmp_path / "d" / "notice.png"
    path.parent.mkdir()
    picture.save(path)
    return path


def index(linkly: Linkly, *arguments: str) -> dict[str, object]:
    """The progress of OCR in a run."""
    ran = linkly("index", *arguments, "--json")
    assert ran.status == 0, ran.out + ran.err
    progress: dict[str, object] = ran.json["ocr"]
    return progress


def test_the_only_text_of_an_image_is_found_and_kept(
    linkly: Linkly, notice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert index(linkly, "d") == {"done": 1, "pending": 0}
    [hit] = linkly("search", "surveyor", "--json").json["results"]
    assert "surveyor returns" in hit["snippet"]
    first, _ = hit["lines"]
    page = linkly("read", hit["doc_id"], "--offset", str(first), "--json").json
    assert "surveyor" in page["content"]
    assert hit["title"] == "notice"
    monkeypatch.setattr("engine.ingest.scans.WorkerPool", Pool(refuse_job))
    assert index(linkly, "--rebuild") == {"done": 1, "pending": 0}
    shutil.copy(notice, notice.with_name("copy.png"))
    assert index(linkly) == {"done": 1, "pending": 0}
    [hit] = linkly("search", "surveyor", "--json").json["results"]
    assert len(hit["also_at"]) == 1
    copies = linkly("list", "--sort", "name", "--json").json["documents"]
    assert [copy["title"] for copy in copies] == ["copy", "notice"]


def test_without_ocr_images_wait(linkly: Linkly, notice: Path) -> None:
    off = {"done": 0, "pending": 1, "note": "OCR is off: linkly config set ocr.engine auto"}
    assert index(linkly, "d", "--no-ocr") == off
    assert linkly("status", "--json").json["ocr_pending"] == 1
    linkly("config", "set", "ocr.engine", "off")
    assert index(linkly) == off
    assert "OCR is off" in linkly("index").out


class Pool:
    """A pool whose only worker answers every job in one way."""

    def __init__(self, answer: Callable[[Job], Report]) -> None:
        self._answer = answer

    def __call__(self, setup: WorkerSetup, workers: int) -> Pool:
        self.workers = workers
        return self

    def run(self, jobs, stopped):
        yield from map(self._answer, jobs)


def test_an_engine_that_cannot_start_leaves_images_waiting(
    linkly: Linkly, notice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Pool(lambda job: Report(path=job.path, source=None, unavailable="no models (pip install x)"))
    monkeypatch.setattr("engine.ingest.scans.WorkerPool", answer)
    assert index(linkly, "d") == {"done": 0, "pending": 1, "note": "no models (pip install x)"}


def test_a_document_ocr_fails_on_keeps_what_is_known(
    linkly: Linkly, notice: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.documents import SourceFile
    from engine.extract.job import failed_report
    from engine.models import Outcome

    def answer(job: Job) -> Report:
        return failed_report(job, SourceFile.of(job.path, notice.stat()), Outcome.TIMEOUT, "took too long")

    monkeypatch.setattr("engine.ingest.scans.WorkerPool", Pool(answer))
    assert index(linkly, "d") == {"done": 1, "pending": 0}
    [document] = linkly("list", "--json").json["documents"]
    assert (document["outcome"], document["reason"]) == ("no_text", "OCR failed: took too long")
    monkeypatch.setattr("engine.ingest.scans.WorkerPool", Pool(refuse_job))
    assert index(linkly) == {"done": 0, "pending": 0}


def refuse_job(job: Job) -> Report:
    raise AssertionError("OCR ran again")
