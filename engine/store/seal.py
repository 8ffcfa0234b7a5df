"""What the files of the keyword index should be, so that damage is noticed before it gives a wrong answer.

A file of the index never changes once it is committed. The catalogue keeps the size, time and checksum of each.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Seal = dict[str, tuple[int, int, int]]
"""File name to size in bytes, modification time in nanoseconds, CRC-32."""
_CHUNK = 1 << 20


def seal_files(directory: Path, known: Seal) -> Seal:
    """The seal of the files in `directory`; only those that `known` does not have are read."""
    seal: Seal = {}
    for path in sorted(directory.iterdir()):
        status = path.stat()
        state = (status.st_size, status.st_mtime_ns)
        kept = known.get(path.name)
        seal[path.name] = kept if kept is not None and kept[:2] == state else (*state, _checksum(path))
    return seal


def broken_files(directory: Path, seal: Seal, *, thorough: bool) -> list[str]:
    """Names of files that are not as they were; `thorough` reads them, else their sizes and times are looked at."""
    broken: list[str] = []
    for name, (size, mtime, checksum) in seal.items():
        path = directory / name
        try:
            status = path.stat()
            same = (status.st_size, status.st_mtime_ns) == (size, mtime)
            if not same or (thorough and _checksum(path) != checksum):
                broken.append(name)
        except OSError:
            broken.append(name)
    return broken


def encode_seal(seal: Seal) -> str:
    """The seal as JSON."""
    return json.dumps(seal)


def decode_seal(text: str | None) -> Seal:
    """The inverse of `encode_seal`; an empty seal for nothing."""
    return {name: (size, mtime, checksum) for name, (size, mtime, checksum) in json.loads(text or "{}").items()}


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            checksum = zlib.crc32(chunk, checksum)
    return checksum
