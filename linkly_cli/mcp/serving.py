"""An HTTP server on a socket of its own, from the first request to the last."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from engine.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from starlette.types import ASGIApp

_PORTS_TRIED = 100
_LAST_PORT = 65_535
_GRACE = 5
"""Seconds that requests being answered have left when the server is told to stop."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at `host`, at `port` or the next port that is free; 0: any.

    Raises UsageError for a host that is not this machine's, UnavailableError where no port can be had.
    """
    try:
        known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = min(known, key=lambda one: one[0] != socket.AF_INET)  # as clients take localhost
    except (OSError, UnicodeError) as exc:
        raise UsageError(
            f'"{host}" is not an address of this machine: {exc}.', hint="linkly serve --host 127.0.0.1"
        ) from exc
    for candidate in range(port, min(port + _PORTS_TRIED, _LAST_PORT + 1)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address[0], candidate, *address[2:]))
            listener.listen(128)
        except OSError as exc:
            listener.close()
            if exc.errno != errno.EADDRINUSE:
                raise _not_bound(host, candidate, exc) from exc
        else:
            return listener
    raise UnavailableError(f"No port from {port} on is free at {host}.", hint="linkly serve --port 0")


def _not_bound(host: str, port: int, exc: OSError) -> UsageError:
    hint = "linkly serve --port 60606" if exc.errno in {errno.EACCES, errno.EPERM} else "linkly serve --host 127.0.0.1"
    return UsageError(f"Cannot listen at {host}, port {port}: {exc.strerror}.", hint=hint)


class Serving(uvicorn.Server):
    """Runs an application until it is stopped."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                app, log_config=None, access_log=False, server_header=False, ws="none", lifespan="on",
                timeout_graceful_shutdown=_GRACE,
            )
        )  # fmt: skip
        self._listener = listener
        self._received: int | None = None

    def run_until_stopped(self) -> int | None:
        """Serve; the signal that ended it, if one did."""
        asyncio.run(self.serve(sockets=[self._listener]))
        return self._received

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """SIGINT and SIGTERM only ask it to stop, also before it runs. No effect outside the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        previous = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        """Finish what is being answered; told a second time, do not."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._received = number

    def stop(self) -> None:
        """End it from another thread."""
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: uvicorn would raise the signal again, and the port files would stay."""
        yield
