"""`doctor` for another machine's server: reachable, ours, willing, of our version, with an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.models import Check, DoctorResult
from linkly_cli.remote.errors import EndpointError, TokenError
from linkly_cli.version import version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linkly_cli.remote.session import Session


def check_server(session: Session) -> DoctorResult:
    """The checks up to the first that fails for good, in order."""
    checks = tuple(_checks(session))
    return DoctorResult(checks=checks, issues=sum(not check.ok for check in checks))


def _checks(session: Session) -> Iterator[Check]:
    endpoint = session.wire.endpoint
    try:
        health = session.health()
        theirs = session.greet()
    except TokenError as exc:
        yield Check(name="endpoint", ok=True, detail=f"{endpoint} answers")
        yield Check(name="token", ok=False, detail=exc.message, advice=exc.hint)
        return
    except EndpointError as exc:
        yield Check(name="endpoint", ok=False, detail=exc.message, advice=exc.hint)
        return
    yield Check(name="endpoint", ok=True, detail=f"{endpoint} answers, and is a linkly server")
    yield _token_check(session)
    yield _version_check(theirs)
    yield _index_check(health)


def _token_check(session: Session) -> Check:
    wire = session.wire
    if wire.token is not None and wire.endpoint.exposes_token:
        return Check(
            name="token",
            ok=False,
            detail="accepted, but sent in plain text: anybody between the two machines can read it",
            advice="put the server behind TLS, or reach it through a tunnel: ssh -L 60606:127.0.0.1:60606 HOST",
        )
    return Check(name="token", ok=True, detail="none is needed" if wire.token is None else "accepted")


def _version_check(theirs: str) -> Check:
    same = theirs == version()
    detail = f"{theirs} on both machines" if same else f"{theirs} there, {version()} here"
    return Check(name="version", ok=same, detail=detail, advice=None if same else "install the same version on both")


def _index_check(health: dict[str, object]) -> Check:
    count, state = health.get("doc_count"), health.get("index_status")
    ok = state != "error" and count != 0
    advice = "on that machine: linkly doctor" if state == "error" else "on that machine: linkly index ~/Documents"
    return Check(name="index", ok=ok, detail=f"{count} documents, {state}", advice=None if ok else advice)
