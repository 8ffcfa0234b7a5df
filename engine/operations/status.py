"""`status`: what is indexed, what failed and why, and how large it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models import FailedFile, StatusResult, VectorProgress
from engine.operations.libraries import library_infos
from engine.store.files import directory_bytes
from engine.store.lock import is_locked

if TYPE_CHECKING:
    from engine.store.catalog import Catalog
    from engine.store.layout import Layout

_SHOWN_FAILURES = 100
NO_MODEL = "none"


def status(catalog: Catalog | None, layout: Layout, version: str) -> StatusResult:
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
        vectors=VectorProgress(done=0, pending=0),
        ocr_pending=catalog.ocr_pending() if catalog else 0,
        model=NO_MODEL,
        index_bytes=directory_bytes(layout.root),
        last_run=catalog.meta("last_run") if catalog else None,
        index_status="indexing" if is_locked(layout.lock) else "idle",
    )
