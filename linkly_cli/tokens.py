"""What a token may be."""

from __future__ import annotations

import re

from engine.errors import UsageError

HEADER_SAFE = re.compile(r"[\x21-\x7e]{1,1000}")


def check_token(token: str) -> str:
    """The token itself. Raises UsageError for one that no HTTP header can carry; the message does not show it."""
    if not HEADER_SAFE.fullmatch(token):
        raise UsageError("A token has 1 to 1000 letters, digits and signs of ASCII, and no spaces.")
    return token
