"""Everything the command line takes from its process, as one value: tests put their own in its place."""

from __future__ import annotations

import os
import re
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from engine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

APPLICATION = "linkly"


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Arguments, streams, variables, clock and working directory of one run."""

    arguments: tuple[str, ...]
    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    variables: Mapping[str, str]
    clock: Callable[[], datetime]
    timer: Callable[[], float]
    cwd: Path

    @property
    def is_terminal(self) -> bool:
        """Whether standard output is a terminal."""
        return self.stdout.isatty()

    @property
    def color(self) -> bool:
        """Whether colours are welcome on standard output."""
        return self.is_terminal and not self.variables.get("NO_COLOR") and self.variables.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        """Columns of the terminal; 80 where there is none."""
        columns = self.variables.get("COLUMNS", "")
        if re.fullmatch("[1-9][0-9]{0,3}", columns):
            return int(columns)
        try:
            return os.get_terminal_size(self.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return 80

    @property
    def home(self) -> Path | None:
        """The person's home folder; None where none is known."""
        home = self.variables.get("HOME") or self.variables.get("USERPROFILE")
        return Path(home) if home else None

    def resolve(self, folder: str) -> Path:
        """The folder a person named. Raises UsageError if it cannot be one."""
        try:
            if folder and "\x00" not in folder:
                return self.cwd / Path(folder).expanduser()
        except RuntimeError as exc:
            raise UsageError(f'"{folder}" cannot be a data directory: {exc}') from exc
        raise UsageError(f"{folder!r} cannot be a data directory.", hint="--data-dir ~/linkly-data")

    def default_data_dir(self) -> Path:
        """Where data goes unless told otherwise: `LINKLY_DATA_DIR`, else the platform's place for it."""
        if chosen := self.variables.get("LINKLY_DATA_DIR"):
            return self.resolve(chosen)
        import platformdirs

        return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


def process_environment() -> Environment:
    """The environment of this process, its streams in UTF-8 whatever the locale says."""
    return Environment(
        arguments=tuple(sys.argv[1:]),
        stdin=_stream(sys.stdin, os.O_RDONLY, "surrogateescape"),
        stdout=_stream(sys.stdout, os.O_WRONLY, "backslashreplace"),
        stderr=_stream(sys.stderr, os.O_WRONLY, "backslashreplace"),
        variables=os.environ,
        clock=lambda: datetime.now(UTC),
        timer=time.monotonic,
        cwd=_cwd(),
    )


def _cwd() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path("/")  # the folder was deleted; absolute paths still work


def _stream(stream: TextIO | None, mode: int, errors: str) -> TextIO:
    """The stream in UTF-8; the null device for one that was closed before the program began."""
    if stream is None:
        descriptor = os.open(os.devnull, mode)
        stream = os.fdopen(descriptor, "r" if mode == os.O_RDONLY else "w")
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors=errors)
    return stream
