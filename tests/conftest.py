"""Fixtures of all tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from harness import MODIFIED, Linkly

settings.register_profile("linkly", deadline=None)  # a busy machine is no fault of the program
settings.load_profile("linkly")


@pytest.fixture
def linkly(tmp_path: Path) -> Linkly:
    """The program with an empty data directory."""
    return Linkly(tmp_path / "data", tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file below `tmp_path`, with a fixed modification time."""

    def writer(name: str, content: str | bytes, *, modified: float = MODIFIED) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
        os.utime(path, (modified, modified))
        return path

    return writer


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real documents `LINKLY_CORPUS` points to."""
    chosen = os.environ.get("LINKLY_CORPUS")
    if not chosen:
        pytest.skip("LINKLY_CORPUS does not point to a corpus of real documents")
    return Path(chosen)
