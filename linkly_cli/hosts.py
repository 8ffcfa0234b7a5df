"""Host names and addresses, as URLs and headers have them."""

from __future__ import annotations

import ipaddress
import re

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


def host_of(authority: str) -> str:
    """The host of `host` or `host:port`, in lower case, without the brackets of IPv6; empty if it is neither."""
    match = _AUTHORITY.fullmatch(authority.strip().lower())
    return (match[1] or match[2]) if match else ""


def authority(host: str, port: int) -> str:
    """`host:port`, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
