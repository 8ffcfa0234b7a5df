"""Where a server is, from what a person typed."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from engine.errors import UsageError
from linkly_cli.hosts import authority, is_loopback, shown_url

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """The address of a server; `prefix`: the path a reverse proxy has it at, without a slash at the end."""

    scheme: str
    host: str
    port: int
    prefix: str = ""

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """The endpoint that `http://host:60606/mcp` names, also without the path. Raises UsageError."""
        try:
            parts = urlsplit(text.strip())
            host, port = parts.hostname, parts.port
        except ValueError:  # its text has the account that the URL may contain
            raise _invalid(text, "its host or port is malformed") from None
        if parts.scheme not in _PORTS or not host:
            raise _invalid(text, "it has to begin with http:// or https:// and a host")
        if parts.username is not None or parts.query or parts.fragment:
            raise _invalid(text, "a token goes after --token, and nothing after the path")
        if port == 0:
            raise _invalid(text, "no server is at port 0")
        if any(char <= " " or char == "\x7f" for char in text.strip()):
            raise _invalid(text, "it contains a space or a control character")
        prefix = parts.path.rstrip("/").removesuffix("/mcp").rstrip("/")
        return cls(scheme=parts.scheme, host=host, port=port or _PORTS[parts.scheme], prefix=prefix)

    def __str__(self) -> str:
        """The URL of its MCP endpoint."""
        return f"{self.origin}{self.prefix}/mcp"

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.scheme}://{self.authority}"

    @property
    def authority(self) -> str:
        """Host and port."""
        return authority(self.host, self.port)

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine."""
        return is_loopback(self.host)

    @property
    def exposes_token(self) -> bool:
        """Whether what is sent to it can be read on the way."""
        return self.scheme == "http" and not self.is_loopback


def _invalid(text: str, reason: str) -> UsageError:
    return UsageError(f'Invalid endpoint: "{shown_url(text)}": {reason}.', hint="--endpoint http://127.0.0.1:60606/mcp")
