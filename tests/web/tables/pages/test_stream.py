"""The stream to a browser: what is new, signs of life with the version, and where to go on."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from shanghaien.rules import Options
from shanghaien.web.bots.waiting import QueuePositions
from shanghaien.web.tables import stream
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.pages.page_stream import GZIP, PLAIN, table_events
from shanghaien.web.tables.pages.seen_table import Perspective
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, in_tavern, request

LOOK = Perspective(frozenset({0, 1}), address="/t/g")


async def event(events: AsyncIterator[bytes]) -> tuple[str, Any]:
    """The next event's name and what it carries."""
    text = (await asyncio.wait_for(anext(events), 60)).decode()
    while text.startswith("retry"):
        text = (await asyncio.wait_for(anext(events), 60)).decode()
    name, data = text.removesuffix("\n\n").split("\n")
    return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


async def begun(tavern: Tavern, mode: Mode = Mode.HOT_SEAT) -> Table:
    return await tavern.tables.create(Setup(mode, Options()), ADA)


def test_whoever_is_up_to_date_is_sent_nothing_but_the_version(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern)
        assert await event(table_events(tavern.tables, table.id, LOOK, table.version)) == (
            "alive",
            {"version": table.version},
        )

    in_tavern(tmp_path, visit)


def test_whoever_waits_for_a_bot_that_is_busy_is_told_so(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table, positions = await begun(tavern), QueuePositions()
        for _ in range(2):
            positions.publish({table.id: 3})
        sign = await event(table_events(tavern.tables, table.id, LOOK, table.version, PLAIN, positions))
        assert sign == ("alive", {"version": table.version, "waits": "The bot is busy with 3 other games."})

    in_tavern(tmp_path, visit)


def test_every_change_comes_with_the_parts_since_the_one_before(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern)
        events = table_events(tavern.tables, table.id, LOOK, 0)
        name, news = await event(events)
        assert (name, news["version"]) == ("parts", table.version)
        for _ in range(3):
            before, table = table, await tavern.act(table, ADA)
            name, news = await event(events)
            assert (name, news["since"], news["version"]) == ("parts", before.version, table.version)
            assert "tray" in news["parts"]

    in_tavern(tmp_path, visit)


def test_a_packed_stream_is_unpacked_piece_by_piece_as_it_comes(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern)
        plain, small = (table_events(tavern.tables, table.id, LOOK, 0, packing) for packing in (PLAIN, GZIP))
        unpacker, sent = zlib.decompressobj(wbits=31), 0
        for _ in range(4):
            text, piece = await anext(plain), await anext(small)
            assert unpacker.decompress(piece) == text
            sent += len(piece)
            table = await tavern.act(table, ADA)
        assert sent < 10_000

    in_tavern(tmp_path, visit)


def test_silence_is_broken_by_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "ALIVE_EVERY", 0.01)

    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern)
        events = table_events(tavern.tables, table.id, LOOK, table.version)
        assert [await event(events) for _ in range(3)] == [("alive", {"version": table.version})] * 3

    in_tavern(tmp_path, visit)


def test_a_server_that_stops_asks_to_come_back(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern)
        events = table_events(tavern.tables, table.id, LOOK, table.version)
        await event(events)
        tavern.hub.close()
        assert await event(events) == ("come-back", {})
        with pytest.raises(StopAsyncIteration):
            await anext(events)

    in_tavern(tmp_path, visit)


def test_an_invitation_that_is_called_off_makes_the_page_look_for_itself(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await begun(tavern, Mode.INVITE)
        events = table_events(tavern.tables, table.id, LOOK, table.version)
        await event(events)
        await tavern.seating.call_off(request(table, ADA))
        assert await event(events) == ("parts", {"version": table.version, "whole": True})

    in_tavern(tmp_path, visit)
