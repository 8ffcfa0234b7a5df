"""What a person sees while an index run goes on, and how they stop it."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from engine.requests import IndexProgress
    from linkly_cli.invocation import Invocation


@contextmanager
def interruptible(invocation: Invocation) -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C or SIGTERM into a wish that can be asked for; a second one ends the process as usual."""
    wishes: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    previous = {number: signal.getsignal(number) for number in signals}

    def note(number: int, _frame: FrameType | None) -> None:
        wishes.append(number)
        invocation.say("Stopping; what was read is being stored.")
        signal.signal(number, previous[signal.Signals(number)] or signal.SIG_DFL)

    for number in signals:
        signal.signal(number, note)
    try:
        yield lambda: bool(wishes)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler or signal.SIG_DFL)


@contextmanager
def announce(invocation: Invocation) -> Iterator[Callable[[IndexProgress], None] | None]:
    """A callback that draws a progress bar on standard error; None where there is no terminal, or `--quiet`."""
    stderr = invocation.environment.stderr
    if invocation.quiet or not stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=stderr, no_color=not invocation.environment.color)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("Reading", total=None, rate="")

        def advance(progress: IndexProgress) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} {progress.unit}/s" if speed else ""
            if bar.tasks[0].description != progress.stage:
                bar.reset(task, description=progress.stage)
            bar.update(task, completed=progress.done, total=progress.total, rate=rate)

        yield advance
