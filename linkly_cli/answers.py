"""Who can answer the seven tools: the engine over this machine's index, or another machine's server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from engine.models import (
        DoctorResult,
        ExploreResult,
        FindPathsResult,
        GrepResult,
        LibrariesResult,
        OutlineResult,
        ReadResult,
        SearchResult,
        StatusResult,
    )
    from engine.requests import (
        ExploreRequest,
        FindPathsRequest,
        GrepRequest,
        OutlineRequest,
        ReadRequest,
        SearchRequest,
    )


class Answers(Protocol):
    """One method a tool, as `engine.service.Engine` has them; each raises LinklyError."""

    def search(self, request: SearchRequest) -> SearchResult:
        """Documents for a query, best first."""
        ...

    def outline(self, request: OutlineRequest) -> OutlineResult:
        """Sections of documents."""
        ...

    def grep(self, request: GrepRequest) -> GrepResult:
        """Lines that match a pattern, document by document."""
        ...

    def read(self, request: ReadRequest) -> ReadResult:
        """Pages of documents."""
        ...

    def list_libraries(self) -> LibrariesResult:
        """Every library."""
        ...

    def explore(self, request: ExploreRequest) -> ExploreResult:
        """An overview."""
        ...

    def find_paths(self, request: FindPathsRequest) -> FindPathsResult:
        """Folders by name."""
        ...

    def status(self, version: str) -> StatusResult:
        """What is indexed."""
        ...

    def doctor(self, worker_probe: Path) -> DoctorResult:
        """Checks, with advice for those that fail."""
        ...
