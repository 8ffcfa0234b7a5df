"""Files and folders that only their owner can read, and writes that are whole or not at all."""

from __future__ import annotations

import os
from threading import get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make_private_dir(path: Path) -> None:
    """Create `path` and its parents; `path` itself is closed to everybody but its owner."""
    if not path.is_dir():
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_private(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Replace `path` by `data` in one step: a reader or a crash sees the old content or the new, never a part.

    Without `durable`, a loss of power may lose both.
    """
    make_private_dir(path.parent)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def directory_bytes(path: Path) -> int:
    """Size of all files in and below `path`; files that vanish meanwhile do not count."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118 - Path costs more than the stat
            except FileNotFoundError:
                continue
    return total
