"""Requests counted by their route, never by their address: there are as many addresses as games."""

from time import perf_counter

from litestar.types import HTTPScope, Message, Send

from shanghaien.web.figures import REQUEST_SECONDS, REQUESTS

NO_ROUTE = "none"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def counting(scope: HTTPScope, send: Send) -> Send:
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
