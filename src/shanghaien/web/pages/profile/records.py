"""The records of somebody's games as one archive, made while it is sent: nobody waits for it."""

import asyncio
from collections.abc import AsyncIterator
from zipfile import ZIP_DEFLATED, ZipFile

from shanghaien.web.pages.shared.sent_file import BREATH, SentFile, record_text
from shanghaien.web.people.own_archive import OwnArchive
from shanghaien.web.people.told_rows import ResultPlace
from shanghaien.web.play.tables import Tables

from .game_lines import GameLine, Lines

AT_ONCE, MOST = 50, 1000
"""Games that are looked up together, and games in an archive: the latest ones."""


async def records(lines: Lines, own: OwnArchive, tables: Tables) -> AsyncIterator[bytes]:
    """The archive, part by part: every game that the viewer could open from the list, the latest first."""
    sent = SentFile()
    with ZipFile(sent, "w", ZIP_DEFLATED) as zipped:
        async for line in _games(lines):
            async with own.one_at_a_time:
                record = await record_text(line.game, tables, lines.viewer)
                await asyncio.sleep(BREATH)
            if record:
                zipped.writestr(f"{line.game}.json", record)
                yield sent.take()
    yield sent.take()


async def _games(lines: Lines) -> AsyncIterator[GameLine]:
    """The games that may be opened; asked for as they are needed, since what may be seen can change meanwhile."""
    place: ResultPlace | None = None
    for _ in range(MOST // AT_ONCE):
        page = await lines.about.results.page(lines.found.person.id, AT_ONCE, after=place)
        for line in await lines.of(page.rows):
            if line.game:
                yield line
        if page.next is None:
            return
        place = page.next
