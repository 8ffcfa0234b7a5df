"""HTTP to one endpoint: one connection that is kept, proxies where the environment names one, errors in our words."""

from __future__ import annotations

import base64
import socket
import ssl
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, unquote, urlsplit

from linkly_cli.hosts import shown_url
from linkly_cli.remote.errors import EndpointError, TokenError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from linkly_cli.remote.endpoint import Endpoint

CONNECT_TIME = 10.0
ANSWER_TIME = 120.0
"""Seconds; a first search by meaning loads its model on the other side."""
MAX_ANSWER = 256 * 1024**2
_NOT_OURS = "linkly serve prints its address; compare it with what you gave"


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and body of an HTTP answer."""

    status: int
    body: bytes


class Wire:
    """Requests to an endpoint, one after the other. `variables`: those of the environment, for proxies."""

    def __init__(self, endpoint: Endpoint, token: str | None, variables: Mapping[str, str]) -> None:
        self.endpoint = endpoint
        self.token = token
        self._proxy = proxy_for(endpoint, variables)
        self._connection: HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """The answer to GET of a path below the endpoint's prefix. Raises EndpointError."""
        return self._checked(self._send("GET", path, None))

    def post(self, path: str, body: bytes) -> Answer:
        """The answer to a POST of JSON. Raises EndpointError."""
        return self._checked(self._send("POST", path, body))

    def close(self) -> None:
        """Give the connection back."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _send(self, method: str, path: str, body: bytes | None) -> Answer:
        try:
            if self._connection is not None:
                try:
                    return self._exchange(self._connection, method, path, body)
                except (ConnectionError, HTTPException):
                    self.close()  # the server may close a connection that is idle; try a new one
            self._connection = self._connect()
            return self._exchange(self._connection, method, path, body)
        except (OSError, HTTPException, UnicodeError) as exc:
            self.close()
            raise self._unreached(exc) from exc
        except ValueError:  # its text is the header that cannot be sent, and with it the token
            self.close()
            raise EndpointError(
                f"The request to {self.endpoint} has a header that HTTP cannot carry.", hint="check the token"
            ) from None

    def _connect(self) -> HTTPConnection:
        connection = self._new_connection()
        try:
            connection.connect()
        except BaseException:
            connection.close()  # where TLS failed there is a socket all the same
            raise
        connection.sock.settimeout(ANSWER_TIME)
        return connection

    def _new_connection(self) -> HTTPConnection:
        endpoint, proxy = self.endpoint, self._proxy
        host, port = (endpoint.host, endpoint.port) if proxy is None else (proxy.hostname or "", proxy.port or 80)
        if endpoint.scheme == "http":
            return HTTPConnection(host, port, timeout=CONNECT_TIME)
        secure = HTTPSConnection(host, port, timeout=CONNECT_TIME)
        if proxy is not None:
            secure.set_tunnel(endpoint.host, endpoint.port, _proxy_headers(proxy))
        return secure

    def _exchange(self, connection: HTTPConnection, method: str, path: str, body: bytes | None) -> Answer:
        connection.request(method, self._target(path), body, self._headers())
        with connection.getresponse() as response:
            content = response.read(MAX_ANSWER + 1)
            if len(content) > MAX_ANSWER:
                raise EndpointError(f"The answer of {self.endpoint} is larger than {MAX_ANSWER // 1024**2} MB.")
            if 300 <= response.status < 400:
                raise self._moved(response.getheader("Location") or "another address")
            return Answer(response.status, content)

    def _target(self, path: str) -> str:
        through_proxy = self._proxy is not None and self.endpoint.scheme == "http"
        return f"{self.endpoint.origin if through_proxy else ''}{self.endpoint.prefix}{path}"

    def _headers(self) -> dict[str, str]:
        headers = {
            "Host": self.endpoint.authority,
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self._proxy is not None and self.endpoint.scheme == "http":
            headers |= _proxy_headers(self._proxy)
        return headers

    def _checked(self, answer: Answer) -> Answer:
        if answer.status < 300:
            return answer
        raise self._refused(answer)

    def _refused(self, answer: Answer) -> EndpointError:
        there = str(self.endpoint)
        match answer.status:
            case 401 if self.token is None:
                hint = "--token TOKEN, or once: linkly auth set-key KEY, then --remote"
                return TokenError(f"{there} wants a token.", hint=hint)
            case 401:
                hint = "linkly serve shows its token when it makes it, and says in which file it is kept"
                return TokenError(f"{there} does not accept this token.", hint=hint)
            case 421 | 403:
                hint = "name that machine as its linkly serve --host does, or by its numeric address"
                return EndpointError(f"{there} does not go by the name {self.endpoint.host}.", hint=hint)
            case 413:
                return EndpointError(f"{there} does not accept a request that large.", hint="ask for less at a time")
            case 429 | 503:
                return EndpointError(f"{there} is busy.", hint="try again in a moment")
            case _:
                return self.not_linkly(f"status {answer.status}")

    def not_linkly(self, sign: str) -> EndpointError:
        """The error of an answer that no linkly server gives."""
        return EndpointError(f"{self.endpoint} answers, but not as a linkly server does ({sign}).", hint=_NOT_OURS)

    def _moved(self, location: str) -> EndpointError:
        there = shown_url(location)
        message = f"{self.endpoint} sends requests on to {there}, which is not followed: the token would go with them."
        return EndpointError(message, hint=f"--endpoint {there}")

    def _unreached(self, exc: Exception) -> EndpointError:
        there = self.endpoint
        via = "" if self._proxy is None else f" through the proxy {self._proxy.hostname}"
        match exc:
            case ConnectionRefusedError():
                hint = f"on that machine: linkly serve --port {there.port}"
                return EndpointError(f"Nothing answers at {there}{via}: connection refused.", hint=hint)
            case TimeoutError():
                hint = "check the address, and whether a firewall is between the two machines"
                return EndpointError(f"{there} did not answer in time{via}.", hint=hint)
            case socket.gaierror():
                hint = "check the spelling, or give its numeric address"
                return EndpointError(f'The host "{there.host}" cannot be found{via}.', hint=hint)
            case ssl.SSLError():
                hint = f"--endpoint http://{there.authority} if it does not speak TLS"
                return EndpointError(f"No secure connection to {there}: {exc.reason or exc}.", hint=hint)
            case HTTPException():
                return self.not_linkly(f"{type(exc).__name__}")
            case _:
                reason = getattr(exc, "strerror", None) or exc
                return EndpointError(f"{there} cannot be reached{via}: {reason}.", hint="check the address")


def proxy_for(endpoint: Endpoint, variables: Mapping[str, str]) -> SplitResult | None:
    """The HTTP proxy for an endpoint, by the usual variables; none for this machine, and for what `no_proxy` names."""
    if endpoint.is_loopback:
        return None
    names = {name.lower(): name for name, value in variables.items() if name.lower().endswith("_proxy") and value}
    chosen = names.get(f"{endpoint.scheme}_proxy") or names.get("all_proxy")
    if chosen is None or _goes_without(endpoint, variables.get(names.get("no_proxy", ""), "")):
        return None
    proxy = _parsed_proxy(variables[chosen])
    if proxy is None:
        raise EndpointError(
            f'The variable {chosen} is not an HTTP proxy such as http://proxy:3128: "{shown_url(variables[chosen])}".',
            hint=f"no_proxy={endpoint.host} goes without it",
        )
    return proxy


def _parsed_proxy(text: str) -> SplitResult | None:
    """The URL of an HTTP proxy, None if it is something else."""
    if any(char <= " " or char == "\x7f" for char in text):
        return None
    try:
        proxy = urlsplit(text if "://" in text else f"http://{text}")
        known = proxy.scheme == "http" and proxy.hostname and proxy.port != 0
    except ValueError:
        return None
    return proxy if known else None


def _goes_without(endpoint: Endpoint, no_proxy: str) -> bool:
    """Whether `no_proxy` names the host, one of the domains it is in, or everything."""
    names = [name.strip().lower().lstrip(".") for name in no_proxy.split(",") if name.strip()]
    host = endpoint.host.lower()
    return any(name in {"*", host, endpoint.authority} or host.endswith(f".{name}") for name in names)


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    account = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(account.encode()).decode()}"}
