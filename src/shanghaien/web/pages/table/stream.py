"""The stream of a table's changes to one browser: parts of its page, signs of life, and where to go on."""

from collections.abc import AsyncIterator
from contextlib import aclosing

import msgspec

from shanghaien.web.clock import now
from shanghaien.web.http.packing import PLAIN, Packing
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import GameId
from shanghaien.web.play.stream import news_for
from shanghaien.web.play.table import Viewer
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.waits import Waits

from .changed_parts import changes_since, whole_page
from .people import NOTHING_BESIDE, BesideStream
from .perspective import Perspective
from .question import busy

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing may be kept, nor held back by a proxy."""
NO_WAITS = Waits()
RETRY = b"retry: 1000\n\n"
COME_BACK = b"event: come-back\ndata: {}\n\n"
"""The server stops: come back at once, another one is there or will be."""


async def told(
    tables: Tables,
    game: GameId,
    look: Perspective,
    version: int,
    packing: Packing = PLAIN,
    waits: Waits = NO_WAITS,
    beside: BesideStream = NOTHING_BESIDE,
) -> AsyncIterator[bytes]:
    """What is new since `version` at once, then after every change; signs of life carry the version too.

    Where time is counted, each event has the server's time for its id.
    """
    yield packing.beginning + packing.piece(RETRY)
    try:
        coming = news_for(tables, game, Viewer(look.seats, beside.person), people=beside.shows_people)
        async with beside.attend(), aclosing(coming) as news:
            async for each in news:
                table = each.table
                if events := await beside.events(each):
                    yield packing.piece(events)
                if not each.of_game:
                    continue
                time = b"" if table.pace is None else b"id: %d\n" % now()
                if table.version == version:
                    yield packing.piece(time + _alive(version, waits.ahead(game)))
                else:
                    yield _parts(changes_since(table, look, version), packing, time)
                version = table.version
    except Refused:
        yield _parts(whole_page(version), packing)
        return
    yield packing.piece(COME_BACK)


def _alive(version: int, ahead: int) -> bytes:
    """A sign of life; if the bot that is asked waits for its turn, it says so."""
    why = {"waits": busy(ahead)} if ahead else {}
    return b"event: alive\ndata: " + msgspec.json.encode({"version": version} | why) + b"\n\n"


def _parts(changes: bytes, packing: Packing, time: bytes = b"") -> bytes:
    """An event; the changes are a piece of their own, so that many streams can share them."""
    return packing.piece(time + b"event: parts\ndata: ") + packing.piece(changes) + packing.piece(b"\n\n")
