"""Sending something to the very number that a name was checked to lead to; name and certificate are the server's own.

It is loaded when something is sent for the first time: a server starts more quickly without.
"""

import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

import httpx

from .addresses import Target
from .answers import NotReached, ServerAnswer
from .posting import send

SECONDS, CONNECT_SECONDS = 5, 2
MOST_TRIED = 3
"""Numbers of one name."""


async def post_to_number(
    target: Target, body: bytes, headers: Mapping[str, str], trusted: ssl.SSLContext | None = None
) -> ServerAnswer:
    """Send a body to the first number of the target that can be reached; NotReached if nothing can have arrived."""
    patience = httpx.Timeout(SECONDS, connect=CONNECT_SECONDS)
    named = {**headers, "Host": target.host_header}
    # A proxy of the machine's own would look the name up again.
    async with httpx.AsyncClient(verify=trusted or _everybodys(), trust_env=False, timeout=patience) as client:
        for number in target.numbers[:MOST_TRIED]:
            extensions = {"sni_hostname": target.host}
            request = client.build_request(
                "POST", target.at(number), content=body, headers=named, extensions=extensions
            )
            with suppress(NotReached):  # as where the machine knows no way to an address of one kind
                return await send(client, request, SECONDS)
    raise NotReached


@cache
def _everybodys() -> ssl.SSLContext:
    """The certificates that everybody believes."""
    return httpx.create_ssl_context()
