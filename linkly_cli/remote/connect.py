"""From the options of a command to the server that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import UsageError
from linkly_cli.remote.answers import RemoteAnswers
from linkly_cli.remote.credentials import Credentials
from linkly_cli.remote.endpoint import Endpoint
from linkly_cli.remote.session import Session
from linkly_cli.remote.wire import Wire
from linkly_cli.tokens import check_token

if TYPE_CHECKING:
    from linkly_cli.invocation import Invocation


def connect(invocation: Invocation) -> RemoteAnswers:
    """The server that `--endpoint` or `--remote` names; nothing is sent yet. Raises UsageError or ConfigError."""
    endpoint, token = _chosen(invocation)
    if token is not None and endpoint.exposes_token:
        invocation.say(f"Warning: the token goes to {endpoint.host} in plain text; https:// or a tunnel would hide it.")
    wire = Wire(endpoint, token, invocation.environment.variables)
    invocation.at_end.callback(wire.close)
    return RemoteAnswers(Session(wire))


def _chosen(invocation: Invocation) -> tuple[Endpoint, str | None]:
    if not invocation.remote:
        token = None if invocation.token is None else check_token(invocation.token)
        return Endpoint.parse(invocation.endpoint or ""), token
    if invocation.endpoint is not None or invocation.token is not None:
        raise UsageError("--remote uses what is stored; it does not go with --endpoint and --token.")
    kept = Credentials.load(invocation.directory)
    return kept.require_endpoint(), kept.require_key()
