"""What can be asked: defaults, ranges and their error messages, once, for the command line and for MCP alike.

Every request checks itself when it is made and raises UsageError. Texts from outside are brought into the form of
stored text here, so that nothing below has to.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

from engine.errors import UsageError
from engine.models import DocType, GrepMode, ListSort, Outcome, SearchMode, TimeSort
from engine.text.dates import parse_time
from engine.text.normalise import clean_query
from engine.values import Value, value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime
    from enum import StrEnum
    from pathlib import Path

_E = TypeVar("_E", bound="StrEnum")

MAX_IDS = 10_000
MAX_OFFSET = 2**31 - 1
MAX_QUERY = 100_000
DOC_TYPES = "pdf docx pptx epub md txt html image"


def check_range(name: str, value: int, low: int, high: int | None = None) -> None:
    """Raise UsageError naming the range unless `low` ≤ `value` ≤ `high`."""
    if value < low or (high is not None and value > high):
        span = f"{low} or more" if high is None else f"from {low} to {high}"
        raise UsageError(f"{name} must be {span}, not {value}.")


def check_text(name: str, value: str) -> str:
    """`value` in the form of stored text. Raises UsageError for a NUL character or an overlong text."""
    if "\x00" in value:
        raise UsageError(f"The {name} contains a NUL character (U+0000), which no document text contains. Remove it.")
    if len(value) > MAX_QUERY:
        raise UsageError(f"The {name} has {len(value):,} characters; at most {MAX_QUERY:,} are accepted.")
    return clean_query(value)


def parse_choice(name: str, kind: type[_E], value: str) -> _E:
    """`value` as a member of `kind`, in any case. Raises UsageError listing the choices."""
    try:
        return kind(value.strip().lower())
    except ValueError:
        raise UsageError(f'Invalid {name}: "{value}". Expected one of: {", ".join(kind)}.') from None


def parse_types(values: Iterable[str]) -> frozenset[DocType]:
    """Document types from names, also comma-separated, in any case."""
    names = [part.strip() for value in values for part in value.split(",") if part.strip()]
    unknown = [name for name in names if name.lower() not in set(DocType)]
    if unknown:
        raise UsageError(f"Unknown document type(s): {', '.join(unknown)}. Supported: {', '.join(DOC_TYPES.split())}.")
    return frozenset(DocType(name.lower()) for name in names)


def parse_outcomes(values: Iterable[str]) -> frozenset[Outcome]:
    """Outcomes from names, also comma-separated, in any case."""
    names = [part.strip() for value in values for part in value.split(",") if part.strip()]
    unknown = [name for name in names if name.lower() not in set(Outcome)]
    if unknown:
        raise UsageError(f"Unknown outcome(s): {', '.join(unknown)}. Supported: {', '.join(Outcome)}.")
    return frozenset(Outcome(name.lower()) for name in names)


def parse_doc_id(value: str) -> int:
    """The number in `1044` or `local://1044`. Raises UsageError."""
    text = value.strip().removeprefix("local://")
    if value.strip().startswith("cloud://"):
        raise UsageError(f'"{value}" names a cloud document; only documents on this disk (local://) can be read.')
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise UsageError(
            f'Invalid document id: "{value}". Expected a number such as 1044.', hint='linkly search "words" prints ids'
        )
    return int(text)


@value
class Filter(Value):
    """Which documents take part. Texts as the user gave them; times as `2024-01-01` or RFC 3339, both inclusive."""

    library: str | None = None
    doc_types: frozenset[DocType] = frozenset()
    path_glob: str | None = None
    modified_after: str | None = None
    modified_before: str | None = None

    def __post_init__(self) -> None:
        if self.path_glob is not None and "\x00" in self.path_glob:
            raise UsageError("The path_glob contains a NUL character (U+0000), which no path contains. Remove it.")
        after, before = self.after, self.before
        if after is not None and before is not None and after > before:
            raise UsageError(
                f'modified_after "{self.modified_after}" is later than modified_before "{self.modified_before}".'
            )

    @property
    def after(self) -> int | None:
        """Earliest modification time, in seconds since 1970."""
        return None if self.modified_after is None else parse_time("modified_after", self.modified_after)

    @property
    def before(self) -> int | None:
        """Latest modification time, in seconds since 1970."""
        return None if self.modified_before is None else parse_time("modified_before", self.modified_before)


@value
class SearchRequest(Value):
    """Documents for a plain-text query."""

    query: str
    limit: int = 20
    offset: int = 0
    filter: Filter = field(default_factory=Filter)
    time_sort: TimeSort = TimeSort.DEFAULT
    mode: SearchMode = SearchMode.HYBRID
    explain: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "query", check_text("query", self.query))
        if not self.query.strip():
            raise UsageError("The query is empty.", hint='linkly search "words to look for"')
        check_range("limit", self.limit, 1, 50)
        check_range("offset", self.offset, 0, MAX_OFFSET)


def _check_number(ids: tuple[str, ...]) -> None:
    """A malformed id is an error of its own document, so only their number is checked."""
    if len(ids) > MAX_IDS:
        raise UsageError(f"{len(ids):,} document ids given; at most {MAX_IDS:,} are accepted in one call.")


@value
class OutlineRequest(Value):
    """Sections of documents; `expand` names nodes such as `2` or `3.1`."""

    doc_ids: tuple[str, ...]
    expand: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_number(self.doc_ids)
        for node in self.expand:
            if not all(part.isascii() and part.isdigit() for part in node.split(".")):
                raise UsageError(f'Invalid outline node: "{node}". Expected numbers such as 2 or 3.1.')


@value
class GrepRequest(Value):
    """Lines of documents that match an RE2 pattern. `fuzzy_whitespace` None: on for PDF."""

    pattern: str
    doc_ids: tuple[str, ...]
    context: int = 3
    before: int | None = None
    after: int | None = None
    ignore_case: bool = False
    mode: GrepMode = GrepMode.CONTENT
    limit: int = 20
    offset: int = 0
    fuzzy_whitespace: bool | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", check_text("pattern", self.pattern))
        if not self.pattern:
            raise UsageError("The pattern is empty.", hint="linkly grep PATTERN DOC_ID")
        _check_number(self.doc_ids)
        for name in ("context", "before", "after"):
            value = getattr(self, name)
            if value is not None:
                check_range(name, value, 0, 100)
        check_range("limit", self.limit, 1, 100)
        check_range("offset", self.offset, 0, MAX_OFFSET)

    @property
    def lines_before(self) -> int:
        """Lines of context before a match."""
        return self.context if self.before is None else self.before

    @property
    def lines_after(self) -> int:
        """Lines of context after a match."""
        return self.context if self.after is None else self.after


@value
class ReadRequest(Value):
    """Lines `offset` to `offset + limit − 1` of documents."""

    doc_ids: tuple[str, ...]
    offset: int = 1
    limit: int = 200

    def __post_init__(self) -> None:
        _check_number(self.doc_ids)
        check_range("offset", self.offset, 1, MAX_OFFSET)
        check_range("limit", self.limit, 1, 500)


@value
class ExploreRequest(Value):
    """What a library, or everything, is about. `now` bounds recent activity."""

    now: datetime
    library: str | None = None


@value
class FindPathsRequest(Value):
    """Folders whose names contain one of the patterns."""

    patterns: tuple[str, ...]
    library: str | None = None
    limit: int = 10

    def __post_init__(self) -> None:
        if not self.patterns:
            raise UsageError("No pattern given.", hint="linkly find-paths --patterns invoices,2024")
        if len(self.patterns) > 10:
            raise UsageError(f"{len(self.patterns)} patterns given; at most 10 are accepted.")
        for pattern in self.patterns:
            if not pattern:
                raise UsageError("A pattern is empty.", hint="linkly find-paths --patterns invoices,2024")
            if "\x00" in pattern:
                raise UsageError("A pattern contains a NUL character (U+0000), which no path contains. Remove it.")
            size = len(pattern.encode("utf-8", "surrogatepass"))
            if size > 64:
                raise UsageError(f'The pattern "{pattern}" has {size} bytes; at most 64 are accepted.')
        check_range("limit", self.limit, 1, 50)


@value
class ListRequest(Value):
    """Documents one after another. `path`: only those in or below this absolute path."""

    filter: Filter = field(default_factory=Filter)
    path: str | None = None
    sort: ListSort = ListSort.RECENT
    outcomes: frozenset[Outcome] = frozenset()
    limit: int = 50
    offset: int = 0

    def __post_init__(self) -> None:
        check_range("limit", self.limit, 1, 200)
        check_range("offset", self.offset, 0, MAX_OFFSET)


@value
class IndexProgress(Value):
    """How far one stage of an index run is, in files, or in passages while embedding; `path`: the last file, if any."""

    stage: str
    unit: str
    done: int
    total: int
    path: str = ""


@value
class IndexRequest(Value):
    """Bring libraries up to date. `targets`: names or paths as typed; none: every library.

    `now` is recorded as the time of the run, `timer` gives monotonic seconds, `cwd` resolves relative paths, `progress`
    is called after each file. `stopped` is asked between files; once it is true, the run ends cleanly.
    """

    now: datetime
    timer: Callable[[], float]
    cwd: Path
    targets: tuple[str, ...] = ()
    jobs: int | None = None
    vectors: bool = True
    ocr: bool = True
    rebuild: bool = False
    prune: bool = False
    dry_run: bool = False
    verify: bool = False
    progress: Callable[[IndexProgress], None] | None = None
    stopped: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None:
            check_range("jobs", self.jobs, 1, 64)
        for target in self.targets:
            if not target:
                raise UsageError("A path is empty.", hint="linkly index ~/Documents")
            if "\x00" in target:
                raise UsageError("A path contains a NUL character (U+0000). Remove it.")
