"""`status`: what is indexed, what failed and why, and how large it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import LinklyError
from engine.models import FailedFile, StatusResult, VectorProgress
from engine.operations.libraries import library_infos
from engine.store.embedders import check_model
from engine.store.embedding_models import OFF
from engine.store.files import directory_bytes
from engine.store.lock import is_locked

if TYPE_CHECKING:
    from engine.store.catalog import Catalog
    from engine.store.layout import Layout

_SHOWN_FAILURES = 100


def status(catalog: Catalog | None, layout: Layout, model: str, version: str) -> StatusResult:
    """The state of a data directory; `catalog` is None while nothing has been indexed."""
    outcomes = catalog.outcomes() if catalog else {}
    failed = catalog.failed(_SHOWN_FAILURES) if catalog else ()
    return StatusResult(
        version=version,
        data_dir=str(layout.root),
        libraries=library_infos(catalog) if catalog else (),
        documents=sum(outcomes.values()),
        outcomes=outcomes,
        failed=tuple(FailedFile(path=d.path, outcome=d.outcome, reason=d.reason or "") for d in failed),
        vectors=_vectors(catalog, layout, model),
        ocr_pending=catalog.ocr_pending() if catalog else 0,
        model=model,
        index_bytes=directory_bytes(layout.root),
        last_run=catalog.meta("last_run") if catalog else None,
        index_status="indexing" if is_locked(layout.lock) else "idle",
    )


def _vectors(catalog: Catalog | None, layout: Layout, model: str) -> VectorProgress:
    progress = catalog.vector_progress(model) if catalog else VectorProgress(done=0, pending=0)
    return replace(progress, note=_obstacle(layout, model))


def _obstacle(layout: Layout, model: str) -> str | None:
    """Why searches by meaning do not work, as far as a glance shows."""
    if model == OFF:
        return "off: linkly model use packaged"
    from engine.store.vectors import VectorFile

    try:
        check_model(model, layout.models)
        if layout.vectors.exists():
            VectorFile(layout.vectors)
    except LinklyError as exc:
        return f"{exc.message} {exc.hint or ''}".strip()
    return None
