"""Who is on the line: the token that they showed, and how much they may ask for."""

from typing import Any

from litestar.exceptions import TooManyRequestsException
from litestar.types import Receive, Scope, Send

from shanghaien.web.http.problems import Unforeseen
from shanghaien.web.http.rate_limit import RateLimit
from shanghaien.web.ids import PersonId
from shanghaien.web.people.tokens import Tokens


class TooFast(Unforeseen):
    """The caller has asked for too much; after so many seconds they may ask again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(429)
        self.retry_after = retry_after


class Caller:
    """A program that has shown a token. What it asks for counts as the requests that its messages stand for."""

    def __init__(self, scope: Scope, tokens: Tokens, shown: str) -> None:
        self._tokens, self._shown = tokens, shown
        limits = (limit for limit in scope["litestar_app"].middleware if isinstance(limit, RateLimit))
        self._limit = next(limits, None)
        headers = [(b"authorization", shown.encode())]
        self._as_request: Any = {**scope, "method": "POST", "path": "/api/v1", "headers": headers}

    async def person(self) -> PersonId:
        """The person for whom they act; NoToken if the token has been revoked."""
        return await self._tokens.person(self._shown)

    async def count_change(self) -> None:
        """Take from the same allowance from which requests take; TooFast if nothing is left of it."""
        if self._limit is None:
            return
        try:
            await self._limit.handle(self._as_request, _nothing, _nothing, _granted)
        except TooManyRequestsException as error:
            raise TooFast(int((error.headers or {}).get("Retry-After", 60))) from None


async def _nothing(*_: object) -> Any:
    """There is no request behind it, and no answer to it."""


async def _granted(scope: Scope, receive: Receive, send: Send) -> None:
    """Where a request would go on."""
