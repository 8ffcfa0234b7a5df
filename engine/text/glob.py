"""Path globs: found anywhere in a path, case-sensitive; `*` any run (also of `/`), `?` one character, `[...]` a set.

A glob is cut at its stars into pieces of fixed width. Because it may begin and end anywhere, taking the leftmost place
of every piece after the one before decides the match without ever going back, so no glob can make it slow.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SPECIAL = re.compile(r"[*?[]")


def escape_glob(path: str) -> str:
    """A glob that matches `path` literally."""
    return _SPECIAL.sub(r"[\g<0>]", path)


def compile_glob(glob: str) -> Callable[[str], bool]:
    """A predicate over paths. Both sides are compared in Unicode NFC, so that any spelling of `é` finds the others."""
    pieces = [re.compile(piece, re.DOTALL) for piece in _pieces(_nfc(glob)) if piece]

    def matches(path: str) -> bool:
        path, at = _nfc(path), 0
        for piece in pieces:
            found = piece.search(path, at)
            if found is None:
                return False
            at = found.end()
        return True

    return matches


def _nfc(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _pieces(glob: str) -> list[str]:
    """The regular expressions between the stars."""
    pieces, at = [""], 0
    while at < len(glob):
        char = glob[at]
        end = _set_end(glob, at) if char == "[" else None
        if char == "*":
            pieces.append("")
        elif end is not None:
            pieces[-1] += _set(glob[at + 1 : end])
            at = end
        else:
            pieces[-1] += "." if char == "?" else re.escape(char)
        at += 1
    return pieces


def _set_end(glob: str, start: int) -> int | None:
    """Index of the `]` that closes the set opened at `start`; a `]` right after the opening belongs to the set."""
    first = start + 2 if glob.startswith("!", start + 1) else start + 1
    end = glob.find("]", first + 1)
    return end if end >= 0 else None


def _set(body: str) -> str:
    """The regular expression of a set's body; a range that runs backwards holds nothing."""
    negated = body.startswith("!")
    members, at, body = "", 0, body[negated:]
    while at < len(body):
        low = high = body[at]
        if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
            high, at = body[at + 2], at + 2
        if low <= high:
            members += re.escape(low) if low == high else f"{re.escape(low)}-{re.escape(high)}"
        at += 1
    if not members:
        return "." if negated else "(?!)"
    return f"[{'^' if negated else ''}{members}]"
