"""Everything that is known of a person as one archive, made while it is sent: JSON, and a record of each game."""

import asyncio
import json
from collections.abc import AsyncIterator
from zipfile import ZIP_DEFLATED, ZipFile

from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.sent_file import BREATH, SentFile, record_text
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.play.tables import Tables

README = """What this site knows of you.
known.json: your name, devices, keys, programs, notices and settings; times are milliseconds since 1970 (UTC).
games/: a record of each of your games, as docs/record.md of the program describes them.
"""


async def archive(person: PersonId, own: OwnArchive, tables: Tables) -> AsyncIterator[bytes]:
    """The archive, part by part; while somebody takes their time to read it, others get theirs."""
    sent = SentFile()
    with ZipFile(sent, "w", ZIP_DEFLATED) as zipped:
        zipped.writestr("README.txt", README)
        zipped.writestr("known.json", json.dumps(await own.told(person), ensure_ascii=False, indent=1))
        async for game in own.games(person):
            async with own.one_at_a_time:
                record = await record_text(game, tables, person)
                await asyncio.sleep(BREATH)
            if record:
                zipped.writestr(f"games/{game}.json", record)
                yield sent.take()
    yield sent.take()
