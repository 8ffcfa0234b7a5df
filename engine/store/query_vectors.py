"""The vectors of the latest queries, so that asking again does not open the model again.

Best effort: a file that is damaged, or that cannot be written, costs the time and nothing else. Queries themselves are
not in it, only hashes. Records of one model, latest first: 16 bytes of key, then float32.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.store.files import write_private

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

_KEPT = 256
_KEY = 16
_ROUNDING = 0.01


class QueryVectors:
    """A small cache in a file."""

    def __init__(self, path: Path, model: str, dimensions: int) -> None:
        self._path = path
        self._model = model
        self._size = _KEY + 4 * dimensions

    def get(self, query: str) -> NDArray[np.float32] | None:
        """The vector kept for a query."""
        import numpy as np

        key = self._key(query)
        for record in self._records():
            if record.startswith(key):
                vector = np.frombuffer(record, dtype="<f4", offset=_KEY)
                length = float(np.linalg.norm(vector.astype(np.float64)))
                return vector if abs(length - 1) < _ROUNDING else None
        return None

    def put(self, query: str, vector: NDArray[np.float32]) -> None:
        """Keep a vector; the oldest makes room."""
        key = self._key(query)
        others = [record for record in self._records() if not record.startswith(key)]
        packed = key + vector.astype("<f4").tobytes()
        with suppress(OSError):  # a data directory that may only be read, or a full disk
            write_private(self._path, b"".join((packed, *others[: _KEPT - 1])), durable=False)

    def _key(self, query: str) -> bytes:
        return hashlib.blake2b(f"{self._model}\0{query}".encode(), digest_size=_KEY).digest()

    def _records(self) -> list[bytes]:
        try:
            data = self._path.read_bytes()
        except OSError:
            return []
        if len(data) % self._size:
            return []
        return [data[start : start + self._size] for start in range(0, len(data), self._size)]
