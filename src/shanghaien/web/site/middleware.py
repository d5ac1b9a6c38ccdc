"""Requests counted by their route, never by their address: there are as many addresses as games."""

from time import perf_counter
from typing import Any

from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.types import HTTPScope, Message, Send

from shanghaien.web.core.counters import REQUEST_SECONDS, REQUESTS

NO_ROUTE = "none"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def count_requests(scope: HTTPScope, send: Send) -> Send:
    """Sends in the same way, and counts the request when its answer begins; streams go on long after that."""
    began = perf_counter()

    async def counted(message: Message) -> None:
        if message["type"] == "http.response.start":
            route = str(scope.get("path_template") or NO_ROUTE)
            method = str(scope["method"])
            REQUESTS.add(route, method if method in METHODS else "other", str(message["status"]))
            REQUEST_SECONDS.add(perf_counter() - began, route)
        await send(message)

    return counted


# What routes ask for is handed over part by part; the framework would start a task for each.


def resolve_dependencies_in_order(app: Litestar) -> Litestar:
    """Let every route of the application get its parts one after the other, which for parts at hand is much quicker."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for _, wishes in route.route_handler_map.values():
                batches = wishes.dependency_batches
                wishes.dependency_batches = [{dependency} for batch in batches for dependency in batch]
    return app


# HEAD for every page: what GET would answer, without its body.

STREAMS = "/events"
"""How addresses end whose answer never does."""


class HeadAnsweringApp(Litestar):
    """An application whose routes need not think of HEAD; link checkers and proxies ask for it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer HEAD as GET, and keep the body back."""
        if scope.get("method") != "HEAD" or scope["path"].endswith(STREAMS):
            await super().__call__(scope, receive, send)
            return

        async def send_head(message: Any) -> None:
            await send(message | {"body": b""} if message["type"] == "http.response.body" else message)

        asked: Any = {**scope, "method": "GET"}  # a copy: the server itself must go on to see HEAD
        await super().__call__(asked, receive, send_head)
