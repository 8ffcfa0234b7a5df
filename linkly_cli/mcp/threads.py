"""Blocking work beside an event loop, in a bounded number of threads that never keep the process alive."""

from __future__ import annotations

import asyncio
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_Job = tuple["Callable[[], Any]", "asyncio.Future[Any]", "asyncio.AbstractEventLoop"]


class Crew:
    """At most `size` daemon threads, started as they are needed.

    A server has to end although a call is being worked on or a pipe blocks; the interpreter waits for the threads of
    `asyncio.to_thread` and of anyio, and would not.
    """

    def __init__(self, size: int, name: str) -> None:
        self._size = size
        self._name = name
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._lock = Lock()
        self._started = self._busy = 0

    async def run(self, work: Callable[[], _T]) -> _T:
        """What `work` returns or raises. Cancelled, it is not begun, or its result is dropped."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        with self._lock:
            self._busy += 1
            if self._busy > self._started < self._size:
                self._started += 1
                Thread(target=self._work, name=f"{self._name} {self._started}", daemon=True).start()
        self._jobs.put((work, future, loop))
        return cast("_T", await future)

    def _work(self) -> None:
        while True:
            work, future, loop = self._jobs.get()
            result, error = None, None
            if not future.cancelled():
                try:
                    result = work()
                except BaseException as exc:  # noqa: BLE001 - raised again where the result is awaited
                    error = exc
            with self._lock:
                self._busy -= 1
            try:
                loop.call_soon_threadsafe(_settle, future, result, error)
            except RuntimeError:
                return  # the loop was closed meanwhile
            del work, future, loop, result, error


def _settle(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
