"""What a renderer is: one method per kind of result, a stream to write to, and the context of the moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TextIO, assert_never

from engine.models import (
    DoctorResult,
    ExploreResult,
    FindPathsResult,
    GrepResult,
    IndexResult,
    LibrariesResult,
    ListResult,
    OutlineResult,
    ReadResult,
    SearchResult,
    StatusResult,
)
from renderers.escape import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.models import Failure, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderContext:
    """What a renderer may know besides the result.

    `now` is RFC 3339 UTC, `width` in columns; `color` allows ANSI colours; `tty`: a terminal will show the output.
    """

    now: str
    width: int = 80
    color: bool = False
    tty: bool = False


class Renderer(ABC):
    """Spells finished results as text. Stateless: one instance serves every call.

    A plug-in subclasses this and declares itself as an entry point of the group `linkly.renderers.v1`. Each method
    returns lines without their ends. The documents of grep and read may be iterated once only; a generator writes them
    as they come.
    """

    name: ClassVar[str]
    errors_on_stdout: ClassVar[bool] = False
    """Whether the error of a whole call belongs on standard output, in this format, rather than on standard error."""

    def render(self, result: Result, context: RenderContext, out: TextIO) -> None:
        """Write one result to `out`, each line as soon as it is there."""
        out.writelines(f"{line}\n" for line in self.lines(result, context))

    def lines(self, result: Result, context: RenderContext) -> Iterable[str]:
        """The lines of one result, without their ends."""
        match result:
            case SearchResult():
                return self.search(result, context)
            case OutlineResult():
                return self.outline(result, context)
            case GrepResult():
                return self.grep(result, context)
            case ReadResult():
                return self.read(result, context)
            case LibrariesResult():
                return self.libraries(result, context)
            case ExploreResult():
                return self.explore(result, context)
            case FindPathsResult():
                return self.find_paths(result, context)
            case ListResult():
                return self.documents(result, context)
            case IndexResult():
                return self.index(result, context)
            case StatusResult():
                return self.status(result, context)
            case DoctorResult():
                return self.doctor(result, context)
            case _:
                assert_never(result)

    def failure(self, failure: Failure, out: TextIO) -> None:
        """Write the error of a whole call."""
        out.write(failure_text(failure))

    @abstractmethod
    def search(self, result: SearchResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `search`."""

    @abstractmethod
    def outline(self, result: OutlineResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `outline`; entries may be failures."""

    @abstractmethod
    def grep(self, result: GrepResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `grep`, document by document; entries may be failures."""

    @abstractmethod
    def read(self, result: ReadResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `read`, document by document; entries may be failures."""

    @abstractmethod
    def libraries(self, result: LibrariesResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `list-libraries`."""

    @abstractmethod
    def explore(self, result: ExploreResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `explore`."""

    @abstractmethod
    def find_paths(self, result: FindPathsResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `find-paths`."""

    @abstractmethod
    def documents(self, result: ListResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `list`."""

    @abstractmethod
    def index(self, result: IndexResult, context: RenderContext) -> Iterable[str]:
        """Lines of what an index run did."""

    @abstractmethod
    def status(self, result: StatusResult, context: RenderContext) -> Iterable[str]:
        """Lines of the answer to `status`."""

    @abstractmethod
    def doctor(self, result: DoctorResult, context: RenderContext) -> Iterable[str]:
        """Lines of the checks of `doctor`. No time: it is not an answer about documents."""


def failure_lines(failure: Failure) -> list[str]:
    """An error for people: `Error: message`, and `Hint: …` where there is one; safe for a terminal."""
    hint = [] if failure.hint is None else [f"Hint: {one_line(failure.hint)}"]
    return [f"Error: {one_line(failure.message)}", *hint]


def failure_text(failure: Failure) -> str:
    """The same as text, each line ended."""
    return "".join(f"{line}\n" for line in failure_lines(failure))
