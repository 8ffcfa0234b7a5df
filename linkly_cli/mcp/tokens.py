"""The token of a server that other machines can reach."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from engine.errors import StorageError
from engine.store.files import write_private
from linkly_cli.tokens import HEADER_SAFE

if TYPE_CHECKING:
    from pathlib import Path


def kept_token(path: Path) -> tuple[str, bool]:
    """The token in a file that only its owner reads, and whether it was made just now. Raises StorageError."""
    try:
        kept = path.read_text("ascii").strip()
    except FileNotFoundError:
        kept = ""
    except (OSError, UnicodeDecodeError) as exc:
        raise StorageError(f"The token in {path} cannot be read.", hint=f"rm '{path}' makes a new one") from exc
    if HEADER_SAFE.fullmatch(kept):
        return kept, False
    token = secrets.token_urlsafe(32)
    try:
        write_private(path, f"{token}\n".encode())
    except OSError as exc:
        raise StorageError(f"The token cannot be written to {path}: {exc.strerror}.") from exc
    return token, True
