"""Where other programs on this machine look up the port of a server that runs."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

from engine.errors import StorageError
from engine.store.files import write_private

if TYPE_CHECKING:
    from pathlib import Path

_ANSWER_TIME = 0.5


class PortFiles:
    """The file `port` of a data directory, and `~/.linkly/port`, which may belong to another program."""

    def __init__(self, data_dir: Path, home: Path | None) -> None:
        self._own = data_dir / "port"
        self._shared = None if home is None else home / ".linkly" / "port"
        self._written: list[tuple[Path, bytes]] = []

    def write(self, port: int) -> None:
        """Say which port it is. Raises StorageError if the data directory cannot be written."""
        content = json.dumps({"port": port}).encode()
        shared = self._shared if self._shared and self._may_replace_shared(self._shared, content) else None
        try:
            if _may_replace(self._own, content):
                self._put(self._own, content)
        except OSError as exc:
            raise StorageError(
                f"{self._own} cannot be written: {exc.strerror}.", hint="choose another --data-dir"
            ) from exc
        if shared is not None:
            try:
                self._put(shared, content)
            except OSError:
                return  # a convenience for other programs; the server works without

    def remove(self) -> None:
        """Take back what was written, unless somebody has replaced it."""
        for path, content in self._written:
            if _content(path) == content:
                path.unlink(missing_ok=True)
        self._written.clear()

    def _put(self, path: Path, content: bytes) -> None:
        write_private(path, content)
        self._written.append((path, content))

    def _may_replace_shared(self, path: Path, content: bytes) -> bool:
        """The same for the shared file, which must be of a server of this data directory too."""
        there = _content(path)
        return there in {None, content, _content(self._own)} and _may_replace(path, content)


def _may_replace(path: Path, content: bytes) -> bool:
    """Whether the file is absent, ours, or of a server that died."""
    there = _content(path)
    return there in {None, content} or not _answers(there)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _answers(content: bytes | None) -> bool:
    """Whether something listens at the port a file names."""
    try:
        port = int(json.loads(content or b"{}")["port"])
        with socket.create_connection(("127.0.0.1", port), timeout=_ANSWER_TIME):
            return True
    except (OSError, ValueError, LookupError, TypeError, OverflowError):
        return False
