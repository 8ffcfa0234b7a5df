"""Host names and addresses, as URLs and headers have them."""

from __future__ import annotations

import ipaddress
import re

_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.%]+)\]|([^\[\]:@/?#\s]+))(?::\d*)?")


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach a server at `host`."""
    if host.lower() == "localhost":
        return True
    return is_address(host) and ipaddress.ip_address(host).is_loopback


def is_address(host: str) -> bool:
    """Whether `host` is a numeric address, without brackets."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_any_address(host: str) -> bool:
    """Whether `host` stands for every address of this machine."""
    return is_address(host) and ipaddress.ip_address(host).is_unspecified


def host_of(authority: str) -> str:
    """The host of `host` or `host:port`, in lower case, without the brackets of IPv6; empty if it is neither."""
    match = _AUTHORITY.fullmatch(authority.strip().lower())
    return (match[1] or match[2]) if match else ""


def shown_url(text: str) -> str:
    """A URL as messages may have it: without account, query and fragment, which may be secrets; it may be malformed."""
    scheme = match[0] if (match := _SCHEME.match(text.strip())) else ""
    rest = text.strip().removeprefix(scheme)
    head = re.split("[?#]", rest, maxsplit=1)[0]
    if "@" in rest and "@" not in head:
        return f"{scheme}…"
    where, slash, path = head.rpartition("@")[2].partition("/")
    host, colon, port = where.rpartition(":")
    if colon and not where.endswith("]") and not port.isdecimal():
        where = f"{host}:…"
    return f"{scheme}{where}{slash}{path}"


def authority(host: str, port: int) -> str:
    """`host:port`, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
