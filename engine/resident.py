"""An engine for a process that stays: what a search opens is open for the next one too.

Opening the keyword index anew takes as long as a quick search. It is dropped when its files are no longer the same, and
so are the settings, so that what another process changes is seen by the next call.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from engine.config import EngineConfig, settings_path
from engine.service import Engine
from engine.store.keyword import WhooshKeywordIndex
from engine.store.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from engine.store.base import KeywordIndex
    from engine.store.semantic import SemanticIndex

_Stamp = tuple[int, int, int] | None


class ResidentIndex:
    """The index of one data directory, for any number of threads."""

    def __init__(self, data_dir: Path) -> None:
        """Raises ConfigError for settings it cannot read."""
        self._data_dir = data_dir
        self._directory = Layout(data_dir).keyword
        self._keyword = WhooshKeywordIndex(self._directory)
        self._keyword_stamp: _Stamp = None
        self._vectors = Layout(data_dir).vectors
        self._vectors_stamp: _Stamp = None
        self._semantic: SemanticIndex | None = None
        self._settings_stamp = _stamp(settings_path(data_dir))
        self._engine = _ResidentEngine(EngineConfig.load(data_dir), self)
        self._lock = Lock()

    def close(self) -> None:
        """Release the files."""
        self._keyword.close()

    def engine(self) -> Engine:
        """An engine with the settings as they are now. Raises ConfigError."""
        stamp = _stamp(settings_path(self._data_dir))
        with self._lock:
            if stamp != self._settings_stamp:
                self._engine = _ResidentEngine(EngineConfig.load(self._data_dir), self)
                self._settings_stamp = stamp
            return self._engine

    def semantic(self, open_anew: Callable[[], SemanticIndex]) -> SemanticIndex:
        """The vectors that are there now, in memory. Raises what `open_anew` raises."""
        stamp = _stamp(self._vectors)
        with self._lock:
            if self._semantic is None or stamp != self._vectors_stamp:
                self._semantic = open_anew()
                self._semantic.load()
                self._vectors_stamp = stamp
            return self._semantic

    def keyword(self) -> WhooshKeywordIndex:
        """The keyword index; what it has open is what is there now."""
        stamp = _stamp(self._directory)
        with self._lock:
            if stamp != self._keyword_stamp:
                self._keyword.close()  # it opens itself again
                self._keyword_stamp = stamp
        return self._keyword


class _ResidentEngine(Engine):
    """An engine whose calls share what the index has open."""

    def __init__(self, config: EngineConfig, index: ResidentIndex) -> None:
        super().__init__(config)
        self._index = index

    @contextmanager
    def _keyword_index(self) -> Iterator[KeywordIndex]:
        yield self._index.keyword()

    def _vectors(self) -> SemanticIndex:
        return self._index.semantic(super()._vectors)


def _stamp(path: Path) -> _Stamp:
    """What changes when a file is replaced, or when files of a folder come and go."""
    try:
        status = os.stat(path)  # noqa: PTH116 - half the cost of Path.stat
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
