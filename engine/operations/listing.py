"""`list`: documents one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models import ListedDocument, ListResult, Outcome
from engine.text.dates import format_time

if TYPE_CHECKING:
    from engine.requests import ListRequest
    from engine.store.catalog import Catalog
    from engine.store.records import Document


def list_documents(catalog: Catalog, request: ListRequest) -> ListResult:
    """The page of the catalogue that the request names. Raises LibraryNotFoundError."""
    total, documents = catalog.list_documents(request)
    return ListResult(
        total=total,
        offset=request.offset,
        limit=request.limit,
        documents=tuple(_listed(document) for document in documents),
    )


def _listed(document: Document) -> ListedDocument:
    return ListedDocument(
        doc_id=str(document.doc_id),
        title=document.title,
        path=document.path,
        doc_type=document.doc_type,
        libraries=document.libraries,
        word_count=document.word_count,
        total_lines=document.total_lines,
        has_outline=document.has_outline,
        modified_at=format_time(document.mtime_ns / 1e9),
        outcome=document.outcome,
        reason=document.reason if document.outcome is not Outcome.OK else None,
    )
