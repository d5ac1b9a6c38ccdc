"""Reporting somebody: what was said and done is kept with the report, so that it remains when things are deleted."""

import json
from dataclasses import dataclass
from typing import Any

from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere, Refused, Unreadable
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.people.attempts import Attempts, HourlyLimit
from shanghaien.web.people.name_rules import folded
from shanghaien.web.play.refusals import NotYours
from shanghaien.web.play.table import Mode, SeatKind, Table
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.people import PeopleStore
from shanghaien.web.store.reports import NewReport, ReportRow, ReportStore
from shanghaien.web.store.said import SaidStore

from .clean_text import clean_lines
from .reasons import REASONS

MOST_A_DAY = 10
"""Reports of one person within a day."""
MOST_FROM_ONE_ADDRESS = 30
"""Reports from one address within an hour, whoever sends them."""
LONGEST_WORDS = 500
MOST_SAID, MOST_ENTRIES = 600, 2000
"""How much of a game's talk and log goes with a report."""
MOST_LISTED = 20


class TooManyReports(Refused):
    """The person has reported a lot of late."""

    status = 429
    code = "too-often"


class ReportedAlready(Refused):
    """The same report waits already."""

    status = 409
    code = "reported"


@dataclass(frozen=True, slots=True)
class Reported:
    """Who is reported, and from which game, if from any."""

    person: PersonId
    name: str
    table: Table | None = None


class Reporting:
    """The service of reports."""

    def __init__(self, tables: Tables, attempts: Attempts) -> None:
        self._tables, self._attempts = tables, attempts
        database = tables.games.games.database
        self._people, self._reports, self._said = PeopleStore(database), ReportStore(database), SaidStore(database)

    async def opponent(self, game: GameId, person: PersonId | None) -> Reported:
        """Whom a player of a game can report from its table: the other player."""
        table, viewer = await self._tables.look(game, person)
        if len(viewer.seats) != 1 or table.mode is not Mode.INVITE:
            raise NotYours(N_("You can report whoever you play with, from the table where you do."))
        seat = 1 - min(viewer.seats)
        others = [other for at, other in await self._tables.games.games.people_of(game) if at == seat]
        if not others or table.chairs[seat].kind is not SeatKind.HUMAN:
            raise NotThere(N_("There is nobody at the other seat."))
        accounts = [other for other in others if await self._people.of(other) is not None]
        return Reported((accounts or others)[0], table.chairs[seat].name, table)

    async def named(self, name: str, person: PersonId) -> Reported:
        """Whom somebody who is signed in can report from a profile."""
        found = await self._people.named(folded(name))
        if found is None or await self._tables.blocks.apart(found.id, person):
            raise NotThere(N_("Nobody here goes by this name."))
        if found.id == person:
            raise Unreadable(N_("You cannot report yourself."))
        return Reported(found.id, found.name)

    async def report(self, reporter: PersonId, whom: Reported, reason: str, words: str, address: str) -> None:
        """Keep a report."""
        if reason not in REASONS:
            raise Unreadable(N_("Choose a reason."))
        game = GameId("") if whom.table is None else whom.table.id
        if await self._reports.is_open(reporter, whom.person, game):
            raise ReportedAlready(N_("You have reported this already; a moderator will look at it."))
        await self._attempts.check(HourlyLimit("report", address, MOST_FROM_ONE_ADDRESS))
        kept = json.dumps(await self._snapshot(reporter, whom), ensure_ascii=False)
        cleaned = clean_lines(words, LONGEST_WORDS)
        row = NewReport(new_id(), reporter, whom.person, whom.name, game, reason, cleaned, kept)
        if not await self._reports.add(row, MOST_A_DAY):
            raise TooManyReports(N_("You have reported a lot today. Please wait until tomorrow."))

    async def by(self, person: PersonId) -> list[ReportRow]:
        """What somebody has reported, the latest first."""
        return await self._reports.by(person, MOST_LISTED)

    async def _snapshot(self, reporter: PersonId, whom: Reported) -> dict[str, Any]:
        """What was said and done, with names and without ids: so it stays when people go, and leads to nobody."""
        known = await self._people.of(reporter)
        blocked = whom.person in await self._tables.blocks.blocked_by(reporter)
        kept: dict[str, Any] = {"reporter": "" if known is None else known.name, "blocked": blocked}
        table = whom.table
        if table is None:
            return kept
        said = await self._said.since(table.id, 0, MOST_SAID)
        entries = [entry for entry in table.log if not entry.undone][-MOST_ENTRIES:]
        return kept | {
            "game": table.id,
            "version": table.version,
            "over": table.over,
            "names": [chair.name for chair in table.chairs],
            "said": [[row.seat, row.kind, row.text, row.version, row.at] for row in said],
            "log": [[entry.number, str(entry.kind), entry.seat, entry.text, entry.at] for entry in entries],
        }
