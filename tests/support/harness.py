"""The real program in this process, with a frozen clock, width and home."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from linkly_cli.environment import Environment
from linkly_cli.main import run

NOW = datetime(2026, 5, 8, 14, 43, 14, tzinfo=UTC)
MODIFIED = datetime(2026, 3, 1, 8, 0, 0, tzinfo=UTC).timestamp()


class Stream(io.TextIOWrapper):
    """A standard stream kept in memory, perhaps posing as a terminal."""

    def __init__(self, content: bytes = b"", *, tty: bool = False) -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", errors="surrogateescape", newline="")
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class Ran:
    """What a run of the program left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return orjson.loads(self.out)

    @property
    def json_lines(self) -> list[Any]:
        return [orjson.loads(line) for line in self.out.splitlines()]


class Linkly:
    """The program over one data directory. Without `vectors`, `index` is run with `--no-vectors`, which is quicker."""

    def __init__(self, data_dir: Path, cwd: Path, *, vectors: bool = False) -> None:
        self.data_dir = data_dir
        self.cwd = cwd
        self.vectors = vectors

    def __call__(
        self, *arguments: str, stdin: str = "", tty: bool = False, variables: Mapping[str, str] | None = None
    ) -> Ran:
        if not self.vectors and arguments[:1] == ("index",):
            arguments = (*arguments, "--no-vectors")
        stdout, stderr = Stream(tty=tty), Stream(tty=tty)
        environment = Environment(
            arguments=arguments,
            stdin=Stream(stdin.encode("utf-8", "surrogateescape")),
            stdout=stdout,
            stderr=stderr,
            variables={"LINKLY_DATA_DIR": str(self.data_dir), "COLUMNS": "100", **(variables or {})},
            clock=lambda: NOW,
            timer=lambda: 0.0,
            cwd=self.cwd,
        )
        return Ran(run(environment), stdout.text, stderr.text)
