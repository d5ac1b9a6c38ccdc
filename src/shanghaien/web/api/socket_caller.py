"""Who is on the line: the token that they showed, and how much they may ask for."""

from typing import Any

from litestar.types import Scope

from shanghaien.web.http.problems import Unforeseen
from shanghaien.web.http.rate_limit import RateLimit
from shanghaien.web.ids import PersonId
from shanghaien.web.people.tokens import PLAY, Tokens


class TooFast(Unforeseen):
    """The caller has asked for too much; after so many seconds they may ask again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(429)
        self.retry_after = retry_after


class Caller:
    """A program that has shown a token. What it asks for counts as the requests that its messages stand for."""

    def __init__(self, scope: Scope, tokens: Tokens, shown: str) -> None:
        self._tokens, self._shown = tokens, shown
        self._limit: RateLimit | None = scope["litestar_app"].state.rate_limit
        headers = [(b"authorization", shown.encode())]
        self._as_request: Any = {**scope, "method": "POST", "path": "/api/v1", "headers": headers}

    async def person(self, needs: str = PLAY) -> PersonId:
        """The person for whom they act; NoToken if the token has been revoked."""
        return await self._tokens.person(self._shown, needs)

    def count_change(self) -> None:
        """Take from the same allowance from which requests take; TooFast if nothing is left of it."""
        seconds = self._limit.enter(self._as_request) if self._limit is not None else 0
        if seconds:
            raise TooFast(seconds)
