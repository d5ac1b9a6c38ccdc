"""What every answer says to the browser."""

from collections.abc import Callable
from typing import Any

from litestar.types import Message, Scope

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Private links must not travel to other sites in the Referer header.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), browsing-topics=(), "
        "publickey-credentials-create=(self), publickey-credentials-get=(self)"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ONE_YEAR = 365 * 24 * 3600
CACHE_CONTROL = b"cache-control"
NOT_KEPT = (CACHE_CONTROL, b"no-store")
LAST_ANSWER = (b"connection", b"close")
"""Said by a server that stops: the next request goes by another connection, to one that does not."""


def strict_headers(*, https: bool) -> dict[str, str]:
    """The headers of every answer."""
    return HEADERS | ({"Strict-Transport-Security": f"max-age={ONE_YEAR}"} if https else {})


def header_writer(*, https: bool) -> Callable[[Message, Scope], Any]:
    """A hook that adds the headers to every answer, errors and static files included."""
    always = [(name.lower().encode(), value.encode()) for name, value in strict_headers(https=https).items()]

    async def write(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            said = [*message["headers"], *always]
            if not any(name.lower() == CACHE_CONTROL for name, _ in message["headers"]):
                said.append(NOT_KEPT)
            if scope["litestar_app"].state.stopping:
                said.append(LAST_ANSWER)
            message["headers"] = said

    return write
