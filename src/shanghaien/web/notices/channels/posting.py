"""Sending something to somebody else's server: no redirects, little time, and little of what it answers."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from shanghaien.web.clock import now

CONNECT_SECONDS, SECONDS_IN_ALL = 5, 10
MOST_READ = 4096
"""Bytes of an answer; more is of no interest, and a server that sends more is cut off."""
LONGEST_WAIT = 24 * 3600
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class NotReached(Exception):
    """The server could not be reached: nothing can have arrived."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said: a status, and after how many seconds it wants to be asked again."""

    status: int
    retry_after: float = 0

    @property
    def taken(self) -> bool:
        """Whether it took what it was sent."""
        return 200 <= self.status < 300


async def post(client: httpx.AsyncClient, request: httpx.Request, seconds: float = SECONDS_IN_ALL) -> Answer:
    """Send a request; NotReached if nothing can have arrived, and whatever else is raised leaves that open."""
    try:
        async with asyncio.timeout(seconds) as patience:
            response = await client.send(request, stream=True, follow_redirects=False)
            try:
                await _skip(response, patience)
            finally:
                await response.aclose()
    except NOT_SENT as error:
        raise NotReached(type(error).__name__) from None
    return Answer(response.status_code, _seconds(response.headers.get("Retry-After", "")))


async def _skip(response: httpx.Response, patience: asyncio.Timeout) -> None:
    """Read the rest of an answer, if it is short, so that the connection can be used again."""
    patience.reschedule(None)
    read = 0
    with suppress(httpx.HTTPError, TimeoutError):
        async with asyncio.timeout(1):
            async for part in response.aiter_raw():
                read += len(part)
                if read > MOST_READ:
                    return


def _seconds(text: str) -> float:
    """What Retry-After asks for: seconds, or a time."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(int(text), LONGEST_WAIT)
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return 0
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return min(max(0.0, then.timestamp() - datetime.fromtimestamp(now() / 1000, UTC).timestamp()), LONGEST_WAIT)
