"""One writer at a time: a lock the operating system holds for a process and frees when the process dies."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.errors import LockedError, StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def writer_lock(path: Path) -> Iterator[None]:
    """Hold the lock file `path`. Raises LockedError, naming the process, when another one holds it."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as exc:
        raise StorageError(f"The index cannot be written: {path}: {exc.strerror}.") from exc
    try:
        _acquire(descriptor)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()
        raise LockedError(
            f"Another linkly process (pid {holder or 'unknown'}) is writing to this index.",
            hint="wait for it to finish; searching and reading work meanwhile",
        ) from None


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock right now."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    else:
        return False
    finally:
        os.close(descriptor)
