"""Documents in, answers out: find and read the documents on a disk.

    >>> import engine
    >>> answers = engine.Engine.open(data_dir).search(engine.requests.SearchRequest(query="tides"))

`engine.service` has the one class a program needs, `engine.requests` what can be asked, `engine.models` what comes
back.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import errors, models, requests
    from engine.service import Engine

__all__ = ["Engine", "errors", "models", "requests"]


def __getattr__(name: str) -> object:
    """Import on first use: a worker process imports this package and needs none of it."""
    if name == "Engine":
        return import_module("engine.service").Engine
    if name in __all__:
        return import_module(f"engine.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
