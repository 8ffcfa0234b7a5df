"""Bare paths for other programs: as the bytes the file system has."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from engine.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from linkly_cli.invocation import Invocation


def check_paths_only(invocation: Invocation, *, wanted: bool) -> None:
    """Raise UsageError if bare paths and JSON are both asked for: standard output can hold one of them."""
    if wanted and invocation.format == "json":
        raise UsageError("--paths and --null print bare paths, which are not JSON.", hint="leave one of them out")


def print_paths(invocation: Invocation, paths: Iterable[str], *, null: bool) -> None:
    """One path a line, or each ended by NUL. On a terminal, and only there, what could act on it is escaped."""
    from renderers.escape import one_line

    stdout = invocation.environment.stdout
    binary = getattr(stdout, "buffer", None)
    if binary is None or (invocation.environment.is_terminal and not null):
        stdout.writelines(f"{one_line(path)}\n" for path in paths)
        return
    stdout.flush()
    for path in paths:
        binary.write(os.fsencode(path) + (b"\0" if null else b"\n"))
