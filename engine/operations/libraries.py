"""`list-libraries`: what is indexed, by library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.models import LibrariesResult, LibraryInfo, LibraryState

if TYPE_CHECKING:
    from engine.store.catalog import Catalog
    from engine.store.records import Library


def list_libraries(catalog: Catalog) -> LibrariesResult:
    """Every library, by name."""
    return LibrariesResult(libraries=library_infos(catalog))


def library_infos(catalog: Catalog) -> tuple[LibraryInfo, ...]:
    """Every library with its counts and its state."""
    counts = catalog.library_counts()
    return tuple(_info(library, *counts.get(library.library_id, (0, 0))) for library in catalog.libraries())


def _info(library: Library, documents: int, folders: int) -> LibraryInfo:
    return LibraryInfo(
        name=library.name,
        description=library.description,
        doc_count=documents,
        folder_count=folders,
        paths=library.roots,
        state=_state(library, documents),
    )


def _state(library: Library, documents: int) -> LibraryState:
    """Offline while no root is there; empty while it holds no document."""
    if not any(Path(root).exists() for root in library.roots):
        return LibraryState.OFFLINE
    return LibraryState.OK if documents else LibraryState.EMPTY
