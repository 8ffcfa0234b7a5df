"""The seven tools, status and doctor, answered by another machine."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from engine.errors import UsageError
from engine.models import (
    DocumentMatches,
    DocumentText,
    ExploreResult,
    Failure,
    FindPathsResult,
    GrepResult,
    LibrariesResult,
    OutlineResult,
    ReadResult,
    SearchMode,
    SearchResult,
    StatusResult,
)
from linkly_cli.remote.checks import check_server
from linkly_cli.remote.errors import error_of
from renderers.from_json import ShapeError, from_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.models import DoctorResult
    from engine.requests import (
        ExploreRequest,
        FindPathsRequest,
        GrepRequest,
        OutlineRequest,
        ReadRequest,
        SearchRequest,
    )
    from linkly_cli.remote.session import Session

_T = TypeVar("_T")


class RemoteAnswers:
    """Asks one server; its errors are raised here as they would have been there."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def search(self, request: SearchRequest) -> SearchResult:
        """Documents for a query. Raises UsageError for what the tool cannot be asked."""
        _refuse("--mode", given=request.mode is not SearchMode.HYBRID)
        _refuse("--explain", given=request.explain)
        _refuse("--offset", given=request.offset != 0)
        chosen = request.filter
        return self._one(
            SearchResult,
            "search",
            query=request.query,
            limit=request.limit,
            doc_types=sorted(chosen.doc_types) or None,
            library=chosen.library,
            path_glob=chosen.path_glob,
            modified_after=chosen.modified_after,
            modified_before=chosen.modified_before,
            time_sort=request.time_sort,
        )

    def outline(self, request: OutlineRequest) -> OutlineResult:
        """Sections of documents; in one call, because a node to expand may be in any of them."""
        if not request.doc_ids:
            return OutlineResult(documents=())
        tree = self._session.call("outline", {"doc_ids": request.doc_ids, "expand": request.expand or None})
        if "documents" in tree:
            return self._shaped(OutlineResult, tree)
        return OutlineResult(documents=(self._failure_of_a_document(tree),))

    def grep(self, request: GrepRequest) -> GrepResult:
        """Lines that match a pattern, a call for each document as the result is iterated; the first at once."""
        arguments = {
            "pattern": request.pattern,
            "context": request.context,
            "before": request.before,
            "after": request.after,
            "case_insensitive": request.ignore_case,
            "output_mode": request.mode,
            "limit": request.limit,
            "offset": request.offset,
            "fuzzy_whitespace": request.fuzzy_whitespace,
        }
        return GrepResult(request.pattern, self._each(DocumentMatches, "grep", request.doc_ids, arguments))

    def read(self, request: ReadRequest) -> ReadResult:
        """Pages of documents, a call for each as the result is iterated; the first at once."""
        arguments = {"offset": request.offset, "limit": request.limit}
        return ReadResult(self._each(DocumentText, "read", request.doc_ids, arguments))

    def list_libraries(self) -> LibrariesResult:
        """Every library."""
        return self._one(LibrariesResult, "list_libraries")

    def explore(self, request: ExploreRequest) -> ExploreResult:
        """An overview; recent is what the other machine's clock says."""
        return self._one(ExploreResult, "explore", library=request.library)

    def find_paths(self, request: FindPathsRequest) -> FindPathsResult:
        """Folders by name."""
        return self._one(
            FindPathsResult, "find_paths", patterns=request.patterns, library=request.library, limit=request.limit
        )

    def status(self, version: str) -> StatusResult:  # noqa: ARG002 - the version is that of the server
        """What is indexed there."""
        return self._success(StatusResult, self._session.status())

    def doctor(self, worker_probe: Path) -> DoctorResult:  # noqa: ARG002 - nothing is read on this machine
        """Checks of the way to the server, and of what it says of itself."""
        return check_server(self._session)

    def _one(self, kind: type[_T], tool: str, **arguments: object) -> _T:
        return self._success(kind, self._session.call(tool, arguments))

    def _each(
        self, kind: type[_T], tool: str, doc_ids: tuple[str, ...], arguments: dict[str, Any]
    ) -> Iterator[_T | Failure]:
        answers = (self._of_document(kind, tool, {**arguments, "doc_id": doc_id}) for doc_id in doc_ids)
        first = next(answers, None)
        return iter(()) if first is None else chain([first], answers)

    def _of_document(self, kind: type[_T], tool: str, arguments: dict[str, Any]) -> _T | Failure:
        tree = self._session.call(tool, arguments)
        return self._failure_of_a_document(tree) if tree.get("status") == "error" else self._shaped(kind, tree)

    def _failure_of_a_document(self, tree: dict[str, Any]) -> Failure:
        """The error of one document as a value; one of the whole call is raised."""
        failure = self._shaped(Failure, tree)
        if failure.doc_id is None:
            raise error_of(failure)
        return failure

    def _success(self, kind: type[_T], tree: dict[str, Any]) -> _T:
        if tree.get("status") == "error":
            raise error_of(self._shaped(Failure, tree))
        return self._shaped(kind, tree)

    def _shaped(self, kind: type[_T], tree: dict[str, Any]) -> _T:
        try:
            return from_json(kind, tree)
        except ShapeError as exc:
            raise self._session.wire.not_linkly(str(exc)) from exc


def _refuse(option: str, *, given: bool) -> None:
    if given:
        raise UsageError(
            f"{option} cannot be used with --endpoint or --remote: that server's tools do not have it.",
            hint=f"leave {option} out, or search on that machine",
        )
