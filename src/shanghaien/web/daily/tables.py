"""The tables of a day: one for each person, one for the Captain, and closed to people who have not played yet."""

import json
from base64 import urlsafe_b64encode
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien import rules
from shanghaien.fairness.day import OPTIONS
from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.signing import Signer
from shanghaien.web.daily.store import DayRow, DayStore, add_try
from shanghaien.web.people.names import clean_name
from shanghaien.web.tables import loading
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.daily_dice import day_at, opens
from shanghaien.web.tables.errors import PlayFirst
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, SeatKind, Table
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store.games import Conflict, Inside, nothing
from shanghaien.web.tables.store.rows import GameRow, GameSummary, SeatedPerson, SeatRow

PLAYER, OPPONENT = 0, 1
"""All players have the same seat, since each seat has dice of its own."""
LEVEL, CAPTAIN = "boatswain", "captain"
ID_BYTES = 12


class DayTables:
    """Sets up tables for days, one try for each person, and says who may look at them."""

    def __init__(self, games: GameWriter, signer: Signer) -> None:
        self._games = games
        self._signer = signer
        self.store = DayStore(games.database)

    async def begin(self, day: DayRow, person: PersonId, name: str) -> Table:
        """The person's table of a day; if they have begun it, perhaps a moment ago elsewhere, that one."""
        begun = await self.store.try_of(day.day, person)
        if begun is not None:
            return (await self._games.open(begun.game, person))[0].table()
        ranked = day.day == day_at(now())
        row = _game_row(day, self._id_of(day, person), SeatRow(str(SeatKind.HUMAN), clean_name(name)))

        async def note(connection: AsyncConnection) -> None:
            await add_try(connection, day.day, person, row.id, row.created, ranked=ranked)

        try:
            return await self._create(row, [(PLAYER, person)], note)
        except Conflict:
            begun = await self.store.try_of(day.day, person)
            return (await self._games.open(row.id if begun is None else begun.game, person))[0].table()

    async def begin_for_captain(self, day: DayRow) -> GameId:
        """The table at which the Captain plays the day's dice; there is one of each day."""
        row = _game_row(day, self._id_of(day, CAPTAIN), SeatRow(str(SeatKind.BOT), "", CAPTAIN))
        with suppress(Conflict):
            await self._create(row, [])
        return row.id

    async def check_open(self, table: Table, person: PersonId | None) -> None:
        """PlayFirst for another person's game of a day that is not open, unless the person has played that day."""
        if not table.day or now() >= opens(table.day):
            return
        own = await self.store.try_of(table.day, person)
        if own is None or not own.over:
            raise PlayFirst(
                N_("Play first: this is a game of today’s deal. You can look at it once you have played yours.")
            )

    async def _create(self, row: GameRow, people: list[SeatedPerson], note: Inside = nothing) -> Table:
        change = Change(loading.begin(row), row.created)
        for seat in (PLAYER, OPPONENT):
            change.note(EntryKind.JOIN, seat, row.seats[seat].name)
        change.deal()
        return await self._games.create(change, people, note)

    def _id_of(self, day: DayRow, whose: str) -> GameId:
        """The same at each call, so that no day is begun twice; it cannot be guessed."""
        made = self._signer.secret_for("day", f"{day.day} {whose}")
        return GameId(urlsafe_b64encode(made[:ID_BYTES]).decode())


def _game_row(day: DayRow, game: GameId, player: SeatRow) -> GameRow:
    return GameRow(
        id=game,
        mode=str(Mode.DAY),
        options=json.dumps(OPTIONS.as_dict(), sort_keys=True),
        revision=rules.REVISION,
        seed=day.seed,
        commitment=day.commitment,
        created=now(),
        seats=(player, SeatRow(str(SeatKind.BOT), "", LEVEL)),
        summary=GameSummary(1, None, None),
        day=day.day,
    )
