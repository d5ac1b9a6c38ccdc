"""The stream of a table's changes to one browser: parts of its page, signs of life, and where to go on."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import GameId
from shanghaien.web.play.stream import news_of
from shanghaien.web.play.tables import Tables

from .changed_parts import changes_since, whole_page
from .perspective import Perspective

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""A proxy must not keep anything back."""
BEGINNING = b"retry: 1000\n\n"
AGAIN = b"event: again\ndata: {}\n\n"
"""The server stops: come back at once, another one is there or will be."""


async def told(tables: Tables, game: GameId, look: Perspective, version: int) -> AsyncIterator[bytes]:
    """What is new since `version` at once, then after every change; signs of life carry the version too."""
    yield BEGINNING
    try:
        async with aclosing(news_of(tables, game)) as news:
            async for table, _ in news:
                if table.version == version:
                    yield b'event: alive\ndata: {"version":%d}\n\n' % version
                else:
                    yield b"event: parts\ndata: %b\n\n" % changes_since(table, look, version)
                version = table.version
    except Refused:
        yield b"event: parts\ndata: %b\n\n" % whole_page(version)
        return
    yield AGAIN
