"""Sending to other servers: no redirects, little time, and little of the answer."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cache

import httpx

from shanghaien.web.core.clock import now
from shanghaien.web.notices.channels.address_guard import Target
from shanghaien.web.notices.model import NOBODY, SENT, Outcome, failed
from shanghaien.web.notices.place_store import PlaceStore


class NotReached(Exception):
    """The server could not be reached: nothing can have arrived."""


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """A status, and after how many seconds the server wants to be asked again."""

    status: int
    retry_after: float = 0

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


CONNECT_SECONDS, SECONDS_IN_ALL = 5, 10
MOST_READ = 4096
"""Bytes of an answer; more is of no interest, and a server that sends more is cut off."""
LONGEST_WAIT = 24 * 3600
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class HttpSender:
    """Posts to well-known services, over connections that are used again."""

    def __init__(self) -> None:
        self._client = httpx.AsyncClient(timeout=httpx.Timeout(SECONDS_IN_ALL, connect=CONNECT_SECONDS))

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> ServerAnswer:
        return await send(self._client, self._client.build_request("POST", address, content=body, headers=headers))

    async def close(self) -> None:
        await self._client.aclose()


async def send(client: httpx.AsyncClient, request: httpx.Request, seconds: float = SECONDS_IN_ALL) -> ServerAnswer:
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
    return ServerAnswer(response.status_code, _seconds(response.headers.get("Retry-After", "")))


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
    return min(max(0.0, then.timestamp() - now() / 1000), LONGEST_WAIT)


TOO_OFTEN = 429


async def outcome_of(answer: ServerAnswer, store: PlaceStore, key: str, failures: int) -> Outcome:
    """What came of a notice, and note whether its place works; `failures` is how often it did not before."""
    if answer.taken:
        if failures:
            await store.answered(key)
        return SENT
    if answer.status == TOO_OFTEN:
        return failed(answer.retry_after)
    await store.failed(key, now())
    return failed(answer.retry_after) if answer.status >= 500 else NOBODY


# Sending to exactly the IP address that a name was checked to lead to; name and certificate are the server's own.

NUMBER_SECONDS, NUMBER_CONNECT_SECONDS = 5, 2
MOST_TRIED = 3
"""Numbers of one name."""


async def post_to_number(
    target: Target, body: bytes, headers: Mapping[str, str], trusted: ssl.SSLContext | None = None
) -> ServerAnswer:
    """Send a body to the first number of the target that can be reached; NotReached if nothing can have arrived."""
    patience = httpx.Timeout(NUMBER_SECONDS, connect=NUMBER_CONNECT_SECONDS)
    named = {**headers, "Host": target.host_header}
    # A proxy of the machine's own would look the name up again.
    async with httpx.AsyncClient(verify=trusted or _public_certificates(), trust_env=False, timeout=patience) as client:
        for number in target.numbers[:MOST_TRIED]:
            extensions = {"sni_hostname": target.host}
            request = client.build_request(
                "POST", target.at(number), content=body, headers=named, extensions=extensions
            )
            with suppress(NotReached):  # as where the machine knows no way to an address of one kind
                return await send(client, request, NUMBER_SECONDS)
    raise NotReached


@cache
def _public_certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()
