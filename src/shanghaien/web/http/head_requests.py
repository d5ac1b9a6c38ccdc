"""HEAD for every page: what GET would answer, without its body."""

from typing import Any

from litestar import Litestar

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
