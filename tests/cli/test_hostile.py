"""Files made to hurt, among good ones: the run ends, the good ones are read, the bad ones are named."""

from __future__ import annotations

import os
import random
import resource
import struct
import subprocess
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.config import Settings
from engine.extract.job import Job
from engine.extract.registry import doc_type_of
from engine.extract.sandbox import Worker, reading_setup
from harness import Linkly

EXAMPLES = Path(__file__).parents[2] / "examples" / "library"
ONE_GIB = 1024 * 1024  # in the KiB of ru_maxrss


def zip_bomb(path: Path, member: str) -> None:
    """Members that inflate to 4 GB from a few megabytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("[Content_Types].xml", "<Types/>")
        with archive.open(member, "w", force_zip64=True) as out:
            out.write(b"<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>")
            for _ in range(4096):
                out.write(b" " * 1024 * 1024)


def xml_bomb(path: Path) -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    document = (
        f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "lol">{entities}]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        "<w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body></w:document>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", document)


def huge_png(path: Path, side: int = 30_000) -> None:
    """One bit a pixel, all black: 112 MB of pixels in 110 kB of file, 2.7 GB as RGB."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    squeezer = zlib.compressobj(9)
    row = bytes(1 + (side + 7) // 8)
    pixels = b"".join(squeezer.compress(row) for _ in range(side)) + squeezer.flush()
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


def cyclic_pdf(path: Path) -> None:
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]/Count 1/Parent 2 0 R>>endobj\n"
        b"trailer<</Root 1 0 R/Size 4>>\n%%EOF\n"
    )


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[Path]:
    """A text file somebody goes on writing to."""
    path = tmp_path / "d" / "growing.txt"
    path.parent.mkdir()
    path.write_text("first words\n")
    stop = threading.Event()

    def grow() -> None:
        with path.open("a") as file:
            while not stop.wait(0.002):
                file.write("more words and more\n" * 50)
                file.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    yield path
    stop.set()
    writer.join()


def test_a_run_survives_whatever_it_meets(linkly: Linkly, growing: Path, write: Callable[..., Path]) -> None:
    folder = growing.parent
    for number in range(20):
        write(f"d/good{number}.md", f"# Good {number}\n\nanchor words\n")
    zip_bomb(folder / "bomb.docx", "word/document.xml")
    zip_bomb(folder / "bomb.epub", "OEBPS/content.opf")
    xml_bomb(folder / "entities.docx")
    huge_png(folder / "huge.png")
    cyclic_pdf(folder / "cyclic.pdf")
    os.mkfifo(folder / "fifo.txt")
    program = [sys.executable, "-m", "linkly_cli", "--data-dir", str(linkly.data_dir), "index", str(folder)]
    subprocess.run(
        program,
        check=True,
        capture_output=True,
        timeout=900,
        env={**os.environ, "PYTHONPATH": str(EXAMPLES.parents[1])},
    )
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= ONE_GIB
    listed = linkly("list", "--limit", "200", "--json").json["documents"]
    outcomes = {document["path"].rpartition("/")[2]: document["outcome"] for document in listed}
    assert {name: outcome for name, outcome in outcomes.items() if name.startswith("good")} == {
        f"good{number}.md": "ok" for number in range(20)
    }
    assert linkly("search", "anchor", "--json").json["total"] == 20
    assert outcomes["growing.txt"] in {"ok", "partial"}
    assert "fifo.txt" not in outcomes
    bad = {name: outcomes[name] for name in ("bomb.docx", "bomb.epub", "entities.docx", "cyclic.pdf", "huge.png")}
    assert set(bad.values()) <= {"corrupt", "too_large", "unsupported", "no_text", "timeout"}, bad
    reasons = {document["path"].rpartition("/")[2]: document.get("reason") for document in listed}
    assert all(reasons[name] for name in bad)


FORMATS = {
    "pdf": "manuals/engine-handbook.pdf",
    "docx": "minutes/2025/annual-meeting-2025.docx",
    "pptx": "talks/the-night-of-the-storm.pptx",
    "epub": "travel/drei-ufer.epub",
    "html": "notices/winter-timetable.html",
    "md": "manuals/tides.md",
    "txt": "accounts/insurance-invoice-2025.txt",
    "png": "notices/harbour-notice.png",
}


def damaged(original: bytes, seed: int) -> bytes:
    """Ten truncations and then ten flips of one to twenty bytes, by seed."""
    dice = random.Random(seed)
    if seed < 10:
        return original[: dice.randrange(len(original))]
    data = bytearray(original)
    for _ in range(dice.randrange(1, 21)):
        data[dice.randrange(len(data))] ^= dice.randrange(1, 256)
    return bytes(data)


@pytest.mark.parametrize("suffix", FORMATS)
def test_damaged_files_never_crash_or_hang(tmp_path: Path, suffix: str) -> None:
    original = (EXAMPLES / FORMATS[suffix]).read_bytes()
    worker = Worker(reading_setup(Settings(file_timeout=20)))
    doc_type = doc_type_of(suffix)
    assert doc_type is not None
    try:
        for seed in range(20):
            path = tmp_path / f"{seed}.{suffix}"
            path.write_bytes(damaged(original, seed))
            document = worker.read(Job(path=str(path), doc_type=doc_type)).document
            assert document is not None
            reason = document.reason or ""
            assert document.outcome != "timeout", (seed, reason)
            assert "the process reading it" not in reason, (seed, reason)
            assert document.outcome in {"ok", "partial", "no_text"} or reason
            assert "Error:" not in reason, (seed, reason)
    finally:
        worker.close()
