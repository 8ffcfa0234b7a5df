"""Tool calls in, texts out: the engine asked, the answer rendered, errors made part of the answer."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import LinklyError
from engine.models import Failure, GrepResult, OutlineResult, ReadResult
from engine.text.dates import format_datetime
from linkly_cli.failures import bug
from linkly_cli.mcp.tools import OUTPUT_FORMAT, OutputFormat
from linkly_cli.version import version
from renderers.base import RenderContext
from renderers.json import JsonRenderer
from renderers.registry import load_renderer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from engine.models import Result
    from linkly_cli.answers import Answers
    from linkly_cli.mcp.tools import Tool
    from renderers.base import Renderer


@dataclass(frozen=True, slots=True)
class Reply:
    """The text a client gets, and whether it is an error."""

    text: str
    failed: bool = False


class Responder:
    """Answers tool calls, from any thread; no call raises."""

    def __init__(self, answers: Callable[[], Answers], clock: Callable[[], datetime]) -> None:
        self.answers = answers
        self._clock = clock

    def reply(self, tool: Tool, arguments: Mapping[str, object], *, whole: bool = False) -> Reply:
        """The text the command line prints for the same call; `whole`: JSON with every field of the result."""
        return self._reply(_renderer(arguments, whole=whole), lambda now: tool.call(self.answers(), arguments, now))

    def status(self) -> Reply:
        """What `linkly status --json` prints."""
        return self._reply(load_renderer(OutputFormat.JSON), lambda _now: self.answers().status(version()))

    def _reply(self, renderer: Renderer, ask: Callable[[datetime], Result]) -> Reply:
        try:
            return _rendered(renderer, ask, self._clock())
        except LinklyError as exc:
            return _failed(renderer, exc.as_failure())
        except Exception as exc:  # noqa: BLE001 - one call with a bug behind it must not end the server
            return _failed(renderer, bug(exc))


def _rendered(renderer: Renderer, ask: Callable[[datetime], Result], now: datetime) -> Reply:
    result = _drained(ask(now))
    failures = _failures(result)
    if len(failures) == 1:
        return _failed(renderer, failures[0])
    out = io.StringIO()
    renderer.render(result, RenderContext(now=format_datetime(now)), out)
    return Reply(out.getvalue(), failed=bool(failures))


def _renderer(arguments: Mapping[str, object], *, whole: bool) -> Renderer:
    """The one asked for, even where the other arguments are wrong."""
    if str(arguments.get(OUTPUT_FORMAT)).strip().lower() != OutputFormat.JSON:
        return load_renderer(OutputFormat.MARKDOWN)
    return JsonRenderer(whole=True) if whole else load_renderer(OutputFormat.JSON)


def _failed(renderer: Renderer, failure: Failure) -> Reply:
    out = io.StringIO()
    renderer.failure(failure, out)
    return Reply(out.getvalue(), failed=True)


def _drained(result: Result) -> Result:
    """The result with its documents read: whether they failed has to be known before the first is rendered."""
    match result:
        case GrepResult():
            return GrepResult(result.pattern, tuple(result.documents))
        case ReadResult():
            return ReadResult(tuple(result.documents))
        case _:
            return result


def _failures(result: Result) -> list[Failure]:
    """Those of every document, if none succeeded."""
    if not isinstance(result, OutlineResult | GrepResult | ReadResult):
        return []
    entries = list(result.documents)
    failures = [entry for entry in entries if isinstance(entry, Failure)]
    return failures if len(failures) == len(entries) else []
