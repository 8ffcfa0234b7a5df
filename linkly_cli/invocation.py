"""One run of one command: the global options, and the ways from a request to printed output."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from engine.errors import UsageError
from engine.models import Failure
from engine.requests import MAX_IDS
from engine.text.dates import format_datetime
from linkly_cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from engine.models import Result
    from engine.service import Engine
    from linkly_cli.answers import Answers
    from linkly_cli.environment import Environment
    from renderers.base import RenderContext, Renderer

_T = TypeVar("_T")
_LONGEST_ID = 1_000


@dataclass(slots=True)
class Invocation:
    """The global options as they were given, in whatever place, and what commands need to answer."""

    environment: Environment
    format: str | None = None
    data_dir: str | None = None
    exit_code: bool = False
    quiet: bool = False
    debug: bool = False
    endpoint: str | None = None
    token: str | None = None
    remote: bool = False
    exit_status: int = field(default=ExitCode.OK)
    at_end: ExitStack = field(default_factory=ExitStack)

    @property
    def directory(self) -> Path:
        """The data directory of this run."""
        if self.data_dir is not None:
            return self.environment.resolve(self.data_dir)
        return self.environment.default_data_dir()

    def engine(self) -> Engine:
        """The engine over the data directory. An unknown format is refused before any work is done."""
        from engine.service import Engine

        self.renderer()
        return Engine.open(self.directory)

    def answers(self) -> Answers:
        """Who answers the tools: this machine's engine, or the server that `--endpoint` or `--remote` names."""
        if self.endpoint is None and not self.remote:
            if self.token is not None:
                raise UsageError(
                    "--token goes with --endpoint.", hint="--endpoint http://127.0.0.1:60606 --token TOKEN"
                )
            return self.engine()
        from linkly_cli.remote.connect import connect

        self.renderer()
        return connect(self)

    def renderer(self) -> Renderer:
        """The renderer asked for; without a wish, one that suits standard output."""
        from renderers.registry import load_renderer

        return load_renderer(self.format or ("terminal" if self.environment.is_terminal else "markdown"))

    def render(self, result: Result) -> None:
        """Print a result."""
        self.renderer().render(result, self._context(), self.environment.stdout)

    def _context(self) -> RenderContext:
        from renderers.base import RenderContext

        environment = self.environment
        return RenderContext(
            now=format_datetime(environment.clock()),
            width=environment.width,
            color=environment.color,
            tty=environment.is_terminal,
        )

    def print_values(self, values: Mapping[str, object], *, bare: bool = False) -> None:
        """Names and values, as JSON if that is the format; `bare`: values only."""
        stdout = self.environment.stdout
        if self.format == "json":
            from renderers.json import encode

            stdout.write(encode({"status": "success", **values}) + "\n")
            return
        for name, value in values.items():
            stdout.write(f"{value}\n" if bare else f"{name} = {value}\n")

    def print_records(self, name: str, records: Sequence[Mapping[str, object]]) -> None:
        """Records of plain values: in JSON as a list called `name`, else one a line, its values separated by tabs."""
        if self.format == "json":
            self.print_values({name: list(records)})
            return
        for record in records:
            cells = (str(value).lower() if isinstance(value, bool) else str(value) for value in record.values())
            self.environment.stdout.write("\t".join(cells) + "\n")

    def found(self, anything: bool) -> None:  # noqa: FBT001 - the one thing it is told
        """Note whether the answer holds something, for `--exit-code`."""
        if self.exit_code and not anything:
            self.exit_status = ExitCode.NOTHING_FOUND

    def say(self, message: str) -> None:
        """A remark on standard error, unless `--quiet`."""
        if not self.quiet:
            from renderers.escape import one_line

            print(one_line(message), file=self.environment.stderr)

    def doc_ids(self, given: Sequence[str], *, command: str) -> tuple[str, ...]:
        """The ids of the command line, or with `-` those on standard input, one a line."""
        if not given:
            raise UsageError(
                "No document id given.", hint=f'linkly {command} 1044 (linkly search "words" prints ids; - reads them)'
            )
        if "-" not in given:
            return tuple(given)
        if len(given) > 1:
            raise UsageError("- reads ids from standard input and cannot be mixed with ids as arguments.")
        return tuple(self._ids_from_standard_input())

    def _ids_from_standard_input(self) -> list[str]:
        ids: list[str] = []
        while line := self.environment.stdin.readline(_LONGEST_ID):
            if len(line) == _LONGEST_ID:
                raise UsageError("Standard input holds something else than document ids, one a line.")
            if line.strip():
                ids.append(line.strip())
            if len(ids) > MAX_IDS:
                raise UsageError(f"More than {MAX_IDS:,} document ids on standard input; no more are accepted.")
        return ids

    def settle(self, entries: Iterable[_T | Failure], *, several: bool) -> Iterator[_T | Failure]:
        """The entries of an answer about several documents, with a warning for each that failed.

        If none succeeded, the run failed. A single failing document is an error of the whole call, raised at once.
        """
        return self._warned(entries) if several else iter(_none_failed(entries))

    def _warned(self, entries: Iterable[_T | Failure]) -> Iterator[_T | Failure]:
        failed = succeeded = 0
        for entry in entries:
            if isinstance(entry, Failure):
                failed += 1
                self.say(f"Warning: {entry.message}")
            else:
                succeeded += 1
            yield entry
        if failed and (self.exit_code or not succeeded):
            self.exit_status = ExitCode.USAGE if self.exit_code else ExitCode.FAILED


def _none_failed(entries: Iterable[_T | Failure]) -> list[_T | Failure]:
    drained = list(entries)
    for entry in drained:
        if isinstance(entry, Failure):
            raise SingleFailureError(entry)
    return drained


class SingleFailureError(Exception):
    """The only document asked for failed; its failure is printed as the error of the call."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
