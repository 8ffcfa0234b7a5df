"""Names of the files in a data directory.

catalog.sqlite3   the one truth
keyword/          the inverted index, derived from it
vectors/          vectors to scan, derived from it, and those of earlier queries
models/           embedding models, prepared or downloaded
config.toml       settings
lock              held by the one process that writes
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths in the data directory `root`."""

    root: Path

    @property
    def catalog(self) -> Path:
        """The SQLite database."""
        return self.root / "catalog.sqlite3"

    @property
    def keyword(self) -> Path:
        """The folder of the keyword index."""
        return self.root / "keyword"

    @property
    def vectors(self) -> Path:
        """The file of vectors that searches scan."""
        return self.root / "vectors" / "vectors.bin"

    @property
    def query_vectors(self) -> Path:
        """The vectors of earlier queries."""
        return self.root / "vectors" / "queries.bin"

    @property
    def models(self) -> Path:
        """The folder of embedding models."""
        return self.root / "models"

    @property
    def lock(self) -> Path:
        """The writer's lock file."""
        return self.root / "lock"
