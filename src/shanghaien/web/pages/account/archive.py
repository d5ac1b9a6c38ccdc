"""Everything that is known of a person as one archive, made while it is sent: JSON, and a record of each game."""

import asyncio
import json
from collections.abc import AsyncIterator
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from shanghaien.rules import to_json
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.tables import Tables

BREATH = 0.005
"""Seconds between two games."""
README = """What this site knows of you.
known.json: your name, devices, keys, programs, notices and settings; times are milliseconds since 1970 (UTC).
games/: a record of each of your games, as docs/record.md of the program describes them.
"""


class _Sent(RawIOBase):
    """A file that is never whole: what was written is taken away and sent."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It can be written to, and nothing else."""
        return True

    def write(self, data: Any) -> int:
        """Keep it until it is taken."""
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """What was written since it was last taken."""
        taken, self._parts = b"".join(self._parts), []
        return taken


async def archive(person: PersonId, own: OwnArchive, tables: Tables) -> AsyncIterator[bytes]:
    """The archive, part by part; while somebody takes their time to read it, others get theirs."""
    sent = _Sent()
    with ZipFile(sent, "w", ZIP_DEFLATED) as zipped:
        zipped.writestr("README.txt", README)
        zipped.writestr("known.json", json.dumps(await own.told(person), ensure_ascii=False, indent=1))
        async for game in own.games(person):
            async with own.one_at_a_time:
                record = await _record(game, tables, person)
                await asyncio.sleep(BREATH)
            if record:
                zipped.writestr(f"games/{game}.json", record)
                yield sent.take()
    yield sent.take()


async def _record(game: GameId, tables: Tables, person: PersonId) -> str:
    """The record of a game; empty if nothing was played, or it is damaged."""
    try:
        table, _ = await tables.look(game, person)
    except NoSuchGame:
        return ""
    return to_json(record_of(table)) if table.started else ""
