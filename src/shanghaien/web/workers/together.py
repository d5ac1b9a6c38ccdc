"""Several things at once, of which none is left alone."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Wait until all have ended, also when one fails or all are cancelled; then tell the first failure.

    `asyncio.gather` by itself goes on with the first that fails or is cancelled. What the others still do then would
    find the database closed, and open it again.
    """
    for end in await asyncio.gather(*works, return_exceptions=True):
        if end is not None:
            raise end
