"""What libraries log while a server runs: on standard error, a line each."""

from __future__ import annotations

import logging
from asyncio import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING

from renderers.escape import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linkly_cli.invocation import Invocation


@contextmanager
def logged_to_standard_error(invocation: Invocation) -> Iterator[None]:
    """Warnings and errors of all libraries, without traces unless `--debug`; nothing if `--quiet`."""
    handler = logging.StreamHandler(invocation.environment.stderr)
    handler.setLevel(logging.CRITICAL + 1 if invocation.quiet else logging.WARNING)
    handler.setFormatter(logging.Formatter() if invocation.debug else _OneLine())
    handler.addFilter(_is_news)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether it says more than that something was cancelled, as everything is in the end."""
    return not (record.exc_info and record.exc_info[0] is CancelledError)


class _OneLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        """Where it comes from and what it says; of an exception, its name."""
        kind = record.exc_info[0] if record.exc_info else None
        reason = f" ({kind.__name__})" if kind else ""
        return one_line(f"{record.name}: {record.getMessage().strip()}{reason}")
