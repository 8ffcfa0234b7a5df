"""Names of the files in a data directory.

catalog.sqlite3   the one truth
keyword/          the inverted index, derived from it
vectors/          the search structures over vectors, derived from it
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
    def lock(self) -> Path:
        """The writer's lock file."""
        return self.root / "lock"
