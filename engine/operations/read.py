"""`read`: a page of a document's lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models import DocumentText, PlaceMark
from engine.operations.state import place_at, require_text, stale_state
from engine.requests import parse_doc_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.requests import ReadRequest
    from engine.store.catalog import Catalog


def read(catalog: Catalog, doc_id: str, request: ReadRequest) -> DocumentText:
    """The lines the request names, as far as they exist. Raises DocumentNotFoundError or NoContentError."""
    document = catalog.document(parse_doc_id(doc_id))
    require_text(document)
    last = min(request.offset + request.limit - 1, document.total_lines)
    lines = catalog.lines(document.doc_id, request.offset, last) if request.offset <= last else []
    return DocumentText(
        doc_id=str(document.doc_id),
        title=document.title,
        author=document.author,
        path=document.path,
        doc_type=document.doc_type,
        word_count=document.word_count,
        total_lines=document.total_lines,
        shown_from=request.offset,
        shown_to=request.offset + len(lines) - 1,
        content="\n".join(lines),
        places=_shown_places(catalog.structure(document.doc_id).places, request.offset, last),
        stale=stale_state(document),
    )


def _shown_places(places: Sequence[PlaceMark], first: int, last: int) -> tuple[PlaceMark, ...]:
    """The place the page begins in, and those that begin on it."""
    if first > last:
        return ()
    begun = place_at(places, first)
    inside = tuple(mark for mark in places if first < mark.line <= last)
    return (PlaceMark(line=first, place=begun), *inside) if begun else inside
