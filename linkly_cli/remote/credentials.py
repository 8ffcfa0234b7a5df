"""What `linkly auth` keeps: the endpoint of another machine and its key, in a file that only its owner reads."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import ConfigError, StorageError, UsageError
from engine.store.files import write_private
from linkly_cli.remote.endpoint import Endpoint

if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """An endpoint as its owner typed it, and a key, in the file `path`."""

    path: Path
    endpoint: str | None = None
    key: str | None = None

    @classmethod
    def load(cls, data_dir: Path) -> Credentials:
        """Those of a data directory; none if it keeps none. Raises ConfigError."""
        path = data_dir / "remote.json"
        try:
            kept = json.loads(path.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return cls(path=path)
        except (OSError, ValueError) as exc:
            raise ConfigError(f"{path} cannot be read.", hint="linkly auth logout, then set them again") from exc
        match kept:
            case {"endpoint": str() | None as endpoint, "key": str() | None as key}:
                return cls(path=path, endpoint=endpoint, key=key)
            case _:
                raise ConfigError(f"{path} is damaged.", hint="linkly auth logout, then set them again")

    def at(self, url: str) -> Credentials:
        """The same with another endpoint. The key of a former endpoint is dropped: it belongs to that machine."""
        endpoint = Endpoint.parse(url)
        moved = self.endpoint is not None and Endpoint.parse(self.endpoint).origin != endpoint.origin
        return replace(self, endpoint=str(endpoint), key=None if moved else self.key)

    def store(self) -> None:
        """Write the file. Raises StorageError."""
        data = json.dumps({"endpoint": self.endpoint, "key": self.key}).encode()
        try:
            write_private(self.path, data)
        except OSError as exc:
            raise StorageError(f"{self.path} cannot be written: {exc.strerror}.") from exc

    def require_endpoint(self) -> Endpoint:
        """The endpoint. Raises UsageError if none is kept."""
        if self.endpoint is None:
            raise UsageError("No endpoint is stored.", hint="linkly auth set-endpoint http://HOST:60606")
        return Endpoint.parse(self.endpoint)

    @property
    def masked_key(self) -> str | None:
        """The key as it may be shown."""
        if self.key is None:
            return None
        return f"…{self.key[-_SHOWN:]}" if len(self.key) >= 4 * _SHOWN else "…"


def forget(data_dir: Path) -> bool:
    """Delete what is kept; whether there was anything. Raises StorageError."""
    path = data_dir / "remote.json"
    try:
        path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as exc:
        raise StorageError(f"{path} cannot be deleted: {exc.strerror}.") from exc
    return True
