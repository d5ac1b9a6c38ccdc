"""The export of a person as one archive, made while it is sent: JSON, and a record of each game."""

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from shanghaien.rules import to_json
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.tables.errors import NoSuchGame, PlayFirst
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.store.seats import PersonSeats

PAUSE = 0.005
"""Seconds between two games, in which other requests are answered."""


class SentFile(RawIOBase):
    """A file whose parts are sent and dropped while it is written."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken


async def archive(files: AsyncIterable[tuple[str, str]]) -> AsyncIterator[bytes]:
    """An archive of these names and texts, in parts."""
    sent = SentFile()
    with ZipFile(sent, "w", ZIP_DEFLATED) as zipped:
        async for name, text in files:
            zipped.writestr(name, text)
            yield sent.take()
    yield sent.take()


async def record_text(game: GameId, tables: Tables, person: PersonId | None, own: PersonExport) -> str:
    """The record of a game for a person; empty if nothing was played, it is damaged, or they must not see it yet."""
    async with own.one_at_a_time:
        try:
            table, _ = await tables.look(game, person)
            return to_json(record_of(table)) if table.started else ""
        except (NoSuchGame, PlayFirst):
            return ""
        finally:
            await asyncio.sleep(PAUSE)


README = """What this site knows of you.
known.json: your name, devices, keys, programs, notices and settings; times are milliseconds since 1970 (UTC).
games/: a record of each of your games, as docs/record.md of the program describes them.
"""


async def own_files(person: PersonId, own: PersonExport, tables: Tables) -> AsyncIterator[tuple[str, str]]:
    """The names and texts of the files in a person's own archive."""
    yield "README.txt", README
    yield "known.json", json.dumps(await own.of(person), ensure_ascii=False, indent=1)
    async for game in PersonSeats(tables.games.database).all_games(person):
        if record := await record_text(game, tables, person, own):
            yield f"games/{game}.json", record
