"""A small indexed library, and goldens: whole outputs kept as files (LINKLY_UPDATE_GOLDENS=1 rewrites them)."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from harness import Linkly, Ran

GOLDENS = Path(__file__).parent / "goldens"


def blank_picture() -> bytes:
    """A white PNG."""
    data = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(data, "PNG")
    return data.getvalue()


DOCUMENTS = {
    "notes/harbour.md": (
        "---\ntitle: Harbour plan\n---\n# Harbour\n\nThe quay was rebuilt by Ada.\n\n## Tides\n\n"
        "High water at noon on the quay; the ferry leaves an hour before.\n\n### Spring tide\n\nThe spring tide floods the "
        "lower steps.\n\n## Fees\n\nA berth costs EUR 120 a month.\n\nWinter storage costs EUR 80.\n",
        "2026-03-01T08:00:00",
    ),
    "notes/copy of harbour.md": (None, "2026-02-01T08:00:00"),
    "notes/2025/ferry.txt": (
        "Ferry timetable\n\nSummer: every hour.\nWinter: at eight and at five.\nSunday: no ferry.\n",
        "2025-11-05T10:30:00",
    ),
    "letters/brief.html": (
        "<html><head><title>Brief an Grace</title></head><body><div>Home | Impressum</div><h1>Hochwasser</h1>"
        "<p>Das Hochwasser kam am Abend an den Kai.</p></body></html>",
        "2026-05-07T09:00:00",
    ),
    "letters/empty.txt": ("", "2024-01-01T00:00:00"),
    "日本/潮.md": ("# 潮の満ち引き\n\n満潮は正午です。船は一時間前に出ます。\n", "2024-06-01T00:00:00"),
    "pictures/quay.png": (blank_picture(), "2023-01-01T00:00:00"),
    "a[1]*?/odd.txt": ("An odd folder holds this anchor.\n", "2022-01-01T00:00:00"),
}


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the documents."""
    root = tmp_path_factory.mktemp("shore") / "library"
    for name, (content, modified) in DOCUMENTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = DOCUMENTS["notes/harbour.md"][0] if content is None else content
        path.write_bytes(data if isinstance(data, bytes) else str(data).encode())
        moment = datetime.fromisoformat(modified).replace(tzinfo=UTC).timestamp()
        os.utime(path, (moment, moment))
    return root


@pytest.fixture(scope="session")
def shore(library: Path) -> Linkly:
    """The program over an index of the documents. Tests that change it make their own."""
    program = Linkly(library.parent / "data", library.parent)
    ran = program("index", "library", "--jobs", "1", "--no-vectors", "--no-ocr")
    assert ran.status == 0, ran.err
    return program


@pytest.fixture
def ids(shore: Linkly, library: Path) -> dict[str, str]:
    """Document ids by path within the library."""
    listed = shore("list", "--json", "--limit", "200").json["documents"]
    return {os.path.relpath(document["path"], library): document["doc_id"] for document in listed}


@pytest.fixture
def golden(library: Path) -> Callable[[str, Ran], None]:
    """Compares an output with the file that holds what it should be; the place of the library is taken out."""

    def check(name: str, ran: Ran) -> None:
        output = ran.out.replace(str(library.parent), "/home/ada") + (
            f"=== standard error\n{ran.err}" if ran.err else ""
        )
        path = GOLDENS / name
        if os.environ.get("LINKLY_UPDATE_GOLDENS"):
            path.write_text(output, "utf-8")
        assert output == path.read_text("utf-8")
        assert ran.status == 0

    return check
