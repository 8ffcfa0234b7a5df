"""Errors that are nobody's but ours, as values."""

from __future__ import annotations

from engine.models import Failure


def bug(exc: Exception) -> Failure:
    """What is said of an exception that should not have come up."""
    message = f"This is a bug in linkly: {type(exc).__name__}: {exc}"
    return Failure(code="internal", message=message, hint="run it again with --debug")
