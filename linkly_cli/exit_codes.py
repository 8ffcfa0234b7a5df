"""Exit statuses."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the shell is told. With `--exit-code`, NOTHING_FOUND and FAILED are kept apart as 1 and 2."""

    OK = 0
    FAILED = 1
    NOTHING_FOUND = 1
    USAGE = 2
    INTERRUPTED = 130
