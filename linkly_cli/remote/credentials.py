"""What `linkly auth` keeps: the endpoint of another machine and its key, in a file that only its owner reads."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import ConfigError, StorageError, UsageError
from engine.store.files import write_private
from linkly_cli.hosts import shown_url
from linkly_cli.remote.endpoint import Endpoint
from linkly_cli.tokens import check_token

if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = 4
_SET_ENDPOINT = "linkly auth set-endpoint http://HOST:60606"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """An endpoint and a key as they are in the file `path`, which its owner may have edited."""

    path: Path
    url: str | None = None
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
                return cls(path=path, url=endpoint, key=key)
            case _:
                raise ConfigError(f"{path} is damaged.", hint="linkly auth logout, then set them again")

    def at(self, url: str) -> Credentials:
        """The same with another endpoint. The key of a former endpoint is dropped: it belongs to that machine."""
        endpoint = Endpoint.parse(url)
        moved = self.url is not None and _origin(self.url) != endpoint.origin
        return replace(self, url=str(endpoint), key=None if moved else self.key)

    def store(self) -> None:
        """Write the file. Raises StorageError."""
        data = json.dumps({"endpoint": self.url, "key": self.key}).encode()
        try:
            write_private(self.path, data)
        except OSError as exc:
            raise StorageError(f"{self.path} cannot be written: {exc.strerror}.") from exc

    def require_endpoint(self) -> Endpoint:
        """The endpoint. Raises UsageError if none is kept."""
        if self.url is None:
            raise UsageError("No endpoint is stored.", hint=_SET_ENDPOINT)
        try:
            return Endpoint.parse(self.url)
        except UsageError as exc:
            raise ConfigError(f"{self.path} is damaged. {exc.message}", hint=_SET_ENDPOINT) from None

    def require_key(self) -> str | None:
        """The key, None if none is kept. Raises ConfigError, which does not show it, for one that cannot be sent."""
        try:
            return None if self.key is None else check_token(self.key)
        except UsageError as exc:
            raise ConfigError(
                f"The key in {self.path} cannot be sent. {exc.message}", hint="linkly auth set-key KEY"
            ) from None

    @property
    def endpoint(self) -> str | None:
        """The endpoint as it may be shown."""
        return None if self.url is None else shown_url(self.url)

    @property
    def masked_key(self) -> str | None:
        """The key as it may be shown."""
        if self.key is None:
            return None
        return f"…{self.key[-_SHOWN:]}" if len(self.key) >= 4 * _SHOWN and self.key.isprintable() else "…"


def _origin(url: str) -> str | None:
    try:
        return Endpoint.parse(url).origin
    except UsageError:
        return None


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
