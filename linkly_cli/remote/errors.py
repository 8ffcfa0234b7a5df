"""What can go wrong on the way to another machine, and errors that came from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import LinklyError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.models import Failure


class EndpointError(LinklyError):
    """The server cannot be reached, or does not answer as a linkly server does."""

    code = "endpoint"


class TokenError(EndpointError):
    """The server wants a token, or another one."""

    code = "token"


class _ForeignError(LinklyError):
    """An error of a kind this version does not know."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message, hint=failure.hint, doc_id=failure.doc_id)
        self._failure = failure

    def as_failure(self) -> Failure:
        """The error as it came."""
        return self._failure


def error_of(failure: Failure) -> LinklyError:
    """The error the other machine had, to be raised here."""
    known = {kind.code: kind for kind in _tree(LinklyError) if "code" in vars(kind)}
    kind = known.get(failure.code)
    if kind is None:
        return _ForeignError(failure)
    return kind(failure.message, hint=failure.hint, doc_id=failure.doc_id)


def _tree(kind: type[LinklyError]) -> Iterator[type[LinklyError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _tree(below)
