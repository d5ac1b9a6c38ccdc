"""Reports: what was said and done is stored with them, so that it remains when games or people are deleted."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, DomainError, LimitReached, NotFoundError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.moderation.store import AuditRow, AuditStore, NewReport, ReportRow, ReportStore
from shanghaien.web.people.attempts import Attempts, HourlyLimit
from shanghaien.web.people.names import clean_lines, normalised_name
from shanghaien.web.people.sanctions import SanctionRow, SanctionStore
from shanghaien.web.people.schema import names
from shanghaien.web.people.store import PeopleStore, PersonRow
from shanghaien.web.tables.errors import NotYours
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.service import Tables

REASONS = {
    "words": N_("What they said"),
    "name": N_("Their name"),
    "play": N_("They do not play fair"),
    "time": N_("They keep me waiting on purpose"),
    "other": N_("Something else"),
}
"""The reasons by their keys, in the order in which they are offered; a key is stored and never changes."""
DONE, DISMISSED = "done", "dismissed"
"""What can become of a report."""

MOST_A_DAY = 10
"""Reports of one person within a day."""
MOST_FROM_ONE_ADDRESS = 30
"""Reports from one address within an hour, by all people together."""
LONGEST_WORDS = 500
MOST_SAID, MOST_ENTRIES = 600, 2000
"""How much of a game's talk and log goes with a report."""
MOST_LISTED = 20


class ReportedAlready(DomainError):
    """The same report waits already."""

    code = "reported"


@dataclass(frozen=True, slots=True)
class Reported:
    """The reported person, and the game, if any."""

    person: PersonId
    name: str
    table: Table | None = None


class Reporting:
    """The service of reports."""

    def __init__(self, tables: Tables, attempts: Attempts, talk: TalkRecord) -> None:
        self._tables, self._attempts, self._talk = tables, attempts, talk
        database = tables.games.database
        self._people, self._reports = PeopleStore(database), ReportStore(database)

    async def opponent(self, game: GameId, person: PersonId | None) -> Reported:
        """The other player of the game, for one of its players."""
        table, viewer = await self._tables.look(game, person)
        if len(viewer.seats) != 1 or table.mode is not Mode.INVITE:
            raise NotYours(N_("You can report your opponent from the table where you play."))
        seat = 1 - min(viewer.seats)
        others = [other for at, other in await self._tables.games.store.people_of(game) if at == seat]
        if not others or table.chairs[seat].kind is not SeatKind.HUMAN:
            raise NotFoundError(N_("There is nobody at the other seat."))
        accounts = [other for other in others if await self._people.of(other) is not None]
        return Reported((accounts or others)[0], table.chairs[seat].name, table)

    async def named(self, name: str, person: PersonId) -> Reported:
        """The account of this name, for a signed-in reporter."""
        found = await self._people.named(normalised_name(name))
        if found is None or await self._tables.blocks.apart(found.id, person):
            raise NotFoundError(N_("Nobody here goes by this name."))
        if found.id == person:
            raise BadRequestError(N_("You cannot report yourself."))
        return Reported(found.id, found.name)

    async def report(self, reporter: PersonId, whom: Reported, reason: str, words: str, address: str) -> None:
        if reason not in REASONS:
            raise BadRequestError(N_("Choose a reason."))
        game = GameId("") if whom.table is None else whom.table.id
        if await self._reports.is_open(reporter, whom.person, game):
            raise ReportedAlready(N_("You have reported this already; a moderator will look at it."))
        await self._attempts.check(HourlyLimit("report", address, MOST_FROM_ONE_ADDRESS))
        kept = json.dumps(await self._snapshot(reporter, whom), ensure_ascii=False)
        cleaned = clean_lines(words, LONGEST_WORDS)
        row = NewReport(new_id(), reporter, whom.person, whom.name, game, reason, cleaned, kept)
        if not await self._reports.add(row, MOST_A_DAY):
            raise LimitReached("too-often", N_("You have reported a lot today. Please wait until tomorrow."))

    async def by(self, person: PersonId) -> list[ReportRow]:
        """The latest first."""
        return await self._reports.by(person, MOST_LISTED)

    async def _snapshot(self, reporter: PersonId, whom: Reported) -> dict[str, Any]:
        """What was said and done, with names but without ids: it stays when people delete their accounts."""
        known = await self._people.of(reporter)
        blocked = whom.person in {row.other for row in await self._tables.blocks.list_of(reporter)}
        kept: dict[str, Any] = {"reporter": "" if known is None else known.name, "blocked": blocked}
        table = whom.table
        if table is None:
            return kept
        entries = [entry for entry in table.log if not entry.undone][-MOST_ENTRIES:]
        return kept | {
            "game": table.id,
            "version": table.version,
            "over": table.over,
            "names": [chair.name for chair in table.chairs],
            "said": list(await self._talk.read(table.id, MOST_SAID)),
            "log": [[entry.number, str(entry.kind), entry.seat, entry.text, entry.at] for entry in entries],
        }


ON_A_PAGE = 25
"""Entries of a list; one more is read, to see whether there is another page."""
IN_A_HISTORY = 50


@dataclass(frozen=True, slots=True)
class History:
    """What moderators may see of a person; their notes and settings are not among it."""

    person: PersonId
    account: PersonRow | None
    name: str
    names: tuple[str, ...]
    """Normalised names that are theirs or reserved for them."""
    about: tuple[ReportRow, ...]
    by: tuple[ReportRow, ...]
    sanctions: tuple[SanctionRow, ...]
    actions: tuple[AuditRow, ...]


class ModerationRecords:
    """What moderators read; the pages check who may ask."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people, self.reports = PeopleStore(database), ReportStore(database)
        self._sanctions, self.audit = SanctionStore(database), AuditStore(database)

    async def named(self, name: str) -> PersonRow | None:
        return await self._people.named(normalised_name(name))

    async def is_guest(self, person: PersonId) -> bool:
        return await self._people.of(person) is None

    async def history(self, person: PersonId) -> History | None:
        """None if the person is unknown."""
        account, about = await self._people.of(person), await self.reports.about(person, IN_A_HISTORY)
        by = await self.reports.by(person, IN_A_HISTORY)
        sanctions = await self._sanctions.of(person, IN_A_HISTORY)
        actions = await self.audit.page(None, IN_A_HISTORY, person)
        if account is None and not (about or by or sanctions or actions):
            return None
        name = account.name if account is not None else next((row.name for row in about), "")
        held = await self._names(person)
        return History(person, account, name, held, tuple(about), tuple(by), tuple(sanctions), tuple(actions))

    async def _names(self, person: PersonId) -> tuple[str, ...]:
        query = select(names.c.folded).where(names.c.person == person).order_by(names.c.folded).limit(IN_A_HISTORY)
        return tuple(row.folded for row in await self._database.fetch_all(query))
