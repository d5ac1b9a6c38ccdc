"""What is new at a table, for one page: parts of it, signs of life, and where to go on; by a stream or a socket."""

import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from shanghaien.web.bots.waiting import QueuePositions
from shanghaien.web.core.cache import LanguageCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.tables.hub import Heard
from shanghaien.web.tables.model import Table, Viewer
from shanghaien.web.tables.pages.page import PARTS, TablePage, present
from shanghaien.web.tables.pages.question import busy
from shanghaien.web.tables.pages.seat_lines import outages_since
from shanghaien.web.tables.pages.seen_table import OpenChoice, Perspective
from shanghaien.web.tables.pages.steps import Step, animation_steps
from shanghaien.web.tables.pages.table_panels import NOTHING_BESIDE, BesideStream, PageEvent
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.stream import news_for

# Compressed streams that take no memory of their own: pieces that fit behind any other, packed once for all who get
# them.

FAST = 1
RAW = -15
"""Deflate without a header, with the usual window."""


class Packing(NamedTuple):
    """How a stream is compressed: its first bytes, the packed form of each piece, and the headers of the answer."""

    beginning: bytes
    piece: Callable[[bytes], bytes]
    headers: Mapping[str, str]


@lru_cache(1024)
def _packed(piece: bytes) -> bytes:
    packer = zlib.compressobj(FAST, zlib.DEFLATED, RAW)
    return packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)


PLAIN = Packing(b"", lambda piece: piece, {"Vary": "Accept-Encoding"})
GZIP = Packing(
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff", _packed, {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
)
"""Begins with the header of a gzip stream: deflate, no name, no time, packed fast."""


def packing_for(request: AnyRequest) -> Packing:
    """What the client can unpack."""
    encodings = (each.partition(";") for each in request.headers.get("accept-encoding", "").lower().split(","))
    gzip = any(name.strip() == "gzip" and weight.strip() not in {"q=0", "q=0.0"} for name, _, weight in encodings)
    return GZIP if gzip else PLAIN


# What is new on a page since the version that they have: the parts that differ, made once for all who look
# so.

NO_CHOICE = OpenChoice()


@dataclass(frozen=True, slots=True)
class Shown:
    """A digest of a page: enough to know what has changed since."""

    frame: tuple[bool, bool]
    """Whether both seats were taken, and whether the game was over: what the page is built by."""
    parts: tuple[int, ...]
    """A number for each part; another text has another number."""
    lines: tuple[str, ...]
    """The keys of the log's lines."""


_SHOWN: LanguageCache[Shown] = LanguageCache(16_384)
"""What stood on the pages of the last versions."""
_CHANGES: LanguageCache[bytes] = LanguageCache(8_000_000, len)
"""The changes that were sent last, up to so many bytes."""


def whole_page(version: int, steps: list[Step] | None = None) -> bytes:
    """Tells the page to reload, and what happened, if that is known."""
    told = {"version": version, "whole": True}
    return msgspec.json.encode(told | {"happened": steps} if steps else told)


def changes_since(table: Table, look: Perspective, since: int) -> bytes:
    """What differs from version `since`, as JSON; everything, if that version is no longer in the cache."""
    key = (_moment(table, table.version), since, look)
    return _CHANGES.recall(key, lambda: _changes(table, look, since))


def note_shown(table: Table, look: Perspective, page: TablePage) -> None:
    """Remember what a page that is sent whole shows, so that the next changes can be sent as differences."""
    if not table.over and look.choice == NO_CHOICE:
        _SHOWN.keep((_moment(table, table.version), look), _shown(page, _made_parts(page)))


def _moment(table: Table, version: int) -> tuple[GameId, int, int]:
    """A version of a table; the time it was stored tells it from a game with the same id in another database."""
    known = 0 < version <= len(table.log)
    return table.id, version, table.log[version - 1].at if known else table.created


def _changes(table: Table, look: Perspective, since: int) -> bytes:
    seen = look.see(table, NO_CHOICE)
    page, steps = present(seen), animation_steps(seen, since)
    parts = {} if table.over else _made_parts(page)
    shown = _shown(page, parts)
    _SHOWN.keep((_moment(table, table.version), _plain(look)), shown)
    before = _SHOWN.known((_moment(table, since), _plain(look)))
    if table.over or (before is not None and before.frame != shown.frame):
        return whole_page(table.version, steps)
    told = _differences(page, parts, shown, before)
    if steps:
        told["happened"] = steps
    if before is not None:
        told["since"] = since
    if look.choice != NO_CHOICE:
        told["choice"] = _chosen(present(look.see(table)), parts)
    return msgspec.json.encode(told, enc_hook=str)


def _chosen(page: TablePage, plain: dict[str, Markup]) -> dict[str, Any]:
    """What an open choice changes on the page."""
    parts = {name: text for name, text in _made_parts(page).items() if text != plain[name]}
    return {"title": page.title, "parts": parts}


