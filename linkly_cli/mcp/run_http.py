"""`linkly serve` as a whole: token, socket, port files, server, and the end of it."""

from __future__ import annotations

from contextlib import closing, contextmanager
from socket import gethostname
from typing import TYPE_CHECKING

from engine.resident import ResidentIndex
from linkly_cli.hosts import authority, is_any_address, is_loopback
from linkly_cli.mcp.guard import Access
from linkly_cli.mcp.http import make_app
from linkly_cli.mcp.logs import logged_to_standard_error
from linkly_cli.mcp.port_files import PortFiles
from linkly_cli.mcp.responder import Responder
from linkly_cli.mcp.serving import Serving, listen
from linkly_cli.mcp.threads import Crew
from linkly_cli.mcp.tokens import kept_token
from linkly_cli.tokens import check_token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linkly_cli.invocation import Invocation

CALLS_AT_A_TIME = 8


def run_http(invocation: Invocation, host: str, port: int, token: str | None) -> int | None:
    """Serve until a signal says stop; that signal. Raises LinklyError if it cannot begin."""
    directory, environment = invocation.directory, invocation.environment
    with closing(ResidentIndex(directory)) as index, closing(listen(host, port)) as listener:
        access = Access.on(host, _token(invocation, host, token))
        app = make_app(Responder(index.engine, environment.clock), Crew(CALLS_AT_A_TIME, "call"), access)
        serving = Serving(app, listener)
        announced = _announced(invocation, host, port, listener.getsockname()[1])
        with serving.stopped_by_signals(), logged_to_standard_error(invocation), announced:
            return serving.run_until_stopped()


@contextmanager
def _announced(invocation: Invocation, host: str, wished: int, got: int) -> Iterator[None]:
    """Say where the server is, here and in the port files, and take the files back at the end."""
    files = PortFiles(invocation.directory, invocation.environment.home)
    try:
        files.write(got)
        if wished not in {got, 0}:
            invocation.say(f"Port {wished} is taken, so it is {got}.")
        if is_any_address(host):
            invocation.say(f"Other machines reach it at http://{authority(gethostname(), got)}/mcp")
        invocation.say("Serving; Ctrl-C ends it.")
        invocation.print_values({"mcp_endpoint": f"http://{authority(host, got)}/mcp"}, bare=True)
        invocation.environment.stdout.flush()
        yield
    finally:
        files.remove()


def _token(invocation: Invocation, host: str, given: str | None) -> str | None:
    """The one given; on an address that other machines reach, else the one that is kept."""
    if given is not None:
        return check_token(given)
    if is_loopback(host):
        return None
    path = invocation.directory / "token"
    token, new = kept_token(path)
    shown = f"The token, shown this once: {token}" if new else "The token is the one made earlier"
    invocation.environment.stderr.write(f"{shown}\nIt is kept in {path}.\n")
    return token
