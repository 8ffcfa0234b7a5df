"""What several tools say about a document: whether its file changed since, and where in the original a line is."""

from __future__ import annotations

import os
from bisect import bisect_right
from typing import TYPE_CHECKING

from engine.documents import storable
from engine.errors import NoContentError
from engine.models import Outcome, Stale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.models import Place, PlaceMark
    from engine.store.records import Document

_ADVICE = {
    Outcome.ENCRYPTED: "remove its password and run: linkly index",
    Outcome.TOO_LARGE: "raise the limit and run: linkly config set max_file_size 500MB && linkly index --rebuild",
    Outcome.TIMEOUT: "allow more time and run: linkly config set file_timeout 600 && linkly index --rebuild",
}


def stale_state(document: Document) -> Stale | None:
    """Whether the file has gone or changed since it was indexed."""
    try:
        status = os.stat(document.path)  # noqa: PTH116 - paths are str here
    except OSError:
        return Stale.MISSING
    same = status.st_size == document.size and storable(status.st_mtime_ns) == document.mtime_ns
    return None if same else Stale.MODIFIED


def place_at(places: Sequence[PlaceMark], line: int) -> Place | None:
    """The place of a line: that of the last mark at or before it. `places` are in line order."""
    index = bisect_right(places, line, key=lambda mark: mark.line)
    return places[index - 1].place if index else None


def require_text(document: Document) -> None:
    """Raise NoContentError for a document without text, with its outcome and the reason."""
    if document.total_lines:
        return
    reason = f": {document.reason}" if document.reason else ""
    raise NoContentError(
        f'"{document.title}" has no text ({document.outcome}{reason}).',
        hint=_ADVICE.get(document.outcome),
        doc_id=str(document.doc_id),
    )