def _plain(look: Perspective) -> Perspective:
    """The same without an open choice, which is the viewer's own."""
    return look if look.choice == NO_CHOICE else replace(look, choice=NO_CHOICE)


def _made_parts(page: TablePage) -> dict[str, Markup]:
    return {name: make(page) for name, make in PARTS.items()}


def _shown(page: TablePage, parts: dict[str, Markup]) -> Shown:
    numbers = tuple(map(hash, parts.values()))
    return Shown((page.started, page.over), numbers, tuple(line.key for line in page.log))


def _differences(page: TablePage, parts: dict[str, Markup], shown: Shown, before: Shown | None) -> dict[str, Any]:
    told: dict[str, Any] = {"version": page.version, "title": page.title, "yours": page.yours, "told": page.told}
    if page.dice is not None:
        told["dice"] = page.dice
    if before is None:
        return told | {"parts": parts, "log": {"new": [page.told_line(line) for line in page.log]}}
    numbers = zip(parts, shown.parts, before.parts, strict=True)
    changed = {name: parts[name] for name, number, old in numbers if number != old}
    return told | {"parts": changed, "log": _new_lines(page, shown, before)}


def _new_lines(page: TablePage, shown: Shown, before: Shown) -> dict[str, Any]:
    """The new lines, and the keys of those that went; all lines, where the new ones are not all on top."""
    now, known = frozenset(shown.lines), frozenset(before.lines)
    stayed = tuple(key for key in before.lines if key in now)
    new = [line for line in page.log if line.key not in known]
    if (*(line.key for line in new), *stayed) != shown.lines:
        return {"new": [page.told_line(line) for line in page.log]}
    return {"new": [page.told_line(line) for line in new], "gone": [key for key in before.lines if key not in now]}


HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing may be kept, nor held back by a proxy."""
NO_POSITIONS = QueuePositions()
RETRY = b"retry: 1000\n\n"
COME_BACK = PageEvent("come-back", b"{}")
"""The server stops: come back at once, another one is there or will be."""


async def page_events(
    tables: Tables,
    game: GameId,
    look: Perspective,
    version: int,
    positions: QueuePositions = NO_POSITIONS,
    beside: BesideStream = NOTHING_BESIDE,
) -> AsyncGenerator[list[PageEvent], None]:
    """What is new since `version` at once, then after every change, all at once; keep-alives carry the version too."""
    try:
        coming = news_for(tables, game, Viewer(look.seats, beside.person), people=beside.shows_people)
        async with beside.attend(), aclosing(coming) as news:
            async for each in news:
                events, table, pauses = await beside.events(each), each.table, outages_since(each.table)
                if each.of_game or (each.heard is Heard.GAP and pauses):
                    time = None if table.pace is None else now()
                    if table.version == version:
                        events.append(_alive(version, positions.ahead(game), pauses, time))
                    else:
                        events.append(PageEvent("parts", changes_since(table, look, version), time))
                    version = table.version
                if events:
                    yield events
    except DomainError:
        yield [PageEvent("parts", whole_page(version))]
        return
    yield [COME_BACK]


def _alive(version: int, ahead: int, pauses: str, time: int | None) -> PageEvent:
    """A keep-alive; it says so if the bot that is asked waits in the queue, and when the clock that runs stood still."""
    why = {"waits": busy(ahead)} if ahead else {}
    stood = {"pauses": pauses} if pauses else {}
    return PageEvent("alive", msgspec.json.encode({"version": version} | why | stood), time)


async def table_events(
    tables: Tables,
    game: GameId,
    look: Perspective,
    version: int,
    packing: Packing = PLAIN,
    positions: QueuePositions = NO_POSITIONS,
    beside: BesideStream = NOTHING_BESIDE,
) -> AsyncIterator[bytes]:
    """The same as server-sent events; where time is counted, each has the server's time for its id."""
    yield packing.beginning + packing.piece(RETRY)
    async with aclosing(page_events(tables, game, look, version, positions, beside)) as sent:
        async for events in sent:
            yield b"".join([_server_sent(event, packing) for event in events])


def _server_sent(event: PageEvent, packing: Packing) -> bytes:
    """What the event tells is a piece of its own, so that many streams can share it packed."""
    time = b"" if event.time is None else b"id: %d\n" % event.time
    head = time + b"event: " + event.name.encode() + b"\ndata: "
    return packing.piece(head) + packing.piece(event.data) + packing.piece(b"\n\n")


def as_text(event: PageEvent) -> str:
    """The same for a socket, as JSON."""
    time = "" if event.time is None else f',"time":{event.time}'
    return f'{{"event":"{event.name}","data":{event.data.decode()}{time}}}'
